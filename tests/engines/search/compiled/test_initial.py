"""Initial states found by native code are packed as Python packs them."""

from __future__ import annotations

import pytest

from counterpoint import native
from counterpoint.engines.search.compiled.code import Code
from counterpoint.engines.search.compiled.initial import initial_words
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
