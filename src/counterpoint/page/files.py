"""The files in the folder `static`, as served by the page and embedded in reports."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from ..data import dataclass

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


STATIC = Path(__file__).parent / "static"

_STYLE = re.compile(r'<link rel="stylesheet" href="/([^"]+)">\n?')


@dataclass(frozen=True, slots=True)
class Asset:
    """A served file: its media type and its bytes."""

    type: str
    content: bytes


def assets() -> dict[str, Asset]:
    """All served files, by their paths; no other path is served.

    The styles are embedded in the page, and its modules are one script: every file that the page
    waits for costs time, in particular files that are found through other files.

    >>> sorted(assets())
    ['/', '/icon.svg', '/page.js']
    """
    page, _ = with_styles(text_of("index.html"))
    return {
        "/": Asset("text/html; charset=utf-8", page.encode()),
        "/page.js": Asset("text/javascript; charset=utf-8", script().encode()),
        "/icon.svg": Asset("image/svg+xml", text_of("icon.svg").encode()),
    }


def script(socket: str = "socket") -> str:
    """The modules of the page as one script; the module `socket` supplies what the page shows."""
    texts = {path.stem: text_of(path.name) for path in STATIC.glob("*.js")}
    return bundled(texts | {"socket": texts[socket]}, "main")


def with_styles(page: str) -> tuple[str, str]:
    """A page with its linked styles embedded, and these styles, which a policy must allow.

    They keep the order of the links, because later styles override earlier ones.

    >>> page, styles = with_styles('<link rel="stylesheet" href="/tokens.css"><title>')
    >>> page == f"<style>{styles}</style>\\n<title>"
    True
    """
    styles = "".join(map(text_of, _STYLE.findall(page)))
    first, *others = _STYLE.split(page)[::2]
    return f"{first}<style>{styles}</style>\n{''.join(others)}", styles


def text_of(name: str) -> str:
    """The text of a file of the page."""
    return (STATIC / name).read_text(encoding="utf-8")
