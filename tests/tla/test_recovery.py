"""A check that was broken off and goes on: the same answers and figures."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from counterpoint.cli import main
from counterpoint.engines.base.task import Task
from counterpoint.engines.decide.spec.theory_check import Decided, check_theory
from counterpoint.engines.search.spec import checkpoint, explore
from counterpoint.engines.search.spec.checkpoint import Checkpoint
from counterpoint.errors import BadCheckpoint, Refused
from counterpoint.tla.file import load_module
from counterpoint.tla.module import Choice, TlaModule
from counterpoint.tla.modules import load
from counterpoint.tuning import Tuning

MODULE = r"""
---- MODULE Counters ----
EXTENDS Naturals, FiniteSets, TLC
CONSTANT P
Most == 12
VARIABLES n, at
vars == <<n, at>>
Init == n = [p \in P |-> 0] /\ at \in {{}, P}
Up(p) == n[p] < Most /\ n' = [n EXCEPT ![p] = @ + 1] /\ at' = at \ {p}
Down(p) == n[p] > Most - 3 /\ n' = [n EXCEPT ![p] = 0] /\ at' = at \cup {p}
Next == \E p \in P : Up(p) \/ Down(p)
Spec == Init /\ [][Next]_vars /\ WF_vars(Next)
Early == \A p \in P : n[p] <= Most
Few == (at = {} \/ Cardinality(at) > 0) /\ Early
Late == ~(\A p \in P : n[p] = Most - 1)
Small == Cardinality(at) < 3
Step == [][Cardinality(at') < 2 \/ at = at']_vars
Again == []<>(\E p \in P : n[p] > 4)
Never == <>[](at = {})
Start == n = [p \in P |-> 0]
Both == Permutations(P)
THEOREM Spec => []Early
THEOREM Spec => []Few
THEOREM Spec => []Late
THEOREM Spec => Step
THEOREM Spec => Again
THEOREM Spec => Never
====
"""


class Broken(Exception):
    """What ends a check in its middle."""


class Crashing:
    """Keeps how far a search of a kind is at one of the looks at it, and then breaks it off."""

    def __init__(self, looks: int, kind: str) -> None:
        self.looks, self.of = looks, kind
        self.search: tuple[int, str] = (0, "")
        self.left = b""

    def begin(self, what: str) -> None:
        self.search = self.search[0] + 1, what

    def kept(self, kind: str) -> Any:
        return None

    def look(self, kind: str, keep: Callable[[], Any], *, ended: bool = False) -> None:
        self.looks -= kind == self.of
        if not self.looks:
            self.left = pickle.dumps((self.search, kind, keep()))
            raise Broken


class GoingOn(Crashing):
    """Gives back what another one kept."""

    def __init__(self, left: bytes) -> None:
        super().__init__(-1, "")
        self.where, self.kind, self.what = pickle.loads(left)
        self.used = False

    def kept(self, kind: str) -> Any:
        if self.used or (self.where, self.kind) != (self.search, kind):
            return None
        self.used = True
        return self.what


def checked(keeper: Crashing | None, engine: str) -> Decided:
    given = {"P": frozenset({1, 2, 3}), "Most": 8 if engine == "explicit" else 28}
    module = TlaModule(load("M.tla", text=MODULE, constants=given))
    task = Task(keeper=keeper, tuning=Tuning(look_seconds=-1.0))
    return check_theory(module.theory, task=task, engine=engine, coverage=True)


def told(decided: Decided) -> tuple[object, ...]:
    """What is the same whenever the same was decided."""
    verdicts = decided.verdicts
    answers = [
        (one.name, one.answer, one.reason, one.trace and len(one.trace.steps)) for one in verdicts
    ]
    taken = [(one.action, one.taken) for _, counted in verdicts.coverage for one in counted]
    fresh = sum(one.fresh for _, counted in verdicts.coverage for one in counted)
    return verdicts.states, verdicts.generated, verdicts.depth, answers, taken, fresh


@pytest.mark.parametrize(
    ("engine", "looks"),
    [("explicit", 1), ("explicit", 300), ("explicit", 700), ("tabled", 1), ("tabled", 3),
     ("tabled", 5)],
)  # fmt: skip
def test_a_search_goes_on_where_it_was(engine: str, looks: int) -> None:
    crashing = Crashing(looks, "walk" if engine == "explicit" else engine)
    with pytest.raises(Broken):
        checked(crashing, engine)
    going_on = GoingOn(crashing.left)
    after = checked(going_on, engine)
    assert going_on.used
    assert told(after) == told(checked(None, engine))


def test_a_named_engine_continues_what_it_can_and_refuses_the_rest() -> None:
    crashing = Crashing(3, "tabled")
    with pytest.raises(Broken):
        checked(crashing, "tabled")
    with pytest.raises(Refused, match="which engine='explicit' cannot continue"):
        checked(GoingOn(crashing.left), "explicit")
    walked = Crashing(1, "walk")
    with pytest.raises(Broken):
        checked(walked, "tabled")
    going_on = GoingOn(walked.left)
    after = checked(going_on, "tabled")
    assert going_on.used
    assert "tabled" in after.verdicts.engine
    assert told(after) == told(checked(None, "tabled"))


# On the command line ---------------------------------------------------------------------------

KILLED = """
import os, signal, sys
from counterpoint.engines.search.spec import checkpoint, explore
from counterpoint.tuning import USUAL
from counterpoint.cli import main
for name in ("look_seconds", "checkpoint_every", "checkpoint_share"):
    object.__setattr__(USUAL, name, 0)
write = checkpoint.Checkpoint._write
def once(self, path, kept):
    write(self, path, kept)
    os.kill(os.getpid(), signal.SIGKILL)
checkpoint.Checkpoint._write = once
main(sys.argv[1:])
"""


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "Counters.tla"
    path.write_text(MODULE, encoding="utf-8")
    return path


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing can be killed here")
def test_a_check_that_was_killed_goes_on(module: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = module.with_name("far")
    asked = ["check", str(module), "--set", "P={1, 2}", "--checkpoint", str(file)]
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, *asked], env=dict(os.environ), check=False
    )
    assert killed.returncode == -signal.SIGKILL
    assert file.is_file()
    with pytest.raises(SystemExit):
        main([*asked[:-2], "--recover", str(file)])
    after = capsys.readouterr().out
    assert not file.exists()
    with pytest.raises(SystemExit):
        main(asked[:-2])
    whole = capsys.readouterr().out
    assert after.partition("depth")[0] == whole.partition("depth")[0]
    assert after.partition("\n")[2] == whole.partition("\n")[2]


def test_a_checkpoint_of_another_check_is_refused(module: Path) -> None:
    file = module.with_name("far")
    one, other = (load_module(module, choice=Choice(theorems=(n,))) for n in "12")
    keeper = Checkpoint(file, one.signature, every=0.0)
    keeper.begin("all")
    keeper.look("walk", dict)
    assert Checkpoint(file, one.signature, go_on=True).path == file
    with pytest.raises(BadCheckpoint, match="is of another check"):
        Checkpoint(file, other.signature, go_on=True)
    whole = file.read_bytes()
    damaged = (whole[: len(whole) // 2], whole[:-1], whole + b" ", whole.replace(b"walk", b"wolk"))
    older = whole.replace(b"checkpoint 6", b"checkpoint 5")
    for data, says in (
        (b"something else", "is no checkpoint"),
        (b"", "is no checkpoint"),
        (older, "is a checkpoint of another version of Counterpoint"),
        *((data, "is damaged: check anew") for data in damaged),
    ):
        file.write_bytes(data)
        with pytest.raises(BadCheckpoint, match=says):
            Checkpoint(file, one.signature, go_on=True)
    with pytest.raises(BadCheckpoint, match="cannot be read"):
        Checkpoint(module.with_name("nowhere"), one.signature, go_on=True)


def test_a_module_that_asks_how_far_a_search_is_starts_anew() -> None:
    text = MODULE.replace("Late == ", 'Late == TLCGet("level") > 0 /\\ ')
    loaded = load("M.tla", text=text, constants={"P": frozenset({1})})
    crashing = Crashing(1, "walk")
    assert check_theory(TlaModule(loaded).theory, task=Task(keeper=crashing)).verdicts.states


@pytest.mark.parametrize(
    ("name", "why"),
    [(".", "Is a directory"), ("Counters.tla/file", "Not a directory"), ("n" * 300, "too long")],
)
def test_a_file_that_was_asked_for_must_be_one_that_can_be_written(
    module: Path, name: str, why: str
) -> None:
    with pytest.raises(BadCheckpoint, match=f"cannot be written: .*{why}"):
        Checkpoint(module.parent / name, "")
    assert list(module.parent.iterdir()) == [module]
    unasked = Checkpoint(lambda: module.parent / name, "", every=0.0)
    unasked.look("walk", dict)
    unasked.close()
    assert list(module.parent.iterdir()) == [module]


def test_a_path_that_cannot_be_one_is_refused() -> None:
    with pytest.raises(BadCheckpoint, match="is not the name of a file: embedded null byte"):
        Checkpoint("a\0b", "")
    Checkpoint(lambda: None, "", every=0.0).look("walk", dict)


def test_a_file_that_can_no_longer_be_written_stays_as_it_was_and_the_check_goes_on(
    module: Path,
) -> None:
    file, heard = module.with_name("far"), list[str]()
    keeper = Checkpoint(file, "", every=0.0, failed=heard.append)
    keeper.begin("all")
    keeper.look("walk", lambda: 1)
    full = module.with_name("far.new")
    full.mkdir()
    keeper.look("walk", lambda: 2, ended=True)
    why = "the checkpoint could not be written: Is a directory"
    assert heard == [f"{why}; {file} is still the checkpoint before"]
    full.rmdir()
    going_on = Checkpoint(file, "", go_on=True)
    going_on.begin("all")
    assert going_on.kept("walk") == 1
    keeper.look("walk", lambda: 3, ended=True)
    going_on = Checkpoint(file, "", go_on=True)
    going_on.begin("all")
    assert going_on.kept("walk") == 3


def test_what_cannot_be_resumed_is_searched_from_the_start_with_a_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    crashing = Crashing(3, "tabled")
    with pytest.raises(Broken):
        checked(crashing, "tabled")

    def refuse(*_: object) -> None:
        raise Refused("this search is not wanted")

    going_on = GoingOn(crashing.left)
    with monkeypatch.context() as patch:
        patch.setattr(explore, "_cut", refuse)
        after = checked(going_on, "auto")
    assert going_on.used
    why = "(states cannot be cut into cells: this search is not wanted)"
    again = f"the search began again, as its checkpoint could not be resumed {why}"
    assert after.verdicts.warnings == (again,)
    assert told(after) == told(checked(None, "auto"))


@pytest.mark.parametrize("looks", [1, 300])
def test_a_resumed_search_takes_turns_as_one_that_was_not_interrupted(looks: int) -> None:
    crashing = Crashing(looks, "walk")
    with pytest.raises(Broken):
        checked(crashing, "auto")
    after, whole = checked(GoingOn(crashing.left), "auto"), checked(None, "auto")
    assert after.verdicts.engine == whole.verdicts.engine == "tabled"
    assert told(after) == told(whole)


def said(capsys: pytest.CaptureFixture[str], *command: str) -> tuple[object, str, str]:
    with pytest.raises(SystemExit) as left:
        main([*command])
    return left.value.code, *capsys.readouterr()


def test_what_a_limit_ended_goes_on_from_the_folder_of_caches(
    module: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    caches = module.with_name("caches")
    monkeypatch.setenv("COUNTERPOINT_CACHE_DIR", str(caches))
    monkeypatch.setattr(checkpoint, "Checkpoint", partial(Checkpoint, every=0.0))
    command = ["check", str(module), "--set", "P={1, 2}", "--theorem", "1"]
    code, out, err = said(capsys, *command, "--limit-states", "100")
    assert (code, "the limit of 100 states was reached" in out) == (3, True)
    (file,) = (caches / "checkpoints").iterdir()
    assert err == f"checkpoint written to {file}; resume with --recover {file}\n"
    code, out, err = said(capsys, *command, "--recover", str(file))
    assert (code, err) == (0, "")
    assert "196 states (all of them), 450 generated" in out
    assert not file.exists()
    assert said(capsys, *command)[0] == 0
    assert not list((caches / "checkpoints").iterdir())


@pytest.mark.parametrize("limit", ["100", "10000"])  # the evaluator's, and past it
def test_a_limit_is_written_down_at_once_where_a_file_was_asked_for(
    limit: str, module: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = module.with_name("far")
    command = ["check", str(module), "--set", "P={1, 2, 3}", "--set", "Most=28", "--theorem", "1"]
    code, out, err = said(capsys, *command, "--limit-states", limit, "--checkpoint", str(file))
    assert (code, f"the limit of {int(limit):,} states was reached" in out) == (3, True)
    assert f"resume with --recover {file}" in err
    code, after, _ = said(capsys, *command, "--recover", str(file))
    assert (code, file.exists()) == (0, False)
    assert after.partition("depth")[0] == said(capsys, *command)[1].partition("depth")[0]


def test_a_checkpoint_is_kept_while_a_claim_is_open_though_another_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module = tmp_path / "D.tla"
    module.write_text(
        "---- MODULE D ----\nEXTENDS Integers\nVARIABLE x\nInit == x = 0\n"
        "Next == x < 3000 /\\ x' = x + 1\nSpec == Init /\\ [][Next]_x\n"
        "THEOREM T1 == Spec => [](x # 3)\nTHEOREM T2 == Spec => [](x # 2000)\n====\n"
    )
    file = tmp_path / "far"
    command = ["check", str(module)]
    code, out, _ = said(capsys, *command, "--limit-states", "600", "--checkpoint", str(file))
    assert (code, "unknown  T2" in out, file.exists()) == (1, True, True)
    code, out, _ = said(capsys, *command, "--recover", str(file))
    assert (code, "FAILS    T2" in out, file.exists()) == (1, True, False)


def test_ctrl_c_is_heard_while_a_checkpoint_is_loaded(
    module: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = module.with_name("far")
    command = ["check", str(module), "--set", "P={1, 2, 3}", "--set", "Most=28", "--theorem", "1"]
    said(capsys, *command, "--limit-states", "100", "--checkpoint", str(file))
    usual = checkpoint._InterruptibleReader.read

    def read(of: checkpoint._InterruptibleReader, size: int = -1) -> bytes:
        monkeypatch.undo()
        os.kill(os.getpid(), signal.SIGINT)
        return usual(of, size)

    monkeypatch.setattr(checkpoint._InterruptibleReader, "read", read)
    code, out, err = said(capsys, *command, "--recover", str(file))
    assert (code, file.exists()) == (3, True)
    assert "interrupted" in out + err


def test_a_checkpoint_without_a_name_is_refused(
    module: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for option in ("--recover", "--checkpoint"):
        code, _, err = said(capsys, "check", str(module), option, "")
        assert (code, "[CP207] a checkpoint needs the name of a file" in err) == (2, True)


SAVED_ONLY = (
    "counterpoint: [CP206] checkpoints are for checks of the theorems, or the configuration, of "
    "TLA+ modules; models and programs have --disk DIR\n"
)


def test_programs_have_no_checkpoints(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = said(capsys, "check", "hot_cold", "--checkpoint", "file")
    assert (code, err) == (2, SAVED_ONLY)
    code, _, err = said(capsys, "check", "breakout.led", "--recover", "file")
    assert (code, err) == (2, SAVED_ONLY)


@pytest.mark.parametrize(("target", "file"), [("hot_cold", "file"), ("peterson", "")])
def test_models_and_programs_resume_from_a_folder(
    capsys: pytest.CaptureFixture[str], target: str, file: str
) -> None:
    code, _, err = said(capsys, "check", target, "--recover", file)
    assert (code, "is no folder with states that --disk wrote" in err) == (2, True)
    code, _, err = said(capsys, "check", "hot_cold", "--coverage")
    assert (code, "for the theorems of TLA+ modules" in err) == (2, True)
