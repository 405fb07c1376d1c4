"""History: a model that remembers, against runs that are remembered by hand."""

from __future__ import annotations

import random

import pytest

from counterpoint.errors import BadModel
from counterpoint.model.history import with_history
from counterpoint.model.model import Model
from counterpoint.model.step import Step, step
from counterpoint.model.system import REST
from counterpoint.terms.evaluate import evaluate

from .models import counter, peterson, reachable, tictactoe

PUT = frozenset({"put(0)", "put(4)"})


@pytest.mark.parametrize("seed", range(5))
def test_what_is_remembered_is_what_happened(seed: int) -> None:
    chance = random.Random(seed)
    model = tictactoe()
    heard = with_history(model, last={"PUT": PUT}, once={"once(PUT)": PUT})
    (plain,), (state,) = model.initial(), heard.initial()
    labels: list[object] = []
    for _ in range(12):
        assert _true(heard, "PUT", state) == (labels[-1:] != [] and labels[-1] in PUT)
        assert _true(heard, "once(PUT)", state) == any(label in PUT for label in labels)
        assert state[: len(plain)] == plain
        assert [label for label, _ in heard.successors(state)] == [
            label for label, _ in model.successors(plain)
        ]
        at = chance.randrange(len(heard.successors(state)))
        label, state = heard.successors(state)[at]
        _, plain = model.successors(plain)[at]
        labels.append(label)


def _true(model: Model, atom: str, state: tuple[object, ...]) -> bool:
    names = (variable.name for variable in model.variables)
    return bool(evaluate(model.predicate(atom), dict(zip(names, state, strict=True))))


def test_a_rest_is_no_event() -> None:
    heard = with_history(counter(1), last={"ADD": frozenset({"add(1)"})}, once={})
    assert heard.successors((0, False)) == [("add(1)", (1, True))]
    assert heard.successors((1, True)) == [(REST, (1, False))]
    assert heard.successors((1, False)) == [(REST, (1, False))]
    assert [action.rests for action in heard.actions] == [False, True]


def test_what_was_once_true_stays_without_a_rest_of_its_own() -> None:
    heard = with_history(counter(1), last={}, once={"added": frozenset({"add(1)"})})
    assert heard.successors((0, False)) == [("add(1)", (1, True))]
    assert heard.successors((1, True)) == [(REST, (1, True))]
    assert not any(action.rests for action in heard.actions)


def test_the_rest_of_the_model_is_as_it_was() -> None:
    model = peterson()
    heard = with_history(model, last={"one": frozenset({"go(1)"})}, once={})
    assert {state[:5] for state in reachable(heard)} == reachable(model)
    assert heard.players == model.players
    assert heard.show(heard.state(**model.values(next(model.initial())), **{"just:one": True}))[
        "just:one"
    ] == ("true")


def test_histories_stack() -> None:
    once = with_history(counter(1), last={"a": frozenset({"add(1)"})}, once={})
    twice = with_history(once, last={"b": frozenset({"add(1)"})}, once={})
    assert twice.successors((1, True, True)) == [(REST, (1, False, False))]
    assert sum(action.rests for action in twice.actions) == 1


def test_nothing_to_remember_is_the_model_itself() -> None:
    model = counter()
    assert with_history(model, last={}, once={}) is model


def test_a_name_that_means_something_already_is_refused() -> None:
    with pytest.raises(BadModel, match="over has a meaning in tictactoe already"):
        with_history(tictactoe(), last={"over": PUT}, once={})
    with pytest.raises(BadModel, match="a has a meaning"):
        with_history(counter(), last={"a": PUT}, once={"a": PUT})


def test_progress_is_promised_no_longer() -> None:
    model = Model()
    n = model.var("n", range(3), init=0)
    model.progress(n)

    @model.action
    def up() -> Step:
        return step(when=n < 2, set={n: n + 1})

    assert with_history(model, last={"up": frozenset({"up"})}, once={}).parts.progress is None


def test_a_history_takes_no_declarations() -> None:
    heard = with_history(counter(), last={"a": PUT}, once={})
    with pytest.raises(BadModel, match="declare everything first"):
        heard.var("v", bool)
