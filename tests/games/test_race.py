"""Races: who comes first, solved and looked ahead, against the definition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from counterpoint import Session, counsel, minmax
from counterpoint.errors import Misuse, NotAGame
from counterpoint.games.advice import Advice, Value
from counterpoint.games.budget import Budget
from counterpoint.games.counsel import advisor
from counterpoint.games.minmax import Found
from counterpoint.games.race import first, others_first, reached
from counterpoint.logic.parser import parse
from tests.share import share

from .models import of_table
from .small_games import PLAYERS, Table, tables

NAMES = ("a", "b", "c")


@dataclass(frozen=True)
class Running:
    """A game as a table: whose each state is, its steps, and where each player wants to be."""

    owners: tuple[str | None, ...]
    steps: tuple[tuple[tuple[str, int], ...], ...]
    wanted: Mapping[str, frozenset[int]]
    players = NAMES

    @property
    def atoms(self) -> dict[str, Any]:
        return {f"{player}_home": states.__contains__ for player, states in self.wanted.items()}

    @property
    def goals(self) -> dict[str, str]:
        return {player: f"{player}_home" for player in self.wanted}

    def initial(self) -> list[int]:
        return [0]

    def successors(self, state: int) -> tuple[tuple[str, int], ...]:
        return self.steps[state]

    def owner(self, state: int) -> str | None:
        return self.owners[state]

    def show(self, state: int) -> str:
        return f"at {state}"

    # What it means.

    def won_by(self, team: set[str], state: int) -> bool | None:
        """Whether one of a team is home and nobody else is; None where nobody is at all."""
        home = [player for player, states in self.wanted.items() if state in states]
        return (len(home) == 1 and home[0] in team) if home else None

    def forced(self, team: set[str]) -> dict[int, int]:
        """The states where a team wins against all others and chance, and in how many steps."""
        count = len(self.steps)
        found = {s: 0 for s in range(count) if self.won_by(team, s)}
        for far in range(1, count + 1):
            fresh = []
            for s, row in enumerate(self.steps):
                if s in found or self.won_by(team, s) is False:
                    continue
                near = [there in found for _, there in row]
                if near and (any(near) if self.owners[s] in team else all(near)):
                    fresh.append(s)
            found.update(dict.fromkeys(fresh, far))
        return found

    def worth(self, player: str) -> tuple[dict[int, int], dict[int, int]]:
        """Where a player wins, and where the others do."""
        return self.forced({player}), self.forced(set(self.wanted) - {player})


@st.composite
def runnings(draw: st.DrawFn) -> Running:
    """Games of two or three who want something, among three players and chance."""
    count = draw(st.integers(2, 7))
    states = st.integers(0, count - 1)
    owners = [draw(st.sampled_from(NAMES)), *draw(_many(st.sampled_from((*NAMES, None)), count))]
    rows = []
    for s in range(count):
        targets = draw(st.lists(states, min_size=s == 0, max_size=3))
        rows.append(tuple((f"m{k}", there) for k, there in enumerate(targets)))
    running = draw(st.sampled_from([NAMES, NAMES[:2], NAMES[1:], NAMES[:1]]))
    wanted = {player: frozenset(draw(st.sets(states, max_size=2))) for player in running}
    return Running(tuple(owners[:count]), tuple(rows), wanted)


def _many(of: Any, count: int) -> Any:
    return st.lists(of, min_size=count, max_size=count)


@settings(max_examples=share(60))
@given(runnings())
def test_a_game_that_is_solved_or_looked_through_is_worth_what_it_means(game: Running) -> None:
    told = counsel(game, None, game.goals)
    searched = counsel(game, None, game.goals, depth=60, nodes=20_000)
    assert isinstance(told, Advice)
    assert isinstance(searched, Found)
    wins, losses = game.worth(told.player)
    worth = Value((0 in wins) - (0 in losses))
    assert told.value is worth
    assert searched.value is worth if searched.proven else worth is not None
    for option in told.moves:
        there: Any = option.state
        assert option.value == (there in wins) - (there in losses)
        assert option.distance == {1: wins, -1: losses, 0: {}}[int(option.value)].get(there)
    if searched.move is not None and worth is not Value.UNDECIDED:
        far = (wins if worth is Value.WIN else losses)[0]
        assert searched.proven
        assert 1_000_000 - abs(searched.score) == len(searched.line) == far
        assert dict(game.steps[0])[str(searched.move)] in (wins if worth is Value.WIN else losses)
    for choice in searched.choices:
        if choice.exact and abs(choice.score) > 500_000:
            after = dict(game.steps[0])[str(choice.label)]
            assert after in (wins if choice.score > 0 else losses)


@settings(max_examples=share(60))
@given(runnings(), st.integers(1, 3), st.integers(1, 60))
def test_what_a_short_look_claims_for_certain_is_true(
    game: Running, depth: int, nodes: int
) -> None:
    found = counsel(game, None, game.goals, depth=depth, nodes=nodes)
    assert isinstance(found, Found)
    wins, losses = game.worth(found.player)
    if found.proven:
        assert found.value == (0 in wins) - (0 in losses)
    else:
        assert found.value is Value.UNDECIDED


@settings(max_examples=share(20))
@given(tables(6), st.sets(st.integers(0, 5)), st.sets(st.integers(0, 5)))
def test_a_model_is_worth_the_same_either_way(table: Table, p: set[int], q: set[int]) -> None:
    assume(any(not free for _, _, free in table.steps[0]) and table.owners[0] >= 0)
    assume(all(len({free for *_, free in row}) == 1 for row in table.steps))
    every = set(range(len(table.steps)))
    model = of_table(table, p=p & every, q=q & every)
    goals = dict(zip(PLAYERS, ("p", "F q"), strict=True))
    told = counsel(model, None, goals)
    for budget in ({"depth": 60}, {"depth": 2, "nodes": 1}):
        searched = counsel(model, None, goals, **budget)  # type: ignore[arg-type]
        assert isinstance(searched, Found)
        assert not searched.proven or searched.value is told.value


class Passing:
    """One comes home at once, and play goes on to the other's home."""

    players = ("a", "b")

    @property
    def atoms(self) -> dict[str, Any]:
        return {"a_home": lambda s: s == "r", "b_home": lambda s: s == "e"}

    def initial(self) -> list[str]:
        return ["r"]

    def successors(self, state: str) -> list[tuple[str, str]]:
        return [("go", "e")] if state == "r" else []

    def show(self, state: str) -> str:
        return state

    def owner(self, state: str) -> str:
        return "a"


def test_where_a_goal_is_met_already_the_race_is_over() -> None:
    goals = {"a": "a_home", "b": "b_home"}
    found = counsel(Passing(), None, goals, depth=3)
    assert isinstance(found, Found)
    assert (found.player, found.move, found.value, found.proven) == ("a", None, Value.WIN, True)
    assert (found.line, found.choices, found.score) == ((), (), 1_000_000)
    assert counsel(Passing(), None, goals).value is Value.WIN
    assert counsel(Passing(), None, {"b": "a_home"}, depth=3).value is Value.LOSS
    both = {"a": "a_home", "b": "a_home"}
    assert counsel(Passing(), None, both, depth=3).value is Value.UNDECIDED
    assert counsel(Passing(), None, both).value is Value.UNDECIDED


def test_a_third_player_has_not_lost_where_two_others_come_home_at_once() -> None:
    homes = {"a": frozenset({3}), "b": frozenset({1}), "c": frozenset({1, 2})}
    game = Running(("a", "b", "c", None), ((("tie", 1), ("lose", 2)), (), (), ()), homes)
    told = counsel(game, None, game.goals)
    assert isinstance(told, Advice)
    assert told.value is Value.UNDECIDED
    assert [(move.label, move.value) for move in told.moves] == [
        ("tie", Value.UNDECIDED), ("lose", Value.LOSS),
    ]  # fmt: skip
    searched = counsel(game, None, game.goals, depth=4)
    assert isinstance(searched, Found)
    assert (searched.move, searched.value, searched.proven) == ("tie", Value.UNDECIDED, True)


def test_goals_of_other_kinds_are_judged_each_by_itself() -> None:
    goals = {player: parse(goal) for player, goal in (("a", "p"), ("b", "F q"), ("c", "G r"))}
    assert {player: str(goal) for player, goal in first(goals).items()} == {
        "a": "!(p | q) U (p & !q)", "b": "!(p | q) U (q & !p)", "c": "G r",
    }  # fmt: skip
    assert others_first(goals, None) == {}
    goals["c"] = parse("r")
    assert list(others_first(goals, goals)) == ["a", "b", "c"]
    assert str(others_first(goals, goals)["a"][1]) == "!(p | q | r) U (q & !(p | r) | r & !(p | q))"
    del goals["c"]
    assert others_first(goals, goals) == {}
    (idle,) = others_first(goals, "abc").items()
    assert (idle[0], idle[1][0]) == (None, ("a", "b"))
    alone = {"a": parse("F p")}
    assert first(alone) == alone
    assert reached(parse("p U q")) is None


def test_two_others_may_win_together_what_neither_can_alone() -> None:
    game = Running(
        ("a", "b", "c", None, None),
        ((("go", 1),), (("go", 2), ("no", 3)), (("b", 3), ("c", 4), ("a", 0)), (), ()),
        {"a": frozenset(), "b": frozenset({3}), "c": frozenset({4})},
    )
    chance = Running(("a", None, None, None, None), game.steps, game.wanted)
    assert counsel(game, None, game.goals).value is Value.LOSS
    assert counsel(game, None, game.goals, depth=9).value is Value.LOSS
    assert counsel(chance, None, game.goals).value is Value.UNDECIDED
    assert counsel(chance, None, game.goals, depth=9).value is Value.UNDECIDED
    expert = advisor(game, game.goals)
    assert Session(game, seed=1).play({"a": expert}, steps=9).states[1] == 1


class Untold:
    """A system that does not name its players."""

    @property
    def atoms(self) -> dict[str, Any]:
        return {"won": lambda s: s == "w"}

    def initial(self) -> list[str]:
        return ["s"]

    def successors(self, state: str) -> list[tuple[str, str]]:
        return [("go", "w")] if state == "s" else []

    def show(self, state: str) -> str:
        return state

    def owner(self, state: str) -> str:
        return "me" if state == "s" else "you"


def test_nobody_wins_for_certain_who_does_not_play() -> None:
    message = (
        "there is no player 'Me'; there are me, you; a system can name all of its own, as `players`"
    )
    with pytest.raises(NotAGame) as raised:
        counsel(Untold(), None, {"Me": "won"}, depth=2)
    assert raised.value.message == message
    with pytest.raises(NotAGame) as raised:
        minmax(Untold(), "s", {"Me": lambda s: s == "w"})
    assert raised.value.message == message
    with pytest.raises(NotAGame) as raised:
        counsel(Passing(), None, {"z": "a_home"}, depth=2)
    assert raised.value.message == "there is no player 'z'; there are a, b"
    assert counsel(Untold(), None, {"me": "won", "you": "false"}, depth=2).value is Value.WIN


def test_a_player_counts_who_is_met_only_before_the_position() -> None:
    class Late(Untold):
        def successors(self, state: str) -> list[tuple[str, str]]:
            return {"s": [("go", "t")], "t": [("on", "w")]}.get(state, [])

        def owner(self, state: str) -> str:
            return "me" if state == "s" else "you"

    found = counsel(Late(), "t", {"me": "won", "you": "false"}, depth=3)
    assert (found.player, found.value) == ("you", Value.LOSS)


def test_a_state_without_steps_rests_in_a_search() -> None:
    class Ends(Untold):
        def successors(self, state: str) -> list[tuple[str, str]]:
            return [("l", "x"), ("r", "y")] if state == "s" else []

    for depth in (1, 3):
        found = counsel(Ends(), None, {"me": "won"}, depth=depth)
        assert isinstance(found, Found)
        assert (found.value, found.proven) == (Value.UNDECIDED, True)
    budget = Budget(nodes=50)
    assert minmax(Ends(), "s", {"me": lambda s: s == "y"}, budget=budget).move == "r"


def test_nobody_to_move_is_told_by_the_way_or_by_what_is_shown() -> None:
    goals = {"a": "b_home", "b": "false"}
    way = Session.replay(Passing(), "go")
    for searched in ({}, {"depth": 2}):
        for position, told in (("e", "in the state e"), (way, "after go"), (way.trace, "after go")):
            with pytest.raises(Misuse) as raised:
                counsel(Passing(), position, goals, **searched)  # type: ignore[arg-type]
            assert raised.value.message == f"nobody is to move {told}"
