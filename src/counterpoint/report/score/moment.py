"""A moment of a program: what every b-thread says in a state, and the event selected there."""

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

    A label that no b-thread can request any more, because rules are off, has no number.
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
        """The number of the selected event; None if there is none, or it has no number."""
        if self.label is None or self.label is REST or self.label not in self.network.alphabet:
            return None
        return self.network.event_index(self.label)

    @cached_property
    def blocked(self) -> int:
        """The blocked events, as bits."""
        mask = 0
        for voice in self.voices:
            mask |= voice.block
        return mask

    @cached_property
    def failure(self) -> str:
        """The assertion that ended the run here, as text; empty if none did."""
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

    @cached_property
    def internal(self) -> int:
        """The requested events that can be selected, as bits; none after a failed assertion."""
        return 0 if self.failure else mask_of(self.network.internal_events(self.state))

    @cached_property
    def external(self) -> int:
        """The events that come although nobody asks for them, as bits."""
        return mask_of(self.network.unrequested)

    @property
    def timely(self) -> bool:
        """Whether a timeout can come, or time pass."""
        return bool(self.can & mask_of(self.network.of_time))

    @property
    def over(self) -> bool:
        """Whether the run has ended: an assertion failed, or no b-thread is left."""
        return bool(self.failure) or not self.voices

    def offer(self, voice: Voice, blocked: int | None = None) -> int:
        """The requests of a b-thread that are not blocked, as bits.

        If only the first request of a statement counts, the first of these.
        """
        blocked = self.blocked if blocked is None else blocked
        free = [event for event in voice.request if not blocked >> event & 1]
        return mask_of(free[:1] if self.network.first_only else free)

    @cached_property
    def leader(self) -> Voice | None:
        """The highest-ranked voice with a request that can be selected; None if there is none."""
        offering = [v for v in self.voices if self.offer(v) & self.internal]
        return max(offering, key=lambda voice: voice.rank, default=None)

    @property
    def legal(self) -> bool:
        """Whether the selected event could be selected under the rules that are on."""
        if self.label is REST:
            return not self.network.internal_events(self.state)
        return self.label is None or (self.event is not None and bool(self.can >> self.event & 1))

    @cached_property
    def top(self) -> float:
        """The greatest rank among voices with a request that can be selected; else -inf."""
        return float("-inf") if self.leader is None else self.leader.rank

    @cached_property
    def askers(self) -> list[Voice]:
        """The voices that request the selected event, highest rank first, then offering ones."""
        event = self.event
        asking = [v for v in self.voices if event is not None and event in v.request]
        return sorted(asking, key=lambda voice: (-voice.rank, not self._offers(voice)))

    def leads(self, voice: Voice) -> bool:
        """Whether the request of this voice, one of `askers`, counts as the selected one."""
        first = self.askers[0]
        return voice.rank == first.rank and self._offers(voice) == self._offers(first)

    def _offers(self, voice: Voice) -> bool:
        return self.event is not None and bool(self.offer(voice) >> self.event & 1)

    @cached_property
    def woke(self) -> list[Voice]:
        """The voices that hear the selected event, including interrupted ones."""
        if self.event is None:
            return []
        locals_ = self.network.locals_of(self.state)
        return [voice for local in locals_ for voice in local.hearing(self.event)]

    def blockers(self, mask: int) -> list[str]:
        """The rules that block any of these events."""
        return list(dict.fromkeys(v.stand.rule for v in self.voices if v.block & mask))

    def labels(self, mask: int) -> list[Label]:
        """The events in a bit mask."""
        return [self.network.alphabet[number] for number in bits(mask)]


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, in ascending order.

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
    """How often each name occurs, in the order of first occurrence.

    >>> counted(["b", "a", "b"])
    {'b': 2, 'a': 1}
    """
    found: dict[str, int] = {}
    for name in names:
        found[name] = found.get(name, 0) + 1
    return found
