"""Check relations between two targets, pair by pair, by their reference semantics.

A relation that holds is built anew: from the initial states on, each step of a pair is matched by a
step of the other state to a pair that is checked in turn. The engine's classes only guide the
choice among several matches, so that a full audit is a proof that trusts nothing of it. For runs as
wholes, the sets of states are followed that the same run may lead to.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias

from ..alarm import require_going_on
from ..certificate import Audited, Effort, Extent, Seen
from ..data import dataclass
from ..model.network import Network
from ..model.system import Label
from ..observation.relation import Relation
from .live import NOT_RUN
from .observed import Letter, ObservedSide
from .wrong import Wrong

Both: TypeAlias = tuple[ObservedSide, ObservedSide]
Pair: TypeAlias = tuple[Seen, Seen]
Followed: TypeAlias = tuple[Seen, frozenset[Seen]]


@dataclass(frozen=True, slots=True)
class Guide:
    """What an engine found: the class of a state of a side, and whether two classes are related."""

    class_of: Callable[[int, Seen], int | None]
    related: Callable[[int, int], bool]

    def allows(self, one: Seen, other: Seen) -> bool:
        """Whether the engine says that a state of the first side is related to one of the second.

        Raises `Wrong` for a state that the engine did not find.
        """
        return self.related(self._found(0, one), self._found(1, other))

    def _found(self, side: int, seen: Seen) -> int:
        found = self.class_of(side, seen)
        if found is None:
            raise Wrong("a state is reached that was not found", seen)
        return found


class Walk(Protocol):
    """Pairs to check, found from each other."""

    @property
    def known(self) -> int:
        """The number of pairs that were found."""

    def starts(self) -> Iterator[Any]:
        """The pairs to begin with."""

    def after(self, pair: Any, /) -> Iterator[Any]:
        """The pairs that follow one, each once; raises `Wrong` if it does not match."""


def audit_relation(both: Both, relation: Relation, guide: Guide, effort: Effort) -> Audited:
    """The result of checking that a relation holds; a sample looks at some of its pairs."""
    walk: Walk = Followers(both, relation) if relation.is_of_runs else _Steps(both, relation, guide)
    looked, fault = 0, ""
    try:
        looked = _walked(walk, effort)
    except Wrong as wrong:
        fault = wrong.what
    return Audited(looked, walk.known, tuple(_unchecked(both)), fault)


def _unchecked(both: Both) -> Iterator[str]:
    if any(isinstance(side.reference.system, Network) for side in both):
        yield NOT_RUN


def _walked(walk: Walk, effort: Effort) -> int:
    """The number of pairs that were looked at; those of a sample are in a random order."""
    todo = list(walk.starts())
    rng, looked = random.Random(effort.seed), 0
    until = time.perf_counter() + effort.seconds
    while todo:
        require_going_on()
        if effort.extent is Extent.SAMPLE:
            if looked >= effort.states or time.perf_counter() > until:
                break
            place = rng.randrange(len(todo))
            todo[place], todo[-1] = todo[-1], todo[place]
        looked += 1
        todo.extend(walk.after(todo.pop()))
    return looked


class _Steps:
    """Pairs of states that match each other step by step."""

    def __init__(self, both: Both, relation: Relation, guide: Guide) -> None:
        self._both, self._relation, self._guide = both, relation, guide
        self._known: set[Pair] = set()

    @property
    def known(self) -> int:
        """The number of pairs that were found."""
        return len(self._known)

    def starts(self) -> Iterator[Pair]:
        """For each initial state, a pair with an initial state of the other."""
        for side in (0, 1) if self._relation.is_mutual else (0,):
            others = list(self._both[1 - side].reference.starts())
            for start in self._both[side].reference.starts():
                yield from self._new(self._matched(side, start, others, "an initial state"))

    def after(self, pair: Pair) -> Iterator[Pair]:
        """Pairs for all steps of a pair; raises `Wrong` if a step is not matched."""
        for side in (0, 1) if self._relation.is_mutual else (0,):
            mine, other = pair[side], pair[1 - side]
            for step in self._both[side].reference.steps(mine):
                letter = self._both[side].letter(step.label)
                silent = self._both[side].is_silent(mine, step.label, step.there)
                answers = self._answers(1 - side, other, letter, silent)
                yield from self._new(self._matched(side, step.there, answers, str(step.label)))

    def _new(self, pair: Pair) -> Iterator[Pair]:
        if pair not in self._known:
            self._known.add(pair)
            yield pair

    def _answers(self, side: int, seen: Seen, letter: Letter, silent: bool) -> Iterator[Seen]:
        if self._relation.is_weak:
            yield from weak_steps(self._both[side], seen, letter, silent=silent)
        else:
            yield from (there for by, there in self._both[side].steps(seen) if by == letter)

    def _matched(self, side: int, there: Seen, answers: Any, what: str) -> Pair:
        """The pair with the first answer that looks alike and is related; raises `Wrong`."""
        looks = self._both[side].looks(there)
        for answer in answers:
            pair = (there, answer) if side == 0 else (answer, there)
            if self._both[1 - side].looks(answer) == looks and self._guide.allows(*pair):
                return pair
        names = self._both[side].name, self._both[1 - side].name
        raise Wrong(f"{what} of {names[0]} is not matched by {names[1]}", there)


def silently(side: ObservedSide, seen: Seen) -> list[Seen]:
    """The states that hidden steps without an observed change lead to, the state itself first."""
    found = dict.fromkeys([seen])
    for here in (todo := [seen]):  # grows during the loop
        for step in side.reference.steps(here):
            if step.there not in found and side.is_silent(here, step.label, step.there):
                found[step.there] = None
                todo.append(step.there)
    return todo


def weak_steps(side: ObservedSide, seen: Seen, letter: Letter, *, silent: bool) -> Iterator[Seen]:
    """The states that a step leads to with hidden ones around it; a silent one may be none."""
    for here in silently(side, seen):
        if silent:
            yield here
            continue
        for step in side.reference.steps(here):
            if side.letter(step.label) == letter and not side.is_silent(
                here, step.label, step.there
            ):
                yield from silently(side, step.there)


class Followers:
    """States of the first, each with all states of the second after a run that looks the same."""

    def __init__(self, both: Both, relation: Relation) -> None:
        self._first, self._second = both
        self._weak = relation.is_weak
        self._known: dict[Seen, list[frozenset[Seen]]] = {}

    @property
    def known(self) -> int:
        """The number of pairs that were found."""
        return sum(map(len, self._known.values()))

    def starts(self) -> Iterator[Followed]:
        """The initial states, with those of the second that look alike."""
        others = [t for start in self._second.reference.starts() for t in self.around(start)]
        for start in self._first.reference.starts():
            yield from self._new(start, others, "an initial state")

    def after(self, followed: Followed) -> Iterator[Followed]:
        """What each step leads to; raises `Wrong` if the second has no run that looks the same."""
        here, others = followed
        for step in self._first.reference.steps(here):
            found = self.followers(here, step.label, step.there, others)
            yield from self._new(step.there, found, str(step.label))

    def followers(
        self, here: Seen, label: Label, there: Seen, others: frozenset[Seen]
    ) -> Sequence[Seen]:
        """The states of the second after a step of the first, whatever they look like."""
        letter = self._first.letter(label)
        if not self._weak:
            return [t for other in others for by, t in self._second.steps(other) if by == letter]
        silent = self._first.is_silent(here, label, there)
        weak = (weak_steps(self._second, other, letter, silent=silent) for other in others)
        return [there for found in weak for there in found]

    def around(self, start: Seen) -> list[Seen]:
        return silently(self._second, start) if self._weak else [start]

    def alike(self, there: Seen, others: Sequence[Seen]) -> frozenset[Seen]:
        """Those of the others that look like a state of the first."""
        looks = self._first.looks(there)
        return frozenset(other for other in others if self._second.looks(other) == looks)

    def _new(self, there: Seen, others: Sequence[Seen], what: str) -> Iterator[Followed]:
        followers = self.alike(there, others)
        if not followers:
            raise Wrong(f"{what} of {self._first.name} is not matched by a run", there)
        known = self._known.setdefault(there, [])
        if not any(before <= followers for before in known):
            known.append(followers)
            yield there, followers
