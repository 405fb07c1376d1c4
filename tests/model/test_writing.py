"""States as data for JSON, one by one and many at once; steps are taken as they are listed."""

from __future__ import annotations

import json
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
    model.array("squares", ["#set", "b"], ("a", "b"))
    return model


def test_a_state_is_data_for_json_with_the_types_of_its_values() -> None:
    model = values()
    state = model.state(
        n=-2, flag=True, kind=7, some={"x", 1}, row=(True, False), board=("x", "."),
        named=(0, 1), squares=("a", "b"),
    )  # fmt: skip
    assert model.as_json(state) == {
        "n": -2,
        "flag": True,
        "kind": 7,
        "some": {"#set": [1, "x"]},
        "row": [True, False],
        "board": {"#map": [[[0, 0], "x"], [[0, 1], "."]]},
        "named": {"left": 0, "right": 1},
        "squares": {"#map": [["#set", "a"], ["b", "b"]]},
    }


def test_words_of_smv_are_numbers() -> None:
    model = model_of(Source("words.smv", WORDS))
    (state, *_) = model.initial()
    found = model.as_json(state)
    assert type(found["w"]) is int
    assert type(found["s"]) is int
    assert found["s"] == model.values(state)["s"]
    assert {found["a[-1]"], found["a[0]"]} <= {"x", 7}


@pytest.mark.parametrize("make", [values, lambda: model_of(Source("words.smv", WORDS))])
def test_many_states_are_written_as_each_one_is(make: Any) -> None:
    model = make()
    write = model.writing()
    for number, state in zip(range(500), model.initial(), strict=False):
        text = json.dumps(model.as_json(state), ensure_ascii=False)
        assert write(state) == text, number


def test_a_large_word_is_not_rounded() -> None:
    wide = "MODULE main\nVAR w : unsigned word[64];\nINIT w = !0ud64_0;\nASSIGN next(w) := w;\n"
    model = model_of(Source("wide.smv", wide))
    (state,) = model.initial()
    assert model.as_json(state) == {"w": {"#bigint": str((1 << 64) - 1)}}
    assert json.loads(model.writing()(state)) == model.as_json(state)


def test_a_model_that_shows_its_states_otherwise_is_taken_at_its_word() -> None:
    class Mine(Model):
        def show(self, state: Any) -> dict[str, str]:
            return {"mine": str(state)}

    model = Mine()
    model.var("n", range(2), init=0)
    assert model.as_json((1,)) == {"mine": "(1,)"}


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
