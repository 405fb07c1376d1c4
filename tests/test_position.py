"""Positions as the command line gives them."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import Model, Program, Trace, step
from counterpoint.errors import BadTarget, CounterpointError
from counterpoint.model.parts import Parts
from counterpoint.position import parse_position
from counterpoint.terms.apply import TRUE
from counterpoint.terms.sort import Bool
from counterpoint.terms.term import Variable
from tests.engines import programs as p
from tests.engines.kripkes import Listed
from tests.logic.semantics import Kripke, Move


def game() -> Model:
    model = Model("game")
    model.array("x", range(3), range(-1, 2), init=0)
    model.var("turn", ["one", "two"], init="one")
    done = model.var("done", bool, init=False)

    @model.action(i=range(3))
    def put(i: int) -> Any:
        return step(when=~done, set={done: i == 2})

    return model


def test_names_of_other_notations_are_written_as_they_are_or_in_braces() -> None:
    lamps = (Variable(name, Bool()) for name in ("north.on", "q[0]", "Y p = 1"))
    model = Model.of("lamps", Parts((*lamps,), TRUE, ()))
    found = parse_position("north.on=true, q[0] = false, {Y p = 1}=true", model)
    assert found == (True, False, True)
    with pytest.raises(BadTarget) as raised:
        parse_position("north.on=true, =", model)
    assert raised.value.message == (
        "'north.on=true, =' is not a state such as north.on=..., q[0]=..., {Y p = 1}=..."
    )


def test_of_very_many_variables_an_error_names_a_few() -> None:
    variables = tuple(Variable(f"l{n}", Bool()) for n in range(200))
    with pytest.raises(BadTarget) as raised:
        parse_position("l0=", Model.of("wide", Parts(variables, TRUE, ())))
    assert raised.value.message.endswith("l6=..., l7=... and 192 more")


LISTED = Kripke(((Move("a", 1), Move("b", 0), Move("b", 1)), (Move("a", 0),)))


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("x=[0, 1, -1], turn=two, done=true", (0, 1, -1, "two", True)),
        ("x=(0, 1, 0), turn='one', done=False", (0, 1, 0, "one", False)),
        ("x={0: 1, 1: 0, 2: 0}, turn=one, done=false", (1, 0, 0, "one", False)),
        ("0", (-1, -1, -1, "one", False)),
        (" 107 ", (1, 1, 1, "two", True)),
        ("put(2)", (0, 0, 0, "one", True)),
        ("put(1)  put(2) rest", (0, 0, 0, "one", True)),
        ("", (0, 0, 0, "one", False)),
    ],
)
def test_a_state_of_a_model_is_given_by_values_a_number_or_the_way(
    text: str, state: tuple[Any, ...]
) -> None:
    found = parse_position(text, game())
    assert (found.states[-1] if isinstance(found, Trace) else found) == state


def test_a_state_of_anything_else_is_given_by_the_way() -> None:
    program = Program(p.request(p.A, times=3))
    assert parse_position("A A", program) == Trace((0,), ((p.A, (1,)), (p.A, (2,))))
    assert parse_position("b#2 a", Listed(LISTED, (0,))) == Trace(0, (("b", 1), ("a", 0)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("108", "game has the states 0 to 107, not 108"),
        ("x=[0,1", "'x=[0,1' is not a state such as x=..., turn=..., done=..."),
        ("3, x=[0, 0, 0]", "is not a state such as"),
        ("x=[0, 0, 0], x=[1, 0, 0]", "is not a state such as"),
        ("x=[0, 0, 0])(turn=one", "is not a state such as"),
        ("**{}, turn=one", "is not a state such as"),
        ("x={**{}}", "is not a state such as"),
        ("x={[]: 1}", "is not a state such as"),
        ("x=print(1)", "is not a state such as"),
        ("x=" + "[" * 400, "is not a state such as"),
        ("x=\0", "is not a state such as"),
        ("²", "step 1: ² is not possible; possible are "),
        ("put(0) put(3)", "step 2: put(3) is not possible; possible are put("),
        ("turn=three, x=[0, 0, 0], done=true", "three"),
        ("turn=one", "x"),
        ("y=1", "y"),
    ],
)
def test_what_is_no_position_is_refused_with_what_there_is(text: str, message: str) -> None:
    with pytest.raises(CounterpointError) as raised:
        parse_position(text, game())
    assert message in raised.value.message


def test_a_way_must_lead_to_one_state() -> None:
    with pytest.raises(BadTarget, match="step 1: b leads to 2 states: say b#1 or b#2"):
        parse_position("b", Listed(LISTED, (0,)))
    with pytest.raises(BadTarget, match="the system has several initial states"):
        parse_position("a", Listed(LISTED))
    with pytest.raises(BadTarget, match="the system has no initial state"):
        parse_position("a", Listed(LISTED, ()))
