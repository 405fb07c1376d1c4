"""What code mentions: globals and their attributes, imports, functions that depend on chance."""

from __future__ import annotations

import datetime
import importlib
import os
import sys
import types
from collections.abc import Iterator
from importlib.util import resolve_name
from typing import TypeAlias

from ....data import dataclass
from .stack import instructions, nested

Import: TypeAlias = tuple[int, str, tuple[str, ...]]
Chain: TypeAlias = tuple[str, ...]
"""A variable, and the attributes that are accessed directly on it, one on another."""

_CLOCKS = """
    time time_ns monotonic monotonic_ns perf_counter perf_counter_ns process_time process_time_ns
    thread_time thread_time_ns localtime gmtime ctime
"""

A_CLOCK = "a clock"

_SOURCES_OF_CHANCE = {
    "time": (A_CLOCK, _CLOCKS),
    "datetime": (A_CLOCK, "now today utcnow"),
    "posix": ("randomness", "urandom getrandom"),
    "nt": ("randomness", "urandom"),
    "uuid": ("randomness", "uuid1 uuid4 uuid6 uuid7"),
    "secrets": ("randomness", "token_bytes token_hex token_urlsafe randbelow"),
    "builtins": ("the keyboard", "input"),
}

_ATTRIBUTES = {"LOAD_ATTR", "LOAD_METHOD"}
_VARIABLES = {"LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_CLASSDEREF"}
_STORES = {"STORE_GLOBAL", "DELETE_GLOBAL"}
_STORES_OF_ATTRIBUTES = {"STORE_ATTR", "DELETE_ATTR"}


@dataclass(frozen=True, slots=True)
class Mentions:
    """What a code object mentions, including nested functions.

    `chains` are variables with the attributes that are accessed directly on them, such as
    `("os", "environ", "get")`. `names` are all names, and all constant strings that may be names.
    `stored` are the globals that are assigned or deleted, `assigned` the attributes. `imported` are
    the imports, each as its level (0 if absolute), its module, and the names taken from it.
    """

    chains: frozenset[Chain]
    names: frozenset[str]
    stored: frozenset[str]
    assigned: frozenset[str]
    imported: frozenset[Import]

    @classmethod
    def of(cls, code: types.CodeType) -> Mentions:
        """What `code` mentions."""
        found: set[Chain] = set()
        stored: set[str] = set()
        assigned: set[str] = set()
        imported: set[Import] = set()
        names: set[str] = set()
        for part in nested(code):
            names.update(part.co_names)
            names.update(_words(part))
            found.update(chains(part))
            imported.update(imports(part))
            for instruction in instructions(part):
                if instruction.opname in _STORES:
                    stored.add(instruction.argval)
                if instruction.opname in _STORES_OF_ATTRIBUTES:
                    assigned.add(instruction.argval)
        return cls(
            frozenset(found),
            frozenset(names),
            frozenset(stored),
            frozenset(assigned),
            frozenset(imported),
        )

    def attributes_of(self, *path: str) -> frozenset[str]:
        """The attributes that the code accesses on the variable or chain `path`."""
        length = len(path)
        return frozenset(c[length] for c in self.chains if len(c) > length and c[:length] == path)

    def modules(self, package: str) -> Iterator[tuple[str, types.ModuleType]]:
        """The modules that the code, which is of `package`, imports when it runs, by full name.

        Modules that are not loaded yet are loaded, so that they are known before the code runs.
        """
        for level, name, taken in self.imported:
            base = resolve_name("." * level + name, package) if level and package else name
            if (module := _loaded(base)) is not None:
                yield base, module
            for part in taken if hasattr(module, "__path__") else ():
                if not hasattr(module, part) and (inner := _loaded(f"{base}.{part}")) is not None:
                    yield f"{base}.{part}", inner


def _loaded(name: str) -> types.ModuleType | None:
    if name not in sys.modules:
        try:
            importlib.import_module(name)
        except Exception:  # the import in the code fails too, or is never executed
            return None
    return sys.modules.get(name)


def imports(code: types.CodeType) -> Iterator[Import]:
    """The imports of a code object, without nested code."""
    before: list[object] = []  # level and names are loaded just before each import
    for instruction in instructions(code):
        if instruction.opname == "IMPORT_NAME":
            level, taken = before[-2:]
            assert isinstance(level, int)
            yield level, instruction.argval, taken if isinstance(taken, tuple) else ()
        before.append(instruction.argval)


def _words(code: types.CodeType) -> Iterator[str]:
    """The names in constant strings that are a name, or several names joined by dots."""
    for word in code.co_consts:
        if type(word) is str and all(part.isidentifier() for part in word.split(".")):
            yield from word.split(".")


def chains(code: types.CodeType) -> Iterator[Chain]:
    """The chains that a code object reads, without nested code."""
    chain: Chain = ()
    for instruction in instructions(code):
        if chain and instruction.opname in _ATTRIBUTES:
            chain += (instruction.argval,)
            continue
        if chain:
            yield chain
        chain = (instruction.argval,) if instruction.opname in _VARIABLES else ()


def source_of_chance(value: object) -> str | None:
    """The kind of chance that a function depends on, None for any other value."""
    if not isinstance(value, types.BuiltinFunctionType | types.FunctionType):
        return None
    owner = value.__self__ if isinstance(value, types.BuiltinFunctionType) else None
    module = value.__module__ or getattr(owner, "__module__", None) or ""
    source, names = _SOURCES_OF_CHANCE.get(module, ("", ""))
    return source if value.__name__ in names.split() else None


def dates_of(value: object) -> Iterator[type]:
    """The classes of dates that a value has or inherits from. Each can return the current time."""
    cls = value if isinstance(value, type) else type(value)
    return (base for base in cls.__mro__ if base in (datetime.date, datetime.datetime))


class Libraries:
    """Distinguishes the user's modules from libraries. `home` is the name of a user's module."""

    def __init__(self, home: str | None) -> None:
        self.home = home
        self._wrote: dict[str, bool] = {}

    def wrote(self, module: object) -> bool:
        """Whether a module, given by name, belongs to a library. False for what is no string."""
        if not isinstance(module, str):
            return False
        known = self._wrote.get(module)
        if known is None:
            known = self._wrote[module] = self._is_library(module)
        return known

    def _is_library(self, module: str) -> bool:
        if module in ("__main__", self.home):
            return False
        if root_of(module) == OURS:
            return not module.startswith(f"{OURS}.examples")
        if root_of(module) == root_of(self.home):
            return False
        if module in sys.builtin_module_names or root_of(module) in sys.stdlib_module_names:
            return True
        return _is_installed(getattr(sys.modules.get(module), "__file__", None) or "")


def hides_a_library() -> str:
    """The file of a user's module that has the name of a standard library module; empty if none.

    Counterpoint recognises standard library code by its names only.
    """
    for name in sorted(sys.stdlib_module_names & sys.modules.keys()):
        file: str = getattr(sys.modules[name], "__file__", None) or ""
        if file and not _is_of_python(file) and not _is_installed(file):
            return file
    return ""


def _is_of_python(file: str) -> bool:
    if _lies_in(file, os.path.dirname(os.__file__)):
        return True
    import sysconfig  # imported here as few Pythons have parts of their library in other folders

    return _lies_in(file, sysconfig.get_path("platstdlib", vars={"platbase": sys.base_exec_prefix}))


def _lies_in(file: str, folder: str) -> bool:
    return file.startswith(folder + os.sep)


def _is_installed(file: str) -> bool:
    return not {"site-packages", "dist-packages"}.isdisjoint(file.split(os.sep))


def root_of(module: object) -> str:
    """The top-level package of a module, given by name. Empty for what is no string."""
    return module.partition(".")[0] if isinstance(module, str) else ""


OURS = root_of(__name__)
"""The name of Counterpoint's own package."""
