"""What a specification leaves free is any value, and is judged by the steps that are reached."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from counterpoint.engines.base.task import Task
from counterpoint.engines.check import check
from counterpoint.engines.decide.spec.theory_check import check_theory
from counterpoint.tla.file import load_module
from counterpoint.tla.module import Choice, TlaModule
from counterpoint.tla.modules import load
from counterpoint.tuning import USUAL, Tuning
from counterpoint.verdict import Verdict, Verdicts

from .open_modules import NAMES, Everything, Maker, module, shows

CLOCK = r"""
VARIABLES a, c
Tick == a' = (a + 1) % 3
Clock == a = 0 /\ [][Tick]_a
Fair == Clock /\ WF_c(c' = 1 - c)
Begun == Clock /\ c = 1
Typed == Clock /\ [](c \in {1, 2})
Same(v) == v' = v
"""

INNER = r"""
---- MODULE Inner ----
EXTENDS Integers
VARIABLE x
Spec == x = 0 /\ [][x' = 1 - x]_x
Steady == [][x' = x]_x
====
"""


def decided(body: str, *theorems: str, tuning: Tuning = USUAL) -> Verdicts:
    lines = "\n".join(f"THEOREM {theorem}" for theorem in theorems)
    text = f"---- MODULE M ----\nEXTENDS Integers\n{body}\n{lines}\n===="
    module = TlaModule(load("M.tla", text=text, tuning=tuning))
    return check_theory(module.theory, task=Task(tuning=tuning)).verdicts


def answer(body: str, theorem: str) -> tuple[str, Verdict]:
    (verdict,) = decided(body, theorem)
    return verdict.answer.value, verdict


@pytest.mark.parametrize(
    "theorem",
    [
        "Clock => [][c' = c]_c",
        "Clock => [][c' = c]_a",
        "Clock => [][Same(c)]_<<a, c>>",
        r'Clock => [](c \in {"free"})',
        'Clock => c = "free"',
        "Clock => c = 1",
        "Clock => []<>(c = 1)",
        "Clock => <>[](c = 1)",
        "Clock => [](c = 1 => a = 7)",
        "Clock => [](ENABLED (c = 1 /\\ a' = 0))",
        "Clock => Begun",
        "Clock => Fair",
        "Fair => [](c = 1)",
        "Fair => [][c' = c]_c",
        "Begun => [](c = 1)",
        "Begun => [][c' = c]_c",
        "Typed => [][c' = c]_c",
        "Typed => [](c = 1)",
        "(Clock /\\ c = 1) => [](c = 1)",
    ],
)
def test_a_variable_that_only_some_of_it_speaks_of_takes_any_value(theorem: str) -> None:
    found, verdict = answer(CLOCK, theorem)
    assert (found, verdict.trace is not None) == ("fails", True), verdict.reason


@pytest.mark.parametrize(
    "theorem",
    [
        "Clock => [](a < 3)",
        "Clock => [](a < 3 \\/ c = 1)",
        "Clock => [][a' # a]_a",
        "Clock => [](ENABLED (c' = 1))",
        "Clock => ((c = 1 /\\ a > 3) => a = 1)",
        "Begun => c = 1",
        "Typed => [](c < 3)",
        "Typed => [][c' > 0]_<<a, c>>",
        "(Clock /\\ [](c = a)) => [][c' = (c + 1) % 3]_c",
    ],
)
def test_what_does_not_depend_on_it_is_decided_nevertheless(theorem: str) -> None:
    assert answer(CLOCK, theorem)[0] == "holds"


def test_where_no_value_shows_anything_the_reason_and_a_remedy_are_told() -> None:
    found, verdict = answer(CLOCK, "Clock => [](c = c)")
    assert (found, verdict.reason) == (
        "unknown",
        (
            r"nothing says what c is in the beginning; with Clock /\ [](c \in S) on the left, "
            "S a finite set, it can be decided"
        ),
    )
    assert answer(CLOCK, r"(Clock /\ [](c \in {1, 2})) => [](c = c)")[0] == "holds"


TOGGLE = r"""
VARIABLES h, state
v == <<h, state>>
Stay == UNCHANGED v
Spec == h = 0 /\ state = 0 /\ [][h' = 1 - h /\ state' = state]_<<h, state>>
Any == h = 0 /\ state = 0 /\ [][h' # h /\ state' = state]_<<h, state>>
Lost == h = 0 /\ state = 0 /\ [][h = 0 /\ state' = 1]_<<h, state>>
Typed == Spec /\ [](h \in {0, 1})
First == h = 0 /\ state = 0 /\ [][(h' # h /\ state' = 0) \cdot Stay]_v
Second == h = 0 /\ state = 0 /\ [][Stay \cdot (h' = 1)]_v
Mended == h = 0 /\ state = 0 /\ [][Stay \cdot (h' = 1 /\ state' \in {0, 1})]_v
"""


@pytest.mark.parametrize(
    ("theorem", "mended"),
    [
        (r"[](ENABLED (h' # h))", r"[](ENABLED (h' \in {0, 1} /\ h' # h))"),
        (r"[](ENABLED (h' > h))", r"[](ENABLED (h' \in 0..9 /\ h' > h))"),
        (r"[](~ENABLED (h' # h'))", r"[](~ENABLED (h' \in {0} /\ h' # h'))"),
        (r"WF_h(h' # h)", r"WF_h(h' \in {0, 1} /\ h' # h)"),
        (r"SF_h(h' # h /\ h = 0)", r"SF_h(h' \in {0, 1} /\ h' # h /\ h = 0)"),
        (r"[](WF_h(h' # h) => TRUE \/ h = 1)", r"[](WF_h(h' \in {0} /\ h' # h) => TRUE \/ h = 1)"),
    ],
)
@pytest.mark.parametrize("left", ["Spec", "Typed", r"Spec /\ [](h \in {0, 1})"])
def test_what_is_enabled_is_decided_with_values_in_the_action_itself(
    theorem: str, mended: str, left: str
) -> None:
    found, verdict = answer(TOGGLE, f"{left} => {theorem}")
    assert (found, verdict.reason) == (
        "unknown",
        (
            "the value of h' is needed before anything says it, to tell what is enabled; with "
            r"h' \in S, S a finite set, in the action of that ENABLED or fairness, "
            "it can be decided"
        ),
    )
    assert answer(TOGGLE, f"{left} => {mended}")[0] != "unknown"


@pytest.mark.parametrize(
    ("name", "reason", "missing"),
    [
        ("First", "the value of h' is needed before anything says it", "h'"),
        ("Second", "nothing says what state is in the next state", "state'"),
    ],
)
@pytest.mark.parametrize("typed", ["", r" /\ [](h \in {0, 1} /\ state \in {0, 1})"])
def test_what_a_part_of_a_composition_leaves_out_is_to_be_said_there(
    name: str, reason: str, missing: str, typed: str
) -> None:
    found, verdict = answer(TOGGLE, f"{name}{typed} => [](h < 2)")
    assert (found, verdict.reason) == (
        "unknown",
        (
            rf"{reason}, in a part of \cdot; with {missing} \in S, S a finite set, in that part, "
            "it can be decided"
        ),
    )


def test_a_part_of_a_composition_that_says_it_all_is_decided() -> None:
    assert answer(TOGGLE, "Mended => [](h < 2)")[0] == "holds"


@pytest.mark.parametrize("name", ["Any", "Lost"])
def test_a_remedy_names_what_is_missing_and_no_variable_called_like_a_word_of_the_reason(
    name: str,
) -> None:
    found, verdict = answer(TOGGLE, f"{name} => [](h = h)")
    assert found == "unknown"
    assert rf"with {name} /\ [](h \in S) on the left, S a finite set," in verdict.reason


@pytest.mark.parametrize("config", ["SPECIFICATION Any", "INIT Init NEXT Next"])
def test_a_remedy_of_what_a_configuration_asks_speaks_of_its_specification(
    config: str, tmp_path: Path
) -> None:
    path = tmp_path / "M.tla"
    more = "Init == h = 0 /\\ state = 0\nNext == h' # h /\\ state' = state\nSafe == h = h\n"
    path.write_text(f"---- MODULE M ----\nEXTENDS Integers\n{TOGGLE}{more}====")
    path.with_suffix(".cfg").write_text(f"{config} INVARIANT Safe")
    assert check(load_module(path))["Safe"].reason == (
        "the value of h' is needed before anything says it; with "
        r"[](h \in S) in the specification, S a finite set, it can be decided"
    )
    path.write_text(path.read_text().replace("====", "New == Any /\\ [](h \\in {0, 1})\n===="))
    path.with_suffix(".cfg").write_text("SPECIFICATION New INVARIANT Safe")
    assert check(load_module(path))["Safe"].answer.value == "holds"


def test_the_variable_that_an_instance_is_made_with_may_be_left_out(tmp_path: Path) -> None:
    (tmp_path / "Inner.tla").write_text(INNER)
    outer = tmp_path / "Outer.tla"
    outer.write_text(
        "---- MODULE Outer ----\nEXTENDS Integers"
        + CLOCK
        + "I == INSTANCE Inner WITH x <- c\n"
        + "THEOREM Clock => I!Steady\nTHEOREM Clock => I!Spec\n===="
    )
    assert [one.answer.value for one in check(load_module(outer))] == ["fails", "fails"]


def test_a_constraint_that_speaks_of_a_variable_left_out_leaves_no_state_out(
    tmp_path: Path,
) -> None:
    path = tmp_path / "M.tla"
    body = CLOCK + 'Low == a < 2\nNot == c # "free"\n'
    path.write_text(f"---- MODULE M ----\nEXTENDS Integers\n{body}====")
    path.with_suffix(".cfg").write_text("SPECIFICATION Clock INVARIANT Low CONSTRAINT Not")
    verdicts = check(load_module(path))
    assert (verdicts["Low"].answer.value, verdicts["deadlock"].answer.value) == ("fails", "unknown")


def test_a_deadlock_does_not_depend_on_what_nobody_speaks_of() -> None:
    text = f"---- MODULE M ----\nEXTENDS Integers\n{CLOCK}===="
    loaded = load("M.tla", text=text)
    verdicts = check(TlaModule(loaded, None, Choice(spec="Clock", deadlock=True)))
    assert [(one.name, one.answer.value) for one in verdicts] == [("deadlock", "holds")]


def test_the_figures_are_of_the_specification_and_not_of_what_was_tried() -> None:
    verdicts = decided(CLOCK, "Clock => [](a < 3)", "Clock => [][c' = c]_c")
    assert (verdicts.states, verdicts.complete) == (3, True)


# Claims about steps that leave some variables as they are ----------------------------------------

STAYS = r"""
VARIABLES a, c
Grows == a = 0 /\ c = 0 /\ [][a' = a /\ c' > c]_<<a, c>>
Still == a = 0 /\ c = 0 /\ [][a' = a]_a
Both == a = 0 /\ c = 0 /\ [][a' = 1 - a]_a /\ [][c' > c]_c
Turns == a = 0 /\ c = 0 /\ [][a' = 1 - a /\ c' > c]_<<a, c>>
"""


@pytest.mark.parametrize("name", ["Grows", "Still", "Both"])
def test_a_claim_of_steps_is_asked_of_those_that_change_other_variables_too(name: str) -> None:
    assert answer(STAYS, f"{name} => [][a' # a]_<<a, c>>")[0] == "fails"


def test_a_claim_of_steps_of_some_other_variable_is_shown_with_its_change() -> None:
    found, verdict = answer(STAYS, "Both => [][a' = 1 - a]_c")
    assert found == "fails"
    assert verdict.trace is not None
    here, there = verdict.trace.states[-2:]
    assert isinstance(here, tuple)
    assert isinstance(there, tuple)
    assert here[1] != there[1]
    assert answer(STAYS, "Turns => [][a' = 1 - a]_c")[0] == "holds"
    assert answer(STAYS, "Both => [][a' = 1 - a]_a")[0] == "holds"


# What is never reached leaves nothing free -------------------------------------------------------

REACHED = r"""
VARIABLES x, y
Init == x = 0 /\ y = 0
Never == (x' = (x + 1) % 4 /\ y' = y) \/ (x > 7 /\ y' = 1)
Once == (x' = (x + 1) % 4 /\ y' = y) \/ (x = 2 /\ y' = 1)
p == x = 1
q == x = 3
Apart == (IF p THEN x' = x + 1 ELSE x' = x) /\ (IF q THEN x' = y + 1 ELSE y' = 1 - y)
Spec(A) == Init /\ [][A]_<<x, y>>
Short == Init /\ [][x' = (x + 1) % 4 /\ y' = y]_x
"""


@pytest.mark.parametrize(
    ("theorem", "expected"),
    [
        ("Spec(Never) => [](x < 4)", "holds"),
        ("Spec(Never) => [](x < 3)", "fails"),
        ("Spec(Never) => [][y' = y]_y", "holds"),
        ("Spec(Never) /\\ WF_<<x, y>>(Never) => []<>(x = 3)", "holds"),
        ("Spec(Apart) => [](x = 0)", "holds"),
        ("Spec(Apart) => [](y = 0)", "fails"),
        ("Spec(Once) => [](x < 2)", "fails"),
        ("Spec(Once) => [](x < 4)", "fails"),
        ("Spec(Once) => [](y < 2)", "holds"),
        ("Spec(Once) => [](x = x)", "unknown"),
        ("Short => [](y = 0)", "fails"),
        ("Short => [](x < 2)", "fails"),
        ("Short => [](x < 4)", "holds"),
    ],
)
def test_steps_that_are_never_reached_leave_nothing_free(theorem: str, expected: str) -> None:
    assert answer(REACHED, theorem)[0] == expected


def test_nor_do_they_in_the_search_that_learns() -> None:
    theorems = "Spec(Never) => [](x < 4)", "Spec(Never) => [](x < 3)", "Spec(Once) => [](x < 2)"
    verdicts = decided(REACHED, *theorems, tuning=Tuning(walk_work=0))
    assert [one.answer.value for one in verdicts] == ["holds", "fails", "fails"]
    assert verdicts.engine == "tabled"


def test_where_a_reached_step_leaves_a_variable_free_a_run_to_it_is_shown() -> None:
    verdicts = decided(REACHED, "Spec(Once) => [](x = x)")
    (found,) = verdicts.breakdowns
    assert found.error.message == "nothing says what x is in the next state"
    assert found.trace is not None
    assert found.trace.states[-1] == (2, 0)


def test_what_is_more_than_is_tried_at_first_is_searched_to_its_end() -> None:
    theorems = "Spec(Never) => [](x < 4)", "Spec(Never) => [](x < 3)"
    verdicts = decided(REACHED, *theorems, tuning=Tuning(cone_states=2))
    assert [one.answer.value for one in verdicts] == ["holds", "fails"]
    assert (verdicts.states, verdicts.complete) == (4, True)


# At random ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(24))
def test_what_random_specifications_leave_free_is_judged_as_by_trying_everything(seed: int) -> None:
    spec, claims = Maker(seed).case()
    every = Everything(spec)
    verdicts = check(TlaModule(load("M.tla", text=module(spec, claims))))
    for claim, verdict in zip(claims, verdicts, strict=True):
        if verdict.answer.value == "holds":
            assert not every.breaks(claim), claim.text
        if verdict.answer.value == "fails":
            assert verdict.trace is not None
            passed: tuple[Any, ...] = verdict.trace.states
            states = [dict(zip(NAMES, state, strict=True)) for state in passed]
            assert shows(spec, claim, states, verdict.trace.loop), claim.text


def test_the_figures_are_of_states_that_were_found() -> None:
    told = decided(CLOCK, "Clock => [][Same(c)]_a")
    assert (told.answer.value, told.states > 0, told.complete) == ("fails", True, False)
