"""Which search explores a specification, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import ne
from typing import Any

import pytest

from counterpoint.engines.base.task import EVERYTHING, Task
from counterpoint.engines.decide.spec.check import check_claims
from counterpoint.engines.search.spec.explore import explore
from counterpoint.engines.search.spec.explored import Explored, Wanted
from counterpoint.errors import CounterpointError, Fault, NoValue, Refused
from counterpoint.model.factored import Factored
from counterpoint.model.specified import StateProbe, StepProbe
from counterpoint.stopped import INTERRUPTED
from counterpoint.tuning import Tuning

from .tables import Tabled

LONG = Tabled(
    [[("go", n + 1), ("back", 0)] for n in range(2999)] + [[]], true={"p": frozenset(range(2000))}
)
NOTHING = Wanted()


@dataclass
class Uncut(Tabled):
    """A specification that says why it cannot be cut into cells."""

    why: BaseException = Refused("")  # noqa: RUF009

    def factored(
        self,
        seen: Sequence[Any],
        states: Sequence[StateProbe],
        steps: Sequence[StepProbe],
        *,
        opens: bool = False,
        initial: Sequence[Any] | None = None,
        division: Any = None,
    ) -> Factored | None:
        raise self.why


AT_ONCE = Task(tuning=Tuning(walk_work=0, pace_patience=1 << 20))
"""The search that learns takes over as soon as it can, and is kept however slow the machine is."""


def uncut(why: BaseException) -> Explored:
    return explore(Uncut(LONG.steps, true=LONG.true, why=why), NOTHING, AT_ONCE)


def test_what_is_done_soon_is_left_to_the_evaluator() -> None:
    found = explore(replace(LONG, start=[2990], steps=LONG.steps[:]), NOTHING, EVERYTHING)
    assert found.engine == "explicit"
    assert found.why == "the evaluator was done before anything was worth learning"


def test_a_search_that_goes_on_is_learned() -> None:
    found = explore(LONG, NOTHING, AT_ONCE)
    assert (found.engine, found.states, found.stopped) == ("tabled", 3000, "")
    assert found.learned > 0
    assert found.why == "the evaluator was not done after 0 states and steps"


def test_states_that_cannot_be_cut_are_left_to_the_evaluator() -> None:
    plain = explore(replace(LONG, can_be_cut=False), NOTHING, AT_ONCE)
    view = uncut(Refused("VIEW"))
    stuck = uncut(NoValue("it has no value"))
    assert {found.engine for found in (plain, view, stuck)} == {"explicit"}
    assert {found.states for found in (plain, view, stuck)} == {3000}
    assert plain.why == "states cannot be cut into cells"
    assert view.why == "states cannot be cut into cells: VIEW"
    assert stuck.why == "states cannot be cut into cells: it has no value"


def test_too_many_probes_are_left_to_the_evaluator() -> None:
    probes = tuple(StateProbe(f"{n}", partial(ne, n)) for n in range(65))
    found = explore(LONG, Wanted(probes, must=frozenset(probes)), AT_ONCE)
    assert (found.engine, len(found.bad_states)) == ("explicit", 65)
    assert found.why == "no more than 64 probes can be made together"


def test_a_state_whose_steps_a_constraint_leaves_out_is_no_deadlock() -> None:
    bounded = replace(LONG, allowed=frozenset((n, n + 1) for n in range(10)))
    found = explore(bounded, Wanted(deadlock=True), AT_ONCE)
    assert (found.engine, found.states, found.deadlocks) == ("explicit", 11, 0)
    assert found.why == "the evaluator judges steps too that a constraint of steps leaves out"


def test_ctrl_c_while_states_are_cut_keeps_what_is_known() -> None:
    found = uncut(KeyboardInterrupt())
    assert (found.stopped, found.found) == (INTERRUPTED, 2)


@pytest.mark.engine_fails
def test_a_contradiction_of_ours_leaves_the_states_to_the_evaluator_and_is_told() -> None:
    found = uncut(Fault("a bug"))
    assert (found.engine, found.states) == ("explicit", 3000)
    (warning,) = found.warnings
    assert "the tabled search failed (Fault: a bug" in warning


@pytest.mark.parametrize("why", [Refused("VIEW"), NoValue("no value")])
def test_what_is_to_be_learned_and_cannot_be_is_refused(why: CounterpointError) -> None:
    of = Uncut(LONG.steps, true=LONG.true, why=why)
    with pytest.raises(Refused, match=f"states cannot be cut into cells: {why.message}"):
        explore(of, NOTHING, EVERYTHING, engine="tabled")


def test_an_engine_can_be_asked_for() -> None:
    for engine in ("explicit", "tabled"):
        found = check_claims(LONG, [], name="tables", engine=engine)
        assert (found.found.engine, found.why) == (engine, "it was asked for")
        assert found.verdicts.engine == engine
