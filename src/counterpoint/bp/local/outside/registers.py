"""Global state that standard library functions change, such as warning filters and log levels.

If code can reach anything in such a module, all global state of the module is watched.
"""

from __future__ import annotations

import abc
import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from ....identity import Identity, identity

Parts: TypeAlias = tuple[object, ...]

REGISTERED = "the classes that are registered with abstract ones"


def registered() -> Parts:
    """A value that changes with each `register` of an abstract class."""
    return (abc.get_cache_token(),)


def register_of(root: str) -> tuple[str, Callable[[], Parts]] | None:
    """The global state of a module: a name for messages, and a function that lists its parts.

    None if the module is not loaded or has no such state.
    """
    known = _REGISTERS.get(root)
    if known is None or root not in sys.modules:
        return None
    module: Any = sys.modules[root]
    what, parts = known
    return what, lambda: tuple(parts(module))


def _warnings(module: Any) -> Iterator[object]:
    yield from module.filters
    yield module.showwarning
    yield module.formatwarning


def _copyreg(module: Any) -> Iterator[object]:
    for kind, function in module.dispatch_table.items():
        yield kind
        yield function
    for (home, name), code in module._extension_registry.items():
        yield home
        yield name
        yield code


def _calendar(module: Any) -> Iterator[object]:
    yield module.firstweekday()


def _typing(module: Any) -> Iterator[object]:
    for functions in getattr(module, "_overload_registry", {}).values():
        for known in functions.values():
            yield from known.values()


def _logging(module: Any) -> Iterator[object]:
    """The state of the module and its loggers. A logger with default settings adds nothing."""
    manager = module.root.manager
    yield manager.disable
    yield module.getLoggerClass()
    yield module.getLogRecordFactory()
    yield module._warnings_showwarning
    for level, name in module._levelToName.items():
        yield level
        yield name
    for name, logger in [("root", module.root), *manager.loggerDict.items()]:
        if isinstance(logger, module.Logger):
            parts = (*_of_logger(logger), *_other_parent(name, logger))
            yield from (name, *parts) if parts else ()


def _other_parent(name: str, logger: Any) -> Iterator[object]:
    """The parent of a logger if it has changed, as when a logger is made between the two."""
    if _parents.setdefault((name, identity(logger)), logger.parent) is not logger.parent:
        yield logger.parent


_parents: dict[tuple[str, Identity], object] = {}
"""The parents of loggers when the loggers were first read."""


def _of_logger(logger: Any) -> Iterator[object]:
    found = vars(logger)
    usual = {"level": 0, "disabled": False, "propagate": True, "handlers": [], "filters": []}
    for name, value in found.items():
        if name in ("name", "parent", "manager", "_cache") or usual.get(name, ...) == value:
            continue
        yield name
        if isinstance(value, list):
            yield from value
        else:
            yield value
    for handler in logger.handlers:
        yield from (handler.level, handler.formatter, *handler.filters)


_REGISTERS: dict[str, tuple[str, Callable[[Any], Iterator[object]]]] = {
    "warnings": ("the filters of warnings", _warnings),
    "copyreg": ("the functions of copyreg", _copyreg),
    "calendar": ("the first day of the week of calendar", _calendar),
    "typing": ("the overloads of typing", _typing),
    "logging": ("the settings of logging", _logging),
}


def hooks() -> Iterator[tuple[str, object]]:
    """Functions that Python calls although no code names them, and streams that `print` uses."""
    for name in ("stdout", "stderr", "unraisablehook"):
        yield f"sys.{name}", getattr(sys, name)
    yield "sys.settrace", sys.gettrace()
    yield "sys.setprofile", sys.getprofile()
