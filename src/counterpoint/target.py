"""Targets of the command line: a bundled example by its name, or a program in a Python file."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import pkgutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from . import examples
from .bp.program import Program
from .errors import BadTarget

DEFAULT_NAME = "program"


@dataclass(frozen=True, slots=True)
class Example:
    """A bundled example: its name, and what it shows."""

    name: str
    summary: str


def find_program(target: str, settings: Mapping[str, object] | None = None) -> Program:
    """The program that `target` names: `EXAMPLE`, `FILE`, or either with `:NAME` after it.

    `NAME` is a `Program`, or a function that makes one; `settings` are its arguments. Raises
    `BadTarget` when there is no such thing, saying what there is. An exception of the file's own
    passes through.
    """
    where, name = _split(target)
    module = _module(where)
    found = getattr(module, name, None)
    if inspect.isfunction(found):
        found = _made(found, settings or {})
    elif settings:
        raise BadTarget(f"{target} is not made by a function, so it has no settings")
    if not isinstance(found, Program):
        raise BadTarget(_no_program(target, name, module, found))
    return found


def bundled_examples() -> Iterator[Example]:
    """The bundled examples in the order of their names."""
    for info in pkgutil.iter_modules(examples.__path__):
        source = Path(examples.__path__[0], f"{info.name}.py").read_text(encoding="utf-8")
        doc = ast.get_docstring(ast.parse(source)) or ""
        yield Example(info.name, doc.partition("\n")[0])


def parse_settings(given: tuple[str, ...]) -> dict[str, object]:
    """The values in texts such as `n=7`: Python literals, or else the text itself.

    >>> parse_settings(("n=7", "kind=round"))
    {'n': 7, 'kind': 'round'}
    """
    settings: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.isidentifier():
            raise BadTarget(f"--set takes NAME=VALUE, not {text!r}")
        try:
            settings[name] = ast.literal_eval(value)
        except (ValueError, SyntaxError):
            settings[name] = value
    return settings


def _split(target: str) -> tuple[str, str]:
    if Path(target).exists():
        return target, DEFAULT_NAME
    where, colon, name = target.rpartition(":")
    return (where, name) if colon and name.isidentifier() else (target, DEFAULT_NAME)


def _module(where: str) -> ModuleType:
    if Path(where).is_file():
        return _load(Path(where))
    names = [example.name for example in bundled_examples()]
    if where in names:
        return importlib.import_module(f"{examples.__name__}.{where}")
    if Path(where).suffix == ".py":
        raise BadTarget(f"there is no file {where}")
    raise BadTarget(
        f"{where!r} is neither a Python file nor a bundled example; examples: {', '.join(names)}"
    )


def _load(path: Path) -> ModuleType:
    """The module in a file; the files beside it can be imported by it.

    A file may have the name of a library: it hides neither that nor those that are loaded.
    """
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)
    taken = path.stem in sys.modules or path.stem in sys.stdlib_module_names
    name = f"{path.stem}_program" if taken else path.stem
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadTarget(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _made(function: object, settings: Mapping[str, object]) -> object:
    assert inspect.isfunction(function)
    signature = inspect.signature(function)
    try:
        signature.bind(**settings)
    except TypeError as error:
        raise BadTarget(f"{function.__name__}{signature}: {error}") from None
    return function(**settings)


def _no_program(target: str, name: str, module: ModuleType, found: object) -> str:
    programs = [key for key, value in vars(module).items() if isinstance(value, Program)]
    what = f"{name} is {found!r}, not a Program" if found is not None else f"it has no {name!r}"
    if not programs:
        return f"{target}: {what}, and no Program at all"
    where = _split(target)[0]
    return f"{target}: {what}; it has {', '.join(programs)}: try {where}:{programs[0]}"
