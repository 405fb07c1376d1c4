"""Where a faster engine fails by a fault of ours, another decides, and the answer says so."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import (
    CounterpointWarning,
    Model,
    Program,
    check,
    events,
    faults,
    never,
    solve,
    step,
    sync,
    thread,
    where,
)
from counterpoint.engines.decide.spec.check import check_claims
from counterpoint.errors import CounterpointError, Fault, NoValue
from counterpoint.examples.nim import model as nim
from counterpoint.faults import is_ours
from counterpoint.model.specified import About, Claim
from counterpoint.report.blame import error_text
from counterpoint.tuning import Tuning
from counterpoint.verdict import Answer, Verdicts

from .. import programs as p
from ..search.spec.tables import Tabled
from ..search.spec.test_explore import AT_ONCE

pytestmark = pytest.mark.engine_fails

CHAIN = Tabled(
    [[("go", n + 1), ("back", 0)] for n in range(59)] + [[]], true={"p": frozenset(range(40))}
)
REPORT = "This is a fault of Counterpoint: please report it"


def warned(of: Verdicts, what: str) -> bool:
    (warning,) = of.warnings
    assert warning.startswith(f"the {what} failed (TypeError: 'NoneType' object is not callable")
    assert REPORT in warning
    return True


@pytest.mark.parametrize("broken", ["_cut", "_searched"])
def test_a_specification_is_left_to_the_evaluator(
    broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def verdicts() -> Verdicts:
        claim = Claim("p", About.STATES, CHAIN.probes["p"])
        return check_claims(CHAIN, [claim], name="long", task=AT_ONCE, deadlock=True).verdicts

    whole = verdicts()
    assert (whole.engine, whole.warnings) == ("tabled", ())
    monkeypatch.setattr(f"counterpoint.engines.search.spec.explore.{broken}", None)
    found = verdicts()
    assert warned(found, "tabled search")
    assert found.engine == "explicit"
    assert [(v.answer, v.reason) for v in found] == [(v.answer, v.reason) for v in whole]


@pytest.mark.parametrize(
    ("broken", "engine", "what"),
    [("search.library_for", "enumeration", "native search"),
     ("explore.group", "native", "grouping of b-threads")],
)  # fmt: skip
def test_a_program_is_enumerated_or_not_grouped(
    broken: str, engine: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = Program(*(p.request(event, times=3) for event in p.EVENTS))
    tuning = Tuning(group_from=10)
    whole = check(program, never(p.A), tuning=tuning)
    monkeypatch.setattr(f"counterpoint.engines.search.network.{broken}", None)
    found = check(program, never(p.A), tuning=tuning)
    assert warned(found, what)
    assert found.engine == engine
    assert (found.states, found.transitions) == (whole.states, whole.transitions)
    assert found.trace == whole.trace


def fair() -> Model:
    model = Model("fair")
    at = model.var("at", range(4), init=0)

    @model.action
    def go() -> Any:
        return step(set={at: (at + 1) % 4})

    @model.action
    def stay() -> Any:
        return step(when=at == at, set={at: at})

    model.weak("go")
    return model


FORMULAS = ("A F {at = 2}", "E G {at < 2}", "A G {at < 3}")


@pytest.mark.parametrize("engine", ["auto", "explicit", "symbolic"])
def test_a_model_is_left_to_another_engine(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = check(fair(), *FORMULAS)
    break_explicit(monkeypatch)
    found = check(fair(), *FORMULAS, engine=engine)
    assert [v.answer for v in found] == [v.answer for v in whole]
    assert [v.answer for v in found] == [Answer.HOLDS, Answer.FAILS, Answer.FAILS]
    assert engine == "symbolic" or warned(found, "engine for models")


def break_explicit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("counterpoint.engines.search.compiled.graph.graph_of_space", None)
    monkeypatch.setattr("counterpoint.engines.space.sweepspace.SweepSpace", None)


@pytest.mark.parametrize("over", ["reachable", "all"])
def test_a_set_of_states_is_left_to_another_engine(
    over: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("EF EG {pile0 = 1}", "AX {pile1 = 0}")
    model = nim(piles=(1, 2))
    whole = [set(where(model, formula, over=over)) for formula in asked]
    break_explicit(monkeypatch)
    for formula, states in zip(asked, whole, strict=True):
        with pytest.warns(CounterpointWarning, match=f"the engine for models failed.*{REPORT}"):
            assert set(where(model, formula, over=over)) == states


def test_a_game_is_left_to_another_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    model = nim(piles=(1, 2))
    whole = solve(model, player="player1", goal="p1_wins")
    break_explicit(monkeypatch)
    with pytest.warns(CounterpointWarning, match=f"the engine for models failed.*{REPORT}"):
        found = solve(model, player="player1", goal="p1_wins")
    assert (bool(found), set(found.winning)) == (bool(whole), set(whole.winning))
    assert found.engine.startswith("symbolic")


def test_what_no_engine_can_decide_ends_with_what_went_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("counterpoint.engines.search.compiled.graph.graph_of_space", None)
    monkeypatch.setattr("counterpoint.engines.space.symbolicspace.SymbolicSpace", None)
    with pytest.raises(TypeError) as raised:
        check(fair(), *FORMULAS)
    said = error_text(raised.value)
    assert "counterpoint: [CP900] TypeError: 'NoneType' object is not callable at engines" in said
    assert "Please report it, with the command or the call" in said
    assert "Python 3" in said


(GO,) = events("GO")


@thread
def breaks() -> Any:
    yield sync(request=GO)
    raise KeyError("mine")


def test_a_users_own_exception_passes_through_whole() -> None:
    with pytest.raises(KeyError, match="mine") as raised:
        check(Program(breaks()), never(GO))
    assert not is_ours(raised.value)
    assert len(raised.value.__notes__) == len(set(raised.value.__notes__)) > 0
    assert "CP900" not in error_text(raised.value)


@pytest.mark.parametrize("error", [NoValue("no value"), MemoryError(), KeyboardInterrupt()])
def test_errors_that_are_meant_for_the_user_are_not_ours(error: BaseException) -> None:
    assert not is_ours(error)


def test_who_calls_itself_without_end_is_the_user_wherever_that_ends() -> None:
    def again(times: int) -> None:
        step(when=None, set={})
        again(times + 1)

    with pytest.raises(RecursionError) as raised:
        again(1)
    assert not is_ours(raised.value)


@pytest.mark.parametrize(("file", "ours"), [("lark/tree.py", True), ("mine/rules.py", False)])
def test_a_library_that_calls_itself_was_called_by_whom_it_was(file: str, ours: bool) -> None:
    site = "/anywhere/site-packages"
    again = {"__name__": "again"}
    exec(compile("def again(n): return again(n + 1)", f"{site}/{file}", "exec"), again)
    called = {"again": again["again"]}
    exec(compile("def call(): return again(1)", faults.__file__, "exec"), called)
    with pytest.raises(RecursionError) as raised:
        called["call"]()  # type: ignore[operator]
    assert is_ours(raised.value) is ours


def test_a_contradiction_says_what_to_do() -> None:
    error: CounterpointError = Fault("two engines differ")
    assert is_ours(error)
    assert str(error).startswith("[CP900] two engines differ\nThis is a fault of Counterpoint")
