"""The bundled LED texts: the game against its own definitions, breakout, and graphs."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint import Session, StateSpace
from counterpoint.led.module import LedModule, load_module
from counterpoint.led.program import LedProgram
from counterpoint.led.shapes import Words
from counterpoint.target import find_target, led_path
from tests.share import share


def text(name: str) -> LedModule:
    path = led_path(name)
    assert path is not None
    return load_module(path)


def test_each_step_of_the_game_is_a_legal_move_and_its_outcome() -> None:
    game = find_target("tictactoe.led")
    assert isinstance(game, LedProgram)
    session = Session(game, seed=5)
    session.play()
    for state in session.trace.states:
        legal = game.evaluate("{outcome(m) | m in {`x,`o} * Cells & legalMove(m)}", state)
        assert {there for label, there in game.successors(state) if there != state} == legal


def test_a_game_to_its_end_is_told_in_words() -> None:
    game = find_target("tictactoe.led")
    assert isinstance(game, LedProgram)
    session = Session.replay(game, "cell(1) cell(2) cell(5) cell(3) cell(9)")
    assert session.over
    texts = {shape.text for shape in game.images(session.state) if isinstance(shape, Words)}
    assert "x has won" in texts


def test_breakout_can_be_won_and_need_not_be_lost() -> None:
    space = StateSpace(find_target("breakout"))
    assert space.where("true").count == 122
    assert (
        space.where("gameOver <-> !enabled(left) & !enabled(right) & !enabled(tick)").count == 122
    )
    assert space.where("lost & won").count == 0
    assert space.where("EG !lost").count > 0
    assert (
        space.where("{1 <= x & x <= 7 & 0 <= y & y <= 6 & 2 <= paddle & paddle <= 6}").count == 122
    )


def test_the_paddle_follows_the_mouse() -> None:
    game = find_target("breakout")
    assert isinstance(game, LedProgram)
    (start,) = game.initial()
    labels = [game.tick(start, x, 0) for x in (0, 399, 400, 600, 601, 1000)]
    assert labels == ["left", "left", "tick", "tick", "right", "right"]
    there = dict(game.successors(start))
    assert [there[label][4] for label in ("left", "tick", "right")] == [3, 4, 5]


GRAPHS = text("reachability")

graphs = st.sets(st.tuples(st.integers(1, 5), st.integers(1, 5)), max_size=10)


def ways(edges: set[tuple[int, int]], start: int) -> dict[int, int]:
    """How many steps it takes from a vertex to each that can be reached."""
    found, todo = {start: 0}, [start]
    for here in todo:
        for a, b in sorted(edges):
            if a == here and b not in found:
                found[b] = found[here] + 1
                todo.append(b)
    return found


@settings(max_examples=share(40), deadline=None)
@given(graphs)
def test_what_is_reachable_is_what_a_search_finds(edges: Any) -> None:
    listed = ", ".join(f"({a},{b})" for a, b in sorted(edges))
    graph = f"({{1..5}}, {{{listed}}})"
    reached = {start: ways(edges, start) for start in range(1, 6)}
    for start, there in reached.items():
        assert GRAPHS.evaluate(f"reachable({{{start}}}, {graph})") == set(there)
        for vertex, steps in there.items():
            assert GRAPHS.evaluate(f"distance({start}, {vertex}, {graph})") == steps
    components = {frozenset(b for b in reached[a] if a in reached[b]) for a in range(1, 6)}
    assert GRAPHS.evaluate(f"components({graph})") == components
