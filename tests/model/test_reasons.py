"""Why an action is not enabled, in the words of the model's author."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import Model, step
from counterpoint.errors import BadModel
from counterpoint.examples import krk
from counterpoint.report.score.model import ModelPresenter


def lift() -> Model:
    model = Model("lift")
    floor = model.var("floor", range(3), init=0)
    is_shut = model.var("is_shut", bool, init=True)
    moves = model.why_not("the door is open", is_shut)

    @model.action(to=range(3))
    def go(to: int) -> Any:
        beside = (floor - to <= 1) & (to - floor <= 1)
        return step(
            when=(moves, model.why_not("it is too far", beside), floor != to), set={floor: to}
        )

    @model.action
    def toggle() -> Any:
        return step(set={is_shut: ~is_shut})

    return model


def said(model: Model, state: tuple[Any, ...]) -> dict[str, list[str]]:
    """For each reason the labels that are not enabled for it."""
    sections = ModelPresenter(model).why(state, None)["sections"]
    rows = next(each["rows"] for each in sections if each["kind"] == "needs")
    return {row["said"]: [each["ev"] for each in row["events"]["listed"]] for row in rows}


def test_the_first_condition_that_is_false_gives_the_words() -> None:
    assert said(lift(), (0, True)) == {"floor != 0 is false": ["go(0)"], "it is too far": ["go(2)"]}
    assert said(lift(), (0, False)) == {"the door is open": ["go(0)", "go(1)", "go(2)"]}


def test_words_change_no_step() -> None:
    assert [label for label, _ in lift().successors((1, True))] == ["go(0)", "go(2)", "toggle"]


def test_what_has_no_words_is_said_in_terms() -> None:
    model = Model("plain")
    n = model.var("n", range(3), init=0)

    @model.action
    def down() -> Any:
        return step(when=n > 0, set={n: n - 1})

    assert said(model, (0,)) == {"0 < n is false": ["down"]}


def test_words_without_a_condition_are_refused() -> None:
    model = Model("wrong")
    n = model.var("n", range(3), init=0)
    with pytest.raises(BadModel, match=r"takes words and a condition, and <n < 2> are no words"):
        model.why_not(n < 2, "too far")  # type: ignore[arg-type]
    with pytest.raises(BadModel, match="what is false if 'too far' is n, which is not a condition"):
        model.why_not("too far", n)


def test_every_reason_of_the_chess_ending_is_in_words() -> None:
    game = krk.model()
    states = [
        ("white", 4, 7, 60), ("black", 2, 10, 0), ("black", 0, 51, 58), ("white", 27, 28, 45),
        ("white", 4, 64, 60), ("black", 4, 64, 60),
    ]  # fmt: skip
    for state in states:
        for reason in said(game, state):
            assert reason in {
                "it is not White's turn",
                "it is not Black's turn",
                "the rook was taken, so the game is drawn",
                "a king goes one square at a time",
                "the rook stands there",
                "Black's king guards that square",
                "White's king guards that square",
                "the rook attacks that square",
                "a rook goes along its file or its rank",
                "a king is in the way",
            }
