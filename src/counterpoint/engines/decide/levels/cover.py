"""The states of a search on disk in the form of a certificate."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping

from ....certificate import Past, Rank, Seen, Steps, Test
from ....errors import CounterpointError
from ....logic.core import All, Core, Fixpoint, Linear, Some
from ....model.system import Label
from ...search.levels.searched import Searched


class LevelCover:
    """The states of a finished search: a `Cover`."""

    watched: tuple[Past, ...] = ()
    are_reached = True

    def __init__(self, search: Searched) -> None:
        self._search = search

    @property
    def states(self) -> int:
        return self._search.states

    @property
    def transitions(self) -> int:
        return self._search.gathered.steps

    def every(self) -> Iterator[Seen]:
        return (Seen(self._search.stepper.state(row)) for row in self._search.rows())

    def sample(self, count: int, rng: random.Random) -> Iterable[Seen]:
        chosen = rng.sample(range(self.states), min(count, self.states))
        return (Seen(self._search.stepper.state(self._search.row(n))) for n in chosen)

    def has(self, seen: Seen) -> bool:
        try:
            packed = self._search.stepper.packed(seen.state)
        except CounterpointError:  # a state that cannot be packed was not found
            return False
        return self._search.has(packed)

    def before(self, seen: Seen) -> None:
        return None

    def steps(self, seen: Seen) -> Iterable[tuple[Label, Seen]] | None:
        return None


class SameEverywhere:
    """What was found about formulas that are true in all states, or in none: `Claims`.

    `values` has them; `test` says where a propositional formula is true.
    """

    def __init__(self, values: Mapping[Core, bool], search: Searched) -> None:
        self._values, self._search = values, search

    def test(self, goal: Core) -> Test:
        if goal in self._values:
            value = self._values[goal]
            return lambda seen: value
        if isinstance(goal, All | Some):
            tests = [self.test(part) for part in goal.parts]
            join = all if isinstance(goal, All) else any
            return lambda seen: join(test(seen) for test in tests)
        stepper = self._search.stepper
        return lambda seen: stepper.is_true(goal, stepper.packed(seen.state))

    def rank(self, goal: Fixpoint) -> Rank | None:
        return lambda seen: None

    def lasso(self, path: Linear, seen: Seen) -> tuple[Steps, Steps] | None:
        return None
