"""Models with more initial states than can be listed: limits hold, and nothing is listed first."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from counterpoint import Model, check, step
from counterpoint.errors import BadModel
from counterpoint.verdict import Answer

BILLION = 10**9


def model(**init: Any) -> Model:
    made = Model("large")
    x = made.var("x", range(BILLION), **init)
    y = made.var("y", range(BILLION), init=0)
    made.start(x >= y)

    @made.action
    def go() -> Any:
        return step(set={x: (x + 1) % BILLION})

    return made


@pytest.mark.parametrize("init", [{}, {"init": range(5, BILLION)}])
def test_initial_states_are_found_one_by_one(init: dict[str, Any]) -> None:
    first = init["init"][0] if init else 0
    assert list(islice(model(**init).initial(), 3)) == [(first + n, 0) for n in range(3)]


@pytest.mark.parametrize("limit", [{"limit_states": 100}, {"limit_memory": "1M"}])
def test_a_limit_holds_while_initial_states_are_listed(
    limit: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterpoint.engines.search.compiled.initial.LISTED", 1000)
    (verdict,) = check(model(), engine="explicit", **limit)
    assert verdict.answer is Answer.UNKNOWN
    assert verdict.reason.endswith("was reached by initial states alone")


@pytest.mark.parametrize("formula", ["AG b0", "F b3", "AG EF b1", "EX !b5"])
def test_a_model_with_too_many_initial_states_to_list_is_no_trouble(
    formula: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    listing = "counterpoint.engines.search.compiled.hashed.initial_words"
    monkeypatch.setattr(listing, lambda *_: pytest.fail("initial states are listed"))
    made = Model("free")
    bits = [made.var(f"b{number}", bool) for number in range(100)]

    @made.action
    def turn() -> Any:
        return step(set={bits[0]: ~bits[0]})

    (verdict,) = check(made, formula, limit_memory="100M")
    assert verdict.answer is Answer.FAILS


def test_an_interval_that_is_given_is_told_by_its_ends() -> None:
    made = Model("interval")
    x = made.var("x", range(9000), init=range(10, 8000))

    @made.action
    def stay() -> Any:
        return step(when=x < 0, set={x: x})

    assert check(made, "deadlock").states == 7990


def test_values_that_are_too_many_to_be_given_are_refused() -> None:
    with pytest.raises(BadModel, match="init of x allows 333,333,334 values, too many to be given"):
        Model("steps").var("x", range(BILLION), init=range(0, BILLION, 3))
