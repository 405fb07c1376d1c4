"""Whose turn it is: in programs, models, systems and graphs."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint.bp.event import events
from counterpoint.bp.program import Program
from counterpoint.bp.sync import sync
from counterpoint.bp.thread import thread
from counterpoint.errors import NotAGame
from counterpoint.games.game import Game, Turn, cells, game_of
from counterpoint.model.model import Model
from counterpoint.model.step import step
from counterpoint.model.system import REST

from .models import in_line
from .small_games import TicTacToe, tic_tac_toe

A, B, C = events("A B C")


@thread
def ask(*wanted: Any) -> Any:
    yield sync(request=wanted)


def test_in_a_program_events_have_owners() -> None:
    program = Program(ask(A, B, C), owners={"me": [A, B]})
    game = game_of(program)
    turn = game.turn(next(iter(game.initial())))
    assert turn.player == "me"
    assert [label for label, _ in turn.moves] == [A, B]
    assert [label for label, _ in turn.others] == [C]
    with pytest.raises(NotAGame, match="Program does not say"):
        game_of(Program(ask(A)))


class Counted(str):
    """A label that counts how often it is compared."""

    __slots__ = ()
    compared = 0

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


class Wide:
    """A system in which one state has many steps."""

    def initial(self) -> list[int]:
        return [0]

    def successors(self, state: int) -> list[tuple[str, int]]:
        return [(Counted(f"to {there}"), there) for there in range(500)]

    def show(self, state: int) -> str:
        return str(state)


def test_the_moves_of_a_state_are_not_compared_with_each_other() -> None:
    turn = Game(Wide(), lambda _: lambda _: "P", ("P",)).turn(0)
    assert (len(turn.moves), turn.others) == (500, ())
    assert Counted.compared < 5 * 500


def test_a_choice_of_two_players_is_refused_with_a_step_of_each() -> None:
    game = game_of(Program(ask(A, B), owners={"me": A, "you": B}))
    with pytest.raises(NotAGame, match=r"two players can choose at the start: me by A, you by B"):
        game.turn(next(iter(game.initial())))


def test_in_a_model_actions_or_turns_say_whose_a_step_is() -> None:
    model = Model("three kinds")
    n = model.var("n", range(4), init=0)

    @model.action(owner="one")
    def mine() -> Any:
        return step(when=n == 0, set={n: 1})

    @model.action()
    def nobodys() -> Any:
        return step(when=n < 2, set={n: n + 1})

    model.turns(two=n == 1)
    game = game_of(model)
    first = game.turn((0,))
    assert (first.player, first.moves, first.others) == (
        "one", (("mine", (1,)),), (("nobodys", (1,)),)
    )  # fmt: skip
    assert (game.turn((1,)).player, game.turn((1,)).others) == ("two", ())
    assert game.turn((2,)) == Turn(None, (), ((REST, (2,)),))


def test_a_state_in_which_it_is_the_turn_of_two_players_is_refused() -> None:
    model = Model()
    n = model.var("n", range(2), init=0)

    @model.action()
    def go() -> Any:
        return step(when=n == 0, set={n: 1})

    model.turns(one=n == 0, two=n < 2)
    with pytest.raises(NotAGame, match="it is the turn of one and of two"):
        game_of(model).turn((0,))


def test_a_graph_has_the_same_turns_as_its_system() -> None:
    system, graph = TicTacToe(), tic_tac_toe()
    for number in range(0, graph.states, 50):
        state: Any = graph.state(number)
        assert game_of(graph).turn(state) == game_of(system).turn(state)
    with pytest.raises(NotAGame, match="is not a state of this game"):
        game_of(graph).turn("elsewhere")


def test_the_elements_of_an_array_are_shown_one_by_one() -> None:
    model = in_line(3, 3, 3)
    shown = cells(model)((1, 0, 0, 0, 2, 0, 0, 0, 0, 1))
    assert dict(shown) == {**{f"x[{k}]": "0" for k in range(9)}, "x[0]": "1", "x[4]": "2", "t": "1"}  # type: ignore[arg-type]
