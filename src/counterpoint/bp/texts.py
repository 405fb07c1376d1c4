"""Short texts of values. They are the same in every process if the texts of the parts are."""

from __future__ import annotations

import collections
import dataclasses
import gc
import types
from collections.abc import Iterable, Mapping
from typing import Any

from ..identity import identity
from .parts import form_of

_CODE = (type, types.ModuleType, types.FunctionType, types.CodeType)
"""Types of objects that no text of a value shows the contents of."""

_TAKEN_APART = {tuple, list, dict, set, frozenset}
_OURS = __name__.partition(".")[0]


def text_of(value: Any) -> str:
    """Return a short text of a value.

    >>> print(text_of((1, "a, b", frozenset({2, 10}))))
    (1,'a, b',frozenset({10,2}))

    Raises whatever the `__repr__` of a user's class raises.
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


def shown(value: Any) -> str:
    """Return the text by which formulas name a value.

    It is the `str` of the value if its class defines one, else `text_of`, which sorts sets.

    >>> print(shown("a word"), shown({"b", "a"}))
    a word {'a','b'}
    """
    kind: Any = type(value)
    return text_of(value) if kind.__str__ is object.__str__ else str(value)


def may_show_an_order(value: Any) -> bool:
    """Whether the text of a value may show the iteration order of a set in it.

    That is so if a class that writes its own text contains a set of more than one element, or is
    such a set: `text_of` cannot sort the elements there.

    >>> may_show_an_order([{1, 2}]), may_show_an_order(collections.deque([{1, 2}]))
    (False, True)
    """
    seen = {identity(value)}
    todo = [(value, _has_own_text(type(value)))]
    while todo:
        held, by_class = todo.pop()
        if by_class and isinstance(held, set | frozenset) and len(held) > 1:
            return True
        for part in gc.get_referents(held):
            if identity(part) not in seen and not isinstance(part, _CODE):
                seen.add(identity(part))
                todo.append((part, by_class or _has_own_text(type(part))))
    return False


def _has_own_text(kind: Any) -> bool:
    """Whether a class writes its own text, so that this module does not make it of its parts."""
    if kind in _TAKEN_APART or kind.__module__.partition(".")[0] == _OURS:
        return False
    if kind.__str__ is not object.__str__:
        return True
    return kind.__repr__ is not object.__repr__ and not _fields_shown(kind)


def _call(kind: type, named: Mapping[str, object]) -> str:
    shown = (f"{name}={text_of(held)}" for name, held in named.items())
    return f"{kind.__qualname__}({', '.join(shown)})"


def _set_text(value: Iterable[object]) -> str:
    return f"{{{','.join(sorted(map(text_of, value)))}}}"


def _digits(value: int) -> str:
    try:
        return repr(value)
    except ValueError:
        return hex(value)  # Python limits the digits of decimal texts only


def _fields_shown(kind: Any) -> tuple[str, ...]:
    """The fields that the text of a data class or named tuple shows.

    Empty for other classes, and for those with a `__repr__` that is not generated.
    """
    written = kind.__repr__
    if dataclasses.is_dataclass(kind):
        shown = tuple(each.name for each in dataclasses.fields(kind) if each.repr)
        return shown if _file_of(getattr(written, "__wrapped__", None)) == "<string>" else ()
    return getattr(kind, "_fields", ()) if _file_of(written) == collections.__file__ else ()


def _file_of(function: object) -> str:
    return function.__code__.co_filename if type(function) is types.FunctionType else ""
