"""What is built in: functions with their numbers of parameters, and kinds of values."""

from __future__ import annotations

from collections.abc import Callable

from ...data import dataclass
from . import numbers as num
from . import operations as op
from .kinds import PLAIN_KINDS, Kind
from .several import settled
from .value import Value, atom, is_string, show, string


@dataclass(frozen=True, slots=True)
class Builtin:
    """A function that no text needs to define; `compute` takes its arguments."""

    compute: Callable[..., Value]


def _printed(value: Value) -> Value:
    return value if is_string(value) else string(show(settled(value)))


def _shape(name: str) -> Callable[..., Value]:
    return lambda *parts: (atom(name), *parts)


_FUNCTIONS: dict[tuple[str, int], Callable[..., Value]] = {
    ("floor", 1): num.rounded_down,
    ("ceil", 1): num.rounded_up,
    ("Pow", 1): op.subsets,
    ("choose", 1): op.chosen,
    ("prettyPrint", 1): _printed,
    ("strgToVal", 1): lambda text: text,
    ("fSet", 1): lambda of: Kind("fSet", (of,)),
    ("Seq", 1): lambda of: Kind("Seq", (of,)),
    ("point", 2): lambda x, y: (x, y),
    ("color", 3): lambda red, green, blue: (red, green, blue),
    ("segment", 3): _shape("seg"),
    ("circle", 3): _shape("circ"),
    ("disc", 3): _shape("disc"),
    ("fTri", 4): _shape("fTri"),
    ("text", 4): _shape("txt"),
}

BUILTINS: dict[tuple[str, int], Builtin] = {
    **{key: Builtin(compute) for key, compute in _FUNCTIONS.items()},
    **{(name, 0): Builtin(lambda name=name: Kind(name)) for name in PLAIN_KINDS},
}
"""Everything that is built in, by name and number of parameters; a text may define it anew."""
