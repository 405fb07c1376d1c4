"""The step by which time passes in a check."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from ..data import dataclass
from ..model.system import REST, Label


@dataclass(frozen=True, slots=True)
class Tick:
    """The label of a step in which `seconds` pass. No b-thread hears it, and none can block it.

    >>> Tick(Fraction(1, 2)), Tick(Fraction(30))
    (tick(seconds=0.5), tick(seconds=30))
    """

    seconds: Fraction

    name = "tick"

    @property
    def args(self) -> tuple[()]:
        return ()

    @property
    def fields(self) -> Mapping[str, float]:
        return {"seconds": plain(self.seconds)}

    def __repr__(self) -> str:
        return f"tick(seconds={plain(self.seconds)})"


def events_among(labels: Iterable[Label]) -> tuple[Any, ...]:
    """The events among the labels of a run of a program: without ticks, and without rests.

    >>> events_among([Tick(Fraction(1)), "X", REST])
    ('X',)
    """
    return tuple(label for label in labels if label is not REST and not isinstance(label, Tick))


def plain(seconds: Fraction) -> float:
    """A number of seconds as an `int` if it is whole, else as a `float`."""
    return int(seconds) if seconds.denominator == 1 else float(seconds)
