"""What displays say: of programs, of answers and of the runs that show them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from counterpoint import (
    Event,
    Model,
    Program,
    Trace,
    check,
    load_module,
    state_graph,
    step,
    where,
)
from counterpoint.examples import nim, peterson
from counterpoint.notebook.graph import LISTED, MOST_STATES, MOST_STEPS, NEAREST
from counterpoint.notebook.output import html_of
from counterpoint.verdict import Answer, Plan, Verdict, Verdicts, subject_of

from .programs import asks_for, scalding, tap
from .read import Read, faults_of
from .shown import counter, module

PARTS = """\
---- MODULE Parts ----
EXTENDS Naturals
VARIABLES x, y
A == x = 0 /\\ [][x' = (x + 1) % 5]_x
B == y = 0 /\\ [][y' = 1 - y]_y
Both == A /\\ B
THEOREM A => [](x < 3)
THEOREM Both => []([x |-> x] # [x |-> 1])
====
"""

DIVIDES = """\
---- MODULE Divides ----
EXTENDS Naturals
VARIABLE x
Next == x' = (6 \\div (2 - x)) % 3 \\/ x' = x + 1
Spec == x = 0 /\\ [][Next]_x
THEOREM Spec => [](x < 9)
====
"""


def text_of(shown: Any) -> str:
    html = html_of(shown)
    assert faults_of(html) == []
    return Read(html).text


def loaded(folder: Path, text: str) -> Any:
    name = text.split()[2]
    (folder / f"{name}.tla").write_text(text, encoding="utf-8")
    return load_module(folder / f"{name}.tla")


# Targets ------------------------------------------------------------------------------------------


def test_a_program_has_its_rules_and_what_it_requires() -> None:
    text = text_of(tap)
    assert "2 rules, 3 b-threads" in text
    assert "pour Ask for water a fixed number of times. pour(HOT), pour(COLD) programs.py:" in text
    assert "never twice hot G (HOT -> X !HOT)" in text
    assert "1 rule switched off" in text_of(scalding)
    assert "alternate off" in text_of(scalding)


def test_of_very_many_b_threads_some_are_named() -> None:
    program = Program(*(asks_for(Event("E", n)) for n in range(2000)))
    assert "asks_for(E(5)) and 1,994 more" in text_of(program)


def test_a_model_has_its_variables_actions_and_requirements() -> None:
    text = text_of(peterson.model())
    assert "peterson model: 3 variables, 5 actions, 200 encoded states" in text
    assert "enter \N{MULTIPLICATION SIGN}2 such as enter(0)" in text
    assert "never both G !(critical0 & critical1)" in text
    assert "weak fairness raise_flag(0)" in text


def test_a_module_has_its_rules_and_its_questions() -> None:
    text = text_of(module("BehavioralRules").without("DetectWin"))
    assert "TLA+ module: 5 variables, 2 rules, 1 rule switched off" in text
    assert "Board line 32" in text
    assert "TicTacToe1 => OnceSetAlwaysSet" in text


# Answers ------------------------------------------------------------------------------------------


def test_an_unknown_answer_has_its_reason() -> None:
    verdicts = check(tap, "AF once(HOT)", limit_states=3)
    (verdict,) = verdicts
    for text in (text_of(verdicts), text_of(verdict)):
        assert "? unknown" in text
        assert verdict.reason in text
        assert "holds" not in text.replace("not all", "")


def test_an_answer_that_holds_vacuously_says_what_never_mattered() -> None:
    verdict = check(scalding, "hot-termination")["hot-termination"]
    assert "holds" in text_of(verdict)
    assert "vacuous" in text_of(verdict)
    assert "no b-thread is ever hot" in text_of(verdict)


def test_failures_come_first_and_the_first_is_open() -> None:
    html = html_of(check(counter(3), "EF n = 3", "AG n < 2", "AG n < 3"))
    summaries = re.findall(r"<details( open)?><summary>(.*?)</summary>", html)
    said = [(bool(opened), Read(text).text) for opened, text in summaries if "pill" in text]
    assert said == [
        (True, "✗ fails AG n < 2"),
        (False, "✗ fails AG n < 3"),
        (False, "✓ holds EF n = 3"),
    ]


def test_of_very_many_answers_some_runs_are_shown_and_the_others_named() -> None:
    formulas = [f"AG n != {n}" for n in range(300)]
    verdicts = check(counter(300), *formulas)
    html = html_of(verdicts)
    assert faults_of(html) == []
    assert len(html) < 600_000
    assert html.count('<div class="run"') == 6
    text = Read(html).text
    assert "and 100 more" in text
    assert "What shows 294 more answers is displayed by the verdict alone" in text
    assert "verdicts['AG n != 6']" in text


def test_a_strategy_is_named_or_why_it_is_not_listed() -> None:
    assert "by a strategy of player1" in text_of(check(nim.model(), "<<player1>> F p1_wins"))
    plan = Plan("<<me>> F won", ("me",), missing="too many positions")
    verdict = Verdict("<<me>> F won", Answer.HOLDS, plans=(plan,))
    assert "by a strategy of me: too many positions" in text_of(verdict)


def test_an_expression_without_a_value_is_shown_with_the_run_to_it(tmp_path: Path) -> None:
    text = text_of(check(loaded(tmp_path, DIVIDES)))
    assert "No value" in text
    assert "step 2 of 2" in text
    assert "Then: 6 \\div 0 has no value" in text


def test_warnings_are_shown() -> None:
    verdicts = Verdicts("it", 1, 1, True, "explicit", 0.0, (), warnings=("beware of this",))
    assert "beware of this" in text_of(verdicts)


# Runs ---------------------------------------------------------------------------------------------


def test_each_step_has_its_reason_and_the_end_says_what_forbids_the_rest() -> None:
    text = text_of(check(tap.without("pour").plus(asks_for(Event("HOT"))), "deadlock").trace)
    assert "the start of" not in text  # there is no step
    assert "alternate blocks all that is requested" in text


def test_the_score_has_a_mark_for_what_each_rule_did() -> None:
    html = html_of(check(scalding)["never twice hot"])
    marks = re.findall(r'<i class="mark (\w+)"', html.partition("</table>")[0])
    assert marks == ["lead", "lead", "can"]
    values = html_of(check(counter(2), "deadlock").trace).partition("</table>")[0]
    assert Read(values).text.endswith(
        "n 0 1 2 Actions add :" + values.rpartition(":")[2][:2] + " ● ●"
    )


def test_a_loop_says_where_it_leads_back_to() -> None:
    verdict = check(peterson.model(), "F critical0")["F critical0"]
    assert verdict.trace is not None
    assert verdict.trace.loop == 0
    text = text_of(verdict)
    assert "then for ever again from the start" in text
    assert "Here everything is again as it was at the start." in text
    assert "↻" in text
    rests = Trace(0, (("rest", 0),), loop=0)
    assert "1 step, which repeats for ever" in text_of(rests)


def test_of_very_many_rows_those_are_shown_that_say_something() -> None:
    model = Model("wide")
    bits = [model.var(f"b{n}", bool, init=False) for n in range(100)]

    @model.action
    def turn() -> Any:
        return step(when=~bits[70], set={bits[70]: True})

    html = html_of(check(model, "deadlock").trace)
    score = Read(html.partition("</table>")[0] + "</table>").text
    assert "b70 false true" in score
    assert "b3 " not in score
    assert "and 99 more rows" in Read(html).text


def test_a_run_of_a_part_of_a_module_is_a_run_of_that_part(tmp_path: Path) -> None:
    verdicts = check(loaded(tmp_path, PARTS))
    text = text_of(verdicts["A => [](x < 3)"])
    assert "step 3 of 3" in text
    assert "a step was taken. No other step was possible." in text
    assert "It is one of" in text_of(verdicts["Both => []([x |-> x] # [x |-> 1])"])


def test_a_run_of_a_program_that_was_never_searched_is_shown_by_its_events() -> None:
    HOT = Event("HOT")
    program = Program(asks_for(HOT))
    trace = Trace((0,), ((HOT, (1,)),), subject=subject_of(program))
    assert text_of(trace).endswith("HOT")
    assert program.explored is None


def test_ctrl_c_ends_a_display() -> None:
    def draw(n: int) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        html_of(check(counter(2, show=draw), "deadlock"))


# Sets and graphs ----------------------------------------------------------------------------------


def test_a_set_has_its_size_and_its_first_states() -> None:
    found = where(nim.model(), "true")
    html = html_of(found)
    assert f"{len(found):,} of {len(found):,} states" in Read(html).text
    assert html.count("<tr>") == 13
    assert f"and {len(found) - 12:,} more" in Read(html).text
    assert "0 of 34 states" in text_of(where(peterson.model(), "critical0 & critical1"))


def test_a_large_graph_is_drawn_around_its_start() -> None:
    html = html_of(state_graph(counter(300)))
    assert html.count("<circle") == 60
    assert "State graph 301 states, 300 transitions, and 1 state that rests" in Read(html).text
    assert "these are the 60 states nearest to the start" in Read(html).text
    assert "nearest" not in text_of(state_graph(peterson.model()))


def test_a_graph_with_very_many_steps_is_bounded() -> None:
    model = Model("complete")
    n = model.var("n", range(100), init=0)

    @model.action(to=range(100))
    def go(to: int) -> Any:
        return step(set={n: to})

    html = html_of(state_graph(model))
    assert faults_of(html) == []
    assert html.count('marker-end="url') <= 1000
    assert len(html) < 500_000


class Ring:
    """States in a ring, with so many steps from each to the next one, and from the first."""

    def __init__(self, states: int, steps: int, first: int) -> None:
        self.states, self.steps, self.first = states, steps, first

    def initial(self) -> list[int]:
        return [0]

    def successors(self, state: int) -> list[tuple[str, int]]:
        count = self.steps if state else self.first
        return [(f"go({k})", (state + 1) % self.states) for k in range(count)]

    def show(self, state: int) -> str:
        return str(state)


@pytest.mark.parametrize(
    ("states", "drawn"), [(MOST_STATES, MOST_STATES), (MOST_STATES + 1, NEAREST)]
)
def test_a_graph_is_drawn_whole_up_to_a_number_of_states(states: int, drawn: int) -> None:
    html = html_of(state_graph(Ring(states, 1, 1)))
    assert html.count("<circle") == drawn
    says = f"The graph is too large to draw here: these are the {NEAREST} states nearest"
    assert (says in Read(html).text) is (drawn < states)
    assert f"and {states - min(LISTED, drawn - 1)} more" in Read(html).text


@pytest.mark.parametrize(("first", "states", "steps"), [(100, 10, 1000), (101, 9, 801)])
def test_a_graph_is_drawn_whole_up_to_a_number_of_steps(
    first: int, states: int, steps: int
) -> None:
    html = html_of(state_graph(Ring(10, 100, first)))
    assert html.count("<circle") == states
    assert f"State graph: {states} states, {steps:,} transitions" in html
    assert ("these are the 9 states nearest to the start." in Read(html).text) is (states < 10)
    assert f"and {900 + first - LISTED:,} more" in Read(html).text


@pytest.mark.parametrize(("steps", "is_whole"), [(MOST_STEPS, True), (MOST_STEPS + 1, False)])
def test_of_the_steps_of_one_state_some_may_be_left_out(steps: int, is_whole: bool) -> None:
    text = text_of(state_graph(Ring(1, 0, steps)))
    assert f"State graph 1 state, {steps:,} transitions" in text
    assert ("to draw here: these are 1,000 of its steps." in text) is not is_whole
    assert f"and {steps - LISTED} more" in text


def test_if_one_state_is_drawn_of_several_it_is_one() -> None:
    text = text_of(state_graph(Ring(2, 1, MOST_STEPS + 1)))
    assert "this is the 1 state nearest to the start." in text


@pytest.mark.parametrize(("steps", "rest"), [(LISTED, ""), (LISTED + 1, "and 1 more")])
def test_steps_are_listed_up_to_a_number_and_the_others_counted(steps: int, rest: str) -> None:
    text = text_of(state_graph(Ring(1, 0, steps)))
    assert text.count("go(") >= LISTED
    assert ("more" in text) is bool(rest)
    assert rest in text


def test_a_graph_that_was_cut_short_says_so() -> None:
    assert "limit of 5 states" in text_of(state_graph(peterson.model(), limit_states=5))


def test_a_model_that_is_displayed_can_be_declared_further() -> None:
    model = Model("growing", show=lambda n, m: f"{n} {m}")
    n = model.var("n", range(3), init=0)
    assert "1 variable, 0 actions" in text_of(model)

    @model.action
    def add() -> Any:
        return step(when=n < 2, set={n: n + 1})

    model.var("m", range(2))
    assert "2 variables, 1 action" in text_of(model)
    assert len(check(model, "EF n = 2").properties) == 1
