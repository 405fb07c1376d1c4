"""Pictures: how a model draws its states."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint.errors import BadModel
from counterpoint.model.history import with_history
from counterpoint.model.model import Model
from counterpoint.model.step import step
from counterpoint.report.score.view import seen


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


def test_a_model_may_draw_a_state_twice_in_characters_and_as_svg() -> None:
    model = Model(
        "lamp", show=lambda lit: "*" if lit else ".", view=lambda lit: f"<svg>{lit}</svg>"
    )
    model.var("lit", bool)
    assert (model.picture((True,)), model.view((True,))) == ("*", "<svg>True</svg>")
    seen_in = seen(model, (True,), [])
    assert (seen_in.svg, seen_in.picture, seen_in.grid) == ("<svg>True</svg>", "*", None)
    assert Model().view(()) is None


def test_any_system_may_have_a_view() -> None:
    class Lamp:
        def initial(self) -> list[bool]:
            return [False]

        def successors(self, lit: bool) -> list[tuple[str, bool]]:
            return [("press", not lit)]

        def show(self, lit: bool) -> str:
            return str(lit)

        def view(self, lit: bool) -> str:
            return f"<svg>{lit}</svg>"

    assert seen(Lamp(), True, []).svg == "<svg>True</svg>"


def test_a_view_of_other_variables_is_refused_by_its_name() -> None:
    model = Model("lamp", view=lambda dark: "")
    model.var("lit", bool)
    with pytest.raises(BadModel, match="view is called with the values of lit: "):
        model.view((True,))
    with pytest.raises(
        BadModel, match="view= takes a function of the values of the variables, not"
    ):
        Model("lamp", view="<svg/>")  # type: ignore[arg-type]
