"""Sets of states of layered models on disk: those that are found in memory."""

from __future__ import annotations

import gc
from pathlib import Path
from random import Random
from typing import Any

import pytest

from counterpoint import Model, StateSet, solve, step, where
from counterpoint.errors import Misuse, NotAGame, Refused, Undecided, UnknownAtom
from counterpoint.examples.connect_four import model as connect_four
from counterpoint.examples.nim import model as nim
from counterpoint.tuning import Tuning
from tests.engines.search.backward.layered import layered
from tests.share import share
from tests.tunings import MIXED, TINY, UNHURRIED

FORMULAS = (
    "p & !q",
    "EX p",
    "AX (p | q)",
    "E [p U q]",
    "A [p W q]",
    "AG EF p",
    "<m0_1> p",
    "[m0_0] q",
    "<rest> p",
    "enabled(m1_0) | enabled(rest)",
    "<<A>> X p",
    "[[A]] X p",
    "<<B>> (q U p)",
    "[[B]] G q",
    "<<A>> F <<B>> X q",
    "<<A, B>> F (p & q)",
    "<<>> F p",
    "[[]] F p",
    "nu Y. mu Z. <<A>> X ((p & Y) | Z)",
    "once(m0_1)",
    "EF (p & once(m0_0))",
)


def members(found: StateSet) -> list[str]:
    return sorted(map(str, found))


@pytest.mark.parametrize("by_turns", [True, False], ids=["turns", "owners"])
@pytest.mark.parametrize("tuning", [UNHURRIED, TINY, MIXED], ids=["usual", "tiny", "mixed"])
def test_the_states_are_those_that_are_found_in_memory(
    by_turns: bool, tuning: Tuning, tmp_path: Path
) -> None:
    random, compared = Random(f"layered {by_turns}"), 0
    for number in range(share(12)):
        model = layered(random, by_turns=by_turns)
        for formula in FORMULAS:
            try:
                known = where(model, formula, engine="explicit", audit="none")
            except UnknownAtom:  # this model has no such step
                continue
            folder = tmp_path / str(number)
            found = where(model, formula, disk=folder, audit="all", tuning=tuning)
            assert members(found) == members(known), (number, formula)
            assert members(~found) == members(~known)
            assert found.audited is not None
            assert found.audited.passed
            assert len(found) == len(known)
            compared += 1
            del found
            gc.collect()
    assert compared > 12 * share(12)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("by_turns", [True, False], ids=["turns", "owners"])
def test_games_are_won_from_the_same_states_by_strategies_that_win(
    by_turns: bool, tmp_path: Path
) -> None:
    random = Random(f"games {by_turns}")
    for _ in range(share(8)):
        model = layered(random, by_turns=by_turns)
        for goal in ("F p", "G q", "q U p", "p W q", "G F p", "F G p"):
            known = solve(model, player="A", goal=goal, audit="none")
            found = solve(model, player="A", goal=goal, disk=tmp_path / "game", audit="all")
            assert members(found.winning) == members(known.winning)
            assert members(found.losing) == members(known.losing)
            assert found.initial == known.initial
            assert found.engine == "disk"
            every: Any = known.winning
            for state in every:
                move = found.strategy.table.get(state)
                assert (move is None) == (known.strategy.table.get(state) is None)
                if move is not None:
                    after = [there for label, there in model.successors(state) if label == move]
                    assert all(there in found.winning for there in after)
            del found
            gc.collect()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("limit", ["1G", 20_000])
@pytest.mark.parametrize("workers", [1, 3])
def test_neither_memory_nor_threads_change_a_game(
    limit: int | str, workers: int, tmp_path: Path
) -> None:
    found = solve(
        connect_four(rows=3, columns=3, k=3),
        player="player1",
        goal="p1_wins",
        disk=tmp_path,
        workers=workers,
        limit_memory=limit,
    )
    known = solve(connect_four(rows=3, columns=3, k=3), player="player1", goal="p1_wins")
    assert (len(found.winning), found.states) == (len(known.winning), known.states)
    assert set(found.winning.sample(100)) <= set(known.winning)
    assert set(found.losing.sample(100)) <= set(known.losing)


def test_a_game_that_is_not_layered_is_refused_and_nothing_stays(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="some step leads elsewhere"):
        solve(nim(piles=(2, 3)), player="player1", goal="p1_wins", disk=tmp_path / "nim")
    assert list(tmp_path.iterdir()) == []
    assert len(where(nim(piles=(2, 3)), "t1", disk=tmp_path / "nim")) == 10


def back() -> Model:
    """A model in which a step leads back after a few levels."""
    model = Model("back")
    n = model.var("n", range(6), init=0)
    model.atom("end", n == 5)

    @model.action
    def on() -> object:
        return step(when=n < 5, set={n: n + 1})

    @model.action
    def off() -> object:
        return step(when=n == 4, set={n: 1})

    return model


def test_levels_that_were_found_for_another_question_are_seen_not_to_be_layered(
    tmp_path: Path,
) -> None:
    with pytest.raises(Undecided, match="ask again with it to go on"):
        where(back(), "end", disk=tmp_path, limit_states=4)  # which does not ask about steps
    with pytest.raises(Refused, match="some step leads elsewhere"):
        where(back(), "EF end", disk=tmp_path)


def test_two_players_who_can_choose_in_one_state_are_seen(tmp_path: Path) -> None:
    model = Model("contest")
    n = model.var("n", range(3), init=0)
    model.atom("end", n == 2)

    @model.action(owner="A")
    def one() -> object:
        return step(when=n < 2, set={n: n + 1})

    @model.action(owner="B")
    def other() -> object:
        return step(when=n == 1, set={n: 2})

    with pytest.raises(NotAGame, match=r"two players can choose in the state \(1,\): A and B"):
        solve(model, player="A", goal="end", disk=tmp_path)
    with pytest.raises(NotAGame, match="there is no player 'C'"):
        solve(model, player="C", goal="end", disk=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_is_not_decided_on_disk_is_refused(tmp_path: Path) -> None:
    model = connect_four(rows=2, columns=2, k=2)
    with pytest.raises(Misuse, match="states that are reached"):
        where(model, "t1", disk=tmp_path, over="all")
    with pytest.raises(Misuse, match="symbolic engine keeps no states"):
        where(model, "t1", disk=tmp_path, engine="symbolic")
    with pytest.raises(Refused, match="whole paths"):
        where(model, "E (G F t1 & F p1_wins)", disk=tmp_path)
    assert list(tmp_path.iterdir()) == []
