"""The modules of the page as one script, which needs no import."""

from __future__ import annotations

import re
from collections.abc import Mapping

_IMPORT = re.compile(r"^import \{([^}]*)\} from '\./(\w+)\.js';\n", re.M)

_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) ([$\w]+))", re.M)


def bundled(texts: Mapping[str, str], main: str) -> str:
    """A script that does what the module `main` does; `texts` maps names without suffix to modules.

    Each module becomes a function that returns its exports, after the modules that it imports.

    >>> texts = {"a": "export const b = 1;\\n", "c": "import { b as d } from './a.js';\\nd;\\n"}
    >>> print(bundled(texts, "c"), end="")
    const module_a = (() => {
    const b = 1;
    return { b };
    })();
    const module_c = (() => {
    const { b: d } = module_a;
    d;
    return {  };
    })();
    """
    order: dict[str, None] = {}
    _place(main, texts, order)
    return "".join(_as_function(name, texts[name]) for name in order)


def _place(name: str, texts: Mapping[str, str], order: dict[str, None]) -> None:
    """Append a module to the order, after all modules that it imports."""
    for _, other in _IMPORT.findall(texts[name]):
        if other not in order:
            _place(other, texts, order)
    order[name] = None


def _as_function(name: str, text: str) -> str:
    body = _EXPORT.sub("", _IMPORT.sub(_taken, text))
    exports = ", ".join(found[1] for found in _EXPORT.finditer(text))
    return f"const module_{name} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


def _taken(found: re.Match[str]) -> str:
    """An import, as destructuring of the object that a module's function returned."""
    names = " ".join(found[1].split()).replace(" as ", ": ")
    return f"const {{ {names} }} = module_{found[2]};\n"
