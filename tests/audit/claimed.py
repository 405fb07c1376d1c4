"""Certificates of small spaces, as engines give them and with a fault planted in them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from counterpoint.audit.auditor import EVERYTHING, Answered, audit
from counterpoint.audit.reference import Reference
from counterpoint.certificate import (
    Audited,
    Claims,
    Cover,
    Effort,
    Past,
    Rank,
    Seen,
    Steps,
    Test,
)
from counterpoint.engines.base.task import EVERYTHING as ALL_STATES
from counterpoint.engines.decide.certified import Evaluated, Finder, SpaceCover
from counterpoint.engines.formula.evaluate import Evaluator
from counterpoint.engines.space.opening import Opening
from counterpoint.logic.core import Core, Fixpoint, Linear
from counterpoint.logic.lower import to_core
from counterpoint.logic.parser import parse
from counterpoint.model.system import Label, System


@dataclass
class Given:
    """A cover that lacks some states, has more, miscounts, or notes other steps of some."""

    of: Cover
    lacks: frozenset[Seen] = frozenset()
    more: tuple[Seen, ...] = ()
    miscounts: int = 0
    loses: int = 0
    noted: dict[Seen, list[tuple[Label, Seen]]] = field(default_factory=dict)

    @property
    def watched(self) -> tuple[Past, ...]:
        return tuple(self.of.watched)

    @property
    def states(self) -> int:
        return len(list(self.every())) + self.miscounts

    @property
    def transitions(self) -> int | None:
        return None if self.of.transitions is None else self.of.transitions - self.loses

    @property
    def are_reached(self) -> bool:
        return self.of.are_reached

    def every(self) -> Iterator[Seen]:
        yield from (seen for seen in self.of.every() if seen not in self.lacks)
        yield from self.more

    def sample(self, count: int, rng: random.Random) -> Iterable[Seen]:
        known = list(self.every())
        return rng.sample(known, min(count, len(known)))

    def has(self, seen: Seen) -> bool:
        return seen in self.more or (seen not in self.lacks and self.of.has(seen))

    def before(self, seen: Seen) -> Seen | None:
        if seen in self.more:
            return next(iter(self.of.every()))
        return self.of.before(seen)

    def steps(self, seen: Seen) -> Iterable[tuple[Label, Seen]] | None:
        return self.noted.get(seen) or self.of.steps(seen)


@dataclass
class Said:
    """Claims of which one is flipped in one state, or whose runs are others."""

    of: Claims
    goal: Core | None = None
    flipped: Seen | None = None
    runs: tuple[Steps, Steps] | None = None
    asked: list[Linear] = field(default_factory=list)

    def test(self, goal: Core) -> Test:
        true = self.of.test(goal)
        if goal != self.goal:
            return true
        return lambda seen: true(seen) is not (seen == self.flipped)

    def rank(self, goal: Fixpoint) -> Rank | None:
        return self.of.rank(goal)

    def lasso(self, path: Linear, seen: Seen) -> tuple[Steps, Steps] | None:
        self.asked.append(path)
        return self.of.lasso(path, seen) if self.runs is None else self.runs


@dataclass
class Case:
    """A formula asked of a system, and what an engine found."""

    system: System
    goal: Core
    cover: Cover
    claims: Claims

    def audited(
        self,
        *,
        cover: Cover | None = None,
        claims: Claims | None = None,
        effort: Effort = EVERYTHING,
    ) -> Audited:
        """What the auditor says, perhaps of another cover, or of other claims."""
        cover = cover or self.cover
        answers = [Answered(self.goal, claims or self.claims)]
        return audit(Reference(self.system, cover.watched), cover, answers, effort=effort)


def case(target: Any, text: str, engine: str = "auto", over: str = "reachable") -> Case:
    """What an engine finds of a formula."""
    opening = Opening(target, over, engine, ALL_STATES)
    formula = parse(text)
    space = opening.space(formula)
    goal = to_core(formula, fair=space.is_fair)
    evaluator = Evaluator(space.algebra)
    evaluator.region(goal)
    finder = Finder(space)
    cover = SpaceCover(finder, reached=over == "reachable")
    return Case(opening.system, goal, cover, Evaluated(finder, evaluator, 10_000))
