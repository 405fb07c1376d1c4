"""Which engine a question is asked of, and what is kept for the next one."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import Event, Model, Program, StateSpace, check, step
from counterpoint.engines.base.task import EVERYTHING, Task
from counterpoint.engines.search.compiled.run import Run
from counterpoint.engines.space.opening import Opening
from counterpoint.engines.space.space import GraphSpace
from counterpoint.errors import Misuse, Refused, UnknownAtom
from counterpoint.logic.fragments import AT_REST
from counterpoint.logic.parser import parse
from counterpoint.model.system import REST, Rest
from counterpoint.tuning import USUAL, Tuning

from .. import programs as p


def switches(fair: bool) -> Model:
    """Eight of them; with so many more values that no graph is made before it is worth it."""
    model = Model("switches")
    on = [model.var(f"on{n}", range(8), init=0) for n in range(8)]

    @model.action(n=range(8))
    def press(n: int) -> Any:
        return step(when=on[n] < 1, set={on[n]: on[n] + 1})

    model.atom("all_on", on[0] + on[7] == 2)
    if fair:
        model.weak("press")
    return model


@pytest.mark.parametrize("fair", [False, True])
@pytest.mark.parametrize("formula", ["AF all_on", "G F all_on", "EG !all_on", "AG EF all_on"])
def test_a_large_model_is_asked_where_the_question_can_be_decided(fair: bool, formula: str) -> None:
    verdict = check(switches(fair), formula, tuning=Tuning(graph_at_most=1)).properties[0]
    assert verdict.answer.value == ("fails" if formula.startswith("EG") else "holds")


def test_a_target_is_explored_once_for_questions_of_the_same_kind() -> None:
    opening = Opening(Program(p.request(p.B)), "reachable", "auto", EVERYTHING)
    one = opening.space(parse("EF enabled(B)"))
    assert opening.space(parse("AG enabled(B)")) is one
    assert opening.graph(parse("AG enabled(B)")) is one
    assert opening.space(parse("EF B")) is not one
    model = Opening(switches(False), "reachable", "auto", EVERYTHING)
    assert model.space(parse("EF all_on")) is model.space(parse("AG all_on"))
    assert model.space(parse("EF {press(1)}")) is not model.space(parse("EF all_on"))


@pytest.mark.parametrize("form", ["a bitmap", "a hash table"])
def test_a_graph_is_made_of_what_a_sweep_found(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[bool] = []
    run = Run.run

    def noted(self: Run) -> Any:
        searches.append(self.task.edges)
        return run(self)

    monkeypatch.setattr(Run, "run", noted)
    tuning = Tuning(bitmap_at_once=0) if form == "a hash table" else USUAL
    opening = Opening(switches(False), "reachable", "auto", Task(tuning=tuning))
    graph = opening.space(parse("EF all_on"), steps=True)
    assert searches == [False]
    assert isinstance(graph, GraphSpace)
    assert (graph.states, graph.transitions) == (256, 1024)


def test_symbolic_questions_are_for_models() -> None:
    with pytest.raises(Refused, match="the symbolic engine explores models only"):
        StateSpace(Program(p.request(p.B)), engine="symbolic")
    with pytest.raises(Refused, match="only a Model has encoded states"):
        StateSpace(Program(p.request(p.B)), over="all")
    with pytest.raises(Misuse, match="engine= is one of"):
        StateSpace(switches(False), engine="fast")


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("EF push", "'push': there is no push; there are all_on"),
        ("EF once(push)", "there is no event 'push'; there are press(0)"),
        ("EF once(rest)", "there is no event 'rest'"),
        ("<push>true", "there is no event 'push'"),
    ],
)
def test_a_name_that_means_nothing_is_refused_by_each_engine(
    engine: str, formula: str, message: str
) -> None:
    with pytest.raises(UnknownAtom) as raised:
        StateSpace(switches(False), engine=engine).where(formula)
    assert raised.value.message.startswith(message)


def with_one_step(name: str) -> Model:
    """A model with one action, after which nothing happens any more."""
    model = Model("brief")
    n = model.var("n", range(2), init=0)

    def act() -> Any:
        return step(when=n == 0, set={n: 1})

    act.__name__ = name
    model.action(act)
    return model


class Naps:
    """The same, enumerated."""

    def initial(self) -> list[int]:
        return [0]

    def successors(self, n: int) -> list[tuple[str, int]]:
        return [("rest", 1)] if n == 0 else []

    def show(self, n: int) -> str:
        return str(n)


class Idles:
    """It may rest in every state; from 2 it can do nothing else, and nothing ever leads to 2."""

    def __init__(self, start: int) -> None:
        self.start = start

    def initial(self) -> list[int]:
        return [self.start]

    def successors(self, n: int) -> list[tuple[str | Rest, int]]:
        return [(REST, n)] if n == 2 else [("turn", 1 - n), (REST, n)]

    def show(self, n: int) -> str:
        return str(n)


NAPPING = [
    (with_one_step("rest"), "explicit"),
    (with_one_step("rest"), "symbolic"),
    (Program(p.request(Event("rest"))), "explicit"),
    (Program(p.request(Event("rest", 1))), "explicit"),
    (Naps(), "explicit"),
]


@pytest.mark.parametrize(("target", "engine"), NAPPING)
@pytest.mark.parametrize("formula", ["AG EF enabled(rest)", "<rest>true", "A G !enabled(rest)"])
def test_a_name_is_refused_that_stands_for_a_step_and_for_none(
    formula: str, target: Any, engine: str
) -> None:
    with pytest.raises(UnknownAtom, match="rest is also what the step is called of a state where"):
        check(target, formula, engine=engine)


@pytest.mark.parametrize(("target", "engine"), NAPPING)
def test_a_step_that_is_called_rest_is_no_rest(target: Any, engine: str) -> None:
    assert check(target, "EF once(rest)", engine=engine)
    assert check(target, "EF rest", engine=engine)
    if not isinstance(target, Program):
        assert check(target, "deadlock", engine=engine)["deadlock"].answer.value == "fails"


def test_a_state_that_may_rest_and_may_move_is_no_deadlock() -> None:
    assert check(Idles(0), "deadlock", "A G enabled(rest)", audit="all")
    stuck = check(Idles(2), "deadlock", audit="all")["deadlock"]
    assert stuck.answer.value == "fails"
    assert stuck.trace is not None
    assert not stuck.trace.steps


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_a_state_that_rests_has_a_step_after_it_but_none_with_a_name(engine: str) -> None:
    at_rest = "EF (n = 1 & {})"
    for formula in ("<>true", "<>(n = 1)", "X n = 1", "[push]false", "<rest>true"):
        assert check(with_one_step("push"), at_rest.format(formula), engine=engine), formula
    for formula in ("<push>true", "[]false", "enabled(push)"):
        assert not check(with_one_step("push"), at_rest.format(formula), engine=engine), formula


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_an_action_that_can_never_happen_has_a_name_still(engine: str) -> None:
    model = Model("one way")
    n = model.var("n", range(3), init=0)

    @model.action(i=range(3))
    def go(i: int) -> object:
        return step(when=n < i, set={n: n + 1})

    verdicts = check(model, "AG !enabled(go(0))", "EF once(go(0))", "[go(0)]false", engine=engine)
    assert [verdict.answer.value for verdict in verdicts] == ["holds", "fails", "holds"]


class Named:
    """A system with an atom that has the name of the one that asks for deadlocks."""

    def __init__(self) -> None:
        self.atoms = {
            " ".join(AT_REST.split()): lambda state: state == 0,
            AT_REST: lambda state: True,
        }

    def initial(self) -> list[int]:
        return [0]

    def successors(self, state: int) -> list[tuple[str, int]]:
        return [("turn", 1 - state)]

    def show(self, state: int) -> str:
        return str(state)


@pytest.mark.parametrize("text", [AT_REST, " ".join(AT_REST.split())])
def test_no_atom_of_a_system_is_taken_for_the_one_that_asks_for_deadlocks(text: str) -> None:
    found = check(Named(), f"{{{text}}}", f"AG {{{text}}}", "deadlock", audit="all")
    assert [verdict.answer.value for verdict in found] == ["holds", "fails", "holds"]
