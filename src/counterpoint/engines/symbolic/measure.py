"""Measures of progress: numbers that no step decreases, which divide the states into layers.

A measure given with the model is only a claim, and one found here was checked by the actions one by
one. `explore` checks every step anyway, and drops a measure if a step decreases it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from ...terms.sort import Bool, Interval, code, is_member, size
from ...terms.term import Term, Variable
from .diagram import Diagram
from .machine import Machine
from .moves import Step

Measure: TypeAlias = Mapping[int, Diagram]
"""For each value of the measure, in ascending order, the states with that value."""

Rank: TypeAlias = Callable[[int], int]
"""Maps each code of a variable to a number."""


def given_measure(machine: Machine) -> Measure | None:
    """The measure that the model declares; None if there is none."""
    if machine.parts.progress is None:
        return None
    partition = machine.translator.partition(machine.parts.progress)
    return {int(value): where for (_, value), where in sorted(partition.items()) if where}


def found_measure(machine: Machine) -> Measure | None:
    """The sum of ranks that never decrease: write-once variables, counters up or down.

    None if there are none, or the sum could be too large.
    """
    ranked = []
    most = 0
    for variable in machine.parts.variables:
        rank = _rank(machine, variable)
        if rank is not None:
            ranked.append((variable, rank))
            most += max(map(rank, range(size(variable.sort))))
    if not 0 < most <= machine.tuning.layers_most:
        return None
    return _sum(machine, ranked)


def _sum(machine: Machine, ranked: list[tuple[Variable, Rank]]) -> Measure:
    place = machine.encoding.places.now
    total = {0: machine.on.true}
    for variable, rank in sorted(ranked, key=lambda pair: place[pair[0].name], reverse=True):
        longer: dict[int, Diagram] = {}
        for number in range(size(variable.sort)):
            cube = machine.encoding.has_code(variable.name, number)
            for before, where in total.items():
                value = before + rank(number)
                part = where & cube
                longer[value] = longer[value] | part if value in longer else part
        total = longer
    return dict(sorted(total.items()))


def _rank(machine: Machine, variable: Variable) -> Rank | None:
    """A rank of a variable that no action decreases; None if none is found, or it never changes."""
    steps = [
        (step, term)
        for step in machine.steps
        for changed, term in step.action.updates
        if changed.name == variable.name
    ]
    if steps:
        for rank, strictly in _candidates(machine, variable):
            if all(_rises(machine, step, variable, term, rank, strictly) for step, term in steps):
                return rank
    return None


def _candidates(machine: Machine, variable: Variable) -> Iterator[tuple[Rank, bool]]:
    """Ranks to try, each with whether every action must increase it."""
    initial = [
        number
        for number in range(size(variable.sort))
        if machine.encoding.has_code(variable.name, number) & machine.start
    ]
    if len(initial) == 1:
        yield (lambda number: int(number != initial[0])), True
    if isinstance(variable.sort, Bool | Interval):
        last = size(variable.sort) - 1
        yield (lambda number: number), False
        yield (lambda number: last - number), False


def _rises(
    machine: Machine, step: Step, variable: Variable, term: Term, rank: Rank, strictly: bool
) -> bool:
    """Whether the step never decreases the rank, and, if `strictly`, always increases it."""
    for (_, value), where in machine.translator.partition(term).items():
        if not is_member(variable.sort, value):
            continue
        least = rank(code(variable.sort, value)) + (0 if strictly else 1)
        over = machine.on.union(
            machine.encoding.has_code(variable.name, number)
            for number in range(size(variable.sort))
            if rank(number) >= least
        )
        if (near := over & where & step.near) and near & step.far & machine.valid:
            return False
    return True
