"""The arena of a behavioral program: requests that are not blocked, with their ranks."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from ..data import dataclass
from ..errors import Refused
from ..model.network import Locals, Network, is_whole
from ..model.property import Never, NoDeadlock, NoFailedAssertion, Property
from .arena import Arena, Offer, bits

OUTSIDE = float("-inf")
"""The rank of external events: they come where no request can be selected."""

LEAST = -sys.float_info.max
"""The rank of a request without a priority."""


@dataclass(frozen=True, slots=True)
class _Situation:
    """What a state offers; `unblocked` is a mask of the events that nobody blocks."""

    offers: tuple[Offer, ...]
    unblocked: int
    broken: bool
    dead: bool
    silent: bool
    """Whether nothing is requested: then it is no deadlock if nothing happens."""

    over: bool
    """Whether the run is over, so that nothing is a deadlock."""

    later: tuple[Offer, ...] = ()
    """External events that come only while an addition has not ended: all b-threads have."""


@dataclass(frozen=True, slots=True)
class _Said:
    """What the b-threads of an automaton block and request, with ranks, in a local state."""

    block: int
    asks: list[tuple[int, float]]
    silent: bool
    failed: bool


class ProgramArena(Arena):
    """The states of a program, as the local states of its b-threads; only steps are computed.

    `may` is a mask of the events that may be blocked, and with `requests` also requested, unless
    they come from outside. After a final event, nothing is a deadlock, so a state says whether one
    has been selected.

    Raises `Refused` for a program that selects events by a function of its own, or by the order of
    requests.
    """

    def __init__(
        self, network: Network, may: int, wanted: Iterable[Property], *, requests: bool
    ) -> None:
        if network.select is not None or network.first_only:
            raise Refused(
                "additions are found for programs that select by Uniform, Priority or "
                "ThreadPriority: any other strategy may answer an addition by anything"
            )
        if network.tick is not None:
            raise Refused("additions are found for programs without timeouts")
        super().__init__()
        self.network = network
        self.labels = network.alphabet
        self.may = may
        self.outside = sum(1 << event for event in network.external or ())
        self.requests = requests
        wanted = tuple(wanted)
        self._never = [each.events for each in wanted if isinstance(each, Never)]
        self._asserts = any(isinstance(each, NoFailedAssertion) for each in wanted)
        self._moves = any(isinstance(each, NoDeadlock) for each in wanted)
        self._numbers: dict[tuple[Locals, bool], int] = {}
        self._states: list[tuple[Locals, bool]] = []
        self._known: dict[int, _Situation] = {}
        self._steps: dict[tuple[int, int], int] = {}
        self._listeners: dict[int, list[int]] = {}
        self._said: dict[tuple[int, int], _Said] = {}

    def initial(self) -> tuple[int, ...]:
        return tuple(self._number(state, False) for state in self.network.initial())

    def offers(self, state: int) -> tuple[Offer, ...]:
        return self._situation(state).offers

    def possible(self, state: int) -> tuple[Offer, ...]:
        """The offers, and events that nobody requests, if an addition may request them.

        It must not do so where the environment chooses: that would be outranked.
        """
        offers = self.offers(state)
        if not self.requests or any(offer.free for offer in self.usual(state)):
            return offers
        known = {offer.event for offer in offers}
        more = [event for event in bits(self.unblocked(state)) if event not in known]
        return (*offers, *(self.asked(state, event, float("inf")) for event in more))

    def breaks(self, state: int) -> bool:
        return self._situation(state).broken

    def is_dead(self, state: int) -> bool:
        return self._situation(state).dead

    def may_rest(self, state: int, *, asked: bool = False) -> bool:
        found = self._situation(state)
        if found.over or found.silent:
            return found.over or not asked
        return super().may_rest(state)

    def may_stop(self, state: int) -> bool:
        return all(self.outside >> offer.event & 1 for offer in self.possible(state))

    def beside(self, state: int) -> tuple[Offer, ...]:
        """The offers while an addition has not ended: external events come until all has."""
        found = self._situation(state)
        return found.offers or found.later

    def unblocked(self, state: int) -> int:
        """A mask of the events that nobody blocks in a state, and that may be requested there."""
        return self._situation(state).unblocked & self.may & ~self.outside

    def step(self, state: int, event: int) -> int:
        """The state after an event, which need not be selectable."""
        found = self._steps.get((state, event))
        if found is None:
            here, over = self._states[state]
            over = over or self.labels[event] in self.network.final
            found = self._steps[state, event] = self._number(self._moved(here, event), over)
        return found

    def _moved(self, here: Locals, event: int) -> Locals:
        """The same as `Network.step`, which looks at every automaton each time."""
        known = len(self.labels)
        there = list(here)
        for index in self._hearing(event):
            automaton, local = self.network.automata[index], here[index]
            if automaton.locals[local].hears >> event & 1:
                there[index] = automaton.step(local, event)
        if len(self.labels) > known:
            self.network.origin.refresh()
            self._listeners.clear()
            self._said.clear()
        return tuple(there)

    def _hearing(self, event: int) -> list[int]:
        """The automata of which some local state hears an event, or that may still grow."""
        found = self._listeners.get(event)
        if found is None:
            found = self._listeners[event] = [
                index
                for index, automaton in enumerate(self.network.automata)
                if not is_whole(automaton)
                or any(local.hears >> event & 1 for local in automaton.locals)
            ]
        return found

    def is_bad(self, event: int) -> bool:
        """Whether an event must never be selected."""
        return any(self.labels[event] in events for events in self._never)

    def _number(self, state: Locals, over: bool) -> int:
        key = (state, over)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self._states)
            self._states.append(key)
        return found

    def _situation(self, state: int) -> _Situation:
        found = self._known.get(state)
        if found is None:
            found = self._known[state] = self._look(state)
        return found

    def _look(self, state: int) -> _Situation:
        here, over = self._states[state]
        blocked, asks, ended = 0, [], True
        for pair in enumerate(here):
            said = self._said.get(pair) or self._heard(pair)
            if said.failed:
                return _Situation((), 0, self._asserts, False, True, True)
            blocked |= said.block
            ended = ended and said.silent
            if said.asks:
                asks += said.asks
        ranks: dict[int, float] = {}
        for event, rank in asks:
            if not blocked >> event & 1:
                ranks[event] = max(ranks.get(event, LEAST), rank)
        offers = [self._offer(state, event, rank) for event, rank in ranks.items()]
        outside = tuple(
            self._offer(state, event, OUTSIDE)
            for event in self.network.external or ()
            if event not in ranks and not blocked >> event & 1
        )
        if ended:
            return _Situation((), ~blocked, False, False, True, over, outside)
        dead = self._moves and not (offers or outside or over) and bool(asks)
        return _Situation((*offers, *outside), ~blocked, False, dead, not asks, over)

    def _heard(self, pair: tuple[int, int]) -> _Said:
        """What the b-threads of an automaton say in a local state."""
        automaton, number = pair
        local = self.network.automata[automaton].locals[number]
        if local.crash is not None:
            raise local.crash
        block = 0
        for voice in local.voices:
            block |= voice.block
        asks = [(e, max(voice.rank, LEAST)) for voice in local.voices for e in voice.request]
        found = _Said(block, asks, not local.voices, local.failure is not None)
        self._said[pair] = found
        return found

    def _offer(self, state: int, event: int, rank: float) -> Offer:
        free = not self.may >> event & 1
        return Offer(event, (self.step(state, event),), rank, free, self.is_bad(event))

    def asked(self, state: int, event: int, rank: float) -> Offer:
        """The offer of an event that an addition requests in a state."""
        return Offer(event, (self.step(state, event),), rank, False, self.is_bad(event))
