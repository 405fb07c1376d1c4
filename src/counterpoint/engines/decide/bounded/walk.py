"""Runs that a solver found, as runs of the model: each step is computed again by its terms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ....certificate import Seen
from ....data import dataclass
from ....errors import Fault
from ....model.steps import Steps
from ....model.system import Label
from ....terms.evaluate import evaluate
from ....terms.sort import is_member
from ....verdict import Trace
from ...bounded.problem import Taken
from ...space.prepared import Prepared


@dataclass(frozen=True)
class Walk:
    """A run of a prepared model: its states, and the action and the choices of each step."""

    of: Prepared
    states: tuple[tuple[Any, ...], ...]
    taken: tuple[Taken, ...]

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels of the steps."""
        return tuple(each.action.label for each in self.taken)

    def folded(self, loop: int) -> tuple[Walk, int]:
        """The same infinite run with the shortest stem and loop, and where this loop begins.

        A loop that repeats itself is taken once; a stem that ends as the loop does is shortened.
        """
        states, taken = self.states, self.taken
        steps = list(zip(states, self.labels, states[1:], strict=False))
        around = steps[loop:]
        period = next(
            n
            for n in range(1, len(around) + 1)
            if not len(around) % n and around == around[:n] * (len(around) // n)
        )
        end = loop + period
        while loop and steps[loop - 1] == steps[end - 1]:
            loop, end = loop - 1, end - 1
        return Walk(self.of, states[: end + 1], taken[:end]), loop

    def trace(self, loop: int | None = None) -> Trace:
        """The run of the original model; an infinite one returns to its state number `loop`."""
        start, *rest = map(self.of.plain, self.states)
        return Trace(start, tuple(zip(self.labels, rest, strict=True)), loop)

    def seen(self) -> Iterator[Seen]:
        """The states with the facts about the past that were recorded."""
        return map(self.of.memory.seen, self.states)


def walked(of: Prepared, start: tuple[Any, ...], taken: Iterable[Taken]) -> Walk:
    """The run from a state by these steps; raises `Fault` if one of them cannot be taken.

    Raises `OutOfSort` if a step gives a variable a value outside its sort.
    """
    names = tuple(variable.name for variable in of.model.variables)
    states, steps = [start], tuple(taken)
    for each in steps:
        values: dict[str, Any] = dict(zip(names, states[-1], strict=True))
        states.append(_after(of, each, states[-1], values))
    return Walk(of, tuple(states), steps)


def _after(
    of: Prepared, taken: Taken, state: tuple[Any, ...], values: dict[str, Any]
) -> tuple[Any, ...]:
    """The state after a step."""
    action = taken.action
    read = {**values, **taken.chosen}
    if not evaluate(action.guard, read):
        raise Fault(f"{action.label} is not enabled in {state!r}, where a solver takes it")
    after = dict(values)
    for variable, term in action.updates:
        value = evaluate(term, read)
        if not is_member(variable.sort, value):
            raise Steps(of.model.parts).out_of_sort(action, variable, value, state)
        after[variable.name] = value
    return tuple(after.values())
