"""Models checked by the workers of Ray on this machine."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from counterpoint import check, solve, where
from counterpoint.engines.search.levels.gathered import Gathered
from counterpoint.errors import Misuse, OutOfSort, Refused
from counterpoint.examples.mnk import model as board
from counterpoint.examples.philosophers import program as philosophers
from counterpoint.model.model import Model
from counterpoint.model.step import Step, step
from counterpoint.report.json import verdicts_data
from counterpoint.stopped import Cause
from counterpoint.tuning import Tuning
from counterpoint.verdict import Answer

pytest.importorskip("ray", reason="the extra cluster is not installed")


def test_a_check_by_workers_gives_the_answers_and_runs_of_one_process(tmp_path: Path) -> None:
    model = board(rows=3, columns=3, k=3)
    wanted = ("deadlock", "EF p2_wins", "AG !p1_wins", "AG !(p1_wins & p2_wins)")
    known = check(model, *wanted, disk=tmp_path / "one")
    many_rounds = Tuning(disk_piece=40)
    found = check(model, *wanted, cluster="local:2", tuning=many_rounds)
    assert (found.states, found.transitions) == (known.states, known.transitions)
    assert found.properties == known.properties
    assert (found.engine, found.workers) == ("cluster", 2)
    assert found.spread is not None
    assert sum(found.spread.states) == found.states
    assert found.spread.crossed > 0
    assert found.spread.skew < 1.2
    assert verdicts_data(found, model)["spread"]["crossed"] == found.spread.crossed


def test_a_check_of_a_program_by_workers_gives_the_answers_of_one_process(tmp_path: Path) -> None:
    program = philosophers(n=5)
    wanted = ("assertions", "deadlock", "AG !requested(TakeLeft(1))", "EF blocked(TakeLeft(2))")
    known = check(program, *wanted, disk=tmp_path / "one")
    found = check(program, *wanted, cluster="local:2")
    assert (found.states, found.transitions) == (known.states, known.transitions)
    assert found.properties == known.properties


def test_what_needs_steps_is_refused() -> None:
    found = check(board(), "AG EF full", cluster="local:2")
    assert "of the form AG p, EF p or p" in found.properties[0].reason


@pytest.mark.parametrize("text", ["", "local:0", "local:x", "10.0.0.1", "ray://host", "ray://:1"])
def test_an_address_that_is_none_is_an_error(text: str) -> None:
    with pytest.raises(Misuse, match="is no cluster"):
        check(board(), cluster=text)


def test_a_cluster_of_machines_needs_a_folder() -> None:
    with pytest.raises(Misuse, match="all its machines share"):
        check(board(), cluster="auto")


def test_a_cluster_that_is_not_there_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ray would look for clusters of other tests."""
    import ray

    def init(**_: object) -> None:
        raise ConnectionError("Could not find any running Ray instance.")

    monkeypatch.setattr(ray, "init", init)
    with pytest.raises(Refused, match="there is no cluster at auto"):
        check(board(), cluster="auto", disk=tmp_path / "states")
    assert list(tmp_path.iterdir()) == []


def test_workers_with_too_little_memory_are_an_error_before_work_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Refused, match=r"64 workers would have .* MB each: name fewer workers"):
        check(board(), cluster="local:64", disk=tmp_path / "states", limit_memory="1G")
    import ray

    monkeypatch.setattr(ray, "cluster_resources", lambda: {"CPU": 2.0, "memory": float(1 << 20)})
    with pytest.raises(Refused, match=r"2 workers would use .* the cluster have 1\.0 MB for them"):
        check(board(), cluster="local:2", disk=tmp_path / "states", limit_memory="1G")
    assert list(tmp_path.iterdir()) == []


def test_a_limit_of_time_ends_a_check_while_workers_begin(tmp_path: Path) -> None:
    found = check(board(), cluster="local:2", disk=tmp_path / "states", limit_time=0.2)
    assert (found.stopped.cause, found.answer) == (Cause.TIME, Answer.UNKNOWN)


def test_a_model_with_fewer_parts_than_workers_is_checked(tmp_path: Path) -> None:
    model = Model("lamp")
    on = model.var("on", bool, init=False)

    @model.action
    def press() -> Step:
        return step(set={on: ~on})

    found = check(model, "EF on", "deadlock", cluster="local:3")
    assert (found.states, found.answer) == (2, Answer.HOLDS)


def test_a_process_that_uses_ray_already_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    monkeypatch.setattr(ray, "is_initialized", lambda: True)
    with pytest.raises(Refused, match="uses Ray already"):
        check(board(), cluster="local:2")


def test_a_step_out_of_a_sort_is_an_error(tmp_path: Path) -> None:
    model = Model("too far")
    n = model.var("n", range(3), init=0)

    @model.action
    def up() -> Step:
        return step(set={n: n + 1})

    with pytest.raises(OutOfSort):
        check(model, "deadlock", cluster="local:2", disk=tmp_path / "states")
    assert list(tmp_path.iterdir()) == []


def test_a_check_that_was_ended_goes_on_with_another_number_of_workers(tmp_path: Path) -> None:
    model, folder = board(rows=3, columns=3, k=3), tmp_path / "states"
    first = check(model, "AG !(p1_wins & p2_wins)", cluster="local:2", disk=folder, limit_states=99)
    assert first.stopped.cause is Cause.STATES
    last = check(model, "AG !(p1_wins & p2_wins)", disk=folder)
    assert (last.states, last.answer) == (5478, Answer.HOLDS)


def test_a_worker_that_is_killed_costs_a_level_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process of a worker is killed when the fourth level is about to be expanded."""
    import ray

    from counterpoint.engines.search.cluster.crew import Exchange, Rounds
    from counterpoint.engines.search.cluster.with_ray import RayCrew

    levels: list[int] = []
    exchange = RayCrew.exchange

    def killing(crew: RayCrew, rounds: Rounds, *of: Exchange) -> Iterator[Gathered]:
        levels.append(rounds.level)
        if levels == [0, 1, 2, 3]:
            process = ray.get(crew._actors[1].__ray_call__.remote(lambda _: os.getpid()))
            os.kill(process, signal.SIGKILL)
        return exchange(crew, rounds, *of)

    monkeypatch.setattr(RayCrew, "exchange", killing)
    found = check(board(rows=3, columns=4, k=3), "deadlock", cluster="local:2")
    known = check(board(rows=3, columns=4, k=3), "deadlock", engine="explicit")
    assert (found.states, found.transitions) == (known.states, known.transitions)
    assert levels.count(3) > 1
    assert found.spread is not None
    assert found.spread.losses > 0


def test_a_worker_that_is_killed_while_all_begin_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import ray

    from counterpoint.engines.search.cluster.with_ray import RayCrew

    killed: list[int] = []
    require = RayCrew._require_alike

    def killing(crew: RayCrew) -> None:
        killed.append(ray.get(crew._actors[0].__ray_call__.remote(lambda _: os.getpid())))
        os.kill(killed[0], signal.SIGKILL)
        require(crew)

    monkeypatch.setattr(RayCrew, "_require_alike", killing)
    found = check(board(rows=3, columns=3, k=3), "AG !(p1_wins & p2_wins)", cluster="local:2")
    assert (found.states, found.answer, len(killed)) == (5478, Answer.HOLDS, 1)


def test_a_game_is_solved_by_workers_of_which_one_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ray

    from counterpoint.engines.search.cluster.crew import EXPANDING, Exchange, Rounds
    from counterpoint.engines.search.cluster.with_ray import RayCrew

    asked: list[str] = []
    exchange = RayCrew.exchange

    def killing(crew: RayCrew, rounds: Rounds, of: Exchange = EXPANDING) -> Iterator[Gathered]:
        asked.append(of.send)
        if asked.count("answer") == 3 and asked.count("killed") == 0:
            asked.append("killed")
            process = ray.get(crew._actors[1].__ray_call__.remote(lambda _: os.getpid()))
            os.kill(process, signal.SIGKILL)
        return exchange(crew, rounds, of)

    monkeypatch.setattr(RayCrew, "exchange", killing)
    model, folder = board(rows=3, columns=3, k=3), tmp_path / "states"
    found = solve(model, player="player1", goal="p1_wins", cluster="local:2", disk=folder)
    known = solve(model, player="player1", goal="p1_wins")
    assert "killed" in asked
    assert found.engine == "cluster"
    assert set(found.winning) == set(known.winning)
    assert set(found.losing) == set(known.losing)
    assert not ray.is_initialized()  # the workers are let go, and strategies need none
    start = (0,) * 9 + (1,)
    assert start in found.losing
    assert len(where(model, "EF p1_wins", cluster="local:2")) == 4758
    del found
    gc.collect()
    assert list(tmp_path.iterdir()) == []
