"""Opaque objects: objects that b-threads can reach with a state that cannot be read or watched.

A queue made in C, a database, a file, or a call that reaches any variable by its name may couple
b-threads undetected. So of the standard library only what is known to have no such state is
accepted. Anything else is a doubt: a check then does not answer "holds", and counterexamples are
confirmed in a fresh process.
"""

from __future__ import annotations

import contextvars
import enum
import sys
import types
import weakref
from collections.abc import Iterator
from typing import Any

from ....data import dataclass
from ....errors import Place
from ..bytecode.libraries import keeps_nothing, stays_inside
from ..bytecode.mentions import OURS, Libraries, root_of
from ..bytecode.stack import is_any
from ..bytecode.uses import ADDRESSES
from ..state.builtin_state import is_constant, layout_of
from ..state.cleanup import finalizes


class Doubt(enum.Enum):
    """The kinds of doubts about an answer. The kind decides what is done about it."""

    OPAQUE = "is opaque"
    OUTSIDE = "is opaque, and may change what outlasts the process"
    FOREIGN = "is foreign"
    UNORDERED = "has no order"
    TIED = "has no order where two have the same text"


@dataclass(frozen=True, slots=True)
class Doubtful:
    """The reason for a doubt: the kind, what it is, and where it was found if that is known."""

    doubt: Doubt
    what: str
    place: Place | None = None

    def at(self, place: Place | None) -> Doubtful:
        """The same doubt, with `place` if it has no place of its own."""
        return self if self.place else Doubtful(self.doubt, self.what, place)


_REACHES_ANYTHING_TEXT = """
    __globals__ __builtins__ __subclasses__ __code__ __closure__ __loader__ __spec__ f_globals
    f_locals f_back f_builtins gi_frame gi_code cr_frame tb_frame cache_info
    __sizeof__ __alloc__ _plan_of_runs
    """
_REACHES_ANYTHING = frozenset(_REACHES_ANYTHING_TEXT.split())
"""Attributes by which code reaches objects that it does not name."""

_REVEALING = {
    "abc": "__abstractmethods__",
    "array": "buffer_info",
    "enum": "_value2member_map_ _unhashable_values_ _hashable_values_ _inverted_",
    "logging": "makeRecord findCaller formatTime converter loggerDict getChildren",
    "numpy": "ctypes __array_interface__ __array_struct__",
}
"""By module, attributes of its objects that show a time, an address, an order, a caller, or what
was accessed before.

They count only if the module is loaded: otherwise there are no such objects.
"""

_HARMLESS: tuple[type, ...] = (
    weakref.ref, contextvars.Token, types.MethodWrapperType,
)  # fmt: skip

_HARMLESS_NAMES = {
    "abc._abc_data", "collections._tuplegetter", "struct.Struct", "re.Match",
    "zoneinfo.ZoneInfo",
}  # fmt: skip
"""Classes made in C with instances that never change, or that only cache results."""


def logs(value: object, *classes: str) -> bool:
    """Whether a value is of one of these classes of `logging`; by default of any that only logs.

    If `logging` is not loaded, there is no such value, and it is not loaded here because that takes
    longer than most checks.
    """
    logging = sys.modules.get("logging")
    names = classes or ("Logger", "Handler", "LoggerAdapter")
    return logging is not None and isinstance(value, tuple(getattr(logging, n) for n in names))


def reaches_anything(names: frozenset[str]) -> str | None:
    """A name in `names` by which code reaches variables that it does not name; None without one."""
    more = (
        attributes.split() for module, attributes in _REVEALING.items() if module in sys.modules
    )
    return min(names & _REACHES_ANYTHING.union(*more), default=None)


def doubt_about(path: str, value: Any, libraries: Libraries) -> Doubtful | None:
    """The doubt about an object that a b-thread can reach by `path`, None if there is none."""
    if is_any(value, ADDRESSES) and path != value.__name__:
        return Doubtful(Doubt.OPAQUE, f"a hash, by {path}")
    if (value is set or value is frozenset) and path != value.__name__:
        return Doubtful(Doubt.UNORDERED, f"a class of sets, by {path}")
    if hook := _hook_that_runs(value, libraries):
        return Doubtful(Doubt.OPAQUE, f"{path}, which runs {hook}")
    if isinstance(value, types.BuiltinFunctionType):
        return _of_builtin(path, value, libraries)
    if isinstance(value, types.FunctionType):
        module, name = value.__globals__.get("__name__"), value.__code__.co_qualname
        return _of_library(path, module, name, "function", libraries)
    if type(value).__name__ == "_ArrayFunctionDispatcher":  # NumPy's wrapper of a function
        return _of_library(path, value.__module__, value.__qualname__, "function", libraries)
    if isinstance(value, type):
        if finalizes(value) and not libraries.wrote(value.__module__):
            return Doubtful(Doubt.OPAQUE, f"{path}, whose __del__ runs when Python drops an object")
        return _of_library(path, value.__module__, value.__qualname__, "class", libraries)
    return _of_object(path, value, libraries)


def _hook_that_runs(value: Any, libraries: Libraries) -> str | None:
    """The name of a user's function or class that a library object calls by itself, if any."""
    hooks: Iterator[Any] = iter(())
    if isinstance(value, types.FunctionType | types.BuiltinFunctionType):
        if root_of(value.__module__).lstrip("_") == "logging":
            hooks = _hooks_of_logging(sys.modules["logging"].root)
        elif root_of(value.__module__).lstrip("_") == "warnings":
            warnings: Any = sys.modules["warnings"]
            hooks = iter((warnings.showwarning, warnings.formatwarning))
    elif logs(value, "Logger"):
        hooks = _hooks_of_logging(value)
    elif logs(value, "LoggerAdapter"):
        hooks = _hooks_of_logging(value.logger)
    return next((hook.__qualname__ for hook in hooks if _is_users(hook, libraries)), None)


def _is_users(hook: Any, libraries: Libraries) -> bool:
    return hasattr(hook, "__qualname__") and not libraries.wrote(hook.__module__)


def _hooks_of_logging(logger: Any) -> Iterator[Any]:
    """The classes and functions that process what a logger logs."""
    logging: Any = sys.modules["logging"]
    yield logging.getLogRecordFactory()
    yield type(logger)
    while logger is not None:
        for each in (*logger.handlers, *(h.formatter for h in logger.handlers)):
            yield type(each)
        for owner in (logger, *logger.handlers):
            yield from (_function_or_class(each) for each in owner.filters)
        logger = logger.parent if logger.propagate else None


def _function_or_class(value: Any) -> Any:
    return value if hasattr(value, "__qualname__") else type(value)


def _of_builtin(
    path: str, value: types.BuiltinFunctionType, libraries: Libraries
) -> Doubtful | None:
    owner = value.__self__
    if isinstance(owner, type):
        return _of_library(path, owner.__module__, owner.__qualname__, "class", libraries)
    if owner is not None and not isinstance(owner, types.ModuleType):
        return None  # the object that it belongs to is examined instead
    module = value.__module__ or getattr(owner, "__name__", None)
    return _of_library(path, module, value.__name__, "function", libraries)


def _of_library(
    path: str, module: str | None, name: str, kind: str, libraries: Libraries
) -> Doubtful | None:
    if not libraries.wrote(module) or keeps_nothing(module or "", name, kind):
        return None
    root = root_of(module)
    if root in sys.stdlib_module_names or root in (OURS, "numpy"):
        public = (module or "").lstrip("_")  # CPython has the C part of io in _io
        doubt = Doubt.OPAQUE if stays_inside(module or "", name) else Doubt.OUTSIDE
        return Doubtful(doubt, f"{path}, a {kind} of the library {public}")
    return Doubtful(Doubt.FOREIGN, f"{path}, a {kind} of the package {root}")


def _of_object(path: str, value: object, libraries: Libraries) -> Doubtful | None:
    kind = type(value)
    name = f"{kind.__module__}.{kind.__qualname__}"
    known = name.lstrip("_")  # CPython 3.12 has in collections what 3.11 has in _collections
    if (
        is_output(value)
        or (isinstance(value, _HARMLESS) or logs(value))
        or known in _HARMLESS_NAMES
    ):
        return None
    if root_of(kind.__module__) in ("numpy", "typing") or is_constant(value):
        return None
    if not libraries.wrote(kind.__module__) and layout_of(kind) is not None:
        return None
    if layout_of(kind) is None or _is_doubtful_class(kind, libraries):
        is_inside = not libraries.wrote(kind.__module__)
        is_inside = is_inside or stays_inside(kind.__module__, kind.__qualname__)
        doubt = Doubt.OPAQUE if is_inside else Doubt.OUTSIDE
        return Doubtful(doubt, f"{path}, which is of {name}")
    return None


def _is_doubtful_class(kind: type, libraries: Libraries) -> bool:
    found = _of_library("", kind.__module__, kind.__qualname__, "class", libraries)
    return found is not None and found.doubt in (Doubt.OPAQUE, Doubt.OUTSIDE)


def is_output(value: object) -> bool:
    """Whether a value is a stream that `print` writes to. No code reads back what was written."""
    outputs = (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__)
    return value is not None and any(value is each for each in outputs)
