"""Models checked with their states on disk: the answers, figures and runs of other engines."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from counterpoint import Model, Verdict, check
from counterpoint.engines.base import usual
from counterpoint.engines.search.levels.journal import JOURNAL
from counterpoint.engines.search.levels.runs import RunWriter
from counterpoint.errors import BadCheckpoint, Misuse, OutOfSort, UnknownAtom
from counterpoint.examples.mnk import model as board
from counterpoint.examples.peterson import model as peterson
from counterpoint.model.step import Step, step
from counterpoint.stopped import Cause
from counterpoint.tuning import Tuning
from counterpoint.verdict import Answer
from tests.engines.decide.bounded.test_endless import random_model
from tests.engines.decide.levels.compared import answers
from tests.model.models import counter, tictactoe
from tests.tunings import MIXED, TINY, UNHURRIED

FORMULAS = (
    "AG p",
    "AG !q",
    "EF q",
    "EF (p & q)",
    "(p)",
    "(p | q)",
    "AG (p -> q)",
    "AG p & EF q",
    "EF q & EF !q & (p)",
    "AG enabled(a)",
    "EF !enabled(rest)",
    "deadlock",
    "always",
)


@pytest.mark.parametrize("tuning", [UNHURRIED, TINY, MIXED], ids=["usual", "tiny", "mixed"])
def test_answers_are_those_of_a_search_in_memory(tuning: Tuning, tmp_path: Path) -> None:
    random, decided = Random("disk"), 0
    for number in range(60):
        model = random_model(random)
        known = check(model, *FORMULAS, engine="explicit", audit="none")
        found = check(model, *FORMULAS, disk=tmp_path / str(number), audit="all", tuning=tuning)
        assert (found.states, found.transitions) == (known.states, known.transitions)
        expected = answers(known)
        for name, answer in answers(found).items():
            if name in expected:
                assert answer == expected[name], (number, name)
                decided += 1
        for each in found:
            assert each.audited is None or each.audited.passed, each
    assert decided > 200
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("limit", [20_000, "1G"])
@pytest.mark.parametrize("workers", [1, 3])
def test_neither_memory_nor_threads_change_an_answer(
    limit: int | str, workers: int, tmp_path: Path
) -> None:
    wanted = ("deadlock", "AG !p1_wins", "EF p2_wins", "AG !(p1_wins & p2_wins)")
    found = check(
        board(rows=3, columns=3, k=3),
        *wanted,
        disk=tmp_path / "states",
        limit_memory=limit,
        workers=workers,
        tuning=Tuning(disk_chunk=1, disk_small=4, disk_block=3),
    )
    assert (found.states, found.transitions, found.engine) == (5478, 16167, "disk")
    shown = {each.name: each.trace and each.trace.events for each in found}
    assert [each.answer.value for each in found] == ["fails", "fails", "holds", "holds"]
    assert shown == {
        "deadlock": ("put(0,0)", "put(1,0)", "put(0,1)", "put(1,1)", "put(0,2)"),
        "AG !p1_wins": ("put(0,0)", "put(1,0)", "put(0,1)", "put(1,1)", "put(0,2)"),
        "EF p2_wins": (
            "put(1,0)", "put(0,0)", "put(1,1)", "put(0,1)", "put(2,0)", "put(0,2)",
        ),
        "AG !(p1_wins & p2_wins)": None,
    }  # fmt: skip
    assert not (tmp_path / "states").exists()


def one(model: Model, formula: str, folder: Path, **options: Any) -> Verdict:
    (verdict,) = check(model, formula, disk=folder / "states", **options)
    return verdict


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("AG EF critical0", "of the form AG p, EF p or p"),
        ("F critical0", "of the form AG p, EF p or p"),
        ("AG once(want(0))", "not about what led to it"),
        ("AG !{want(0)}", "not about what led to it"),
    ],
)
def test_what_is_not_decided_is_refused_before_work_begins(
    formula: str, said: str, tmp_path: Path
) -> None:
    verdicts = check(peterson(), formula, disk=tmp_path / "states")
    assert (verdicts.states, verdicts.complete) == (0, False)
    assert said in verdicts.properties[0].reason
    assert not (tmp_path / "states").exists()


def test_what_is_possible_from_one_of_several_initial_states_is_refused(tmp_path: Path) -> None:
    model = Model("several")
    n = model.var("n", range(4))
    model.atom("low", n < 2)
    verdict = one(model, "EF low", tmp_path)
    assert "from a single initial state" in verdict.reason
    assert one(model, "AG low", tmp_path).answer is Answer.FAILS


def test_an_unknown_atom_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UnknownAtom):
        one(peterson(), "AG nonsense", tmp_path)


def test_other_engines_keep_no_states_on_disk(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="symbolic engine keeps no states on disk"):
        check(peterson(), disk=tmp_path, engine="symbolic")


def test_a_step_out_of_a_sort_is_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    model = Model("too far")
    n = model.var("n", range(3), init=0)

    @model.action
    def up() -> Step:
        return step(set={n: n + 1})

    with pytest.raises(OutOfSort):
        one(model, "deadlock", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_model_without_an_initial_state_has_every_property(tmp_path: Path) -> None:
    model = Model("nowhere")
    n = model.var("n", range(3))
    model.start(n > 2)
    verdict = one(model, "AG {n = 0}", tmp_path)
    assert (verdict.answer, verdict.vacuous) == (Answer.HOLDS, True)
    assert verdict.reason == "there is no initial state"


def test_runs_are_counted_only_if_they_are_endless(tmp_path: Path) -> None:
    random, met = Random("endless"), set()
    for number in range(80):
        model = random_model(random)
        if not model.parts.endless or model.parts.assumption is not None:
            continue
        verdict = check(model, "AG p", "EF q", disk=tmp_path / str(number))["AG p"]
        rests = check(model, "deadlock").properties[0].answer is Answer.FAILS
        assert (verdict.answer is Answer.UNKNOWN) == (rests and verdict.name == "AG p")
        assert not rests or "only endless runs count" in verdict.reason
        met.add(rests)
    assert met == {True, False}


def test_the_first_failure_ends_a_check(tmp_path: Path) -> None:
    verdicts = check(tictactoe(), "AG !p1_wins", disk=tmp_path / "states", stop_first=True)
    assert (verdicts.stopped.cause, verdicts.answer) == (Cause.FAILURE, Answer.FAILS)
    assert verdicts.states < 5478
    assert not (tmp_path / "states").exists()


def test_a_check_that_was_ended_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "states"
    first = check(tictactoe(), "AG !(p1_wins & p2_wins)", disk=folder, limit_states=1000)
    assert first.stopped.cause is Cause.STATES
    assert first.properties[0].reason == (
        "the limit of 1,000 states was reached; no violation among 334 states"
    )
    assert first.warnings == (f"what was found is in {folder}: go on with --recover {folder}",)
    kept = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(BadCheckpoint, match="another search"):
        check(tictactoe(), "AG !p1_wins", disk=folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == kept
    last = check(tictactoe(), "AG !(p1_wins & p2_wins)", disk=folder)
    assert (last.states, last.complete, last.answer) == (5478, True, Answer.HOLDS)
    assert not folder.exists()


def test_ctrl_c_ends_a_check_which_goes_on(tmp_path: Path) -> None:
    def press(progress: Any) -> None:
        if progress.states > 4000:
            raise KeyboardInterrupt

    folder, tuning = tmp_path / "states", Tuning(look_seconds=0.0)
    first = check(tictactoe(), "EF p1_wins", "deadlock", disk=folder, watch=press, tuning=tuning)
    assert first.stopped.cause is Cause.INTERRUPTED
    assert [each.answer for each in first] == [Answer.HOLDS, Answer.UNKNOWN]
    assert (folder / JOURNAL).exists()
    last = check(tictactoe(), "EF p1_wins", "deadlock", disk=folder)
    assert (last.states, last.transitions, last.answer) == (5478, 16167 + 958, Answer.HOLDS)


def squares(condition: Any) -> Model:
    """Two numbers that go up, and an atom."""
    model = Model("squares")
    x, y = model.var("x", range(20), init=0), model.var("y", range(20), init=0)
    model.atom("p", condition(x, y))

    @model.action
    def right() -> Step:
        return step(when=x < 19, set={x: x + 1})

    @model.action
    def up() -> Step:
        return step(when=y < 19, set={y: y + 1})

    return model


def test_a_check_does_not_go_on_if_an_atom_means_something_else(tmp_path: Path) -> None:
    folder = tmp_path / "states"
    first, other = squares(lambda x, y: (x == 19) & (y == 19)), squares(lambda x, y: x + y == 2)
    check(first, "AG !p", disk=folder, limit_states=100)
    with pytest.raises(BadCheckpoint, match="another search"):
        check(other, "AG !p", disk=folder)
    assert check(first, "AG !p", disk=folder).answer is Answer.FAILS


def test_a_check_does_not_go_on_if_something_else_is_counted(tmp_path: Path) -> None:
    folder, model = tmp_path / "states", squares(lambda x, y: x == 3)
    last = "EF {x = 19 & y = 19}"
    check(model, "AG !p", last, disk=folder, limit_states=100)
    with pytest.raises(BadCheckpoint, match="another search"):
        check(model, "(!p)", last, disk=folder)
    verdict = check(model, "(!p)", disk=tmp_path / "other").properties[0]
    assert verdict.reason == "in 380 of 400 states, the initial one among them"


def test_a_conjunction_fails_with_a_run_if_there_is_one(tmp_path: Path) -> None:
    model = Model("line")
    x = model.var("x", range(4), init=0)
    model.atom("zero", x == 0)
    model.atom("three", x == 3)

    @model.action
    def up() -> Step:
        return step(when=x < 2, set={x: x + 1})

    for formula, steps, claim in (
        ("AG zero & EF three", 1, None),
        ("EF three & AG zero", 1, None),
        ("AG !three & EF three", 0, "AG !three"),
    ):
        verdict = one(model, formula, tmp_path)
        assert verdict.trace is not None
        assert len(verdict.trace.steps) == steps
        assert [branch.claim for branch in verdict.branches] == ([claim] if claim else [])


def test_nothing_is_possible_without_an_initial_state_and_all_holds(tmp_path: Path) -> None:
    model = Model("nowhere")
    n = model.var("n", range(3))
    model.start(n > 2)
    assert one(model, "EF {n = 1}", tmp_path).reason == "there is no initial state"


def test_a_full_disk_is_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = [20]
    write = RunWriter.add

    def add(self: RunWriter, keys: Any) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(28, "no space left on device")
        write(self, keys)

    monkeypatch.setattr(RunWriter, "add", add)
    folder = tmp_path / "states"
    first = check(tictactoe(), "deadlock", disk=folder)
    assert (first.stopped.cause, first.answer) == (Cause.DISK, Answer.UNKNOWN)
    assert f"the disk of {folder} is full" in first.properties[0].reason
    monkeypatch.undo()
    assert check(tictactoe(), "deadlock", disk=folder).complete


@pytest.mark.parametrize("engine", ["explicit", "auto"])
def test_a_search_that_runs_out_of_memory_goes_on_on_disk(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usual, "default_folder", lambda: tmp_path)
    tuning = Tuning(
        disk_memory=1,
        turn_memory=1,
        turn_at_once=1,
        turn_work=1,
        turn_last=1,
        bitmap_at_once=0,
        bitmap_sparsest=0,
    )
    options: Any = {"limit_memory": 50_000, "engine": engine, "tuning": tuning}
    model = board(rows=3, columns=3, k=3)
    verdicts = check(model, "AG !(p1_wins & p2_wins)", "AG EF full", **options)
    assert verdicts.engine == "disk"
    first, second = verdicts
    assert (first.answer, first.reason) == (Answer.HOLDS, f"in all {verdicts.states:,} states")
    assert second.answer is Answer.UNKNOWN
    assert "the limit of 48.8 KB of memory was reached" in second.reason
    assert list((tmp_path / "disk").iterdir()) == []


def test_folders_that_a_kill_left_are_removed_after_a_week(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usual, "default_folder", lambda: tmp_path)
    old, young = tmp_path / "disk" / "old", tmp_path / "disk" / "young"
    for folder in (old, young):
        folder.mkdir(parents=True)
    os.utime(old, (0, 0))
    assert not usual.usual_folder().exists()
    assert (old.exists(), young.exists()) == (False, True)


def test_little_memory_does_not_go_on_on_disk() -> None:
    verdicts = check(
        board(rows=3, columns=4, k=3),
        "AG !(p1_wins & p2_wins)",
        limit_memory=100_000,
        engine="explicit",
        tuning=Tuning(bitmap_at_once=0, bitmap_sparsest=0),
    )
    assert (verdicts.engine, verdicts.stopped.cause) == ("explicit", Cause.MEMORY)


def test_a_run_is_shown_also_when_time_is_up(tmp_path: Path) -> None:
    verdicts = check(
        counter(30), "EF {n = 30}", disk=tmp_path / "states", tuning=Tuning(disk_chunk=1)
    )
    trace = verdicts.properties[0].trace
    assert trace is not None
    assert trace.states[-1] == (30,)
