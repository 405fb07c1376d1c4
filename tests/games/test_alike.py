"""Steps to several states that are called alike: a player cannot say which of them he means."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint import (
    Model,
    Session,
    Trace,
    any_of,
    check,
    counsel,
    minmax,
    solve,
    step,
)
from counterpoint.errors import NotAGame
from counterpoint.games.advice import Value
from counterpoint.games.counsel import advisor
from counterpoint.games.minmax import Found
from counterpoint.games.strategy import Strategy
from counterpoint.verdict import Answer

from .brute_force import Graph, lost
from .small_games import Table
from .test_regionmoves import OBJECTIVES, bits

UNCLEAR = r"in the state (\(0, 1\)|x = 0, t = 1) steps to several states are called a: a player"

Rows = tuple[tuple[tuple[str, int], ...], ...]


def leaps() -> Model:
    """One move that leads where it is wanted, or elsewhere for good."""
    model = Model("leaps")
    x, t = model.var("x", range(4), init=0), model.var("t", [1, 2], init=1)
    model.turns(me=t == 1, you=t == 2)

    @model.action
    def a() -> Any:
        return [step(when=x == 0, set={x: there}) for there in (1, 3)]

    return model


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_the_answer_stands_and_no_way_to_it_is_told(engine: str) -> None:
    found = solve(leaps(), player="me", goal="x = 1", engine=engine)
    assert found
    with pytest.raises(NotAGame, match=UNCLEAR):
        found.strategy.move((0, 1))
    verdict = check(leaps(), "<<me>> F {x = 1}", engine=engine).properties[0]
    assert verdict.answer is Answer.HOLDS
    (plan,) = verdict.plans
    assert plan.positions == ()
    assert plan.missing.startswith("in the state (0, 1) steps to several states are called a")


@pytest.mark.parametrize(
    "goals", [{"me": "x = 1"}, {"me": "x = 1", "you": "x = 3"}, {"me": "once(a) & x = 1"}]
)
def test_advice_that_cannot_be_followed_is_not_given(goals: dict[str, str]) -> None:
    expert = advisor(leaps(), goals)
    for ask in (
        lambda: expert.advice(expert.after(Trace((0, 1)))),
        lambda: Session(leaps(), seed=1).play({"me": expert}),
        lambda: counsel(leaps(), None, goals),
        lambda: counsel(leaps(), None, goals, depth=3),
        lambda: minmax(leaps(), (0, 1), {"me": lambda s: s[0] == 1}),
    ):
        with pytest.raises(NotAGame, match=UNCLEAR):
            ask()


def stays_or_goes() -> Model:
    """What has to be done to get on may also change nothing; there is a way back, too."""
    model = Model("stays")
    x, t = model.var("x", range(3), init=0), model.var("t", [1, 2], init=1)
    model.turns(me=t == 1, you=t == 2)

    @model.action
    def a() -> Any:
        return [step(when=(x < 2, t == 1), set={x: x + more}) for more in (1, 0)]

    @model.action
    def b() -> Any:
        return step(when=(x < 2, t == 1), set={x: 0})

    return model


@pytest.mark.parametrize("goal", ["x = 2", "G F x = 2", "F G x = 2"])
def test_to_stay_where_it_is_won_is_no_way_to_win(goal: str) -> None:
    found = solve(stays_or_goes(), player="me", goal=goal, engine="symbolic")
    assert found
    with pytest.raises(NotAGame, match=UNCLEAR):
        found.strategy.move((0, 1))


def crossing() -> Model:
    """Two ways to what is wanted, the first of which is called like another step."""
    model = Model("crossing")
    x = model.var("x", range(4), init=0)

    @model.action(owner="me")
    def a() -> Any:
        return [step(when=x == 0, set={x: there}) for there in (1, 3)]

    @model.action(owner="me")
    def b() -> Any:
        return step(when=x == 0, set={x: 2})

    return model


def test_of_good_moves_one_is_made_that_can_be_told() -> None:
    model, goal = crossing(), "x = 1 | x = 2"
    assert solve(model, player="me", goal=goal, engine="symbolic").strategy.move((0,)) == "b"
    (plan,) = check(model, "<<me>> F {x = 1 | x = 2}").properties[0].plans
    assert plan.moves == (((0,), "b"),)
    told = advisor(model, {"me": goal}).advice((0,))
    assert [(str(o.label), o.value) for o in told.moves] == [
        ("b", Value.WIN), ("a", Value.WIN), ("a", Value.UNDECIDED),
    ]  # fmt: skip
    found = counsel(model, None, {"me": goal}, depth=2)
    assert isinstance(found, Found)
    assert (found.move, found.value, found.line) == ("b", Value.WIN, ("b",))


def test_what_nobody_chooses_needs_no_label_of_its_own() -> None:
    model = Model("coin")
    x = model.var("x", range(3), init=0)

    @model.action(owner=None)
    def toss() -> Any:
        return [step(when=x == 0, set={x: side}) for side in (1, 2)]

    @model.action(owner="me")
    def keep() -> Any:
        return step(when=x == 1, set={x: 1})

    (plan,) = check(model, "<<me>> F {x = 1}").properties[0].plans
    assert (plan.team, plan.chance) == ((), True)
    assert [p.state for p in plan.positions] == [(0,), (2,)]


@st.composite
def rows(draw: st.DrawFn, count: int = 5) -> Rows:
    ways = st.tuples(st.sampled_from("aabc"), st.integers(0, count - 1))
    row = st.lists(ways, min_size=1, max_size=3).map(lambda some: tuple(dict.fromkeys(some)))
    return tuple(draw(st.lists(row, min_size=count, max_size=count)))


def game_of(rows: Rows, owners: tuple[str, ...], **atoms: set[int]) -> Model:
    """A game in which a label may lead from a state to several others."""
    model = Model("alike")
    s = model.var("s", range(len(rows)), init=0)
    model.turns({p: any_of(s == n for n, o in enumerate(owners) if o == p) for p in ("one", "two")})
    for name, members in atoms.items():
        model.atom(name, any_of(s == member for member in members))
    for label in "abc":
        ways = [(n, there) for n, row in enumerate(rows) for name, there in row if name == label]
        model.action(leading(label, s, ways))
    return model


def leading(label: str, s: Any, ways: list[tuple[int, int]]) -> Any:
    """An action of this label for all steps that are called so."""

    def act() -> Any:
        never = step(when=(s == 0, s != 0))
        return [step(when=s == n, set={s: there}) for n, there in ways] or never

    act.__name__ = label
    return act


def left_by(rows: Rows, strategy: Strategy) -> Graph:
    """The game when the team says its labels: all that is called so may come."""
    moves: Iterable[tuple[Any, Any]] = strategy
    table = {s: str(label) for (s,), label in moves}
    return [
        [there for label, there in row if n not in table or label == table[n]]
        for n, row in enumerate(rows)
    ]


@pytest.mark.parametrize("goal", OBJECTIVES)
@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_a_strategy_that_is_given_wins_whatever_is_called_so(engine: str, goal: str) -> None:
    given_away = []

    @settings(max_examples=8)  # some of them have no strategy to give
    @given(rows(), st.tuples(*[st.sampled_from(["one", "two"])] * 5), st.data())
    def show(rows: Rows, owners: tuple[str, ...], data: Any) -> None:
        p, q = data.draw(st.sets(st.integers(0, 4))), data.draw(st.sets(st.integers(0, 4)))
        model = game_of(rows, owners, p=p, q=q)
        found = solve(model, player="one", goal=goal, over="all", engine=engine)
        try:
            graph = left_by(rows, found.strategy)
        except NotAGame:
            assert any(len(dict(row)) < len(row) for row in rows)
            return
        given_away.append(graph)
        table = Table((), tuple(() for _ in rows))
        objective = OBJECTIVES[goal](bits(p, table), bits(q, table))
        winning: Iterable[Any] = found.winning
        assert not any(lost(graph, s, objective) for (s,) in winning)

    show()
    assert len(given_away) > 2
