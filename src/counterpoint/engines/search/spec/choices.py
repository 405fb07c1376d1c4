"""What is asked of the packed states of a specification: which atoms are true in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from ....data import dataclass
from ....errors import Refused
from ....model.factored import Storable
from ....model.specified import Specified, StateProbe
from ....model.system import State
from ...base.arrays import U64, Bools
from ...base.task import Task
from ..backward.choices import NO_STEPS, Choices, Chosen
from ..backward.condition import Condition
from ..levels.of_factored import FactoredStepper, Saved
from ..tabled.judging import Judging
from ..tabled.learning import Troubled
from .explore import factored_as_asked
from .explored import Wanted
from .recipe import SpecifiedRecipe, recipe_of


@dataclass(frozen=True, slots=True)
class Atom:
    """A probe of a specification; or, if there is none, that no constraint leaves out a state.

    Called with a division, it gives the factored system that has the probe. `start` is an initial
    state.
    """

    system: Specified
    probe: StateProbe | None
    start: State

    def __call__(self, *, division: Any) -> Storable:
        wanted = Wanted(() if self.probe is None else (self.probe,))
        return factored_as_asked(
            self.system, wanted, seen=(), opens=False, starts=[self.start], division=division
        )

    def holds(self, state: State) -> bool:
        """Whether it is true in a state that counts, as the evaluator says.

        Raises what that raises.
        """
        return self.probe is None or self.probe.holds(state)


class Judge:
    """Says in which packed states an atom is true."""

    def __init__(self, atom: Atom, saved: Saved, task: Task) -> None:
        self._atom, self._saved, self._task = atom, saved, task

    @cached_property
    def _judging(self) -> Judging:
        saved = self._saved
        return Judging(self._atom(division=saved.division), self._task, saved.bits)

    def true(self, states: U64) -> Bools:
        """The truth of the atom; raises what it raises in a state where it has no value."""
        try:
            false, outside = self._judging.judged(states)
        except Troubled:  # the evaluator may need less of the atom, so that it has a value
            return np.array([self._holds(self._state(words)) for words in states], bool)
        found: Bools = ~outside if self._atom.probe is None else false == 0
        return found

    def _holds(self, state: State) -> bool:
        return bool(self._atom.system.within(state)) and self._atom.holds(state)

    def _state(self, words: U64) -> State:
        of = self._judging
        return of.system.state(tuple(of.layout.row_of(words)))


class SpecifiedChoices:
    """The states of a specification, packed as in a search of it; nothing is asked of its steps."""

    identity = ""

    def __init__(self, judge: Callable[[str], Judge]) -> None:
        """`judge` gives what judges states by the atom with a text; it raises `UnknownAtom`."""
        self._make = judge
        self._known: tuple[str, Judge] | None = None

    def true(self, states: U64, text: str) -> Bools:
        """As `Choices.true`; raises what the atom raises in a state where it has no value."""
        if self._known is None or self._known[0] != text:
            self._known = text, self._make(text)
        return self._known[1].true(states)

    def expand(self, states: U64, asked: Condition) -> Iterator[Chosen]:
        """As `Choices.expand`: refused."""
        raise Refused(NO_STEPS)

    def contested(self, states: U64) -> int | None:
        """As `Choices.contested`: refused."""
        raise Refused(NO_STEPS)

    def apart(self) -> SpecifiedChoices:
        """As `Choices.apart`."""
        return SpecifiedChoices(self._make)


@dataclass(frozen=True, slots=True)
class JudgingRecipe:
    """A specification with one atom: a `ChoicesRecipe`."""

    of: SpecifiedRecipe
    name: str

    def choices(self, room: int) -> Choices:
        """As `ChoicesRecipe.choices`."""
        judge = Judge(self.of.make(), self.of.saved, self.of.task)
        return SpecifiedChoices(lambda _: judge)


def judging_recipe(atom: Atom, text: str, stepper: FactoredStepper, task: Task) -> JudgingRecipe:
    """The recipe for the states of a stepper and an atom with this text.

    Raises what `recipe_of` raises.
    """
    return JudgingRecipe(recipe_of(atom, stepper, task), text)
