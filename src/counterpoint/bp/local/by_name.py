"""Names by which methods are called although the code of b-threads does not mention them.

Python itself calls `write` of what `print` is given, `send` of what `yield from` is, `keys` of what
`dict` is; libraries call the methods that classes inherit from them, and those of whatever they are
given. Most names are called by nobody but the user's own code.
"""

from __future__ import annotations

import functools
import importlib
import operator
import re
import sys
import types
from collections.abc import Iterable, Iterator
from typing import Any

from .mentions import OURS, root_of
from .stack import ATTRIBUTES, Stack, is_any, nested

_SPEAK_FOR_PYTHON = (
    "builtins", "types", "io", "collections", "collections.abc", "enum", "numbers", "contextlib",
)  # fmt: skip
"""The modules whose classes have all methods that Python calls by their names."""

_CALL_WHAT_THEY_HAVE = {
    "builtins", "abc", "typing", "typing_extensions", "enum", "collections", "_collections_abc",
    "numbers", "contextlib", "_collections", "types", "datetime",
}  # fmt: skip
"""The modules whose classes call no methods of subclasses but those that they have themselves."""

BY_WORD: tuple[Any, ...] = (getattr, operator.attrgetter, operator.methodcaller)
"""Functions that ask for attributes by words."""

_FORMATTING = {"format", "format_map", "vformat", "get_field"}
_ASKING = {"__getattribute__", "__getattr__"}
_WORDS = re.compile(r"[^\W\d]\w*")
_BETWEEN = {"LOAD_CONST", "PUSH_NULL", "PRECALL", "KW_NAMES", "CACHE", "NOP"}


@functools.cache
def called_by_python() -> frozenset[str]:
    """All names that classes of Python's own have for their parts."""
    kinds = (
        kind
        for name in _SPEAK_FOR_PYTHON
        for kind in vars(importlib.import_module(name)).values()
        if isinstance(kind, type)
    )
    return frozenset(name for kind in kinds for base in kind.__mro__ for name in vars(base))


def is_ready_to_wait(name: str, libraries: Iterable[type]) -> bool:
    """Whether a class may have a method of that name that these bases of it do not call."""
    return all(
        base.__module__ in _CALL_WHAT_THEY_HAVE and name not in vars(base) for base in libraries
    )


def makes_all_known(module: str) -> bool:
    """Whether a module is of a package that may call any method of what it is given."""
    root = root_of(module)
    return not (root in sys.stdlib_module_names or root in (OURS, "numpy", "typing_extensions"))


@functools.cache
def called_by_code_of(module: str) -> frozenset[str]:
    """The names that code of this module of Python's own library mentions, and of those near it."""
    root = root_of(module)
    if root not in sys.stdlib_module_names:
        return frozenset()
    near = [known for name, known in (*sys.modules.items(),) if root_of(name) == root]
    return frozenset(
        name
        for each in near
        if isinstance(each, types.ModuleType)
        for code in _codes(each)
        for part in nested(code)
        for name in part.co_names
    )


def _codes(module: types.ModuleType) -> Iterator[types.CodeType]:
    for value in (*vars(module).values(),):
        of_class = (*vars(value).values(),) if isinstance(value, type) else ()
        for part in (value, *of_class):
            function = getattr(part, "__func__", part)
            if isinstance(function, types.FunctionType):
                yield function.__code__


def names_in_formats(stack: Stack) -> Iterator[str]:
    """The names in texts of a piece of code that `format` may be called with."""
    for text in (*stack.code.co_consts, *map(stack.function, range(len(stack.steps)))):
        if type(text) is str and "{" in text:
            yield from _WORDS.findall(text)


def asks_by_any_word(stack: Stack) -> bool:
    """Whether a piece of code asks for attributes by names that do not stand in it."""
    return any(_asks_by_any_word(stack, index) for index in range(len(stack.steps)))


def _asks_by_any_word(stack: Stack, index: int) -> bool:
    step = stack.steps[index]
    if step.opname in ATTRIBUTES and step.argval in _ASKING:
        return True
    if step.opname in ATTRIBUTES and step.argval in _FORMATTING:
        return not _is_known_text(stack, index - 1)
    if is_any(stack.function(index), BY_WORD[1:]):
        call = stack.call_of(index)
        between = stack.steps[index + 1 : call]
        return call is None or any(each.opname not in _BETWEEN for each in between)
    return False


def _is_known_text(stack: Stack, index: int) -> bool:
    step = stack.steps[index]
    text = step.argval if step.opname == "LOAD_CONST" else stack.function(index)
    return type(text) is str


def names_asked_by(value: Any) -> Iterator[str]:
    """The names that an `attrgetter` or a `methodcaller` asks for."""
    make, given = value.__reduce__()
    for word in (*getattr(make, "args", ()), *given):
        if type(word) is str:
            yield from word.split(".")
