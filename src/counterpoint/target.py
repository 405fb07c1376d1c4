"""Targets of the command line: a bundled example by its name, or what a Python file holds."""

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
from typing import TypeAlias, TypeGuard

from . import examples
from .bp.program import Program
from .errors import BadTarget
from .model.system import System

DEFAULT_NAMES = ("program", "model", "system")

Found: TypeAlias = Program | System


@dataclass(frozen=True, slots=True)
class Example:
    """A bundled example: its name, and what it shows."""

    name: str
    summary: str


def find_target(target: str, settings: Mapping[str, object] | None = None) -> Found:
    """The program, model or system that `target` names: `EXAMPLE`, `FILE`, or either with `:NAME`.

    `NAME` is one of these, or a function that makes one; `settings` are its arguments. Without a
    name it is the first there is of `program`, `model` and `system`. Raises `BadTarget` when there
    is no such thing, saying what there is. An exception of the file's own passes through.
    """
    found = find_object(target, settings, DEFAULT_NAMES)
    if not _is_target(found):
        where, name = _split(target)
        raise BadTarget(_no_target(target, name or DEFAULT_NAMES[0], _module(where), found))
    return found


def find_object(
    target: str, settings: Mapping[str, object] | None, names: tuple[str, ...]
) -> object:
    """Whatever a target names, by default the first of `names` that is there; None if nothing."""
    where, name = _split(target)
    module = _module(where)
    known = names if name is None else (name,)
    found = next((getattr(module, each) for each in known if hasattr(module, each)), None)
    if inspect.isfunction(found):
        return _made(found, settings or {})
    if settings:
        raise BadTarget(f"{target} is not made by a function, so it has no settings")
    return found


def _is_target(found: object) -> TypeGuard[Found]:
    return isinstance(found, Program | System) and not isinstance(found, type)


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


def _split(target: str) -> tuple[str, str | None]:
    if Path(target).exists():
        return target, None
    where, colon, name = target.rpartition(":")
    return (where, name) if colon and name.isidentifier() else (target, None)


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


def _no_target(target: str, name: str, module: ModuleType, found: object) -> str:
    there = [key for key, value in vars(module).items() if _is_target(value)]
    what = "it has no" if found is None else f"{name} is {found!r}, not"
    wanted = f" {name!r}" if found is None else " a Program, Model or system"
    if not there:
        return f"{target}: {what}{wanted}, and no Program, Model or system at all"
    where = _split(target)[0]
    return f"{target}: {what}{wanted}; it has {', '.join(there)}: try {where}:{there[0]}"
