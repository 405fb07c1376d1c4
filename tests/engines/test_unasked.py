"""A check of a model warns of an end that no requirement is about, without another search."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import Model, check, step
from counterpoint.engines.search.compiled import search as searching
from counterpoint.smv.model import model_of
from counterpoint.smv.source import Source
from counterpoint.tuning import Tuning
from counterpoint.verdict import Answer

WARNING = (
    "no requirement is about deadlock, and it fails: after close nothing can happen any more; a "
    'requirement such as "AG (enabled(rest) -> p)" says that it ends only where p is true'
)


def shop(**requirements: str) -> Model:
    """A shop that is closed for ever once it is closed."""
    model = Model("shop")
    inside, is_open = model.var("inside", range(3), init=0), model.var("is_open", bool, init=True)

    @model.action(by=[1, -1])
    def move(by: int) -> object:
        return step(when=(is_open, inside + by >= 0, inside + by <= 2), set={inside: inside + by})

    @model.action
    def close() -> object:
        return step(when=is_open, set={is_open: False})

    model.requires(requirements)
    return model


class Countdown:
    """A system of a user that ends."""

    requirements: dict[str, Any] = {"small": "AG !large"}  # noqa: RUF012
    atoms = {"large": lambda n: n > 2, "zero": lambda n: n == 0}  # noqa: RUF012

    def initial(self) -> list[int]:
        return [2]

    def successors(self, n: int) -> list[tuple[str, int]]:
        return [("down", n - 1)] if n else []

    def show(self, n: int) -> str:
        return str(n)


def test_an_end_of_a_model_that_no_requirement_is_about_is_warned_of() -> None:
    model = shop(few="AG inside < 3")
    verdicts = check(model)
    assert bool(verdicts)
    assert [verdict.name for verdict in verdicts] == ["few"]
    assert verdicts.warnings == (WARNING,)
    (unasked,) = verdicts.unasked
    assert (unasked.name, unasked.answer) == ("deadlock", Answer.FAILS)
    assert unasked.trace is not None
    unasked.trace.replay(model)


@pytest.mark.parametrize(
    "text",
    [
        "deadlock",
        "AG (enabled(rest) -> !is_open)",
        "AG (is_open -> !enabled( rest ))",
        "F inside = 2",
        "AG EF inside = 0",
        "EF inside = 2",
    ],
)
def test_a_requirement_about_the_end_takes_the_place_of_the_warning(text: str) -> None:
    assert check(shop(few="AG inside < 3", end=text)).warnings == ()


@pytest.mark.parametrize("text", ["AG inside < 3", "G is_open | G inside < 3", "inside = 0"])
def test_what_is_true_of_a_run_that_stops_anywhere_is_not_about_its_end(text: str) -> None:
    assert check(shop(few=text)).warnings == (WARNING,)


def test_what_is_asked_by_hand_says_what_is_asked() -> None:
    assert check(shop(few="AG inside < 3"), "AG inside < 3").warnings == ()
    assert check(shop()).warnings == ()


def test_a_model_that_goes_on_is_not_warned_of() -> None:
    model = Model("lamp")
    on = model.var("on", bool, init=False)

    @model.action
    def press() -> object:
        return step(set={on: ~on})

    model.requires(fine="AG EF on")
    assert check(model).warnings == ()


def test_a_game_is_not_warned_of() -> None:
    model = Model("take")
    left, turn = model.var("left", range(3), init=2), model.var("turn", ["a", "b"], init="a")

    @model.action
    def take() -> object:
        return step(when=left > 0, set={left: left - 1})

    model.turns(a=turn == "a", b=turn == "b")
    model.requires(few="AG left < 3")
    assert check(model).warnings == ()


def test_a_text_of_smv_has_a_warning_of_its_own() -> None:
    text = "MODULE main VAR x : 0..2; INIT x = 0; TRANS next(x) = x + 1; SPEC AF x = 2"
    (warning,) = check(model_of(Source("m.smv", text))).warnings
    assert warning.startswith("the transition relation is not total")


def test_a_system_of_a_user_is_warned_of_too() -> None:
    (warning,) = check(Countdown()).warnings
    assert warning.startswith("no requirement is about deadlock, and it fails: after down, down ")

    class Meant(Countdown):
        requirements: dict[str, Any] = {"zero": "AG (enabled(rest) -> zero)"}  # noqa: RUF012

    class Game(Countdown):
        def owner(self, n: int) -> str:
            return "one"

    assert check(Meant()).warnings == check(Game()).warnings == ()


@pytest.mark.parametrize("states", ["graph", "sweeps with steps", "sweeps"])
def test_the_warning_takes_no_search(monkeypatch: pytest.MonkeyPatch, states: str) -> None:
    """Where the steps are not known, or too many for a graph to be made of them, none is given."""
    searches: list[object] = []
    search = searching.search

    def noted(*given: Any, **options: Any) -> Any:
        searches.append(given)
        return search(*given, **options)

    monkeypatch.setattr(searching, "search", noted)
    tuning = {
        "graph": Tuning(),
        "sweeps with steps": Tuning(graph_at_once=0),
        "sweeps": Tuning(graph_at_once=0, graph_prepared=0),
    }[states]
    model = shop(few="AG inside < 3")
    verdicts = check(model, engine="explicit", tuning=tuning)
    assert bool(verdicts)
    assert len(searches) == 1
    assert verdicts.warnings == (() if states == "sweeps" else (WARNING,))


def test_a_check_that_was_stopped_does_not_warn() -> None:
    assert check(shop(few="AG inside < 3"), limit_states=2).warnings == ()
    assert check(shop(none="AG false"), stop_first=True).warnings == ()
