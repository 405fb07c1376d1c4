"""The runs of a specification: the steps that its constraints allow, and stuttering."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ..certificate import Seen
from ..model.specified import (
    FairnessCondition,
    Probe,
    Specified,
    StateProbe,
    StepProbe,
    Stuttering,
)
from ..model.system import REST, Label, State
from .form import Fair
from .reference import Reference, Taken


class Stutters(Reference):
    """A specification as a reference: each state also records facts about the step that led to it.

    The atoms are those of `asked`. The facts are the step probes of `asked` and of the fairness
    conditions.
    """

    def __init__(self, system: Specified, asked: Mapping[str, Probe]) -> None:
        super().__init__(Stuttering(system))
        self._of, self._asked = system, asked
        self._watching = {
            text: probe for text, probe in asked.items() if isinstance(probe, StepProbe)
        }
        for number, condition in enumerate(system.fairness_conditions):
            self._watching[_name(number)] = condition.step
        self._promised = tuple(
            Fair(condition.strong, _has_fact(_name(number)), _enabled(condition))
            for number, condition in enumerate(system.fairness_conditions)
        )
        self._ways: dict[State, tuple[Taken, ...]] = {}

    @property
    def fairness(self) -> tuple[Fair, ...]:
        """The fairness promised of the runs."""
        return self._promised

    def starts(self) -> Iterator[Seen]:
        """The states in which a run may start; they have no facts."""
        return map(Seen, filter(self._of.within, dict.fromkeys(self._of.initial())))

    def is_start(self, seen: Seen) -> bool:
        """Whether a run may start in a state."""
        return super().is_start(seen) and self._of.within(seen.state)

    def _steps(self, seen: Seen) -> tuple[Taken, ...]:
        here = seen.state  # the steps do not depend on the facts
        if here not in self._ways:
            self._ways[here] = tuple(
                Taken(label, self.after(seen, label, there))
                for label, there in self.system.successors(here)
                if label is REST or (self._of.allows(here, there) and self._of.within(there))
            )
        return self._ways[here]

    def after(self, seen: Seen, label: Label, there: State) -> Seen:
        """What is seen after a step."""
        here = seen.state
        facts = (text for text, probe in self._watching.items() if is_true_of(probe, here, there))
        return Seen(there, frozenset(facts))

    def atom(self, text: str, seen: Seen) -> bool:
        """Whether an atom is true in a state."""
        probe = self._asked[text]
        return probe.holds(seen.state) if isinstance(probe, StateProbe) else text in seen.facts


def is_true_of(probe: StepProbe, here: State, there: State) -> bool:
    """Whether a probe is true of a step; for stuttering, `at_rest` is used if it is known."""
    if here == there and probe.at_rest is not None:
        return probe.at_rest
    return probe.holds(here, there)


def _name(number: int) -> str:
    return f"condition {number}"


def _has_fact(text: str) -> Callable[[Label, Seen], bool]:
    return lambda label, there: text in there.facts


def _enabled(condition: FairnessCondition) -> Callable[[Seen], bool] | None:
    enabled = condition.enabled
    return None if enabled is None else lambda seen: enabled.holds(seen.state)
