"""One infinite run of a specification, and what is true of it by definition."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from ....errors import Fault
from ....logic.core import All, Core, Prop, Some, Truth
from ....logic.formula import Formula
from ....logic.lower import to_linear
from ....model.specified import FairnessCondition, Probe, Specified, StateProbe, StepProbe
from ....model.system import State
from ....verdict import Trace
from ...formula.linear import path_holds


class Endless:
    """The infinite run of a trace; after the end of a finite trace, the run stutters for ever.

    All its facts come from the system itself; nothing is used of how the run was found.
    """

    def __init__(self, of: Specified, trace: Trace) -> None:
        self._of = of
        rest = trace.states[-1:] if trace.loop is None else ()
        self._states = (*trace.states, *rest)
        # The last state is the first of the loop again, so the run continues with the second one.
        self._loop = 1 + (len(trace.steps) if trace.loop is None else trace.loop)

    def satisfies(self, formula: Formula, probes: Mapping[str, Probe]) -> bool:
        """Whether a linear-time formula is true of the run."""

        def holds(of: Core, at: int) -> bool:
            match of:
                case Truth(value):
                    return value
                case Prop(text, positive):
                    return self._true(probes[text], at) is positive
                case All(parts):
                    return all(holds(part, at) for part in parts)
                case Some(parts):
                    return any(holds(part, at) for part in parts)
            raise Fault(f"{of} is no formula of linear time")

        return path_holds(to_linear(formula), len(self._states), self._loop, holds)

    def _true(self, probe: Probe, at: int) -> bool:
        if isinstance(probe, StateProbe):
            return probe.holds(self._states[at])
        return at > 0 and _is_true_of(probe, self._states[at - 1], self._states[at])

    def keeps(self, condition: FairnessCondition) -> bool:
        """Whether the run satisfies a fairness condition."""
        around = self._states[self._loop - 1 :]
        if any(_is_true_of(condition.step, *step) for step in pairwise(around)):
            return True
        enabled = [self._is_enabled(condition, state) for state in dict.fromkeys(around)]
        return not any(enabled) if condition.strong else not all(enabled)

    def _is_enabled(self, condition: FairnessCondition, state: State) -> bool:
        if condition.enabled is not None:
            return condition.enabled.holds(state)
        of, step = self._of, condition.step
        return _is_true_of(step, state, state) or any(
            of.allows(state, there) and step.holds(state, there) and of.within(there)
            for _, there in of.successors(state)
        )


def _is_true_of(probe: StepProbe, here: State, there: State) -> bool:
    """Whether a probe is true of a step; for stuttering, its constant value is used if known."""
    if here == there and probe.at_rest is not None:
        return probe.at_rest
    return probe.holds(here, there)
