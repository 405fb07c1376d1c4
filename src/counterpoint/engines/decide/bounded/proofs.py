"""Proofs as certificates: what an auditor needs to check them state by state."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from math import prod
from random import Random
from typing import Any

from ....audit.reference import Reference, Taken
from ....audit.remembered import Remembered
from ....certificate import Past, Seen, Test
from ....data import dataclass
from ....errors import OutOfSort
from ....logic.automata.automaton import Automaton
from ....logic.core import Core, Linear
from ....model.action import Action
from ....model.property import Labels
from ....model.system import REST, State
from ....terms.evaluate import meaning
from ....terms.sort import Sort, is_member, size, value
from ....terms.term import Term
from ...bounded.lasso import Lasso
from ...bounded.starts import Cube
from ...space.prepared import Prepared


@dataclass(frozen=True)
class Proven:
    """A proof about a model, in the form of a certificate: `Inductive`."""

    of: Prepared
    terms: tuple[Term, ...]
    via: Core
    goal: Core
    part: tuple[int, ...]
    length: int = 0
    ends: Labels = ()
    start: State | None = None

    @property
    def watched(self) -> Sequence[Past]:
        return self.of.memory.past

    @cached_property
    def conditions(self) -> tuple[Test, ...]:
        """The terms as tests of states."""
        names = tuple(variable.name for variable in self.of.model.variables)
        whole = self.of.memory.state

        def test(term: Term) -> Test:
            holds = meaning(term)
            return lambda seen: bool(holds(dict(zip(names, _row(whole(seen)), strict=True))))

        return tuple(map(test, self.terms))

    @property
    def encoded(self) -> int:
        return encoded(self.of)

    def state(self, number: int) -> Seen:
        return numbered(self.of, number)

    def apart(self, seen: Seen) -> Hashable:
        """The values of the variables that matter."""
        row = _row(self.of.memory.state(seen))
        return tuple(row[place] for place in self.part)


@dataclass(frozen=True)
class ProvenEndless:
    """A proof about endless runs, in the form of a certificate: `Returning`."""

    of: Prepared
    lasso: Lasso
    cubes: tuple[Cube, ...]
    path: Linear
    endless: bool = False
    length: int = 0
    start: State | None = None

    @property
    def watched(self) -> Sequence[Past]:
        return self.of.memory.past

    @property
    def automaton(self) -> Automaton:
        return self.lasso.automaton

    @property
    def encoded(self) -> int:
        return encoded(self.of)

    def state(self, number: int) -> Seen:
        return numbered(self.of, number)

    def is_inside(self, here: Remembered) -> bool:
        """Whether the latches of the machine are in none of the cubes."""
        now, copy = self.key(here.seen, here.at), self.key(here.copy, here.at_copy)
        bits = self.lasso.latches(now, here.saved, copy, here.met)
        return not any(all(bits[abs(n) - 1] is (n > 0) for n in cube) for cube in self.cubes)

    def key(self, seen: Seen, at: int) -> tuple[bool, ...]:
        """The latches for a state of the model, and for one of the automaton."""
        return self.lasso.bits(_row(self.of.memory.state(seen)), at)


def numbered(of: Prepared, number: int) -> Seen:
    """The state of a model with a number, of all that can be written down."""
    values: list[Any] = []
    for variable in of.model.variables:
        number, code = divmod(number, size(variable.sort))
        values.append(value(variable.sort, code))
    return of.memory.seen(tuple(values))


def encoded(of: Prepared) -> int:
    """How many states of a model can be written down."""
    found = 1
    for variable in of.model.variables:
        found *= size(variable.sort)
    return found


def _row(state: Any) -> tuple[Any, ...]:
    return tuple(state)


def choices(of: Prepared) -> int:
    """The greatest number of choices that an action of a model has."""
    chosen = (action.chosen for action in of.model.actions)
    return max((prod(size(variable.sort) for variable in each) for each in chosen), default=1)


class Sampled:
    """Steps of a model with too many choices to list: some of them, drawn at random."""

    def __init__(self, of: Prepared, reference: Reference, tries: int) -> None:
        self._of = of
        self._reference = reference
        self._tries = tries
        self._rng = Random(0)
        self._names = tuple(variable.name for variable in of.original.variables)
        self._actions = [_Meant.of(action) for action in of.original.actions]

    def __call__(self, seen: Seen) -> list[Taken]:
        """Some steps out of a state; its rest only if it is known that there are no others."""
        found = list(dict.fromkeys(self._steps(seen)))
        if found or any(meant.sorts for meant in self._actions):
            return found
        return [Taken(REST, self._reference.after(seen, REST, seen.state))]

    def _steps(self, seen: Seen) -> Iterator[Taken]:
        values = dict(zip(self._names, _row(seen.state), strict=True))
        for meant in self._actions:
            for _ in range(min(self._tries, meant.choices)):
                read = values | {name: _draw(sort, self._rng) for name, sort in meant.sorts}
                if not meant.guard(read):
                    continue
                after = dict(values)
                for name, sort, term in meant.updates:
                    after[name] = term(read)
                    if not is_member(sort, after[name]):
                        raise OutOfSort(f"{meant.action.label}: {name} would leave its sort")
                label = meant.action.label
                yield Taken(label, self._reference.after(seen, label, tuple(after.values())))


@dataclass(frozen=True)
class _Meant:
    """An action with its terms as functions."""

    action: Action
    sorts: tuple[tuple[str, Sort], ...]
    guard: Any
    updates: tuple[tuple[str, Sort, Any], ...]
    choices: int
    """The number of combinations of the values that the action chooses."""

    @classmethod
    def of(cls, action: Action) -> _Meant:
        return cls(
            action,
            tuple((v.name, v.sort) for v in action.chosen),
            meaning(action.guard),
            tuple((v.name, v.sort, meaning(term)) for v, term in action.updates),
            prod(size(variable.sort) for variable in action.chosen),
        )


def _draw(sort: Sort, rng: Random) -> Any:
    return value(sort, rng.randrange(size(sort)))
