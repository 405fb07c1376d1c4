"""Systems that remember events, against graphs that observe them."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import Program, Session
from counterpoint.examples import hot_cold, tictactoe
from counterpoint.examples.nim import model as nim
from counterpoint.games.atoms import past_of
from counterpoint.games.ground import ground_of
from counterpoint.games.remembering import Remembering
from counterpoint.logic.parser import parse


@pytest.mark.parametrize(
    ("program", "goal"),
    [
        (hot_cold.program, "HOT & once(COLD) | once(HOT)"),
        (hot_cold.program, "enabled(HOT)"),
        (tictactoe.program, "X_WINS | once(O) & once(X(1,1))"),
    ],
)
def test_the_pairs_are_those_of_a_graph_that_observes_the_same(program: Program, goal: str) -> None:
    formula = parse(goal)
    network = program.network()
    graph = ground_of(program, [formula]).graph
    told = Remembering(network, past_of([formula], network))
    todo = told.initial()
    seen = set(todo)
    for here in todo:
        fresh = {there for _, there in told.successors(here)} - seen
        seen |= fresh
        todo += fresh
    pairs: set[Any] = {graph.state(number) for number in range(graph.states)}
    asks = bool(past_of([formula], network))
    assert seen == (pairs if asks else {(state, frozenset()) for state in pairs})


def test_the_end_of_a_run_is_where_its_steps_lead() -> None:
    game = nim(piles=(1, 2))
    told = Remembering(game, past_of([parse("take(0,0) | once(take(1,1))")], game))
    session = Session(game)
    here = told.initial()[0]
    assert told.after(session.trace) == here
    for label in ("take(1,1)", "take(0,0)"):
        here = dict(told.successors(here))[label]
        session.step(label)
        assert told.after(session.trace) == here
    assert here == ((0, 1, 1), frozenset({"take(0,0)", "once(take(1,1))"}))
    assert told.show(here) == game.show((0, 1, 1))
