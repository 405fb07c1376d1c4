"""The builtins: functions, by their names and numbers of parameters, and kinds of values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ...data import dataclass
from . import numbers as num
from . import operations as op
from .kinds import PLAIN_KINDS, Kind
from .several import settled
from .value import Value, atom, is_string, show, string

Sorts: TypeAlias = frozenset[str]
"""The kinds that a value may have, in the words of `kind_of`."""

NUMBER, TRUTH, STRING, TUPLE, SEQUENCE, SET, KIND = (
    frozenset({said})
    for said in (
        "a number", "a truth", "a string", "a tuple", "a sequence", "a set", "a kind of values"
    )
)  # fmt: skip
ANY: Sorts = NUMBER | TRUTH | STRING | TUPLE | SEQUENCE | SET | KIND | {"an atom"}


@dataclass(frozen=True, slots=True)
class Builtin:
    """A built-in function; `gives` has the kinds that the result of `compute` may have."""

    compute: Callable[..., Value]
    gives: Sorts = ANY


def _printed(value: Value) -> Value:
    return value if is_string(value) else string(show(settled(value)))


def _shape(name: str) -> Callable[..., Value]:
    return lambda *parts: (atom(name), *parts)


_FUNCTIONS: dict[tuple[str, int], tuple[Callable[..., Value], Sorts]] = {
    ("floor", 1): (num.rounded_down, NUMBER),
    ("ceil", 1): (num.rounded_up, NUMBER),
    ("Pow", 1): (op.subsets, SET),
    ("choose", 1): (op.chosen, ANY),
    ("prettyPrint", 1): (_printed, STRING),
    ("strgToVal", 1): (lambda text: text, ANY),
    ("fSet", 1): (lambda of: Kind("fSet", (of,)), KIND),
    ("Seq", 1): (lambda of: Kind("Seq", (of,)), KIND),
    ("point", 2): (lambda x, y: (x, y), TUPLE),
    ("color", 3): (lambda red, green, blue: (red, green, blue), TUPLE),
    ("segment", 3): (_shape("seg"), TUPLE),
    ("circle", 3): (_shape("circ"), TUPLE),
    ("disc", 3): (_shape("disc"), TUPLE),
    ("fTri", 4): (_shape("fTri"), TUPLE),
    ("text", 4): (_shape("txt"), TUPLE),
}

BUILTINS: dict[tuple[str, int], Builtin] = {
    **{key: Builtin(compute, gives) for key, (compute, gives) in _FUNCTIONS.items()},
    **{(name, 0): Builtin(lambda name=name: Kind(name), KIND) for name in PLAIN_KINDS},
}
"""All builtins, by name and number of parameters; a text may redefine them."""
