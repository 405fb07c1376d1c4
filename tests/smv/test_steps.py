"""Specifications about steps, and about the past of steps; the answers are those of NuSMV."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from counterpoint import check, where
from counterpoint.engines.space.opening import Opening
from counterpoint.errors import Refused
from counterpoint.games.solve import solve
from counterpoint.logic.parser import parse
from counterpoint.model.recorder import Recorder
from counterpoint.smv.meaning.moments import PAST
from counterpoint.smv.model import SmvModel, model_of
from counterpoint.smv.source import Source
from counterpoint.smv.writing.export import smv_text
from counterpoint.tuning import USUAL, Tuning
from counterpoint.verdict import Answer, Verdicts
from tests.share import share
from tests.smv.texts import StepText

HIDDEN = Tuning(relation_actions=0, inputs_grounded=0)
"""Nothing of a relation is split, and labels do not show inputs."""

COUNTER = """
MODULE main
IVAR i : boolean;
VAR m : boolean; n : 0..3;
FROZENVAR f : 0..2;
DEFINE up := next(n) = n + 1; both := i & m;
ASSIGN init(m) := FALSE; next(m) := i; init(n) := 0; next(n) := (n + 1) mod 4;
"""

ARRAYS = """
MODULE cell(set) VAR v : boolean; DEFINE rises := set & next(v); ASSIGN next(v) := v | set;
MODULE main
IVAR take : array 0..1 of boolean; k : {up, 1}; w : signed word[2];
VAR a : array 0..1 of {one, 2, two}; c : cell(take[0]); d : cell(k = 1);
ASSIGN init(a[0]) := one; init(a[1]) := 2;
next(a[0]) := take[0] ? a[1] : a[0]; next(a[1]) := take[1] ? two : a[1];
"""

ENDED = """
MODULE main
IVAR i : boolean;
VAR n : 0..1;
INIT n = 0
TRANS next(n) = 1 & n = 0 & next(n) = 0
"""
"""No state has a step: conditions that read one break nothing, even where that cannot matter."""

ENDING = """
MODULE main
IVAR i : boolean;
VAR n : 0..3;
ASSIGN init(n) := 0;
TRANS n < 3 & next(n) = n + 1
"""

FAIR = """
MODULE main
IVAR i : boolean; j : boolean;
VAR m : boolean;
ASSIGN next(m) := i;
JUSTICE i
COMPASSION (j, i & j & !m)
"""

ANSWERS = [
    (COUNTER, "INVARSPEC next(m) = i", True),
    (COUNTER, "INVARSPEC up", False),
    (COUNTER, "INVARSPEC up | n = 3", True),
    (COUNTER, "INVARSPEC next(f) = f", True),
    (COUNTER, "INVARSPEC both -> next(m)", True),
    (COUNTER, "INVARSPEC next(TRUE) & next(1 + f) = f + 1", True),
    (COUNTER, "LTLSPEC G (m -> Y i)", True),
    (COUNTER, "LTLSPEC G (m <-> Y i)", True),
    (COUNTER, "LTLSPEC G (i -> X m)", True),
    (COUNTER, "LTLSPEC G (next(m) <-> X m)", True),
    (COUNTER, "LTLSPEC G (O i -> i)", False),
    (COUNTER, "LTLSPEC G (i S m)", False),
    (COUNTER, "LTLSPEC H i -> TRUE", True),
    (COUNTER, "LTLSPEC G (H [0,1] i -> X m)", True),
    (COUNTER, "LTLSPEC G (H [0,1] m -> i)", False),
    (COUNTER, "LTLSPEC G (O (i & next(n) = 2) | !m | n != 2)", True),
    (COUNTER, "LTLSPEC F up", True),
    (ARRAYS, "LTLSPEC G (next(a[0]) = a[1] | !take[0])", True),
    (ARRAYS, "LTLSPEC G next(a)[0] = a[1]", False),
    (ARRAYS, "LTLSPEC G (take[0] -> X (a[0] = 2 | a[0] = two))", True),
    (ARRAYS, "INVARSPEC take[0] -> next(a[0]) = a[1]", True),
    (ARRAYS, "LTLSPEC G (c.rises <-> take[0])", True),
    (ARRAYS, "LTLSPEC G (d.v <-> O d.rises)", False),
    (ARRAYS, "LTLSPEC G (!d.v -> (d.v V !Y k = 1))", False),
    (ARRAYS, "LTLSPEC G (k = up | next(d.v))", True),
    (ARRAYS, "LTLSPEC F w = 0sd2_1", False),
    (ENDING, "INVARSPEC n = 3 -> next(n) = 2", True),
    (ENDING, "INVARSPEC !(n = 3 & i)", True),
    (ENDING, "INVARSPEC n = 3 -> next(FALSE)", False),
    (ENDING, "INVARSPEC next(n) < 3", False),
    (ENDED, "INVARSPEC next(n) < 0", True),
    (ENDED, "INVARSPEC (i | TRUE) -> n = 1", True),
    (ENDED, "INVARSPEC i -> n = 1", True),
    (ENDED, "INVARSPEC n = 1", False),
    (ENDING, "LTLSPEC G i", True),
    (FAIR, "LTLSPEC G F i", True),
    (FAIR, "LTLSPEC G F m", True),
    (FAIR, "LTLSPEC G F j", False),
    (FAIR, "LTLSPEC G F j -> G F (i & !m)", True),
    (FAIR, "CTLSPEC AG AF m", True),
]


def asked(text: str, tuning: Tuning = USUAL, **options: object) -> Verdicts:
    return check(model_of(Source("steps.smv", text), tuning=tuning), audit="all", **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ["auto", "explicit", "bounded"])
@pytest.mark.parametrize("tuning", [USUAL, HIDDEN], ids=["shown", "hidden"])
@pytest.mark.parametrize("system", [COUNTER, ARRAYS, ENDING, FAIR])
def test_each_engine_gives_the_answers_of_nusmv(system: str, tuning: Tuning, engine: str) -> None:
    cases = [(spec, true) for text, spec, true in ANSWERS if text == system]
    found = asked(system + "\n".join(spec for spec, _ in cases), tuning, engine=engine)
    wanted = [Answer.HOLDS if true else Answer.FAILS for _, true in cases]
    assert [verdict.answer for verdict in found] == wanted


@pytest.mark.parametrize("seed", range(share(40)))
def test_engines_agree_whether_labels_show_inputs_or_not(seed: int) -> None:
    text = StepText(Random(seed)).text
    first, *others = (
        [verdict.answer for verdict in asked(text, tuning, engine=engine)]
        for tuning in (USUAL, HIDDEN)
        for engine in ("explicit", "symbolic", "bounded")
    )
    assert Answer.UNKNOWN not in first
    assert all(other == first for other in others), text


def test_what_is_recorded_changes_no_figure_and_no_run() -> None:
    plain = asked(COUNTER)
    found = asked(f"{COUNTER} LTLSPEC G !(Y (i & O next(n) = 2)) INVARSPEC up")
    assert (found.states, found.transitions) == (plain.states, plain.transitions) == (24, 48)
    model = model_of(Source("steps.smv", COUNTER))
    for verdict in found:
        assert verdict.trace is not None
        verdict.trace.replay(model)


def test_answers_stay_if_a_limit_ends_the_search_for_figures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    explored = Opening.space

    def space(opening: Opening, *formulas: Any, **options: Any) -> Any:
        if not formulas:
            raise KeyboardInterrupt
        return explored(opening, *formulas, **options)

    monkeypatch.setattr(Opening, "space", space)
    found = asked(f"{COUNTER} INVARSPEC up")
    assert found.answer is Answer.FAILS
    assert found.states == 24 + 3, "the initial ones differ from those that are reached again"


def test_each_specification_records_what_it_asks_alone() -> None:
    model = model_of(Source("steps.smv", f"{COUNTER} LTLSPEC G (m -> Y i) LTLSPEC G O both"))
    first, second = model.requirements.values()
    assert (first, second) == ("G (m -> {Y i})", "G X {O both}")
    assert len(model.variables) == 3
    recorder = Recorder(model)
    assert recorder.of([parse(first)]).parts.recorded == ("Y i",)
    assert recorder.of([parse(second)]).parts.recorded == ("O both",)


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("LTLSPEC G (i -> F TRUE)", "it holds whatever i is"),
        ("LTLSPEC G (next(n) = 2 & i -> X n < 4)", "it holds whatever {next(n) = 2 & i} is"),
        ("LTLSPEC G (m -> O (i & next(m)))", None),
        ("LTLSPEC F (TRUE | O [0,2] i)", "it holds whatever {O [0,2] i} is"),
    ],
)
def test_a_remark_names_a_condition_on_steps_by_its_text(spec: str, reason: str | None) -> None:
    (verdict,) = asked(COUNTER + spec)
    assert verdict.answer is Answer.HOLDS
    if reason is None:
        assert not verdict.vacuous
    else:
        assert reason in verdict.reason


def test_very_many_inputs_that_labels_do_not_show_are_read() -> None:
    text = """
    MODULE main
    IVAR w : unsigned word[12]; i : boolean;
    VAR m : boolean;
    ASSIGN next(m) := w[3:3] = 0ub1_1 & i;
    LTLSPEC G (w = 0ud12_8 & i -> X m)
    LTLSPEC G (w > 0ud12_8 -> next(m))
    """
    found = check(model_of(Source("wide.smv", text)))
    assert [verdict.answer.name for verdict in found] == ["HOLDS", "FAILS"]


def test_an_input_may_have_the_name_of_what_a_label_shows() -> None:
    text = """
    MODULE main
    IVAR change : boolean;
    VAR a : 0..3; b : boolean;
    TRANS (next(a) = a & next(b) = change) | (next(a) = (a + 1) mod 4 & next(b) = b)
    INVARSPEC next(a) = a -> next(b) = change
    INVARSPEC next(a) = a -> next(b) != change
    """
    for tuning in (USUAL, HIDDEN):
        assert [verdict.answer.name for verdict in asked(text, tuning)] == ["HOLDS", "FAILS"]


def test_sets_of_states_record_the_past_and_encoded_states_have_none() -> None:
    model = model_of(Source("steps.smv", f"{COUNTER} LTLSPEC G (m -> Y i)"))
    assert isinstance(model, SmvModel)
    found = where(model, "m & {Y i}")
    assert found.count == where(model, "m").count
    assert "Y i" in found.note
    with pytest.raises(Refused, match="Y i asks what led to a state"):
        where(model, "m & {Y i}", over="all")


@pytest.mark.parametrize("spec", ["G (m -> Y i)", "F (m & i)"])
def test_games_refuse_atoms_about_steps_and_the_past(spec: str) -> None:
    model = model_of(Source("steps.smv", f"{COUNTER} LTLSPEC {spec}"), owner="n")
    (atom,) = model.parts.records
    with pytest.raises(Refused, match="is about steps or the past"):
        solve(model, player="1", goal=f"F {{{atom}}}")


@pytest.mark.parametrize("operator", sorted(PAST))
def test_an_exported_model_records_what_its_specifications_ask(operator: str) -> None:
    part = f"m {operator} i" if operator in "ST" else f"{operator} i"
    model = model_of(Source("steps.smv", f"{COUNTER} LTLSPEC G (n = 2 -> {part}) FAIRNESS i"))
    back = model_of(Source("back.smv", smv_text(model)))
    answers = [[verdict.answer for verdict in check(each)] for each in (model, back)]
    assert answers[0] == answers[1]
