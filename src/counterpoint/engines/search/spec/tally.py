"""How often things came up in a search, and where they first did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from ....data import dataclass
from ....model.specified import Probe
from .explored import Wanted


@dataclass(slots=True)
class Tally:
    """How often something came up, and led to what was not known; and the number it has."""

    number: int
    count: int = 0
    fresh: int = 0


@dataclass(slots=True)
class Firsts:
    """The first of what each probe is false of; `left` has a bit for each without any so far."""

    left: int
    found: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def note(self, bits: int, *where: int) -> None:
        """Remember where the probes of some bits are false, if they never were before."""
        bits &= self.left
        self.left ^= bits
        for bit in range(bits.bit_length()):
            if bits >> bit & 1:
                self.found[bit] = where


def bits_of(wanted: Wanted, probes: Sequence[Probe]) -> int:
    """A bit for each of the probes that must be true."""
    return sum(1 << bit for bit, probe in enumerate(probes) if probe in wanted.must)


def false_of(bit: int, counts: Sequence[tuple[int, int]]) -> int:
    """How many there are with a bit."""
    return sum(count for bits, count in counts if bits >> bit & 1)
