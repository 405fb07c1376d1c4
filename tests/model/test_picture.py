"""Pictures: how a model draws its states."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint.errors import BadModel
from counterpoint.model.history import with_history
from counterpoint.model.model import Model
from counterpoint.model.step import step


def lamps(show: Any) -> Model:
    model = Model("lamps", show=show)
    lit = model.array("lit", ["left", "right"], bool, init=False)
    model.var("day", range(3), init=0)

    @model.action(which=["left", "right"])
    def press(which: str) -> object:
        return step(set={lit[which]: ~lit[which]})

    return model


def drawn(lit: tuple[bool, ...], day: int) -> str:
    return f"day {day}: " + "".join("*" if one else "." for one in lit)


def test_a_state_is_drawn_from_the_values_of_its_variables_by_name() -> None:
    assert lamps(drawn).picture((False, True, 2)) == "day 2: .*"


def test_a_model_that_is_not_told_how_draws_nothing() -> None:
    assert lamps(None).picture((False, True, 2)) is None


def test_a_drawn_state_still_shows_its_values() -> None:
    assert lamps(drawn).show((False, True, 2)) == {
        "lit": "{left: false, right: true}",
        "day": "2",
    }


def test_what_a_model_remembers_is_not_given_to_the_picture() -> None:
    model = with_history(lamps(drawn), last={}, once={"pressed": frozenset({"press(left)"})})
    (start,) = model.initial()
    assert model.picture(start) == "day 0: .."


@pytest.mark.parametrize("show", [lambda lit: "", lambda lit, night: "", lambda: ""])
def test_a_picture_of_other_variables_is_refused_and_says_which_there_are(show: Any) -> None:
    with pytest.raises(BadModel, match="show is called with the values of lit, day: "):
        lamps(show).picture((False, True, 2))
