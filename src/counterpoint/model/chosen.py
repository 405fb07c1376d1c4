"""What an action chooses: the parts of its guard that read chosen variables, and the choices."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice, product
from math import prod
from random import Random
from typing import Any, TypeAlias

from ..data import dataclass
from ..terms.apply import all_true, conjuncts, variables_of
from ..terms.backtrace import Backtracer, solver_of
from ..terms.solve import Solver
from ..terms.sort import Bool, same
from ..terms.term import Apply, Op, Term, Variable
from .action import Action

Searching: TypeAlias = Solver | Backtracer


@dataclass(frozen=True, slots=True)
class Knot:
    """Chosen variables that conditions tie together, and these conditions.

    The choices of different knots do not depend on each other.
    """

    chosen: tuple[Variable, ...]
    conditions: tuple[Term, ...]


def plain_parts(action: Action) -> tuple[Term, ...]:
    """The conjuncts of the guard that read no chosen variable."""
    if not action.chosen:
        return conjuncts(action.guard)
    names = {variable.name for variable in action.chosen}
    return tuple(part for part in conjuncts(action.guard) if not _read(part, names))


def plain_guard(action: Action) -> Term:
    """The conjunction of these conjuncts; the guard itself if nothing is chosen."""
    return all_true(plain_parts(action)) if action.chosen else action.guard


def knots(action: Action) -> tuple[Knot, ...]:
    """The chosen variables of an action by what ties them together.

    >>> from ..terms.apply import TRUE
    >>> from ..terms.sort import Bool
    >>> p, q = Variable("p", Bool()), Variable("q", Bool())
    >>> [knot.chosen for knot in knots(Action("go", "go", (), TRUE, (), chosen=(p, q)))]
    [(Variable(name='p', sort=Bool()),), (Variable(name='q', sort=Bool()),)]
    """
    if not action.chosen:
        return ()
    names = {variable.name for variable in action.chosen}
    tied: list[tuple[set[str], list[Term]]] = [({name}, []) for name in names]
    for part in conjuncts(action.guard):
        if read := _read(part, names):
            own = [knot for knot in tied if not knot[0].isdisjoint(read)]
            tied = [knot for knot in tied if knot[0].isdisjoint(read)]
            parts = [old for knot in own for old in knot[1]]
            tied.append((set[str]().union(*(knot[0] for knot in own)), [*parts, part]))
    place = {variable.name: at for at, variable in enumerate(action.chosen)}
    tied.sort(key=lambda knot: min(place[name] for name in knot[0]))
    return tuple(
        Knot(tuple(v for v in action.chosen if v.name in knot[0]), tuple(knot[1])) for knot in tied
    )


def _read(part: Term, names: Collection[str]) -> set[str]:
    return {variable.name for variable in variables_of(part) if variable.name in names}


class Choosing:
    """The choices of an action in states where the plain parts of its guard are true."""

    def __init__(self, action: Action) -> None:
        read = {v.name for _, term in action.updates for v in variables_of(term)}
        self._conditions: list[Term] = []
        self._solvers: list[Searching] = []
        self._needed: list[Searching] = []
        self._other: list[Searching] = []
        self._read: list[tuple[str, ...]] = []
        for knot in knots(action):
            solver = solver_of(knot.conditions, knot.chosen)
            self._conditions.append(all_true(knot.conditions))
            self._solvers.append(solver)
            own = read & {variable.name for variable in knot.chosen}
            (self._needed if own else self._other).append(solver)
            if own:
                self._read.append(tuple(variable.name for variable in knot.chosen))

    def choices(self, values: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """The values by name, with those of the chosen variables that updates read.

        Each mapping is valid until the next one is asked for. There is one without a choice if
        updates read none, and none if some condition cannot be true.
        """
        if all(_is_solvable(solver, values) for solver in self._other):
            yield from self._chosen(values)

    def _chosen(self, values: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """The choices of one knot after another; a call for each would be too deep for many."""
        needed = self._needed
        if not needed:
            yield values
            return
        ways = [needed[0].of(values)]
        while ways:
            found = next(ways[-1], None)
            if found is None:
                ways.pop()
            elif len(ways) < len(needed):
                ways.append(needed[len(ways)].of(found))
            else:
                yield found

    def some(self, values: Mapping[str, Any], most: int) -> tuple[list[Mapping[str, Any]], bool]:
        """At most `most` of the choices, and whether these are all.

        If there are more, they are drawn, the same ones each time.
        """
        if not all(_is_solvable(solver, values) for solver in self._other):
            return [], True
        found: list[list[dict[str, Any]]] = []
        for names, solver in zip(self._read, self._needed, strict=True):
            chosen = islice(solver.of(values), most + 1)
            found.append([{name: one[name] for name in names} for one in chosen])
        count = prod(map(len, found))
        if count <= most:
            return [{**values, **_joined(parts)} for parts in product(*found)], True
        chance = Random(0)
        drawn = ([chance.choice(ways[:most]) for ways in found] for _ in range(most))
        return [{**values, **_joined(parts)} for parts in drawn], False

    def is_possible(self, values: Mapping[str, Any]) -> bool:
        """Whether there is a choice."""
        return all(_is_solvable(solver, values) for solver in self._solvers)

    def unsatisfiable(self, values: Mapping[str, Any]) -> tuple[Term, ...]:
        """The conditions on chosen variables that no choice makes true."""
        pairs = zip(self._conditions, self._solvers, strict=True)
        return tuple(condition for condition, of in pairs if not _is_solvable(of, values))


class Leading:
    """Whether an action leads from a state to another one, found without listing its steps."""

    def __init__(self, action: Action) -> None:
        after = {variable.name: Variable(f"{variable.name} after", variable.sort)
                 for variable, _ in action.updates}  # fmt: skip
        self._after = {name: variable.name for name, variable in after.items()}
        equal = [
            Apply(Op.EQ, (term, after[variable.name]), Bool()) for variable, term in action.updates
        ]
        self._solver = solver_of([*conjuncts(action.guard), *equal], action.chosen)

    def leads(self, before: Mapping[str, Any], there: Mapping[str, Any]) -> bool:
        """Whether the action leads from the values of one state to those of another."""
        after = self._after
        if any(not same(old, there[name]) for name, old in before.items() if name not in after):
            return False
        new = {name: there[of] for of, name in after.items()}
        return _is_solvable(self._solver, {**before, **new})


def _joined(parts: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    return {name: value for part in parts for name, value in part.items()}


def _is_solvable(solver: Searching, values: Mapping[str, Any]) -> bool:
    return next(solver.of(values), None) is not None
