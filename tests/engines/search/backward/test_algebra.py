"""Sets of states of layered models on disk: those that are found in memory."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any, TypedDict

import numpy as np
import pytest

from counterpoint import Model, StateSet, StateSpace, check, solve, step, where
from counterpoint.alarm import require_going_on
from counterpoint.engines.base import usual
from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import Task
from counterpoint.engines.search.backward.by_threads import ByThreads
from counterpoint.engines.search.backward.finished import Finished
from counterpoint.engines.search.backward.lead import _in_slices
from counterpoint.engines.search.levels.files import Files
from counterpoint.errors import (
    BadCheckpoint,
    LimitReached,
    Misuse,
    NotAGame,
    Refused,
    Undecided,
    UnknownAtom,
)
from counterpoint.examples.connect_four import model as connect_four
from counterpoint.examples.nim import model as nim
from counterpoint.examples.peterson import model as peterson
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


@pytest.mark.usefixtures("fresh_heap")
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


@pytest.mark.usefixtures("fresh_heap")
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
    with pytest.raises(Refused, match="which is of an earlier level"):
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
    with pytest.raises(Undecided, match="ask the same with that folder to go on"):
        where(back("end"), "end", disk=tmp_path, limit_states=4)  # which does not ask about steps
    with pytest.raises(Refused, match=r"some step leads elsewhere|of an earlier level"):
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
    with pytest.raises(NotAGame, match="two players can choose after one: A and B"):
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
    with pytest.raises(Undecided, match=r"memory was reached; on disk: .* of an earlier level"):
        solve(nim(piles=(9,) * 4), player="player1", goal="p1_wins", task=task, engine="explicit")
    with pytest.raises(Undecided, match="memory was reached"):  # programs stay in memory
        solve(tictactoe, player="O", goal="G !X_WINS", task=task)
    assert list((tmp_path / "disk").iterdir()) == []


def with_turns(*, swapped: bool) -> Model:
    """Thirty steps, each taken by the player whose turn it is, who may choose a worse way."""
    model = Model("turns")
    n, lost = model.var("n", range(31), init=0), model.var("lost", bool, init=False)
    odd = n % 2 == 1
    model.turns(A=odd if swapped else ~odd, B=~odd if swapped else odd)
    model.atom("won", (n == 30) & ~lost)

    @model.action
    def well() -> object:
        return step(when=n < 30, set={n: n + 1})

    @model.action
    def badly() -> object:
        return step(when=(n < 30, n % 2 == 1), set={n: n + 1, lost: True})

    return model


def interrupted(monkeypatch: pytest.MonkeyPatch, after: int, *given: Any, **asked: Any) -> None:
    """Solve a game, but for the levels after some are done."""
    lead, left = ByThreads.lead, [after]

    def ends(self: ByThreads, level: int, *rest: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return lead(self, level, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(ByThreads, "lead", ends)
        with pytest.raises(KeyboardInterrupt):
            solve(*given, **asked)


def test_what_is_done_of_a_game_is_not_used_for_one_with_other_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = Wanted(player="A", goal="F won")
    interrupted(monkeypatch, 20, with_turns(swapped=False), disk=tmp_path, **wanted)
    other = with_turns(swapped=True)
    found = solve(other, disk=tmp_path, audit="none", **wanted)
    assert members(found.winning) == members(solve(other, **wanted).winning)
    assert len(found.winning) != len(solve(with_turns(swapped=False), **wanted).winning)


@pytest.mark.parametrize(
    "formula", ["<<nobody>> F won", "E (G F won & F !won)", "nosuch", "once(nosuch)"]
)
def test_what_was_interrupted_stays_after_a_question_that_is_refused(
    formula: str, tmp_path: Path
) -> None:
    model = with_turns(swapped=False)
    with pytest.raises(Undecided, match="ask the same with that folder"):
        where(model, "EF won", disk=tmp_path, limit_states=9)
    kept = sorted(file.name for file in tmp_path.glob("states-*/shard-*"))
    with pytest.raises((NotAGame, Refused, UnknownAtom)):
        where(model, formula, disk=tmp_path)
    assert set(kept) <= {file.name for file in tmp_path.glob("states-*/shard-*")}
    assert members(where(model, "EF won", disk=tmp_path)) == members(where(model, "EF won"))


def test_sets_that_were_found_live_on_after_a_question_that_is_refused(tmp_path: Path) -> None:
    space = StateSpace(connect_four(rows=3, columns=3, k=3), disk=tmp_path)
    first = space.where("t1")
    known = members(first)
    for formula, error in (
        ("nosuch", UnknownAtom),
        ("<<nobody>> F t1", NotAGame),
        ("E (G F t1 & F t2)", Refused),
    ):
        with pytest.raises(error):
            space.where(formula)
        assert members(first) == known
        assert next(iter(first)) in first
        assert len(first & space.where("t2")) == 0


FORKED = PROGRAM.replace(
    "print(len(found.winning))",
    """
import os, sys
child = os.fork()
if child == 0:
    sys.exit(0)
os.waitpid(child, 0)
print(len(list(found.winning)))
""",
)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no copies of processes here")
def test_a_copy_of_the_process_removes_nothing(tmp_path: Path) -> None:
    run = [sys.executable, "-c", FORKED.format(folder=str(tmp_path / "states"))]
    printed = subprocess.run(run, check=True, capture_output=True, text=True)
    assert int(printed.stdout) > 0
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_full_while_a_game_is_solved_is_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = Wanted(player="A", goal="F won")
    model = with_turns(swapped=False)
    interrupted(monkeypatch, 3, model, disk=tmp_path, **wanted)
    with monkeypatch.context() as patch:
        patch.setattr(Files, "bytes_free", property(lambda _: 1 << 20))
        with pytest.raises(Undecided, match=r"is full; what was found is in .*: ask the same"):
            solve(model, disk=tmp_path, **wanted)
    found = solve(model, disk=tmp_path, **wanted)
    assert members(found.winning) == members(solve(model, **wanted).winning)


def test_a_limit_of_time_while_a_game_is_solved_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ends(self: ByThreads, *given: Any) -> Any:
        while True:
            require_going_on()

    monkeypatch.setattr(ByThreads, "lead", ends)
    with pytest.raises(
        Undecided, match=r"0\.5 s was reached; what was found is in .*: ask the same"
    ):
        solve(with_turns(swapped=False), player="A", goal="won", disk=tmp_path, limit_time=0.5)


def test_files_that_were_removed_under_a_set_are_an_error(tmp_path: Path) -> None:
    found = where(connect_four(rows=2, columns=2, k=2), "t1", disk=tmp_path / "states")
    shutil.rmtree(tmp_path / "states")
    with pytest.raises(BadCheckpoint, match="was removed, and is still needed"):
        list(found)


@pytest.mark.parametrize("options", [{"disk": 5}, {"disk": b"x"}, {"cluster": 5}, {"disk": ""}])
def test_what_is_no_folder_or_cluster_is_an_error(options: Any) -> None:
    with pytest.raises(Misuse, match=r"(disk|cluster)= takes"):
        where(connect_four(rows=2, columns=2, k=2), "t1", **options)


def test_fairness_does_not_matter_to_formulas_about_the_state(tmp_path: Path) -> None:
    assert len(where(peterson(), "waiting0", disk=tmp_path)) == 14
    with pytest.raises(Refused, match="with states on disk"):
        where(peterson(), "EF waiting0", disk=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_sets_is_refused_to_a_check_and_nothing_in_it_is_touched(
    tmp_path: Path,
) -> None:
    model, folder = connect_four(rows=2, columns=2, k=2), tmp_path / "states"
    found = where(model, "t1", disk=folder)
    with pytest.raises(BadCheckpoint, match="holds other files"):
        check(model, disk=folder)
    assert len(list(found)) == len(found)
    del found
    gc.collect()
    assert list(tmp_path.iterdir()) == []


def test_nothing_stays_if_there_is_no_memory_for_the_initial_states(tmp_path: Path) -> None:
    model = Model("many")
    n = model.var("n", range(100_000))
    model.atom("first", n == 0)
    with pytest.raises((Undecided, LimitReached)):
        where(model, "first", disk=tmp_path / "states", limit_memory=1)
    assert list(tmp_path.iterdir()) == []


def test_edges_go_to_each_slice_that_may_have_their_target() -> None:
    firsts = np.array([5, 7, 7, 9], np.uint64)
    edges = np.array([[word, 0] for word in (1, 5, 6, 7, 8, 9, 20)], np.uint64)
    found: dict[int, list[int]] = {}
    for number, some in _in_slices(edges, firsts):
        found.setdefault(number, []).extend(some[:, 0].tolist())
    assert {number: sorted(words) for number, words in found.items() if words} == {
        0: [1, 5, 6, 7],
        1: [7],
        2: [7, 8, 9],
        3: [9, 20],
    }
