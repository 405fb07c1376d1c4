"""Texts of values: short, and the same in every process if those of their parts are."""

from __future__ import annotations

import collections
import dataclasses
import types
from collections.abc import Iterable, Mapping
from typing import Any

from .parts import form_of


def text_of(value: Any) -> str:
    """A short text of a value.

    >>> print(text_of((1, "a, b", frozenset({2, 10}))))
    (1,'a, b',frozenset({10,2}))

    Raises whatever the `__repr__` of a class of one's own raises.
    """
    kind: Any = type(value)
    if kind is tuple:
        items = [text_of(item) for item in value]
        return f"({items[0]},)" if len(items) == 1 else f"({','.join(items)})"
    if kind is list:
        return f"[{','.join(map(text_of, value))}]"
    if kind is dict:
        return f"{{{','.join(f'{text_of(name)}:{text_of(held)}' for name, held in value.items())}}}"
    if kind is frozenset and value:
        return f"frozenset({_set_text(value)})"
    if kind is set and value:
        return _set_text(value)
    if kind is int:
        return _digits(value)
    if kind.__eq__ is object.__eq__:
        return repr(value)
    if names := _fields_shown(kind):
        return _call(kind, {name: getattr(value, name) for name in names})
    if kind.__repr__ is object.__repr__:
        parts = form_of(kind).parts(value)
        return _call(kind, parts.attributes if parts else {})
    return repr(value)


def _call(kind: type, named: Mapping[str, object]) -> str:
    shown = (f"{name}={text_of(held)}" for name, held in named.items())
    return f"{kind.__qualname__}({', '.join(shown)})"


def _set_text(value: Iterable[object]) -> str:
    return f"{{{','.join(sorted(map(text_of, value)))}}}"


def _digits(value: int) -> str:
    try:
        return repr(value)
    except ValueError:
        return hex(value)  # has no limit of digits


def _fields_shown(kind: Any) -> tuple[str, ...]:
    """What the text of a data class or named tuple shows, if its class has no text of its own."""
    written = kind.__repr__
    if dataclasses.is_dataclass(kind):
        shown = tuple(each.name for each in dataclasses.fields(kind) if each.repr)
        return shown if _file_of(getattr(written, "__wrapped__", None)) == "<string>" else ()
    return getattr(kind, "_fields", ()) if _file_of(written) == collections.__file__ else ()


def _file_of(function: object) -> str:
    return function.__code__.co_filename if type(function) is types.FunctionType else ""
