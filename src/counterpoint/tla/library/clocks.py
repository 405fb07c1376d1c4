"""VectorClocks: sorting the entries of a log into an order that agrees with their clocks."""

from __future__ import annotations

from typing import Any

from ...errors import NoValue
from ..values import Truth, items, shortly, truth
from .checks import function, number, sequence
from .module import LibraryModule, Operator, module

_Clock = dict[Any, int]


def _clocks(log: tuple[Any, ...], clock: Operator) -> list[_Clock]:
    readings = (items(function(clock(entry), "IsCausalOrder")) for entry in log)
    return [{node: number(time, "IsCausalOrder") for node, time in one} for one in readings]


def _may_precede(first: _Clock, second: _Clock) -> bool:
    """Whether the second clock is greater than the first at some node; missing times are 0.

    Otherwise the second clock equals the first or happened before it.
    """
    gains = [second.get(node, 0) - first.get(node, 0) for node in first | second]
    return any(gain > 0 for gain in gains)


def _in_order(clocks: list[_Clock]) -> bool:
    pairs = ((a, b) for place, b in enumerate(clocks) for a in clocks[:place])
    return all(_may_precede(a, b) for a, b in pairs)


def is_causal_order(log: Any, clock: Operator) -> Truth:
    """IsCausalOrder(log, clock): no entry happened before an earlier one or has an equal clock."""
    return truth(_in_order(_clocks(sequence(log, "IsCausalOrder"), clock)))


def causal_order(log: Any, clock: Operator, node: Operator, domain: Operator) -> Any:
    """CausalOrder(log, clock, node, domain): the log, sorted so that causes precede effects.

    `node` and `domain` are not used. Raises `NoValue` if two entries have the same clock.

    >>> causal_order(((1, 1), (1, 0)), lambda entry: entry, None, None)
    ((1, 0), (1, 1))
    """
    entries = sequence(log, "CausalOrder")
    clocks = _clocks(entries, clock)
    # If one clock happened before another, the sum of its times is smaller.
    order = sorted(range(len(entries)), key=lambda place: sum(clocks[place].values()))
    if not _in_order([clocks[place] for place in order]):
        raise NoValue(f"CausalOrder: two entries of {shortly(log)} have the same clock")
    return tuple(entries[place] for place in order)


VECTOR_CLOCKS: LibraryModule = module(
    "VectorClocks",
    {"IsCausalOrder": is_causal_order, "CausalOrder": causal_order},
    extends="Naturals Sequences Functions",
)

MODULES = (VECTOR_CLOCKS,)
