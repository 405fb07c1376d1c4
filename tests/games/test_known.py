"""Advice in a game that is won wins it, and is the same whatever the tuning."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint import Model, advice, solve, step
from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import Task
from counterpoint.errors import NotAGame, Refused
from counterpoint.examples.nim import model as nim
from counterpoint.games.advice import Advice, Advisor, Value
from counterpoint.games.counsel import advisor, counsel
from counterpoint.games.objective import Buchi, CoBuchi, Parity
from tests.tunings import NO_GRAPHS, TUNINGS, task

from .brute_force import lost, reached
from .models import of_table
from .small_games import Table, tables
from .test_regionmoves import OBJECTIVES, SWEPT, bits, walk

TUNED = [task(TUNINGS["usual"]), task(NO_GRAPHS), task(TUNINGS["tiny"]), task(TUNINGS["mixed"])]

GOALS = OBJECTIVES | {
    "G F p | F G q": lambda p, q: Parity(np.where(p, 2, np.where(q, 0, 1))),
    "F G p & G F q": lambda p, q: Parity(np.where(~p, 3, np.where(q, 2, 1))),
    "G F p | G F q": lambda p, q: Buchi(p | q),
    "F G p & F G q": lambda p, q: CoBuchi(p & q),
}


def around() -> Model:
    """A player who can win at once, or go around first; after it another game begins."""
    model = Model("around")
    s, junk = model.var("s", range(3), init=0), model.var("junk", range(5), init=0)

    @model.action(owner="p")
    def around() -> Any:
        return step(when=s == 0, set={s: 1})

    @model.action(owner="p")
    def back() -> Any:
        return step(when=s == 1, set={s: 0})

    @model.action(owner="p")
    def win() -> Any:
        return step(when=s < 2, set={s: 2})

    @model.action(owner="q")
    def count() -> Any:
        return step(when=(s == 2, junk < 4), set={s: 0, junk: junk + 1})

    return model


@pytest.mark.parametrize("tuned", TUNED)
@pytest.mark.parametrize(
    ("goal", "moves"),
    [
        ("s = 2", ["1 win 0", "2 around 1"]),
        ("G F s = 2", ["1 win None", "2 around None"]),
        ("G s < 3", ["1 around None", "1 win None"]),
    ],
)
def test_who_can_win_at_once_is_advised_to(goal: str, moves: list[str], tuned: Task) -> None:
    told = counsel(around(), None, {"p": goal}, task=tuned)
    assert isinstance(told, Advice)
    assert told.value is Value.WIN
    assert [f"{move.rank} {move.label} {move.distance}" for move in told.moves] == moves


@pytest.mark.parametrize(("goal", "tuned"), [*zip(GOALS, cycle(TUNED[1:]), strict=False)])
@settings(max_examples=4)
@given(tables(6), st.data())
def test_who_follows_advice_wins_what_is_won_and_every_tuning_advises_the_same(
    goal: str, tuned: Task, table: Table, data: Any
) -> None:
    """Each goal under the usual tuning and another one, each of these with several goals."""
    states = st.sets(st.integers(0, len(table.steps) - 1))
    p, q = data.draw(states), data.draw(states)
    model = of_table(table, p=p, q=q)
    if "one" not in model.players:
        return
    told = advised(advisor(model, {"one": goal}, task=TUNED[0]), table)
    assert advised(advisor(model, {"one": goal}, task=tuned), table) == told
    graph = [
        [there for _, there, free in row if s not in told or free or there in best(told[s])]
        for s, row in enumerate(table.steps)
    ]
    objective = GOALS[goal](bits(p, table), bits(q, table))
    assert not any(told[s].value is Value.WIN and lost(graph, s, objective) for s in told)


def advised(expert: Advisor, table: Table) -> dict[int, Advice]:
    """What is advised in each state that is reached where this player can do something."""
    graph = [[there for _, there, _ in row] for row in table.steps]
    return {
        s: expert.advice((s,))
        for s in sorted(reached(graph, table.start, lambda _: True))
        if table.owner(s) == "one" and not all(free for _, _, free in table.steps[s])
    }


def best(advice: Advice) -> set[int]:
    """Where the best moves lead."""
    return {option.state[0] for option in advice.equals}  # type: ignore[index]


def test_a_way_around_does_not_stand_for_a_step_that_cannot_be_said() -> None:
    model = Model("lift")
    x = model.var("x", range(3), init=0)

    @model.action(owner="me")
    def up() -> Any:
        return [step(when=x < 2, set={x: x + more}) for more in (1, 0)]

    @model.action(owner="me")
    def down() -> Any:
        return step(when=x < 2, set={x: 0})

    for tuned in TUNED:
        for goal in ("x = 2", "G F x = 2", "F G x = 2"):
            with pytest.raises(NotAGame, match=r"in the state x = 1 steps .* are called up"):
                advisor(model, {"me": goal}, task=tuned).advice((1,))


def test_distances_that_do_not_fit_the_memory_are_left_out_where_play_comes_to_an_end() -> None:
    found = solve(nim(piles=(2, 3)), player="player1", goal="p1_wins", task=SWEPT)
    small = replace(found, ground=replace(found.ground, limits=Limits(memory=40)))
    assert found.known.distance((2, 3, 1)) == 5  # type: ignore[attr-defined]
    assert small.known.distance((2, 3, 1)) is None  # type: ignore[attr-defined]
    (move,) = advice(nim(piles=(2, 3)), (2, 3, 1), {"player1": small.known}).equals
    assert move.label == "take(1,2)"


def test_distances_that_do_not_fit_the_memory_are_refused_where_one_could_go_around() -> None:
    found = solve(walk(9), player="one", goal="home", task=SWEPT)
    small = replace(found, ground=replace(found.ground, limits=Limits(memory=40)))
    with pytest.raises(Refused, match=r"do not fit into 40 bytes: begin nearer to the end"):
        advice(walk(9), (0,), {"one": small.known})


@pytest.mark.parametrize(
    ("mine", "other"), [("G F s = 3", "G F s = 3"), ("s = 3", "G s != 2"), ("G F s = 3", "F s = 3")]
)
def test_who_wins_goes_on_with_it_where_another_player_wins_as_well(mine: str, other: str) -> None:
    model = Model("shared")
    s = model.var("s", range(4), init=0)

    @model.action(owner="me")
    def wait() -> Any:
        return step(when=s == 0, set={s: 1})

    @model.action(owner="me")
    def go() -> Any:
        return step(when=s == 0, set={s: 3})

    @model.action(owner="me")
    def back() -> Any:
        return step(when=s == 1, set={s: 0})

    @model.action(owner="you")
    def stay() -> Any:
        return step(when=s == 3, set={s: 3})

    for tuned in TUNED:
        told = advisor(model, {"me": mine, "you": other}, task=tuned).advice((0,))
        assert told.value is Value.WIN
        assert [(str(move.label), move.value, move.rank) for move in told.moves] == [
            ("go", Value.WIN, 1), ("wait", Value.WIN, 2),
        ]  # fmt: skip
