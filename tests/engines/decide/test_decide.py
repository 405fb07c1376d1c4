"""Formulas on random programs, against the meaning that formulas have by definition."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

from counterpoint import Model, Program, StateSpace, check, never, step
from counterpoint.engines.base.task import Progress
from counterpoint.engines.check import formula as satisfies
from counterpoint.errors import BadFormula, Misuse
from counterpoint.logic.formula import Formula, atoms_of
from counterpoint.logic.fragments import mentions_teams
from counterpoint.logic.lower import to_core
from counterpoint.tuning import Tuning
from counterpoint.verdict import Answer
from tests.logic import formulas
from tests.logic.semantics import satisfying
from tests.tunings import UNHURRIED

from .. import programs as p
from ..unfolded import Unfolded, a_program_with_owners, atoms_for, unfolded

A, B, C, D = p.EVENTS

EXAMPLES = 12

ATOMS = (
    "A", "B", "C", "once(A)", "once(D)", "enabled(A)", "enabled(B)", "enabled(rest)",
    "requested(A)", "blocked(B)", "hot", "hot(follow)", "ended(follow)", "follow.local = 1",
    "follow.local != 0",
)  # fmt: skip


@st.composite
def programs(draw: Any, fair: bool, largest: int = 16) -> tuple[Program, list[str], Unfolded]:
    """A program, two atoms that mean something in it, and what it is unfolded for them."""
    program = draw(a_program_with_owners(fair))
    texts = atoms_for(program, ATOMS)
    texts = draw(st.lists(st.sampled_from(texts), min_size=2, max_size=2, unique=True))
    there = unfolded(program, texts)
    assume(len(there.pairs) <= largest)
    return program, texts, there


@st.composite
def questions(draw: Any, fair: bool = False) -> tuple[Program, Formula, Unfolded]:
    """A program, a formula that means something in it, and what it is unfolded for that."""
    program, texts, there = draw(programs(fair))
    known = {str(label) for label in program.network().origin.labels()}
    labels = (None, *(label for label in ("A", "B") if label in known))
    formula = draw(formulas.states(2, tuple(texts), labels=labels))
    try:
        goal = to_core(formula, fair=bool(there.kripke.fairness))
    except BadFormula:  # with fairness a fixpoint cannot go through a path
        reject()
    if mentions_teams(goal):
        assume(not there.contested and not there.kripke.fairness)
    return program, formula, there


def by_definition(formula: Formula, there: Unfolded) -> set[Any]:
    """The states where a formula is true; with what it asks of the past, if it asks that."""
    fair = bool(there.kripke.fairness)
    asked = {a.text for a in atoms_of(formula) if a.text.isupper() or a.text.startswith("once(")}
    true = (there.pairs[n] for n in satisfying(to_core(formula, fair=fair), there.kripke))
    return {(state, facts & asked) if asked else state for state, facts in true}


@pytest.mark.parametrize("fair", [False, True])
def test_a_formula_is_true_of_a_program_where_its_definition_says(fair: bool) -> None:
    @settings(max_examples=EXAMPLES)
    @given(question=questions(fair))
    def compare(question: Any) -> None:
        program, formula, there = question
        assert set(StateSpace(program, tuning=GROUPED).where(formula)) == by_definition(
            formula, there
        )

    compare()


@pytest.mark.parametrize("fair", [False, True])
def test_check_says_whether_the_first_state_is_among_them(fair: bool) -> None:
    @settings(max_examples=EXAMPLES)
    @given(question=questions(fair))
    def compare(question: Any) -> None:
        program, formula, there = question
        verdict = check(program, satisfies(str(formula))).properties[0]
        first = there.pairs[0]
        true = by_definition(formula, there)
        assert verdict.answer is not Answer.UNKNOWN
        assert bool(verdict) == (first in true or first[0] in true)

    compare()


GROUPED = Tuning(group_from=1)

MUCH = Tuning(
    network_chunk=1, least_chunk=1, chunk_seconds=1e-9, look_seconds=0.0, in_a_moment=0,
    moment=3600.0,
)  # fmt: skip
"""However few states were found, they are too many to look at when everything must end."""


def press(_: Progress) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("fair", [False, True])
def test_a_grouped_network_gives_the_same_answers(fair: bool) -> None:
    @settings(max_examples=EXAMPLES // 2)
    @given(question=questions(fair))
    def compare(question: Any) -> None:
        program, formula, there = question
        assert set(StateSpace(program, tuning=GROUPED).where(formula)) == by_definition(
            formula, there
        )

    compare()


@pytest.mark.parametrize("fair", [False, True])
def test_an_answer_under_a_limit_is_the_answer(fair: bool) -> None:
    @settings(max_examples=EXAMPLES)
    @given(question=questions(fair), limit=st.integers(1, 6), size=st.integers(0, 12))
    def compare(question: Any, limit: int, size: int) -> None:
        program, formula, there = question
        options: dict[str, Any] = {"limit_states": limit}
        if size:
            options = {"watch": press, "tuning": replace(MUCH, first_part=size)}
        verdict = check(program, satisfies(str(formula)), **options).properties[0]
        if verdict.answer is not Answer.UNKNOWN:
            true = by_definition(formula, there)
            first = there.pairs[0]
            assert bool(verdict) == (first in true or first[0] in true)

    compare()


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        ("G ({A} -> F {A})", "it holds whatever {A} is in one of its 2 places"),
        ("AG (enabled(A) | B)", "B is never true; it holds whatever B is"),
        (
            "AG (enabled(A) | B) | EF B",
            "B is never true; it holds whatever B is in one of its 2 places",
        ),
        (
            "AG !(B & once(B))",
            "B, once(B) are never true; it holds whatever B is; it holds whatever once(B) is",
        ),
        ("G (B -> X {A})", "B is never true; it holds whatever B is; it holds whatever {A} is"),
    ],
)
def test_a_formula_that_holds_says_what_never_mattered(formula: str, reason: str) -> None:
    verdict = check(Program(p.request(A), p.wait_then_block(B, 0)), formula).properties[0]
    assert (bool(verdict), verdict.vacuous, verdict.reason) == (True, True, reason)


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        ("AG (a > 0)", "in all 4 states"),
        ("AF {a = 3}", "in 3 of 4 states, the 2 initial ones among them"),
        ("a < 3 & !AX false", "in 2 of 4 states, the 2 initial ones among them"),
        ("EF {a = 3}", ""),
    ],
)
def test_what_holds_without_a_run_says_in_how_many_states(
    formula: str, reason: str, engine: str
) -> None:
    model = Model("count")
    a = model.var("a", range(6), init={1, 2})

    @model.action
    def up() -> Any:
        return step(when=a < 4, set={a: a + 1})

    verdict = check(model, formula, engine=engine).properties[0]
    assert (verdict.answer, verdict.reason) == (Answer.HOLDS, reason)


def test_states_that_tell_what_led_to_them_are_counted_so() -> None:
    program = Program(p.request(A, times=1), p.wait_then_request(A, 1, B))
    always = check(program, "AG !({A} & B)").properties[0]
    assert (always.vacuous, always.reason) == (False, "in all states")
    ended = check(program, "AF AG !({A} | B)").properties[0]
    assert ended.reason == "in all states"
    first = check(program, "AX {A}").properties[0].reason
    assert first.startswith("in 1 of ")
    assert first.endswith(" states with their past, the initial one among them")


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_the_figures_are_those_of_the_states_themselves_unless_all_record_the_past(
    engine: str,
) -> None:
    model = Model("count")
    n = model.var("n", range(3), init=0)

    @model.action
    def up() -> Any:
        return step(when=n < 2, set={n: n + 1})

    @model.action
    def down() -> Any:
        return step(when=n > 0, set={n: n - 1})

    of_the_past = "AG (once(down) -> once(up))"
    found = check(model, of_the_past, "AG (n < 3)", engine=engine)
    assert (found.states, found.warnings) == (3, ())
    found = check(model, of_the_past, engine=engine)
    assert found.states == 6
    (warning,) = found.warnings
    assert warning.startswith("states are counted with the past that properties ask about: a state")
    assert warning.endswith(" also records whether each of once(down), once(up) is true")


def test_what_holds_in_the_only_state_says_so() -> None:
    verdict = check(Program(p.request(A)), "AG enabled(A)").properties[0]
    assert (verdict.vacuous, verdict.reason) == (False, "in the only state")


def test_a_formula_that_needs_no_game_does_not_become_one_by_asking_what_matters() -> None:
    program = Program(p.request(A), p.request(B), owners={"one": A, "two": B})
    assert check(program, "<<one>> X ({A} -> {A})")
    (verdict,) = check(program, "<<one>> X {A}")
    assert verdict.answer is Answer.UNKNOWN
    assert verdict.reason.startswith("two players can choose at the start")


def test_without_an_initial_state_everything_holds_vacuously() -> None:
    model = Model("none")
    x = model.var("x", range(3))
    model.start((x == 1) & (x == 2))
    for engine in ("explicit", "symbolic"):
        verdict = check(model, "EF {x = 1}", engine=engine).properties[0]
        assert (verdict.vacuous, verdict.reason) == (True, "there is no initial state")


@pytest.mark.parametrize("formula", ["AG enabled(A)", "EF enabled(rest)", "EF !enabled(A)"])
def test_what_is_enabled_where_the_search_stopped_is_not_guessed(formula: str) -> None:
    verdict = check(Program(p.count_events(), p.request(A)), formula, limit_states=5).properties[0]
    assert verdict.answer is Answer.UNKNOWN
    system = check(Counter(), formula.replace("A)", "up)"), limit_states=5).properties[0]
    assert system.answer is Answer.UNKNOWN


class Counter:
    """Counts for ever, and knows when it is past some number."""

    atoms = {"past(3)": lambda state: state > 3}  # noqa: RUF012 - as users write it

    def initial(self) -> list[int]:
        return [0]

    def successors(self, state: int) -> list[tuple[str, int]]:
        return [("up", state + 1)]

    def show(self, state: int) -> str:
        return str(state)


def test_what_is_found_before_the_limit_is_an_answer() -> None:
    verdicts = check(Counter(), "EF {past(3)}", "AG !{past(3)}", "AF {past(3)}", limit_states=9)
    assert [v.answer.value for v in verdicts] == ["holds", "fails", "unknown"]
    assert verdicts.stopped == "the limit of 9 states was reached"


def test_a_limit_of_memory_ends_the_search_of_a_system() -> None:
    verdicts = check(Counter(), "AF {past(3)}", limit_memory="100k")
    assert verdicts.stopped == "the limit of 100.0 KB of memory was reached"


def test_a_name_that_did_not_come_up_before_the_limit_leaves_the_answer_open() -> None:
    verdict = check(Counter(), "EF down", limit_states=9).properties[0]
    assert verdict.answer is Answer.UNKNOWN
    assert verdict.reason.startswith("'down' is no atom") or "down" in verdict.reason


class TestOutside:
    """Where a b-thread waits for what only the outside could send, without declaring it."""

    program = Program(p.request(A, times=1), p.wait_then_block(B, 1))

    @pytest.mark.parametrize("formula", ["EF B", "AG !B", "F G enabled(rest)", "AG !enabled(B)"])
    def test_what_an_event_from_outside_could_change_is_unknown(self, formula: str) -> None:
        assert check(self.program, formula).properties[0].answer is Answer.UNKNOWN

    def test_a_step_that_is_denied_could_come_from_outside(self) -> None:
        assert check(self.program, "AG (enabled(B) | enabled(A))").answer is Answer.UNKNOWN

    def test_what_a_run_shows_is_certain(self) -> None:
        assert check(self.program, "EF {A}")
        assert not check(self.program, "AG !{A}")

    def test_whether_a_run_is_fair_may_depend_on_the_outside(self) -> None:
        program = Program(p.request(A, times=1), p.wait_then_block(B, 1), weak=[B])
        assert check(program, "F B").answer is Answer.UNKNOWN
        declared = Program(p.request(A, times=1), p.wait_then_block(B, 1), weak=[B], external=[B])
        assert check(declared, "F B")


class TestInterrupted:
    def test_ctrl_c_leaves_what_is_not_decided_unknown(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def press(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("counterpoint.engines.decide.network.formulas.decide", press)
        verdicts = check(Program(p.request(A)), "EF {A}", never(A), tuning=UNHURRIED)
        assert [v.answer.value for v in verdicts] == ["unknown", "fails"]
        monkeypatch.setattr("counterpoint.engines.decide.system_check.decide", press)
        verdicts = check(Counter(), "EF {past(3)}", "EF up", limit_states=9)
        assert [v.reason for v in verdicts] == ["interrupted", "interrupted"]

    def test_ctrl_c_while_states_are_found_keeps_what_was_found(self) -> None:
        class Pressed(Counter):
            def successors(self, state: int) -> list[tuple[str, int]]:
                if state == 7:
                    raise KeyboardInterrupt
                return super().successors(state)

        verdicts = check(Pressed(), "EF {past(3)}", "AF {past(3)}")
        assert [v.answer.value for v in verdicts] == ["holds", "unknown"]
        assert (verdicts.stopped, verdicts.states) == ("interrupted", 8)


class TestEngines:
    def test_an_engine_is_one_of_those_there_are(self) -> None:
        for target in (Program(p.request(A)), Counter()):
            with pytest.raises(Misuse, match="engine= is one of auto, explicit, tabled, symbolic"):
                check(target, "EF {A}", engine="quick")

    def test_stop_first_ends_the_check_of_a_system_too(self) -> None:
        model = Model("light")
        model.var("on", bool, init=False)
        verdicts = check(model, "EF on", "AG !on", "AF on", stop_first=True)
        assert [v.answer.value for v in verdicts] == ["fails", "unknown", "unknown"]
        assert verdicts["AF on"].reason == verdicts.stopped == "stopped at the first failure"

    def test_a_property_of_b_threads_is_not_asked_of_a_system(self) -> None:
        with pytest.raises(Misuse, match="is asked of b-threads, and this target has none"):
            check(Counter(), never(A), limit_states=3)

    def test_the_deepest_formulas_are_decided(self) -> None:
        deep = "".join(["EX ", "!"][n % 2] for n in range(76)) + "{A}"
        program = Program(p.request(A))
        assert check(program, deep).answer is not Answer.UNKNOWN
        assert check(program, "X " * 118 + "{A}").answer is Answer.HOLDS

    def test_teams_and_fairness_are_not_asked_together(self) -> None:
        program = Program(p.request(A), owners={"one": A}, weak=[A])
        verdict = check(program, "<<one>> F {A}").properties[0]
        assert verdict.answer is Answer.UNKNOWN
        assert verdict.reason.startswith("what a team can enforce is not decided under fairness")
