"""Whose choice the steps of systems are."""

from __future__ import annotations

from typing import Any

from hypothesis import given

from counterpoint import Model, Program, step
from counterpoint.model.players import player_of, players_of
from tests.engines import programs as p
from tests.engines.kripkes import PLAYERS, Listed, as_model, kripkes
from tests.logic.semantics import Kripke


@given(kripkes())
def test_the_owner_of_a_step_is_the_one_it_was_given(kripke: Kripke) -> None:
    model = as_model(kripke)
    whose, of_states = player_of(model), player_of(Listed(kripke))
    assert whose is not None
    assert of_states is not None
    for state, row in enumerate(kripke.steps):
        for label, there in model.successors((state,)):
            owners = {m.owner for m in row if label[0] == m.label and there == (m.target,)}  # type: ignore[index]
            assert whose((state,))(label) in owners
        assert of_states(state)("a") == row[0].owner


def test_where_it_is_the_turn_of_two_a_step_without_an_owner_is_nobodys() -> None:
    model = Model("both")
    n = model.var("n", range(3), init=0)
    model.turns(one=n < 2, other=n > 0)

    @model.action(owner="one")
    def mine() -> Any:
        return step(set={n: 0})

    @model.action
    def move() -> Any:
        return step(set={n: 2})

    whose = player_of(model)
    assert whose is not None
    assert [whose((k,))("move") for k in range(3)] == ["one", None, "other"]
    assert whose((1,))("mine") == "one"


def test_a_program_says_it_of_its_events() -> None:
    network = Program(p.request(p.A), owners={"one": p.A}).network()
    whose = player_of(network)
    assert whose is not None
    assert whose((0,))(p.A) == "one"
    assert whose((0,))(p.B) is None
    assert players_of(network) == ("one",)


def test_what_has_no_players_says_nothing() -> None:
    assert player_of(Program(p.request(p.A)).network()) is None
    assert player_of(Model("still")) is None
    assert player_of(object()) is None
    assert players_of(object()) == ()


def test_the_players_may_be_untold() -> None:
    class Owned:
        def owner(self, state: object) -> str:
            return "one"

    assert players_of(Owned()) is None
    assert players_of(Listed(Kripke(()))) == PLAYERS
