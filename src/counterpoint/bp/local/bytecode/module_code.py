"""The code of modules, and of the modules that they import, as it was when they were loaded."""

from __future__ import annotations

import ast
import dis
import sys
import types
from collections.abc import Iterator
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from pathlib import Path

from ....identity import identity
from .mentions import Libraries
from .stack import nested

_IMPORT = dis.opmap["IMPORT_NAME"]
_NO_CODE = compile("", "", "exec")


def statements_of(module: types.ModuleType) -> Iterator[types.CodeType]:
    """The code of each statement of a module, one after another; nothing if there is no source."""
    source = _source_of(module)
    for statement in [] if source is None else ast.parse(source).body:
        file = str(module.__file__)
        yield compile(ast.Module([statement], []), file, "exec", dont_inherit=True)


def _code_of(module: types.ModuleType) -> types.CodeType:
    """The code of a whole module; empty code if there is no source."""
    loader = getattr(getattr(module, "__spec__", None), "loader", None)
    if type(loader) is SourceFileLoader:
        with suppress(ImportError, OSError, SyntaxError, ValueError):
            return loader.get_code(module.__name__) or _NO_CODE
    return compile(_source_of(module) or b"", str(module.__name__), "exec", dont_inherit=True)


def _source_of(module: types.ModuleType) -> bytes | None:
    file = str(getattr(module, "__file__", None))
    if file.endswith(".py"):
        with suppress(OSError, SyntaxError, ValueError):
            source = Path(file).read_bytes()
            compile(source, file, "exec", dont_inherit=True)
            return source
    return None


def with_imports(module: types.ModuleType, libraries: Libraries) -> list[types.CodeType]:
    """The code of a module and of the user's modules that it may import, with all nested code."""
    found: list[types.CodeType] = []
    todo, met = [module], {identity(module)}
    while todo:
        one = todo.pop()
        parts = [*nested(_code_of(one))]
        found += parts
        names = {n for part in parts if _IMPORT in part.co_code[::2] for n in part.co_names}
        packages = [str(vars(one).get("__package__") or "")]
        while "." in packages[-1]:
            packages.append(packages[-1].rpartition(".")[0])
        full = {*names, *(f"{package}.{name}".strip(".") for package in packages for name in names)}
        for name in sorted(full & sys.modules.keys()):
            other = sys.modules[name]
            if identity(other) not in met and not libraries.wrote(name):
                met.add(identity(other))
                todo.append(other)
    return found
