"""Proofs as certificates: what an auditor needs to check them state by state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

from ....audit.reference import Reference, Taken
from ....certificate import Past, Seen, Test
from ....data import dataclass
from ....logic.core import Core
from ....model.action import Action
from ....model.property import Labels
from ....terms.evaluate import meaning
from ....terms.sort import Sort, is_member, size, value
from ....terms.term import Term
from ...space.prepared import Prepared


@dataclass(frozen=True)
class Proven:
    """A proof about a model, in the form of a certificate: `Inductive`."""

    of: Prepared
    terms: tuple[Term, ...]
    via: Core
    goal: Core
    length: int = 0
    ends: Labels = ()

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
        values: list[Any] = []
        for variable in self.of.model.variables:
            number, code = divmod(number, size(variable.sort))
            values.append(value(variable.sort, code))
        return self.of.memory.seen(tuple(values))


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
    most = 1
    for action in of.model.actions:
        own = 1
        for variable in action.chosen:
            own *= size(variable.sort)
        most = max(most, own)
    return most


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
        """Some steps out of a state; the state itself if none is found."""
        found = dict.fromkeys(self._steps(seen))
        return list(found) or [Taken("rest", seen)]

    def _steps(self, seen: Seen) -> Iterator[Taken]:
        values = dict(zip(self._names, _row(seen.state), strict=True))
        for meant in self._actions:
            for _ in range(self._tries if meant.sorts else 1):
                read = values | {name: _draw(sort, self._rng) for name, sort in meant.sorts}
                if not meant.guard(read):
                    continue
                after = dict(values)
                for name, sort, term in meant.updates:
                    after[name] = term(read)
                    assert is_member(sort, after[name])
                label = meant.action.label
                yield Taken(label, self._reference.after(seen, label, tuple(after.values())))


@dataclass(frozen=True)
class _Meant:
    """An action with its terms as functions."""

    action: Action
    sorts: tuple[tuple[str, Sort], ...]
    guard: Any
    updates: tuple[tuple[str, Sort, Any], ...]

    @classmethod
    def of(cls, action: Action) -> _Meant:
        return cls(
            action,
            tuple((v.name, v.sort) for v in action.chosen),
            meaning(action.guard),
            tuple((v.name, v.sort, meaning(term)) for v, term in action.updates),
        )


def _draw(sort: Sort, rng: Random) -> Any:
    return value(sort, rng.randrange(size(sort)))
