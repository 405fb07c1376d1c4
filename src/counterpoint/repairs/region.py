"""From which states some addition can still keep a safety property: a game with the environment.

P. J. Ramadge, W. M. Wonham: Supervisory control of a class of discrete event processes, 1987. What
may be forbidden is controllable; a supervisor must not block. With priorities, forbidding steps of
a high rank brings about those below.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from copy import copy
from functools import cached_property
from typing import TypeAlias, TypeVar

from ..alarm import require_going_on
from ..engines.base.limits import Limits
from ..errors import LimitReached
from .arena import Arena, Offer

N = TypeVar("N", bound=Hashable)

Note: TypeAlias = "Callable[[int, int], object]"
"""Called with how many states were explored, and at least how many others were seen."""


class LosingRegion:
    """The states of an arena from which no addition keeps the property, and those that matter.

    Only states from which a break can be reached are explored with all that an addition could
    bring about: from the others nothing has to be forbidden. Exploration ends when it is known that
    some addition keeps the property from the start, or that none does; what is not explored by then
    is not among the `losing` states. `note` hears how far exploration has come.
    """

    def __init__(
        self, arena: Arena, limits: Limits, note: Note = lambda found, waiting: None
    ) -> None:
        self.arena = arena
        self._limits = limits
        self._note = note
        self._given_up: tuple[frozenset[int], frozenset[int]] = frozenset(), frozenset()
        self._wide: set[int] = set()
        self._before: dict[int, set[int]] = {}
        self._explored: dict[int, tuple[Offer, ...]] = {}
        self.losing: set[int] = set()
        self._avoided: set[int] = set()
        """The states that are lost, or that may be for all that is known."""
        self._doubtful = self._troubled()
        while self._doubtful and not self._is_settled():
            self._wide |= self._doubtful
            for state in self._doubtful:
                del self._explored[state]
            self._doubtful = self._troubled() - self._wide
        if not self._doubtful:
            self._avoided = self.losing = self._lost()

    def _is_settled(self) -> bool:
        """Whether the start is lost, or not, whatever becomes of the states in doubt."""
        self.losing = self._lost(spared=self._doubtful)
        if self.is_lost:
            return True
        self._avoided = self._lost(given=self._doubtful)
        return self._avoided.isdisjoint(self.arena.initial())

    def giving_up(self, never: frozenset[int], ended: frozenset[int]) -> LosingRegion:
        """The same, but these events need not stay possible, and those not always again."""
        found = copy(self)
        found._given_up = never, ended
        return found

    @property
    def demanded(self) -> frozenset[int]:
        """The events that must stay possible."""
        return self.events - self._given_up[0]

    @property
    def demanded_again(self) -> frozenset[int]:
        """The events that must stay always possible again."""
        return self.recurring - self._given_up[1]

    @property
    def states(self) -> int:
        """How many states were explored."""
        return len(self._explored)

    @property
    def is_lost(self) -> bool:
        """Whether no addition keeps the property from the start."""
        return any(state in self.losing for state in self.arena.initial())

    @property
    def known(self) -> Iterator[int]:
        """The states that were explored."""
        return iter(self._explored)

    def play(self) -> Iterator[int]:
        """The events of a shortest run to a violation that stays among the losing states."""
        came: dict[int, tuple[int, int] | None] = {
            state: None for state in self.arena.initial() if state in self.losing
        }
        for state in (todo := [*came]):
            for offer in self._explored[state]:
                if offer.bad:
                    return iter((*self._events_to(state, came), offer.event))
                for target in offer.targets:
                    if target in self.losing and target not in came:
                        came[target] = state, offer.event
                        todo.append(target)
            if self.arena.breaks(state) or self.arena.is_dead(state):
                return iter(self._events_to(state, came))
        return iter(())

    def _events_to(self, state: int, came: dict[int, tuple[int, int] | None]) -> list[int]:
        events: list[int] = []
        while (before := came[state]) is not None:
            state, event = before
            events.insert(0, event)
        return events

    def allowed(self, state: int) -> Iterator[Offer]:
        """The steps that an addition allows if it avoids all that is lost or in doubt."""
        yield from _permitted(
            self._explored.get(state, ()), lambda offer: _keeps(offer, self._avoided)
        )

    @cached_property
    def happening(self) -> frozenset[int]:
        """The events that happen while nothing is added, without those that break a property."""
        found: set[int] = set()
        for state in self._explored:
            usual = self.arena.usual(state)
            bad = {offer.event for offer in usual if offer.bad}
            found |= {*self.arena.happening(state, usual)} - bad
        return frozenset(found)

    @cached_property
    def events(self) -> frozenset[int]:
        """The events that happen while nothing is added, and that some addition allows."""
        left = {offer.event for offers in self.reached.values() for offer in offers}
        return self.happening & left

    @cached_property
    def recurring(self) -> frozenset[int]:
        """The events that can always happen again if all is allowed that may be.

        Empty where steps have ranks: then forbidding brings about further steps.
        """
        reached = self.reached
        if any(len({o.rank for o in offers}) > 1 for offers in self._explored.values()):
            return frozenset()
        return recurring_among(
            {s: {(o.event, t) for o in offers for t in o.targets} for s, offers in reached.items()}
        )

    @cached_property
    def reached(self) -> dict[int, tuple[Offer, ...]]:
        """For each state that is reached while all is allowed that may be: what is allowed."""
        found: dict[int, tuple[Offer, ...]] = {}
        todo = [state for state in self.arena.initial() if state not in self._avoided]
        while todo:
            state = todo.pop()
            if state in found:
                continue
            found[state] = tuple(self.allowed(state))
            todo += [target for offer in found[state] for target in offer.targets]
        return found

    def _troubled(self) -> set[int]:
        """The states from which a break can be reached by the steps explored so far."""
        todo = deque(self.arena.initial())
        broken: list[int] = []
        seen: set[int] = set()
        while todo:
            state = todo.popleft()
            if state in seen:
                continue
            seen.add(state)
            offers = self._followed(state)
            self._note(len(self._explored), len(todo))
            is_wrong = self.arena.breaks(state) or self.arena.is_dead(state)
            if is_wrong or any(offer.bad for offer in offers):
                broken.append(state)
            todo.extend(target for offer in offers if not offer.bad for target in offer.targets)
        return self._reaching(broken)

    def _followed(self, state: int) -> tuple[Offer, ...]:
        found = self._explored.get(state)
        if found is None:
            self._require_room()
            arena = self.arena
            if arena.breaks(state):
                found = ()
            else:
                found = arena.possible(state) if state in self._wide else arena.usual(state)
            self._explored[state] = found
            for offer in found:
                for target in offer.targets:
                    self._before.setdefault(target, set()).add(state)
        return found

    def _require_room(self) -> None:
        require_going_on()
        if self._limits.states is not None and len(self._explored) >= self._limits.states:
            raise LimitReached(str(self._limits.too_many_states))

    def _reaching(self, todo: list[int]) -> set[int]:
        found: set[int] = set()
        while todo:
            state = todo.pop()
            if state not in found:
                found.add(state)
                todo += self._before.get(state, ())
        return found

    def _lost(
        self, given: AbstractSet[int] = frozenset(), spared: AbstractSet[int] = frozenset()
    ) -> set[int]:
        """The states from which the environment can force a break, or one of the given states.

        The states that are spared count as lost only if they break a property themselves.
        """
        lost = set(given)
        todo = deque(self._explored)
        while todo:
            state = todo.popleft()
            if state in lost:
                continue
            if self.arena.breaks(state) or (state not in spared and self._is_lost(state, lost)):
                lost.add(state)
                todo.extend(self._before.get(state, set()) - lost)
        return lost

    def _is_lost(self, state: int, lost: set[int]) -> bool:
        offers = self._explored[state]
        if not _free(offers) and self.arena.may_rest(state):
            return False
        return not any(True for _ in _permitted(offers, lambda o: _keeps(o, lost)))


def _keeps(offer: Offer, lost: AbstractSet[int]) -> bool:
    """Whether a step breaks nothing and leads only to states that are not lost."""
    return not offer.bad and lost.isdisjoint(offer.targets)


def _permitted(offers: tuple[Offer, ...], is_good: Callable[[Offer], bool]) -> Iterator[Offer]:
    """The steps that an addition can allow while all that is then possible is good."""
    free = _free(offers)
    may_wait = bool(free) and all(map(is_good, free))
    for offer in offers:
        if offer.free:
            if may_wait and offer in free:
                yield offer
        elif is_good(offer) and (
            not free or offer.rank > free[0].rank or (offer.rank == free[0].rank and may_wait)
        ):
            yield offer


def _free(offers: tuple[Offer, ...]) -> list[Offer]:
    """The environment's steps that happen if everything else is forbidden."""
    free = [offer for offer in offers if offer.free]
    best = max((offer.rank for offer in free), default=0.0)
    return [offer for offer in free if offer.rank == best]


def recurring_among(steps: Mapping[N, Collection[tuple[int, N]]]) -> frozenset[int]:
    """The events that can happen again from every state, among the steps of each state."""
    events = {event for ways in steps.values() for event, _ in ways}
    return frozenset(event for event in events if len(reaching(steps, event)) == len(steps))


def reaching(steps: Mapping[N, Collection[tuple[int, N]]], event: int) -> set[N]:
    """The states from which an event can happen, at once or later."""
    before: dict[N, list[N]] = {}
    todo: list[N] = []
    for state, ways in steps.items():
        for of, target in ways:
            before.setdefault(target, []).append(state)
            if of == event:
                todo.append(state)
    found = set(todo)
    while todo:
        for state in before.get(todo.pop(), ()):
            if state not in found:
                found.add(state)
                todo.append(state)
    return found
