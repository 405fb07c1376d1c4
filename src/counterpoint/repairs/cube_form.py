"""Conditions as clauses: which literals each has, and which group of steps it is added to."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from .arena import Arena, Offer
from .counted import CountedClauses
from .cube import Cubes, Vocabulary
from .region import LosingRegion
from .trial import Flaw, Kind

Forbidding: TypeAlias = Callable[[int, Offer], int]


class CubeForm:
    """One condition, or several, over a vocabulary.

    A literal `has[j][n]` says that condition j has the literal n of the vocabulary, `adds[j][g]`
    that it is added to the steps of group g.
    """

    def __init__(
        self,
        arena: Arena,
        region: LosingRegion,
        words: Vocabulary,
        solver: CountedClauses,
        shape: tuple[int, int],
    ) -> None:
        conditions, most = shape
        self.arena, self.region, self.words, self.solver = arena, region, words, solver
        rows = range(conditions)
        self.has = [[solver.variable() for _ in words.literals] for _ in rows]
        self.adds = [[solver.variable() for _ in words.groups] for _ in rows]
        self.items = [v for row in self.has for v in row]
        self._falsified = cache(self._false_of)
        self._met: Callable[[int, int, tuple[int, ...]], int] = cache(self._met_by)
        self._require_sense()
        solver.count(self.items, most)

    def propose(self, size: int) -> Cubes | None:
        if not self.solver.solve(size):
            return None
        value = self.solver.value
        conditions = tuple(
            (_first(adds, value), tuple(n for n, v in enumerate(has) if value(v)))
            for has, adds in zip(self.has, self.adds, strict=True)
        )
        every = (*self.items, *(v for row in self.adds for v in row))
        return Cubes(self.words, conditions, tuple(v for v in every if value(v)))

    def exclude(self, proposal: Cubes, *, larger: bool) -> None:
        true = set(proposal.key)
        false = () if larger else set(self.items) - true
        self.solver.add([*(-v for v in true), *false])

    def learn(self, flaw: Flaw, proposal: Cubes) -> None:
        ways = [
            self._forbidden(state, offer) for (state, _), offer, _ in flaw.steps if not offer.free
        ]
        offers = self.arena.offers(flaw.node[0])
        match flaw.kind:
            case Kind.BROKEN | Kind.DEAD:
                self.solver.add(ways)
            case Kind.STUCK:
                self.solver.add([*ways, *(-self._forbidden(flaw.node[0], o) for o in offers)])
            case Kind.STARVED:
                for free in (offer for offer in offers if offer.free):
                    self.solver.add([*ways, -self._forbidden(flaw.node[0], free)])
            case Kind.LOST:
                for event in flaw.events:
                    self.solver.add(self._kept(event))
                self.solver.add(self._freed(flaw))
            case Kind.ENDED:
                self.solver.add([*ways, *self._freed(flaw)])

    def close(self) -> None:
        self.solver.close()

    def _freed(self, flaw: Flaw) -> list[int]:
        """That some step is possible without which events are lost."""
        return [-self._forbidden(state, offer) for state, offer in flaw.held]

    def _kept(self, event: int) -> list[int]:
        """That some step of an event is left, of those that some addition allows."""
        return [
            -self._forbidden(state, offer)
            for state, offers in self.region.reached.items()
            for offer in offers
            if offer.event == event
        ]

    def _require_sense(self) -> None:
        add = self.solver.add
        for has, adds in zip(self.has, self.adds, strict=True):
            add(has)
            add(adds)
            for at, one in enumerate(adds):
                for other in adds[:at]:
                    add([-one, -other])
            for group, added in enumerate(adds):
                for literal, said in enumerate(has):
                    if not self.words.speaks_of(literal, group):
                        add([-added, -said])

    def _forbidden(self, state: int, offer: Offer) -> int:
        """A literal that is true exactly if steps are forbidden."""
        false, group = self._falsified(state, offer), self.words.group(offer)
        return self.solver.either([self._met(j, group, false) for j in range(len(self.has))])

    def _false_of(self, state: int, offer: Offer) -> tuple[int, ...]:
        holds, group = self.words.holds, self.words.group(offer)
        return tuple(
            literal
            for literal in range(len(self.words.literals))
            if self.words.speaks_of(literal, group) and not holds(literal, state, offer)
        )

    def _met_by(self, j: int, group: int, false: tuple[int, ...]) -> int:
        """A literal: condition j is added to a group, and has no literal that is false."""
        found, adds = self.solver.variable(), self.adds[j][group]
        against = [self.has[j][literal] for literal in false]
        self.solver.add([-found, adds])
        for one in against:
            self.solver.add([-found, -one])
        self.solver.add([found, -adds, *against])
        return found


def _first(row: list[int], value: Callable[[int], bool]) -> int:
    return next(n for n, v in enumerate(row) if value(v))
