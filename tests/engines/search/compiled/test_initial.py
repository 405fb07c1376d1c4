"""Initial states found by native code are packed as Python packs them."""

from __future__ import annotations

import pytest

from counterpoint import native
from counterpoint.engines.base.limits import Limits
from counterpoint.engines.search.compiled.code import Code
from counterpoint.engines.search.compiled.initial import PER_WORD, initial_words
from counterpoint.errors import LimitReached
from counterpoint.model.model import Model
from counterpoint.tuning import Tuning


def meeting() -> Model:
    """Variables in two words, which may start wherever the sum of the numbers is small."""
    model = Model("meeting")
    low = model.var("low", range(-2, 3))
    wide = model.var("wide", range(1 << 4))
    model.var("name", ["one", "two", "three"])
    model.array("spare", range(60), range(7, 8))  # a bit for each, and no more states
    model.var("last", bool)
    model.start(low + wide <= 0)
    return model


@pytest.mark.parametrize("tried", [0, 1 << 20])
def test_the_words_of_initial_states_are_those_of_their_values(
    tried: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "build", native.twin)
    model = meeting()
    assert model.layout.words == 2
    found = initial_words(Code(model, Tuning(starts_tried=tried)))
    assert sorted(map(tuple, found.tolist())) == sorted(
        model.layout.pack(state) for state in model.initial()
    )


def test_initial_states_of_many_words_take_more_of_the_memory_that_is_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("counterpoint.engines.search.compiled.initial.LISTED", 1000)
    model = Model("wide")
    for number in range(64 * 20):
        model.var(f"b{number}", bool, **({"init": False} if number >= 10 else {}))
    code = Code(model, Tuning(starts_encoded=0))
    assert code.layout.words == 20
    with pytest.raises(LimitReached, match="by initial states alone"):
        initial_words(code, Limits(memory=100 * PER_WORD * 20))
