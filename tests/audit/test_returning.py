"""An audit finds what is wrong with a proof about endless runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from counterpoint import Model, step
from counterpoint.audit.reference import Reference
from counterpoint.audit.remembered import Remembered
from counterpoint.audit.returning import audit_returning
from counterpoint.certificate import Audited, Effort, Extent, Past, Seen
from counterpoint.logic.automata.automaton import Automaton
from counterpoint.logic.automata.ltl_to_automaton import ltl_to_automaton
from counterpoint.logic.core import Linear
from counterpoint.logic.lower import to_linear
from counterpoint.logic.parser import parse

NOTHING = Automaton(1, (0,), (), (), 0)
"""It accepts no path."""


def clock(fair: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())) -> Model:
    """A number that goes from 0 to 2 and back to 0, or stays; weak and strong fairness."""
    weak, strong = fair
    model = Model("clock")
    n = model.var("n", range(4), init=0)

    @model.action
    def on() -> Any:
        return step(when=n < 3, set={n: (n + 1) % 3})

    @model.action
    def stay() -> Any:
        return step(when=n < 3, set={})

    if weak:
        model.weak(*weak)
    if strong:
        model.strong(*strong)
    return model


@dataclass
class Claimed:
    """A proof with a given invariant."""

    path: Linear
    automaton: Automaton
    inside: Callable[[Remembered], bool] = lambda here: True
    length: int = 0
    endless: bool = False
    start: Any = None
    watched: tuple[Past, ...] = ()
    encoded: int = 4

    def is_inside(self, here: Remembered) -> bool:
        return self.inside(here)

    def state(self, number: int) -> Seen:
        return Seen((number,))

    def key(self, seen: Seen, at: int) -> Any:
        return seen, at


def result(model: Model, path: str, effort: Effort | None = None, **claim: Any) -> Audited:
    linear = to_linear(parse(path))
    claim.setdefault("automaton", ltl_to_automaton(linear))
    proof = Claimed(linear, **claim)
    return audit_returning(Reference(model), proof, effort or Effort(seconds=3600.0))


ALL = Effort(Extent.ALL)


def test_a_right_proof_passes_and_all_that_is_reached_was_looked_at() -> None:
    never_three = result(clock(), "F {n = 3}", ALL, inside=lambda here: here.state[0] < 3)
    assert (never_three.fault, never_three.unchecked) == ("", ())
    assert never_three.states > 3


@pytest.mark.parametrize("effort", [None, ALL], ids=["sample", "all"])
@pytest.mark.parametrize(
    ("path", "claim", "fault"),
    [
        ("F {n = 3}", {"inside": lambda here: here.state[0] > 0}, "an initial state violates"),
        ("F {n = 3}", {"inside": lambda here: here.state[0] < 2}, "leads out of the invariant"),
        ("F {n = 3}", {"inside": lambda here: not here.saved}, "leads out of the invariant"),
        ("G F {n = 1}", {}, "that was said not to be reached"),
        (
            "G F {n = 1}",
            {"automaton": NOTHING, "inside": lambda here: not here.saved},
            "does what was said that no fair run does",
        ),
        ("F {n = 3}", {"start": (1,)}, "a proof is about a state that is not initial"),
    ],
)
def test_a_wrong_proof_is_found(
    path: str, claim: dict[str, Any], fault: str, effort: Effort | None
) -> None:
    assert fault in result(clock(), path, effort, **claim).fault


def test_a_run_that_only_stays_is_not_fair() -> None:
    for fair in ((("on",), ()), ((), ("on",))):
        assert result(clock(fair), "F G {n = 0}", ALL).fault == ""
    assert "said not to be reached" in result(clock(), "F G {n = 0}", ALL).fault


def test_without_time_nothing_is_looked_at() -> None:
    found = result(clock(), "G F {n = 1}", Effort(seconds=0.0))
    assert (found.states, found.fault) == (0, "")
