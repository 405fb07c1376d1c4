"""Counts of patterns and kinds in a search, and where a probe was false first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

from ....data import dataclass
from ....model.specified import Probe
from .explored import Wanted


@dataclass(slots=True)
class Tally:
    """The number of a pattern or kind, how often it occurred, and how often with a new state."""

    number: int
    count: int = 0
    fresh: int = 0


@dataclass(slots=True)
class Firsts:
    """Where each required probe was false first; `left` has the bits of those never false."""

    left: int
    found: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def note(self, bits: int, *where: int) -> None:
        """Record that the probes in `bits` are false at `where`, for those not false before."""
        bits &= self.left
        self.left ^= bits
        for bit in range(bits.bit_length()):
            if bits >> bit & 1:
                self.found[bit] = where


def bits_of(wanted: Wanted, probes: Sequence[Probe]) -> int:
    """A bit for each of the probes that must be true."""
    return sum(1 << bit for bit, probe in enumerate(probes) if probe in wanted.must)


def still_asked(
    probes: Sequence[Probe], wanted: Wanted, firsts: Firsts
) -> list[tuple[int, Callable[..., bool]]]:
    """The bit and the condition of each probe, without those wanted once that were false."""
    return [
        (1 << bit, probe.holds)
        for bit, probe in enumerate(probes)
        if probe not in wanted.once or firsts.left >> bit & 1
    ]


def false_of(bit: int, counts: Sequence[tuple[int, int]]) -> int:
    """The sum of counts over the pairs (bits, count) in which `bit` is set."""
    return sum(count for bits, count in counts if bits >> bit & 1)
