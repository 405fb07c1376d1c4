"""Names by which methods are called although the code of b-threads does not mention them.

Python itself calls `write` of the file given to `print`, `send` of the iterator given to
`yield from`, and `keys` of the mapping given to `dict`. Libraries call the methods that classes
inherit from them, and methods of the objects that they are given. Most other names are called only
by the user's own code.
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
"""Modules with classes that together have all methods that Python calls by name."""

_CALL_WHAT_THEY_HAVE = {
    "builtins", "abc", "typing", "typing_extensions", "enum", "collections", "_collections_abc",
    "numbers", "contextlib", "_collections", "types", "datetime",
}  # fmt: skip
"""Modules with classes that call only those methods of a subclass that they have themselves."""

BY_WORD: tuple[Any, ...] = (getattr, operator.attrgetter, operator.methodcaller)
"""Functions that access attributes by names given as strings."""

_FORMATTING = {"format", "format_map", "vformat", "get_field"}
_ASKING = {"__getattribute__", "__getattr__"}
_WORDS = re.compile(r"[^\W\d]\w*")
_BETWEEN = {"LOAD_CONST", "PUSH_NULL", "PRECALL", "KW_NAMES", "CACHE", "NOP"}


@functools.cache
def called_by_python() -> frozenset[str]:
    """All attribute names of the classes in the modules `_SPEAK_FOR_PYTHON`."""
    kinds = (
        kind
        for name in _SPEAK_FOR_PYTHON
        for kind in vars(importlib.import_module(name)).values()
        if isinstance(kind, type)
    )
    return frozenset(name for kind in kinds for base in kind.__mro__ for name in vars(base))


def is_ready_to_wait(name: str, libraries: Iterable[type]) -> bool:
    """Whether none of these library base classes of a class calls a method of that name."""
    return all(
        base.__module__ in _CALL_WHAT_THEY_HAVE and name not in vars(base) for base in libraries
    )


def makes_all_known(module: str) -> bool:
    """Whether a module is of a package that may call any method of the objects it is given."""
    root = root_of(module)
    return not (root in sys.stdlib_module_names or root in (OURS, "numpy", "typing_extensions"))


@functools.cache
def called_by_code_of(module: str) -> frozenset[str]:
    """The names that the code of a standard library package mentions; empty for other modules.

    `module` is any module of the package. Only loaded modules are searched.
    """
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
    """The names in constant strings of a code object that may be format strings."""
    for text in (*stack.code.co_consts, *map(stack.function, range(len(stack.steps)))):
        if type(text) is str and "{" in text:
            yield from _WORDS.findall(text)


def asks_by_any_word(stack: Stack) -> bool:
    """Whether a code object accesses attributes by names that are not constants in it."""
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
    """The names that an `attrgetter` or a `methodcaller` accesses.

    Arguments of a `methodcaller` that are strings are included.
    """
    make, given = value.__reduce__()
    for word in (*getattr(make, "args", ()), *given):
        if type(word) is str:
            yield from word.split(".")
