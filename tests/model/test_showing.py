"""Many states are shown as each one is, and steps are taken as they are listed."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import Model, subsets_of
from counterpoint.model.system import REST
from counterpoint.smv.model import model_of
from counterpoint.smv.source import Source
from counterpoint.target import find_target

WORDS = """
MODULE main
VAR w : unsigned word[3]; s : signed word[2]; a : array -1..1 of {x, 7};
ASSIGN next(w) := w + 0ud3_1;
"""


def values() -> Model:
    model = Model("values")
    model.var("n", range(-2, 3))
    model.var("flag", bool)
    model.var("kind", ("a", 7, True))
    model.var("some", subsets_of(("x", 1)))
    model.array("row", range(2), bool)
    model.array("board", [(0, 0), (0, 1)], ("x", "."))
    model.array("named", ["left", "right"], range(2))
    return model


@pytest.mark.parametrize("make", [values, lambda: model_of(Source("words.smv", WORDS))])
def test_many_states_are_shown_as_each_one_is(make: Any) -> None:
    model = make()
    showing = model.showing()
    for number, state in zip(range(500), model.initial(), strict=False):
        assert showing(state) == model.show(state), number
        assert list(showing(state)) == list(model.show(state))


@pytest.mark.parametrize("name", ["peterson", "nim", "alternating_bit"])
def test_a_step_is_taken_if_it_is_listed(name: str) -> None:
    model: Any = find_target(name)
    states = [*model.initial()]
    for state in states[:40]:
        states += [there for _, there in model.successors(state) if there not in states]
    labels = {label for state in states for label, _ in model.successors(state)} | {REST, "nosuch"}
    for state in states[:15]:
        listed = set(model.successors(state))
        for label in labels:
            for there in states[:15]:
                assert model.takes_step(state, label, there) == ((label, there) in listed)
    assert not model.takes_step(states[0], ["nosuch"], states[0])
