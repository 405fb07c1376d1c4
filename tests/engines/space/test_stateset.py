"""Sets of states as answers, the same in every space."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from counterpoint import Model, StateSet, StateSpace, all_of, step
from counterpoint.engines.formula.evaluate import satisfying
from counterpoint.engines.search.compiled.search import search
from counterpoint.engines.space.prepared import Prepared
from counterpoint.engines.space.sweepspace import SweepSpace
from counterpoint.errors import Misuse, Refused, Undecided, UnknownAtom
from counterpoint.logic.lower import to_core
from counterpoint.logic.parser import parse


def counters() -> Model:
    """Two counters up to 3 of which one never passes the other; a third value is never reached."""
    model = Model("counters")
    a, b = model.var("a", range(4), init=0), model.var("b", range(4), init=0)
    model.var("idle", range(2), init=0)

    @model.action
    def ahead() -> Any:
        return step(when=a < 3, set={a: a + 1})

    @model.action
    def after() -> Any:
        return step(when=b < a, set={b: b + 1})

    model.atom("level", a == b)
    model.atom("high", all_of([a >= 2, b >= 2]))
    return model


REACHED = {(a, b, 0) for a in range(4) for b in range(a + 1)}
ENCODED = {(a, b, i) for a in range(4) for b in range(4) for i in range(2)}
SPACES = ("graph", "symbolic", "sweeps")


class Asked:
    """A space asked as `StateSpace` is, but for the engine."""

    def __init__(self, kind: str, over: str) -> None:
        if kind == "sweeps":
            model = counters()
            roots = "all" if over == "all" else "initial"
            self.swept = SweepSpace(Prepared(model, model), search(model, roots=roots))
        else:
            engine = {"graph": "explicit"}.get(kind, kind)
            self.space = StateSpace(counters(), over=over, engine=engine)
        self.kind = kind

    def where(self, text: str) -> StateSet:
        if self.kind == "sweeps":
            return StateSet(self.swept, satisfying(to_core(parse(text)), self.swept.algebra))
        return self.space.where(text)


@pytest.fixture(scope="module", params=SPACES)
def reached(request: Any) -> Asked:
    return Asked(request.param, "reachable")


@pytest.fixture(scope="module", params=SPACES)
def encoded(request: Any) -> Asked:
    return Asked(request.param, "all")


def test_a_set_is_counted_asked_and_iterated(reached: Asked) -> None:
    level = reached.where("level")
    expected = {(n, n, 0) for n in range(4)}
    assert (len(level), level.count, bool(level), set(level)) == (4, 4, True, expected)
    assert [state in level for state in ((1, 1, 0), (1, 0, 0), (0, 1, 0), (1, 1, 1))] == [
        True, False, False, False,
    ]  # fmt: skip
    assert repr(level) == "<4 of 10 states>"
    assert not reached.where("level & !level")


@pytest.mark.parametrize("odd", [(9, 9, 0), (0, 0), "level", None, 3, (0, 0, 0, 0), (0, "x", 0)])
def test_what_is_no_state_is_not_a_member(reached: Asked, odd: object) -> None:
    assert odd not in reached.where("true")


def test_the_complement_is_taken_among_what_was_asked_about(reached: Asked, encoded: Asked) -> None:
    assert set(~reached.where("level")) == {s for s in REACHED if s[0] != s[1]}
    assert set(~encoded.where("level")) == {s for s in ENCODED if s[0] != s[1]}


def test_sets_combine_as_pythons_do(encoded: Asked) -> None:
    level, high = encoded.where("level"), encoded.where("high")
    plain = {s for s in ENCODED if s[0] == s[1]}, {s for s in ENCODED if s[0] >= 2 and s[1] >= 2}
    assert set(level & high) == plain[0] & plain[1]
    assert set(level | high) == plain[0] | plain[1]
    assert set(level - high) == plain[0] - plain[1]
    assert set(level ^ high) == plain[0] ^ plain[1]
    assert level & high <= level
    assert level >= level & high
    assert not level <= high
    assert (level - high).isdisjoint(high)
    assert (level & high) == (high & level)
    assert level != high
    assert level != plain[0]


def test_samples_are_members_different_and_the_same_for_a_seed(encoded: Asked) -> None:
    level = encoded.where("level")
    for count in range(10):
        drawn = level.sample(count, seed=count)
        assert len(set(drawn)) == len(drawn) == min(count, 8)
        assert all(state in level for state in drawn)
        assert drawn == level.sample(count, seed=count)
    assert len({tuple(level.sample(2, seed=seed)) for seed in range(30)}) > 5
    assert encoded.where("level & !level").sample(3) == []


@pytest.mark.parametrize("count", [-1, 1.5, True, "2"])
def test_a_sample_has_a_number_of_states(reached: Asked, count: Any) -> None:
    with pytest.raises(Misuse, match="takes a number of states from 0 up"):
        reached.where("level").sample(count)


def test_states_are_shown_as_their_model_shows_them(reached: Asked) -> None:
    assert reached.where("{a = 0}").shown() == [{"a": "0", "b": "0", "idle": "0"}]


def test_sets_of_different_questions_do_not_combine() -> None:
    one, other = (StateSpace(counters()).where("level") for _ in range(2))
    for combine in ("__and__", "__or__", "__sub__", "__xor__", "__eq__", "__le__", "isdisjoint"):
        with pytest.raises(Misuse, match="only sets from one space"):
            getattr(one, combine)(other)
    with pytest.raises(Misuse):
        one & {(0, 0, 0)}  # type: ignore[operator]
    with pytest.raises(TypeError):
        hash(one)


def test_more_states_than_len_can_say_are_counted() -> None:
    model = Model("wide")
    for n in range(70):
        model.var(f"v{n}", bool)
    found = StateSpace(model, engine="symbolic").where("v0")
    assert found.count == 1 << 69
    assert bool(found)
    assert repr(found) == f"<{1 << 69:,} of {1 << 70:,} states>"
    assert len(set(found.sample(5))) == 5


def test_what_is_not_known_is_not_answered() -> None:
    space = StateSpace(counters(), limit_states=3)
    with pytest.raises(Undecided, match="not all states are known: the limit of 3 states"):
        space.where("level")
    with pytest.raises(UnknownAtom):
        StateSpace(counters()).where("levle")
    with pytest.raises(Misuse, match='over= is "reachable" or "all"'):
        StateSpace(counters(), over="some")
    with pytest.raises(Misuse, match="engine= is one of"):
        StateSpace(counters(), engine="quick")
    with pytest.raises(Misuse, match="a program, a model or a system is needed"):
        StateSpace(3)
    with pytest.raises(Refused, match="asks what led to a state"):
        StateSpace(counters(), over="all").where("once(ahead)")


def test_a_state_that_remembers_is_shown_with_its_past() -> None:
    for engine in ("explicit", "symbolic"):
        found = StateSpace(counters(), engine=engine).where("ahead & high")
        assert found.note == "a state also records whether ahead is true"
        states: Iterable[Any] = found
        assert {state[:3] for state in states} == {(3, 2, 0)}
