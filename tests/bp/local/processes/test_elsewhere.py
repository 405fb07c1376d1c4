"""Waiting for another process in which a program is started afresh."""

from __future__ import annotations

import errno
import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from counterpoint import Body, Event, Program, sync, thread
from counterpoint.alarm import Alarm, TimeIsUp
from counterpoint.bp.local.processes import elsewhere
from counterpoint.bp.local.processes.elsewhere import Elsewhere
from counterpoint.errors import Refused
from counterpoint.tuning import USUAL, Tuning

DEAF = "import sys, threading; sys.stdin.buffer.read(); threading.Event().wait()"
"""Reads what it is to do, and never answers."""

NUMBERS = [Event("N", number) for number in range(9)]

MUTE = "import sys; sys.stdin.buffer.read(); sys.exit(7)"
"""Ends without an answer."""


@thread
def once() -> Body:
    yield sync(request=Event("A"))


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets some code run where the program should be started; all processes of that."""
    children: list[subprocess.Popen[bytes]] = []

    def run(code: Any) -> Any:
        def started(_seed: Any) -> Any:
            command = [sys.executable, "-c", code]
            child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            children.append(child)
            return child

        monkeypatch.setattr(elsewhere, "_started", started)
        return children

    return run


def ask(tuning: Any = USUAL) -> Any:
    return Elsewhere(Program(once()), tuning).tables([9])


def test_a_limit_of_time_ends_the_wait_and_the_process(begun: Any) -> None:
    children = begun(DEAF)
    with pytest.raises(TimeIsUp):
        Alarm(0.01).run(ask)
    assert [child.poll() is None for child in children] == [False]


def test_a_process_that_does_not_answer_cannot_tell(begun: Any) -> None:
    children = begun(DEAF)
    with pytest.raises(Refused, match=r"another process did not answer within 0\.01 s"):
        ask(Tuning(elsewhere_seconds=0.01))
    assert [child.poll() is None for child in children] == [False]


@pytest.mark.hash_seeds
def test_a_process_that_cannot_be_started_is_a_reason_and_leaves_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    popen, children = subprocess.Popen, list[Any]()

    def starts_once(*given: Any, **named: Any) -> Any:
        if children:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        children.append(popen(*given, **named))
        return children[0]

    monkeypatch.setattr(subprocess, "Popen", starts_once)
    why = "no other process could be started: Resource temporarily unavailable"
    with pytest.raises(Refused, match=why):
        ask()
    assert [child.poll() is None for child in children] == [False]


@thread
def widens() -> Body:
    """It has ever new states, each of which takes longer to come to."""
    seen = []
    while True:
        seen.append((yield sync(request=NUMBERS, wait_for=lambda event: True)).name)


def test_a_process_that_works_for_longer_than_it_may_gives_up() -> None:
    endless = Elsewhere(Program(widens()), Tuning(elsewhere_work=0.5))
    with pytest.raises(
        Refused, match=r"another process did not answer within 0\.5 s of processor time"
    ):
        endless.tables([1 << 20])


SLOW = """
import time

from counterpoint import Program, Event, sync, thread

began = time.process_time()
while time.process_time() < began + 0.5:
    pass

@thread
def once():
    yield sync(request=Event("A"))

program = Program(once())
"""


def test_loading_a_program_is_not_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slow_to_load.py").write_text(SLOW)
    monkeypatch.syspath_prepend(tmp_path)
    program = importlib.import_module("slow_to_load").program
    (tables, *_) = Elsewhere(program, Tuning(elsewhere_work=0.4, hash_seeds=1)).tables([9])
    assert len(tables) == 1


def test_a_process_that_ends_without_an_answer_cannot_tell(begun: Any) -> None:
    begun(MUTE)
    with pytest.raises(Refused, match="ended with code 7 and without an answer"):
        ask()
