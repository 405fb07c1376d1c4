"""Values: numbers, truths, atoms, strings, tuples, sequences, sets, and kinds.

- A number is an `int` or, if it is not whole, a `Fraction`.
- Atoms and strings are a `str` that begins with a mark, a backquote or a quotation mark. So they
  are hashed fast, and an atom never equals a string.
- A tuple is a `tuple`, a sequence an `Items`, a set a `frozenset`.
- A truth is a `Truth`, not a `bool`, since `True == 1` in Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from ...data import dataclass
from .trouble import Trouble

Value: TypeAlias = Any
"""Any value of LED."""


class Truth(Enum):
    """`true` or `false`."""

    TRUE = "true"
    FALSE = "false"

    def __str__(self) -> str:
        return self.value

    __repr__ = __str__


TRUE, FALSE = Truth.TRUE, Truth.FALSE


@dataclass(frozen=True, slots=True)
class Items:
    """A sequence: `<a, b>`."""

    parts: tuple[Value, ...]


ATOM, STRING = "`", '"'
"""The marks that atoms and strings begin with."""

NIL = "`nil"
"""The value of `click` if nothing is clicked."""


def truth(said: bool) -> Truth:
    """The LED truth for a Python `bool`."""
    return TRUE if said else FALSE


def number(given: Fraction) -> int | Fraction:
    """A number in normal form: an `int` if it is whole.

    >>> number(Fraction(4, 2)), number(Fraction(1, 2))
    (2, Fraction(1, 2))
    """
    return given.numerator if given.denominator == 1 else given


def atom(name: str) -> str:
    """The atom with this name."""
    return ATOM + name


def string(text: str) -> str:
    """The LED string with this text."""
    return STRING + text


def is_number(value: Value) -> bool:
    """Whether a value is a number."""
    return type(value) is int or type(value) is Fraction


def is_string(value: Value) -> bool:
    """Whether a value is a string."""
    return type(value) is str and value.startswith(STRING)


def show(value: Value) -> str:
    """A value in LED notation, with the members of sets in a fixed order.

    Raises `Trouble` if it is nested too deeply or has a number with too many digits.

    >>> show((atom("x"), frozenset({2, Fraction(1, 3)}), string('a"b'), Items((TRUE,))))
    '(`x, {1/3, 2}, "a\\\\"b", <true>)'
    """
    try:
        return _shown(value)
    except RecursionError:
        raise Trouble("this value nests too deeply to be written") from None
    except ValueError:
        raise Trouble("this value has a number of more digits than Python writes") from None


def _shown(value: Value) -> str:
    match value:
        case str():
            return value if value.startswith(ATOM) else f'"{_escaped(value[1:])}"'
        case tuple():
            return f"({', '.join(map(_shown, value))})"
        case Items(parts):
            return f"<{', '.join(map(_shown, parts))}>"
        case frozenset():
            return f"{{{', '.join(map(_shown, ordered(value)))}}}"
        case _:
            return str(value)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")


def shortly(value: Value, most: int = 60) -> str:
    """A value in LED notation, cut off after `most` characters; "..." if it cannot be written."""
    try:
        text = show(value)
    except Trouble:
        return "..."
    return text if len(text) <= most else f"{text[:most]} ..."


def kind_of(value: Value) -> str:
    """The kind of a value in words, for errors.

    >>> kind_of(2), kind_of(atom("x")), kind_of(())
    ('a number', 'an atom', 'a tuple')
    """
    if isinstance(value, str):
        return "an atom" if value.startswith(ATOM) else "a string"
    for kind, said in _KINDS.items():
        if isinstance(value, kind):
            return said
    return "a kind of values"


_KINDS: dict[type, str] = {
    int: "a number",
    Fraction: "a number",
    Truth: "a truth",
    tuple: "a tuple",
    Items: "a sequence",
    frozenset: "a set",
}


@lru_cache(1 << 14)
def ordered(members: frozenset[Value]) -> Sequence[Value]:
    """The members of a set in a fixed order: truths, numbers, atoms and strings, tuples, ...

    >>> ordered(frozenset({(1, 2), (1, 1), 3, atom("x")}))
    (3, '`x', (1, 1), (1, 2))
    """
    return tuple(sorted(members, key=_rank))


def _rank(value: Value) -> tuple[Any, ...]:
    """The sort key of a value of any kind."""
    if isinstance(value, int | Fraction):
        return 1, value
    if isinstance(value, str):
        return 2, value
    if isinstance(value, tuple):
        return 3, len(value), tuple(map(_rank, value))
    if isinstance(value, Items):
        return 4, len(value.parts), tuple(map(_rank, value.parts))
    if isinstance(value, frozenset):
        return 5, len(value), tuple(map(_rank, ordered(value)))
    return 0, value is TRUE
