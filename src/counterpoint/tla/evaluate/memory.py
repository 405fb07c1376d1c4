"""Memoization of costly definitions: results are cached by the few positions that they read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ...tuning import Tuning
from ..scope import Defined
from ..tree import Expression
from .compiling import Compiling
from .context import UNKNOWN, Context, Frame, Run
from .footprint import Reads
from .weight import body_weight

Keeper: TypeAlias = Callable[[Callable[[], Run]], Run]
"""Takes a function that makes a closure; returns a closure that memoizes the results."""


class Table:
    """A cache of results by what was read; it is abandoned if hardly any result is used again."""

    __slots__ = ("again", "asked", "kept", "pays", "tuning")

    def __init__(self, weight: int, tuning: Tuning) -> None:
        self.tuning = tuning
        self.kept: dict[Any, Any] = {}
        self.asked = 0
        self.pays = True
        self.again = min(1.0, tuning.heavy / weight)
        """The fraction of results that must be reused: the costlier a result, the smaller."""

    def keep(self, key: Any, value: Any) -> None:
        """Store a result; empty the table if it is full, and abandon it if it does not pay."""
        kept, tuning = self.kept, self.tuning
        if len(kept) in (tuning.results_tried, tuning.results_kept):
            self.pays = self.asked > len(kept) * (1 + self.again)
            if not self.pays or len(kept) == tuning.results_kept:
                kept.clear()
                self.asked = 0
        kept[key] = value


def remembered(
    c: Compiling,
    node: Expression,
    defined: Defined,
    args: tuple[Expression, ...],
    cx: Context,
    kind: str,
) -> Keeper | None:
    """What memoizes the results of a definition; None if that would not pay.

    `kind` distinguishes closures that compute different results for the same definition.
    """
    weight = body_weight(defined)
    if c.locates or c.watches or weight < c.tuning.heavy:
        return None
    reads = _few_reads(c, node, cx)
    if reads is None:
        return None
    parts = _parts(c, defined, args, cx)
    if parts is None:
        places = _places(sorted(reads))
        return lambda make: _remembering(Table(weight, c.tuning), places, _later(c, make))
    own, key = parts
    # All applications of a definition share one table, such as `Won(p)` and `Won(p)'`.
    table = c.kept.setdefault(("table", kind, defined, own), Table(weight, c.tuning))
    return lambda make: _remembering(table, key, _later(c, make))


def remembered_loop(c: Compiling, node: Expression, cx: Context) -> Keeper | None:
    """What memoizes the results of a loop over a set of the state; None if it cannot pay.

    The same set is often filtered again in the same way, in the current state or in the next.
    """
    if c.locates or c.watches or c.is_constant(node, cx):
        return None
    reads = _few_reads(c, node, cx)
    if reads is None:
        return None
    places = _places(sorted(reads))
    return lambda make: _remembering(Table(c.tuning.heavy, c.tuning), places, make())


def _few_reads(c: Compiling, node: Expression, cx: Context) -> Reads | None:
    """The positions that an expression reads; None if there are none, or more than `reads_most`.

    None also if the value may change between evaluations.
    """
    reads = c.footprints.of(node, cx.scope, cx.primed)
    few = 0 < len(reads) <= c.tuning.reads_most and c.layout.found not in reads
    return reads if few else None


def _parts(
    c: Compiling, defined: Defined, args: tuple[Expression, ...], cx: Context
) -> tuple[tuple[int, ...], Run] | None:
    """The variables that the body reads, and a closure for the cache key.

    The key consists of the values of these variables and of the arguments. None if the body reads
    other positions, or variables of both states, or if an argument is neither held by the frame nor
    a known constant.
    """
    count = c.layout.count
    first = c.layout.next if cx.primed else c.layout.now
    own = c.footprints.own(defined, cx.primed)
    if own is None or not all(first <= place < first + count for place in own):
        return None
    gets: list[Run] = [_place(place) for place in sorted(own)]
    for parameter, arg in zip(defined.parameters, args, strict=True):
        if parameter.arity:  # an operator is no value
            return None
        place, value = c.place(arg, cx), c.known(arg, cx)
        if place is None and value is UNKNOWN:
            return None
        gets.append(_constant(value) if place is None else _place(place))
    return tuple(place - first for place in sorted(own)), _together(gets)


def _place(place: int) -> Run:
    return lambda m: m[place]


def _constant(value: Any) -> Run:
    return lambda m: value


def _together(gets: list[Run]) -> Run:
    if len(gets) == 1:
        return gets[0]
    if len(gets) == 2:
        a, b = gets
        return lambda m: (a(m), b(m))
    return lambda m: tuple([get(m) for get in gets])


def _places(reads: list[int]) -> Run:
    return _together([_place(place) for place in reads])


def _later(c: Compiling, make: Callable[[], Run]) -> Run:
    """A closure that is compiled when it is first run: with memoization few of them ever run."""
    made: list[Run] = []

    def run(m: Frame) -> Any:
        if not made:
            made.append(make())
        # The frame may have been made before the closure reserved its slots.
        if len(m) < c.size:
            m.extend([None] * (c.size - len(m)))
        return made[0](m)

    return run


def _remembering(table: Table, key_of: Run, compute: Run) -> Run:
    kept = table.kept

    def run(m: Frame) -> Any:
        if not table.pays:
            return compute(m)
        table.asked += 1
        key = key_of(m)
        try:
            return kept[key]
        except KeyError:
            pass
        except TypeError:  # an unlisted value is not hashable
            return compute(m)
        value = compute(m)
        table.keep(key, value)
        return value

    return run
