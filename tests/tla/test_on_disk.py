"""Theorems of modules with their states on disk: what is found is what memory holds."""

from __future__ import annotations

import _thread
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from counterpoint import check
from counterpoint.cli import main
from counterpoint.engines.base.disk import LOCK, REMOVED
from counterpoint.engines.base.lock import FolderLock
from counterpoint.engines.search.spec.on_disk import SYMMETRIC as SYMMETRIC_SAID
from counterpoint.engines.search.tabled.chunks import Chunks, Grown
from counterpoint.engines.search.tabled.layout import Layout
from counterpoint.errors import BadCheckpoint, Misuse, Refused
from counterpoint.model.factored import Misfit
from counterpoint.stopped import INTERRUPTED, Cause
from counterpoint.tla.file import load_module
from counterpoint.tla.module import Choice, TlaModule
from counterpoint.tla.modules import load
from counterpoint.tuning import Tuning
from counterpoint.verdict import Answer, Verdicts
from tests.command_line import Run
from tests.tunings import TUNINGS

AT_ONCE = Tuning(walk_work=0)

COUNTER = r"""
---- MODULE Counter ----
EXTENDS Naturals
VARIABLES n, at
Init == n = 0 /\ at \in {"a", "b"}
Up == n < 300 /\ n' = n + 1 /\ UNCHANGED at
Turn == n % 7 = 0 /\ at' = (IF at = "a" THEN "b" ELSE "a") /\ UNCHANGED n
Spec == Init /\ [][Up \/ Turn]_<<n, at>>
THEOREM Spec => [](n <= 300)
THEOREM Spec => [](n = 299 => at = "b")
THEOREM Spec => [][n' # 200]_n
====
"""

STACK = r"""
---- MODULE Stack ----
EXTENDS Naturals, Sequences
VARIABLES s, n
Init == s = <<1, 2>> /\ n = 0
Count == n' = (n + 1) % 12 /\ UNCHANGED s
Push == Len(s) < 4 /\ n > 9 /\ s' = Append(s, n % 2) /\ UNCHANGED n
Pop == Len(s) > 0 /\ n > 6 /\ s' = Tail(s) /\ UNCHANGED n
Spec == Init /\ [][Count \/ Push \/ Pop]_<<s, n>>
THEOREM Spec => [](Len(s) <= 4)
THEOREM Spec => [](Len(s) > 0 => Head(s) < 2)
====
"""

GRID = r"""
---- MODULE Grid ----
EXTENDS Naturals
VARIABLES x, y, t
Init == x = 0 /\ y = 0 /\ t = [i \in 1..3 |-> 0]
Up == x' = (x + 1) % 40 /\ UNCHANGED <<y, t>>
Right == y' = (y + x) % 40 /\ UNCHANGED <<x, t>>
Others == FALSE /\ UNCHANGED <<x, y>> /\ t' = t
Set == \E i \in 1..3 : t' = [t EXCEPT ![i] = (@ + y) % 5] /\ UNCHANGED <<x, y>>
Spec == Init /\ [][Up \/ Right \/ Set \/ Others]_<<x, y, t>>
THEOREM Spec => [](x < 40)
THEOREM Spec => []~(x = 39 /\ y = 38 /\ t[2] = 3)
====
"""

NOT_WIDER = r"FALSE /\ UNCHANGED <<x, y>> /\ t' = t"
WIDER = r"x = 30 /\ y = 31 /\ UNCHANGED <<x, y>> /\ t' = <<4, 4, 4, 4>>"

TROUBLED = r"""
---- MODULE Troubled ----
EXTENDS Naturals
VARIABLES n, f
Init == n = 0 /\ f = <<1, 2, 3>>
A == n' = (n + 1) % 30 /\ UNCHANGED f
B == n = 5 /\ f[f[1]] > n /\ f' = f /\ UNCHANGED n
C == n > 2 /\ f' = <<0, 2, 3>> /\ UNCHANGED n
Spec == Init /\ [][A \/ B \/ C]_<<n, f>>
THEOREM Spec => [](f[f[1]] # 9)
THEOREM Spec => [][n' # n + 1]_n
THEOREM Spec => [](n < 40)
====
"""

PROMISED = r"""
---- MODULE Promised ----
EXTENDS Naturals
VARIABLE n
Init == n = 0
Next == n' = (n + 1) % 50
Spec == Init /\ [][Next]_n /\ WF_n(Next)
THEOREM Spec => [](n < 50)
THEOREM Spec => []<>(n = 0)
====
"""


def module_of(text: str, **choice: Any) -> TlaModule:
    return TlaModule(load("M.tla", text=text), None, Choice(**choice))


def figures(found: Verdicts) -> object:
    shown = [None if each.trace is None else len(each.trace.steps) for each in found]
    said = [(each.name, each.answer, each.reason) for each in found]
    return found.states, found.generated, found.depth, said, shown, found.stopped


class Watched:
    """How often a search begins again, and for what."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.raised: list[type[BaseException]] = []
        expand: Callable[..., Any] = Chunks.expand

        def watched(chunks: Chunks, states: Any) -> Any:
            try:
                return expand(chunks, states)
            except (Grown, Misfit) as error:
                self.raised.append(type(error))
                raise

        monkeypatch.setattr(Chunks, "expand", watched)


@pytest.mark.parametrize("text", [COUNTER, STACK, PROMISED])
@pytest.mark.parametrize("tuned", ["usual", "tiny", "mixed"])
def test_the_same_is_found_as_in_memory(text: str, tuned: str, tmp_path: Path) -> None:
    module = module_of(text, theorems=("1", "2"))
    known = check(module, tuning=AT_ONCE, audit="all")
    tuning = TUNINGS[tuned] if tuned != "usual" else AT_ONCE
    found = check(module, tuning=tuning, audit="all", disk=tmp_path / "states", engine="tabled")
    if text is PROMISED:
        assert [each.answer for each in found] == [Answer.HOLDS, Answer.UNKNOWN]
        assert found.states == 50
        assert "not kept on disk" in found.properties[1].reason
    else:
        assert figures(found) == figures(known)
        assert found.engine == "disk"
        for verdict in found:
            assert verdict.audited is not None
            assert verdict.audited.passed
    assert list(tmp_path.iterdir()) == []


def test_a_cell_that_has_no_room_begins_the_search_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = Watched(monkeypatch)
    module = module_of(COUNTER, theorems=("1",))
    tuning = Tuning(walk_work=0, disk_spare=0)
    monkeypatch.setattr("counterpoint.engines.search.tabled.layout.WORD", 9)
    found = check(module, tuning=tuning, disk=tmp_path / "states", engine="tabled")
    assert (found.states, found.answer) == (602, Answer.HOLDS)
    assert watched.raised
    assert {*watched.raised} == {Grown}


@pytest.mark.parametrize("time", [2, 3])
def test_an_interruption_while_states_get_more_room_ends_the_search(
    time: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved, calls = Layout.moved, [0]

    def interrupted(*args: Any) -> Any:
        calls[0] += 1
        if calls[0] == time:
            _thread.interrupt_main()
        return moved(*args)

    monkeypatch.setattr("counterpoint.engines.search.tabled.layout.WORD", 9)
    monkeypatch.setattr(Layout, "moved", interrupted)
    tuning = Tuning(walk_work=0, disk_spare=0)
    module = module_of(COUNTER, theorems=("1", "2"))
    found = check(module, tuning=tuning, disk=tmp_path / "states", engine="tabled")
    assert found.stopped == INTERRUPTED
    assert [each.answer for each in found] == [Answer.UNKNOWN] * 2
    monkeypatch.setattr(Layout, "moved", moved)
    again = check(module, tuning=tuning, disk=tmp_path / "states", engine="tabled")
    assert figures(again) == figures(check(module, tuning=AT_ONCE))


def test_states_that_get_other_cells_begin_the_search_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = Watched(monkeypatch)
    module = module_of(GRID.replace(NOT_WIDER, WIDER), theorems=("1", "2"))
    given: Any = {"tuning": AT_ONCE, "disk": tmp_path / "states", "audit": "none"}
    found = check(module, limit_states=190_000, **given)
    assert (found.stopped.cause, watched.raised) == (Cause.STATES, [Misfit])
    found = check(module, **given)
    assert (found.engine, watched.raised) == ("disk", [Misfit])
    assert figures(found) == figures(check(module, audit="none"))


KILLED = """
import os, signal, sys
from counterpoint.cli import main
from counterpoint.engines.search.levels.journal import Journal
from counterpoint.tuning import USUAL
object.__setattr__(USUAL, "walk_work", 0)
append, left = Journal._append, [int(sys.argv[1])]
def last(self, data):
    append(self, data)
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)
Journal._append = last
main(sys.argv[2:])
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing can be killed here")
@pytest.mark.parametrize("text", [COUNTER, STACK])
def test_a_check_that_is_killed_again_and_again_goes_on(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, folder = tmp_path / f"{text.split()[2]}.tla", tmp_path / "states"
    path.write_text(text, encoding="utf-8")
    asked = ["check", str(path), "--theorem", "1", "--disk", str(folder), "--engine", "tabled"]
    levels = []
    for lines in (2, 3, 4):
        killed = subprocess.run(
            [sys.executable, "-c", KILLED, str(lines), *asked], env=dict(os.environ), check=False
        )
        assert killed.returncode == -signal.SIGKILL
        (journal,) = folder.glob("search-*/levels.jsonl")
        levels.append(len(journal.read_text(encoding="utf-8").splitlines()))
    assert levels == [3, 6, 10]
    with pytest.raises(SystemExit):
        main([*asked[:4], "--recover", str(folder), "--engine", "tabled"])
    after = capsys.readouterr().out
    assert not folder.exists()
    with pytest.raises(SystemExit):
        main(asked[:4])
    whole = capsys.readouterr().out
    assert after.partition("depth")[0] == whole.partition("depth")[0]
    assert after.partition("\n")[2] == whole.partition("\n")[2]


def test_a_limit_leaves_the_states_and_says_how_to_go_on(tmp_path: Path) -> None:
    module, folder = module_of(COUNTER, theorems=("1",)), tmp_path / "states"
    given: Any = {"tuning": AT_ONCE, "disk": folder, "engine": "tabled"}
    found = check(module, limit_states=100, **given)
    assert found.stopped.cause is Cause.STATES
    assert any(f"go on with --recover {folder}" in each for each in found.warnings)
    known = check(module, limit_depth=60, tuning=AT_ONCE, engine="tabled")
    assert figures(check(module, limit_depth=60, **given)) == figures(known)
    found = check(module, limit_depth=30, **given)
    assert (found.stopped.cause, found.depth) == (Cause.LEVELS, 60)
    found = check(module, **given)
    assert (found.states, found.answer) == (602, Answer.HOLDS)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", [COUNTER.replace("200", "201"), STACK, GRID])
def test_a_folder_of_another_module_is_refused_and_stays(text: str, tmp_path: Path) -> None:
    one, other, folder = module_of(COUNTER), module_of(text), tmp_path / "states"
    given: Any = {"tuning": AT_ONCE, "disk": folder, "engine": "tabled"}
    check(one, limit_states=100, **given)
    held = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(BadCheckpoint, match="holds another search"):
        check(other, **given)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == held


@pytest.mark.parametrize("name", ["mine", "search-party", "search-1"])
def test_a_folder_with_other_files_is_refused_and_stays(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "notes").touch()
    with pytest.raises(BadCheckpoint, match="holds other files"):
        check(module_of(COUNTER), tuning=AT_ONCE, disk=tmp_path, engine="tabled")
    assert [each.relative_to(tmp_path) for each in tmp_path.rglob("*")] == [
        Path(name),
        Path(name, "notes"),
    ]


def test_a_folder_is_used_by_one_check_at_a_time(tmp_path: Path) -> None:
    module = module_of(COUNTER)
    lock = FolderLock(tmp_path, LOCK)
    with pytest.raises(BadCheckpoint, match="in use by another check"):
        check(module, tuning=AT_ONCE, disk=tmp_path, engine="tabled")
    lock.release()
    assert check(module, tuning=AT_ONCE, disk=tmp_path, engine="tabled").states == 602
    assert list(tmp_path.iterdir()) == []


def test_a_check_that_was_killed_while_it_removed_files_begins_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = module_of(COUNTER)
    given: Any = {"tuning": AT_ONCE, "disk": tmp_path, "engine": "tabled"}

    def half(folder: Path, **_: object) -> None:
        if folder.name == REMOVED and folder.exists():
            (folder / "levels.jsonl").unlink()
            raise SystemExit

    monkeypatch.setattr(shutil, "rmtree", half)
    with pytest.raises(SystemExit):
        check(module, **given)
    monkeypatch.undo()
    assert check(module, **given).states == 602
    assert list(tmp_path.iterdir()) == []


def test_what_has_no_value_in_one_search_does_not_mix_up_the_others(tmp_path: Path) -> None:
    """How often claims are asked apart depends on what is in the folder already."""
    module = module_of(TROUBLED)
    given: Any = {"tuning": AT_ONCE, "disk": tmp_path, "engine": "tabled"}
    for depth in (5, 5, 7):
        found = check(module, limit_depth=depth, **given)
        known = check(module, limit_depth=depth, tuning=AT_ONCE, engine="tabled")
        assert [each.answer for each in found] == [each.answer for each in known]
    found, known = check(module, **given), check(module, tuning=AT_ONCE, engine="tabled")
    assert [each.answer for each in found] == [each.answer for each in known]


SYMMETRIC = r"""
---- MODULE Symmetric ----
EXTENDS Naturals, TLC
CONSTANT P
VARIABLE n
Init == n = [p \in P |-> 0]
Next == \E p \in P : n' = [n EXCEPT ![p] = (@ + 1) % 4]
Turns == Permutations(P)
Small == \A p \in P : n[p] < 4
Steps == \A p \in P : n'[p] - n[p] < 2
====
"""


def test_a_postcondition_about_numbers_is_not_decided_without_symmetry(tmp_path: Path) -> None:
    """On disk all states are counted, and TLC counts those that symmetry tells apart."""
    text = SYMMETRIC.replace("====", 'After == TLCGet("distinct") = 10\n====')
    (tmp_path / "Symmetric.tla").write_text(text, encoding="utf-8")
    config = "INIT Init\nNEXT Next\nCONSTANT P = {a, b}\nSYMMETRY Turns\nPOSTCONDITION After\n"
    (tmp_path / "Symmetric.cfg").write_text(config, encoding="utf-8")
    module = load_module(tmp_path / "Symmetric.tla")
    known = check(module, tuning=AT_ONCE, engine="tabled")
    assert (known.states, known["postcondition After"].answer) == (10, Answer.HOLDS)
    found = check(module, tuning=AT_ONCE, engine="tabled", disk=tmp_path / "states")
    after = found["postcondition After"]
    assert (after.answer, after.reason) == (Answer.UNKNOWN, SYMMETRIC_SAID)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("SYMMETRY Turns", "SYMMETRY is ignored"),
        ("ACTION_CONSTRAINT Steps", "no constraint of steps"),
    ],
)
def test_what_goes_not_with_a_disk_is_said(line: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "Symmetric.tla").write_text(SYMMETRIC, encoding="utf-8")
    config = f"INIT Init\nNEXT Next\nINVARIANT Small\nCONSTANT P = {{a, b}}\n{line}\n"
    (tmp_path / "Symmetric.cfg").write_text(config, encoding="utf-8")
    module = load_module(tmp_path / "Symmetric.tla")
    given: Any = {"tuning": AT_ONCE, "disk": tmp_path / "states", "engine": "tabled"}
    if line.startswith("ACTION"):
        with pytest.raises(Refused, match=said):
            check(module, **given)
        return
    found = check(module, **given)
    assert found.states == 16
    assert any(said in warning for warning in found.warnings)


def test_a_check_goes_on_on_disk_when_memory_is_used_up() -> None:
    module = module_of(GRID, theorems=("1", "2"))
    known = check(module, tuning=AT_ONCE)
    found = check(module, tuning=Tuning(walk_work=0, disk_memory=1), limit_memory="5M")
    assert found.engine == "disk"
    assert figures(found) == figures(known)


@pytest.mark.parametrize("given", [{"coverage": True}, {"engine": "explicit"}])
def test_what_goes_not_with_a_disk_is_an_error(given: Any, tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="no coverage is counted"):
        check(module_of(COUNTER), disk=tmp_path / "states", **given)


def test_workers_find_the_same_though_some_are_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker is killed at the fourth level, and what numbers values at the ninth."""
    ray: Any = pytest.importorskip("ray", reason="the extra cluster is not installed")
    from counterpoint.engines.search.cluster.with_ray import RayCrew

    levels: list[int] = []
    exchange: Any = RayCrew.exchange

    def killing(crew: Any, rounds: Any) -> Any:
        levels.append(rounds.level)
        actors = {3: crew._actors[1], 8: crew.numbers._actor}
        if rounds.level in actors and levels.count(rounds.level) == 1:
            process = ray.get(actors[rounds.level].__ray_call__.remote(lambda _: os.getpid()))
            os.kill(process, signal.SIGKILL)
        return exchange(crew, rounds)

    monkeypatch.setattr(RayCrew, "exchange", killing)
    module = module_of(GRID, theorems=("1", "2"))
    known = check(module, tuning=AT_ONCE, audit="none")
    found = check(module, tuning=AT_ONCE, audit="none", disk=tmp_path / "s", cluster="local:2")
    assert figures(found) == figures(known)
    assert (found.engine, found.workers) == ("cluster", 2)
    assert found.spread is not None
    assert sum(found.spread.states) == found.states
    assert levels.count(3) > 1
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_a_name_is_an_error(run: Run) -> None:
    said = run("check", "hot_cold", "--disk", "")
    assert (said.code, "--disk needs the name of a folder" in said.err) == (2, True)
