"""An audit finds what is wrong with an invariant, one state and one step at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from counterpoint import Model, step
from counterpoint.audit.inductive import audit_inductive, truth_of
from counterpoint.audit.invariants import ALL_STATES
from counterpoint.audit.reference import Reference
from counterpoint.certificate import Audited, Effort, Extent, Past, Seen
from counterpoint.logic.core import Core, Prop, Truth

UNHURRIED = Effort(seconds=3600.0)


def ring() -> Model:
    """A number that runs through 0, 2, 4, 6; odd ones are in a ring of their own."""
    model = Model("ring")
    n = model.var("n", range(8), init=0)

    @model.action
    def on() -> object:
        return step(set={n: (n + 2) % 8})

    return model


@dataclass
class Claimed:
    """A proof with a given condition on the number."""

    condition: Callable[[int], bool]
    length: int = 0
    via: Core = field(default_factory=lambda: Truth(True))
    watched: tuple[Past, ...] = ()
    ends: tuple[Any, ...] = ()
    encoded: int = 8
    start: Any = None

    @property
    def conditions(self) -> tuple[Callable[[Seen], bool], ...]:
        return () if self.length else (lambda seen: self.condition(seen.state[0]),)

    def state(self, number: int) -> Seen:
        return Seen((number,))

    def apart(self, seen: Seen) -> Any:
        return seen


def result(claimed: Claimed, goal: str, effort: Effort = UNHURRIED) -> Audited:
    reference = Reference(ring())
    return audit_inductive(reference, claimed, truth_of(Prop(goal), reference), effort)


def test_a_right_invariant_passes_and_all_states_were_looked_at() -> None:
    found = result(Claimed(lambda n: n % 2 == 0), "n = 3")
    assert (found.fault, found.unchecked, found.of) == ("", (), 8)


@pytest.mark.parametrize(
    ("condition", "goal", "fault"),
    [
        (lambda n: n == 4, "n = 3", "an initial state violates the invariant in the state (0,)"),
        (lambda n: n < 4, "n = 7", "on leads out of the invariant in the state (2,)"),
        (
            lambda n: n % 2 == 0 or n == 3,
            "n = 7",
            "on leads out of the invariant in the state (3,)",
        ),
        (
            lambda n: True,
            "n = 3",
            "a state that is not to be reached satisfies the invariant in the state (3,)",
        ),
        (
            lambda n: True,
            "n = 0",
            "an initial state is one that was said not to be reached in the state (0,)",
        ),
    ],
)
def test_a_wrong_invariant_is_found(
    condition: Callable[[int], bool], goal: str, fault: str
) -> None:
    assert result(Claimed(condition), goal).fault == fault


def test_an_induction_that_does_not_hold_is_found() -> None:
    assert result(Claimed(lambda n: True, length=1), "n = 3").fault == (
        "on leads to what was said not to be reached in the state (1,)"
    )
    assert not result(Claimed(lambda n: True, length=4), "n = 3").fault


def test_everything_that_is_reached_is_looked_at_if_all_is_to_be_audited() -> None:
    effort = Effort(Extent.ALL)
    assert result(Claimed(lambda n: True, length=-1), "n = 3", effort).unchecked == ()
    broken = result(Claimed(lambda n: True, length=-1), "n = 6", effort)
    assert broken.fault == (
        "a reached state is one that was said not to be reached in the state (6,)"
    )


def test_with_a_sample_of_steps_all_is_a_sample_of_states_and_says_so() -> None:
    reference = Reference(ring())
    claimed = Claimed(lambda n: n % 2 == 0, encoded=1 << 16)
    effort = replace(UNHURRIED, extent=Extent.ALL, states=50)
    goal = truth_of(Prop("n = 3"), reference)
    found = audit_inductive(reference, claimed, goal, effort, reference.steps)
    assert found.passed
    assert found.states <= 101  # on runs, and drawn from all
    assert found.unchecked == (ALL_STATES,)


def test_a_sample_without_time_looks_at_nothing() -> None:
    assert result(Claimed(lambda n: True), "n = 3", Effort(seconds=0.0)) == Audited(0, 8)
