"""The step by which time passes in a check."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..data import dataclass


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


def plain(seconds: Fraction) -> float:
    """A number of seconds as an `int` if it is whole, else as a `float`."""
    return int(seconds) if seconds.denominator == 1 else float(seconds)
