"""What a b-thread can reach whose state can be neither read nor watched: opaque things.

A queue made in C, a database, a file or a call that reaches any variable by its name may couple
b-threads unseen. So of Python's own library only what is known to keep nothing is let pass; all
else is a doubt, which keeps a check from answering "holds" and has its counterexamples confirmed in
a fresh process.
"""

from __future__ import annotations

import contextvars
import enum
import sys
import types
import weakref
from collections.abc import Iterator
from typing import Any

from ...data import dataclass
from ...errors import Place
from .builtin_state import is_constant, layout_of
from .cleanup import finalizes
from .libraries import keeps_nothing, stays_inside
from .mentions import OURS, Libraries, root_of
from .stack import is_any
from .uses import ADDRESSES


class Doubt(enum.Enum):
    """What may be wrong with an answer, and what is to be done about it."""

    OPAQUE = "is opaque"
    OUTSIDE = "is opaque, and may change what outlasts the process"
    FOREIGN = "is foreign"
    UNORDERED = "has no order"
    TIED = "has no order where two have the same text"


@dataclass(frozen=True, slots=True)
class Doubtful:
    """Something that casts a doubt: what it is, and where it was found if that is known."""

    doubt: Doubt
    what: str
    place: Place | None = None

    def at(self, place: Place | None) -> Doubtful:
        """The same, at a place if it was found at none."""
        return self if self.place else Doubtful(self.doubt, self.what, place)


_REACHES_ANYTHING_TEXT = """
    __globals__ __builtins__ __subclasses__ __code__ __closure__ __loader__ __spec__ f_globals
    f_locals f_back f_builtins gi_frame gi_code cr_frame tb_frame cache_info
    __sizeof__ __alloc__ _plan_of_runs
    """
_REACHES_ANYTHING = frozenset(_REACHES_ANYTHING_TEXT.split())
"""Attributes by which code gets at what it does not name."""

_TELL_MORE = {
    "abc": "__abstractmethods__",
    "array": "buffer_info",
    "enum": "_value2member_map_ _unhashable_values_ _hashable_values_ _inverted_",
    "logging": "makeRecord findCaller formatTime converter loggerDict getChildren",
    "numpy": "ctypes __array_interface__ __array_struct__",
}
"""Attributes of what libraries make that tell a time, an address, an order, who called or what
was asked for before.

What nobody has loaded made no value.
"""

_HARMLESS: tuple[type, ...] = (
    weakref.ref, contextvars.Token, types.MethodWrapperType,
)  # fmt: skip

_HARMLESS_NAMES = {
    "abc._abc_data", "collections._tuplegetter", "struct.Struct", "re.Match",
    "zoneinfo.ZoneInfo",
}  # fmt: skip
"""Instances of these classes made in C never change, or only remember."""


def logs(value: object, *classes: str) -> bool:
    """Whether a value is of one of these classes of `logging`, or of any that only log.

    What nobody has loaded made no value: to load it takes longer than most checks.
    """
    logging = sys.modules.get("logging")
    names = classes or ("Logger", "Handler", "LoggerAdapter")
    return logging is not None and isinstance(value, tuple(getattr(logging, n) for n in names))


def reaches_anything(names: frozenset[str]) -> str | None:
    """The name in code that leads to variables which the code does not name; None without any."""
    more = (told.split() for module, told in _TELL_MORE.items() if module in sys.modules)
    return min(names & _REACHES_ANYTHING.union(*more), default=None)


def doubt_about(path: str, value: Any, libraries: Libraries) -> Doubtful | None:
    """What is doubtful about a thing that a b-thread can reach by `path`; None if nothing is."""
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
    if type(value).__name__ == "_ArrayFunctionDispatcher":  # what numpy makes of a function
        return _of_library(path, value.__module__, value.__qualname__, "function", libraries)
    if isinstance(value, type):
        if finalizes(value) and not libraries.wrote(value.__module__):
            return Doubtful(Doubt.OPAQUE, f"{path}, whose __del__ runs when Python drops an object")
        return _of_library(path, value.__module__, value.__qualname__, "class", libraries)
    return _of_object(path, value, libraries)


def _hook_that_runs(value: Any, libraries: Libraries) -> str | None:
    """The function or class of the user's that something of a library runs by itself, if any."""
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
    """The classes and functions that see what is logged by a logger."""
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
        return None  # what it belongs to is looked at
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
    """Whether a value is where `print` writes to: what is written there comes back to nobody."""
    outputs = (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__)
    return value is not None and any(value is each for each in outputs)
