"""A moment of a program: what every b-thread says in a state, and what is selected there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from ...data import dataclass
from ...errors import Place
from ...model.bits import mask_of
from ...model.network import Locals, Network, Voice, together
from ...model.system import REST, Label


@dataclass(frozen=True)
class Moment:
    """What the b-threads of `network` say in `state`, where `label` is selected; None at the end.

    A label that nobody can ask for any more, since rules are off, has no number.
    """

    network: Network
    state: Locals
    label: Label | None = None

    @cached_property
    def voices(self) -> tuple[Voice, ...]:
        """What each b-thread says."""
        return self.network.voices(self.state)

    @cached_property
    def event(self) -> int | None:
        """The number of the event that is selected."""
        if self.label is None or self.label is REST or self.label not in self.network.alphabet:
            return None
        return self.network.event_index(self.label)

    @cached_property
    def blocked(self) -> int:
        """The events that somebody blocks, as bits."""
        mask = 0
        for voice in self.voices:
            mask |= voice.block
        return mask

    @cached_property
    def failure(self) -> str:
        """The assertion that ended the run here, if one did."""
        failed = together(self.network.locals_of(self.state)).failure
        if failed is None:
            return ""
        return f"an assertion of {failed.thread} failed" + (
            failed.message and f": {failed.message}"
        )

    @cached_property
    def can(self) -> int:
        """The events that can be selected, as bits."""
        return mask_of(self.network.choices(self.state))

    @property
    def legal(self) -> bool:
        """Whether the selected event could be selected under the rules as they are."""
        if self.label is REST:
            return not self.network.internal_events(self.state)
        return self.label is None or (self.event is not None and bool(self.can >> self.event & 1))

    @cached_property
    def top(self) -> float:
        """The greatest rank among those who ask for something that can be selected."""
        ranks = (v.rank for v in self.voices if mask_of(v.request) & self.can)
        return max(ranks, default=float("-inf"))

    @cached_property
    def askers(self) -> list[Voice]:
        """Who asks for the selected event, the most urgent first."""
        asking = [v for v in self.voices if self.event is not None and self.event in v.request]
        return sorted(asking, key=lambda voice: -voice.rank)

    @cached_property
    def woke(self) -> list[Voice]:
        """Who hears the selected event, interrupted ones as well."""
        if self.event is None:
            return []
        locals_ = self.network.locals_of(self.state)
        return [v for local in locals_ if local.hears >> self.event & 1 for v in local.voices]

    def blockers(self, mask: int) -> list[str]:
        """The rules that block some of these events."""
        return list(dict.fromkeys(v.stand.rule for v in self.voices if v.block & mask))

    def labels(self, mask: int) -> list[Label]:
        """The events that are set in a mask."""
        return [self.network.alphabet[number] for number in bits(mask)]


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def line_of(place: Place | None) -> int | None:
    """The line of a place, if it is known."""
    return None if place is None else place.line


def counted(names: Iterable[str]) -> dict[str, int]:
    """How often each name occurs, in the order of the first.

    >>> counted(["b", "a", "b"])
    {'b': 2, 'a': 1}
    """
    found: dict[str, int] = {}
    for name in names:
        found[name] = found.get(name, 0) + 1
    return found
