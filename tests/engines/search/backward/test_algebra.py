"""Sets of states of layered models on disk: those that are found in memory."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any, TypedDict

import numpy as np
import pytest

from counterpoint import Model, StateSet, solve, step, where
from counterpoint.engines.base import usual
from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import Task
from counterpoint.engines.search.backward.by_threads import ByThreads
from counterpoint.engines.search.backward.finished import Finished
from counterpoint.errors import BadCheckpoint, Misuse, NotAGame, Refused, Undecided, UnknownAtom
from counterpoint.examples.connect_four import model as connect_four
from counterpoint.examples.nim import model as nim
from counterpoint.examples.tictactoe import program as tictactoe
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


class Wanted(TypedDict):
    """Who is to win, and what."""

    player: str
    goal: str


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


def back(*atoms: str) -> Model:
    """A model in which a step leads back after a few levels."""
    model = Model("back")
    model.turns(dict.fromkeys("AB", False))
    n = model.var("n", range(6), init=0)
    for atom in atoms:
        model.atom(atom, n == 5)

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
        where(back("end"), "end", disk=tmp_path, limit_states=4)  # which does not ask about steps
    with pytest.raises(Refused, match="some step leads elsewhere"):
        where(back("end"), "EF end", disk=tmp_path)


def contest(*atoms: str) -> Model:
    """A game in which two players can choose in a state."""
    model = Model("contest")
    n = model.var("n", range(3), init=0)
    for atom in atoms:
        model.atom(atom, n == 2)

    @model.action(owner="A")
    def one() -> object:
        return step(when=n < 2, set={n: n + 1})

    @model.action(owner="B")
    def other() -> object:
        return step(when=n == 1, set={n: 2})

    return model


def test_two_players_who_can_choose_in_one_state_are_seen(tmp_path: Path) -> None:
    model = contest("end")
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


def test_a_game_that_was_interrupted_goes_on_from_the_last_level_that_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, wanted = connect_four(rows=3, columns=3, k=3), Wanted(player="player1", goal="p1_wins")
    lead, left = ByThreads.lead, [4]

    def ends(self: ByThreads, level: int, *given: Any) -> Any:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        return lead(self, level, *given)

    monkeypatch.setattr(ByThreads, "lead", ends)
    for _ in range(2):
        left[0] = 4
        with pytest.raises(KeyboardInterrupt):
            solve(model, disk=tmp_path / "game", **wanted)
    (file,) = tmp_path.glob("game/states-*/regions/*")
    with file.open("ab") as half:  # as if it was killed while it wrote
        half.write(b"half of a level")
    left[0] = 100
    found = solve(model, disk=tmp_path / "game", **wanted)
    assert left[0] > 100 - 4
    assert members(found.winning) == members(solve(model, **wanted).winning)
    del found
    gc.collect()
    assert list(tmp_path.iterdir()) == []


def test_words_of_a_region_that_are_damaged_are_computed_again(tmp_path: Path) -> None:
    levels = [np.arange(n, n + 3, dtype=np.uint64) for n in range(4)]
    for words in levels:
        written = Finished(tmp_path, "region")
        done = list(written.read(iter([3] * 4)))
        assert [each.tolist() for each in done] == [each.tolist() for each in levels[: len(done)]]
        written.add(words)
    (file,) = tmp_path.glob("regions/*")
    whole = file.read_bytes()
    for place in range(len(whole)):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert len(list(Finished(tmp_path, "region").read(iter([3] * 4)))) == place // 32
        assert file.stat().st_size == place // 32 * 32


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadCheckpoint, match="cannot be written: "):
        where(connect_four(rows=2, columns=2, k=2), "t1", disk=tmp_path / "file" / "states")
    with pytest.raises(BadCheckpoint, match="cannot be written: "):
        where(connect_four(rows=2, columns=2, k=2), "t1", disk=tmp_path / "file")


def test_a_folder_that_was_there_stays_and_nothing_of_a_question_in_it(tmp_path: Path) -> None:
    (tmp_path / "mine").touch()
    found = where(connect_four(rows=2, columns=2, k=2), "once(drop(0))", disk=tmp_path)
    assert len(list(tmp_path.glob("states-*"))) == 1
    del found
    gc.collect()
    assert list(tmp_path.iterdir()) == [tmp_path / "mine"]


PROGRAM = """
from counterpoint import solve
from counterpoint.examples.connect_four import model

found = solve(model(rows=2, columns=3, k=2), player="player1", goal="p1_wins", disk={folder!r})
kept = [found]
kept.append(kept)  # is freed by nothing but the end of the process
print(len(found.winning))
"""


def test_nothing_stays_when_the_process_ends(tmp_path: Path) -> None:
    folder = tmp_path / "states"
    run = [sys.executable, "-c", PROGRAM.format(folder=str(folder))]
    printed = subprocess.run(run, check=True, capture_output=True, text=True)
    assert int(printed.stdout) > 0
    assert not printed.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_is_asked_past_the_memory_is_decided_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usual, "default_folder", lambda: tmp_path)
    task = Task(Limits(memory=20_000), tuning=Tuning(disk_memory=1, graph_at_once=0))
    model = connect_four(rows=3, columns=3, k=3)
    found = solve(model, player="player1", goal="p1_wins", task=task)
    assert found.engine == "disk"
    assert members(found.winning) == members(solve(model, player="player1", goal="p1_wins").winning)
    del found
    gc.collect()
    assert list((tmp_path / "disk").iterdir()) == []
    with pytest.raises(Undecided, match=r"memory was reached; on disk: .* leads elsewhere"):
        solve(nim(piles=(9,) * 4), player="player1", goal="p1_wins", task=task, engine="explicit")
    with pytest.raises(Undecided, match="memory was reached"):  # programs stay in memory
        solve(tictactoe, player="O", goal="G !X_WINS", task=task)
    assert list((tmp_path / "disk").iterdir()) == []
