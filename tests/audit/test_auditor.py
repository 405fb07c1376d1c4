"""What is right passes the audit, and each fault that is planted is found."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint import Body, Event, Model, Program, check, events, never, sync, thread
from counterpoint.audit.formulas import closed_parts
from counterpoint.audit.reference import Reference
from counterpoint.certificate import Audited, Effort, Extent, Seen
from counterpoint.examples import hot_cold, nim, peterson
from counterpoint.logic.core_text import core_text
from tests.audit.claimed import Given, Said, case
from tests.engines.kripkes import Listed, as_model, kripkes
from tests.engines.test_where import FORMULAS
from tests.logic.semantics import Kripke, Move
from tests.share import share

ENGINES = ("explicit", "symbolic")


@pytest.mark.parametrize("over", ["reachable", "all"])
@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_what_engines_find_passes(engine: str, over: str) -> None:
    @settings(max_examples=4)
    @given(kripke=kripkes(largest=4), start=st.integers(0, 3))
    def compare(kripke: Kripke, start: int) -> None:
        model = as_model(kripke, (start % len(kripke.steps),))
        for text in FORMULAS:
            found = case(model, text, engine, over).audited()
            assert (found.fault, found.unchecked) == ("", ()), text

    compare()


@given(kripke=kripkes(largest=4), data=st.data())
@settings(max_examples=share(40))
def test_a_region_with_one_wrong_state_is_found(kripke: Kripke, data: st.DataObject) -> None:
    true = case(as_model(kripke), data.draw(st.sampled_from(FORMULAS)), over="all")
    part = data.draw(st.sampled_from(list(closed_parts(true.goal))))
    seen = data.draw(st.sampled_from(list(true.cover.every())))
    found = true.audited(claims=Said(true.claims, part, seen))
    assert "is said to be" in found.fault, core_text(part)


MUTEX = case(peterson.model(), "AG !(critical0 & critical1)")
SPUR = Kripke(((Move("a", 1),), (Move("a", 0),), (Move("b", 0),)))
"""Two states in a circle, and a third that leads to them and is not reached."""


def test_a_state_that_is_missing_is_found() -> None:
    for seen in MUTEX.cover.every():
        found = MUTEX.audited(cover=Given(MUTEX.cover, lacks=frozenset([seen])))
        assert "was not found" in found.fault


def test_a_state_too_many_is_found() -> None:
    true = case(Listed(SPUR, start=(0,)), "true")
    cover = Given(true.cover, more=(Seen(2),))
    assert "3 states were counted, and there are 2" in true.audited(cover=cover).fault
    assert "no step leads to" in true.audited(cover=cover, effort=Effort(Extent.SAMPLE)).fault


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"miscounts": 1}, "35 states were counted, and there are 34"),
        ({"loses": 1}, "61 transitions were counted, and there are 62"),
    ],
)
def test_a_wrong_count_is_found(wrong: dict[str, Any], said: str) -> None:
    assert said in MUTEX.audited(cover=Given(MUTEX.cover, **wrong)).fault


def test_the_steps_that_are_noted_of_a_state_with_several_ways_are_compared() -> None:
    for system, extent in ((peterson.model(), Extent.ALL), (meeting(), Extent.SAMPLE)):
        true = case(system, "AG EX true", "explicit")
        every = list(true.cover.every())
        ways = [there for seen in every for _, there in true.cover.steps(seen) or ()]
        at = next(there for there in ways if ways.count(there) > 1)
        steps = list(true.cover.steps(at) or ())
        (label, there), *others = steps
        away = next(seen for seen in every if seen not in (there, at))
        for noted, said in (
            ([*others, (label, away)], "a step was"),
            ([*others, ("jump", there)], "a step was"),
            ([*steps, ("jump", there)], "a step was noted that is none"),
            ([*steps, (label, away)], "a step was noted that is none"),
            (steps[1:] or [("jump", there)], "a step was"),
        ):
            cover = Given(true.cover, noted={at: noted})
            assert said in true.audited(cover=cover, effort=Effort(extent)).fault
        assert true.audited(effort=Effort(extent)).passed


def test_large_spaces_are_streamed_and_counted() -> None:
    few = Effort(Extent.ALL, whole=10)
    assert MUTEX.audited(effort=few).passed
    found = MUTEX.audited(cover=Given(MUTEX.cover, miscounts=1), effort=few)
    assert found.fault.endswith("35 states were counted, and there are 34")


def test_what_takes_the_whole_graph_is_said_to_be_unchecked_in_a_sample() -> None:
    true = case(peterson.model(), "G F critical0")
    sample = true.audited(effort=Effort(Extent.SAMPLE))
    assert sample.passed
    assert sample.unchecked == ("that no run does what is claimed of none",)
    assert true.audited().unchecked == ()


def test_a_run_that_is_none_and_one_that_is_not_fair_are_found() -> None:
    true = case(peterson.model(), "E G !critical0")
    start = next(iter(true.cover.every()))
    away = next(seen for seen in true.cover.every() if seen != start)
    for steps, said in (
        (((), (("jump", start),)), "does not lead on so"),
        (((), (("want(0)", away),)), "does not"),
    ):
        found = true.audited(claims=Said(true.claims, runs=steps), effort=Effort(Extent.ALL))
        assert said in found.fault


def test_a_sample_is_the_same_for_a_seed_and_no_larger_than_asked() -> None:
    true = case(nim.model(), "<<player1>> F p1_wins")
    found = true.audited(effort=Effort(Extent.SAMPLE, states=20, seed=3))
    assert (found.states, found.of, found.fault) == (20, 232, "")
    assert found == true.audited(effort=Effort(Extent.SAMPLE, states=20, seed=3))


def test_events_on_the_way_to_a_state_are_followed() -> None:
    for text in ("G (HOT -> X !HOT)", "EF once(COLD)", "AG (COLD -> once(HOT))"):
        found = case(hot_cold.program, text).audited()
        assert (found.fault, found.unchecked) == ("", ()), text


def test_time_ends_a_sample() -> None:
    true = case(nim.model(), "AG (p1_wins | p2_wins | EX true)")
    assert true.audited(effort=Effort(Extent.SAMPLE, seconds=1e-9)).states == 1
    found = true.audited(effort=Effort(Extent.SAMPLE, seconds=0.0))
    assert found == Audited(0, found.of)


def test_a_late_sample_looks_at_a_few_initial_states() -> None:
    model = Model("dial")
    model.var("hour", range(12))
    true = case(model, "AG EX true")
    last = list(Reference(model).starts())[-1]
    cover = Given(true.cover, lacks=frozenset({last}))
    for starts, fault in ((1, ""), (20, "an initial state was not found")):
        effort = Effort(Extent.SAMPLE, seconds=1e-9, starts=starts)
        assert fault in true.audited(cover=cover, effort=effort).fault


HOT, COLD = events("HOT COLD")


def meeting() -> Program:
    """Events in either order, twice: most states are reached in several ways."""
    return Program(pour(HOT), pour(COLD))


@thread
def pour(event: Event, times: int = 2) -> Body:
    for _ in range(times):
        yield sync(request=event)


def test_a_check_that_does_not_pass_its_audit_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    from counterpoint.engines.graph.algebra import BitRegion, GraphAlgebra

    true = GraphAlgebra.until

    def too_little(self: Any, *args: Any) -> Any:  # an attractor that lacks what is attracted
        return BitRegion(args[-1].bits.copy(), true(self, *args).rank)

    monkeypatch.setattr(GraphAlgebra, "until", too_little)
    verdict = check(Program(pour(HOT), pour(COLD)), "EF (HOT & once(COLD))", audit="all")
    (only,) = verdict
    assert only.answer.value == "unknown"
    assert "the audit of this answer did not pass" in only.reason
    assert only.audited is not None
    assert only.audited.fault


def test_a_forbidden_event_that_was_overlooked_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from counterpoint.engines.decide.network import check as network_check
    from counterpoint.engines.decide.network.judge import Judgement
    from counterpoint.verdict import Answer

    monkeypatch.setattr(network_check, "judge", lambda *given: Judgement(Answer.HOLDS))
    program = Program(pour(HOT), pour(COLD))
    (verdict,) = check(program, never(COLD), audit="all")
    assert verdict.answer is Answer.UNKNOWN
    assert "COLD can be selected, although the answer says never" in verdict.reason


@pytest.mark.parametrize("said", ["HOLDS", "FAILS"])
def test_an_answer_that_is_not_what_was_evaluated_is_found(
    said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from counterpoint.engines.decide import decide
    from counterpoint.engines.decide.finding import Finding
    from counterpoint.verdict import Answer

    monkeypatch.setattr(decide, "_evaluated", lambda *given: Finding(Answer[said]))
    wanted = "AG !waiting0" if said == "HOLDS" else "AG !(critical0 & critical1)"
    (verdict,) = check(peterson.model(), wanted)
    assert verdict.answer is Answer.UNKNOWN
    assert f"is said to {said.lower().removesuffix('s')}" in verdict.reason
