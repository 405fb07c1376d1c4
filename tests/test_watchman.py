"""A command after Ctrl-C: what was found, or else that nothing was, and exit code 3 in any case."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from .patience import PATIENCE

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")

ENDLESS = """
import sys
from counterpoint import Event, Program, never, sync, thread

@thread
def count(name, limit):
    for n in range(limit):
        if name == "E" and n == 300:
            print("begun", file=sys.stderr, flush=True)
        yield sync(request=Event(name))

program = Program(*(count(n, 400) for n in "ABCDE"), requirements={"no Z": never(Event("Z"))})
"""

DEAF = """
import hashlib, sys, threading
say = lambda: print("begun", file=sys.stderr, flush=True)
threading.Timer(0.05, say).start()
hashlib.pbkdf2_hmac("sha256", b"", b"", 1 << 30)
"""
"""Native code that hears of no signal until it is done, which takes minutes."""

LOST = """
import sys
from counterpoint import Event, Program, sync, thread

class Lost:
    def __del__(self):
        if LOST:
            LOST.clear()
            print("begun", file=sys.stderr, flush=True)
            while True:
                pass

LOST = [1]
Lost()
while True:
    pass
"""
"""Python reports an exception in `__del__`, and goes on as if there had been none."""


def _heed_signals() -> None:
    """A shell starts what runs in the background deaf to Ctrl-C, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def begun(folder: Path, text: str, *options: str) -> Iterator[subprocess.Popen[str]]:
    """A check of a program that has said it has begun."""
    (folder / "target.py").write_text(text, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "counterpoint", "check", "target.py", *options],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_heed_signals,
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "begun\n"
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_answer_says_how_far_it_came(tmp_path: Path, number: signal.Signals) -> None:
    with begun(tmp_path, ENDLESS, "--json") as process:
        process.send_signal(number)
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3
    said = json.loads(out)
    if "properties" in said:  # else the machine was too slow to say what was found
        assert not said["complete"]
        assert said["stopped"] == "interrupted"
        assert said["properties"][0]["reason"].startswith("interrupted")
    else:
        assert said["answer"] == "unknown"


@pytest.mark.parametrize("text", [DEAF, LOST])
def test_what_hears_of_no_signal_is_ended_anyway(tmp_path: Path, text: str) -> None:
    with begun(tmp_path, text) as process:
        process.send_signal(signal.SIGINT)
        out, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (3, "")
    assert said.strip() == "counterpoint: interrupted, nothing was decided"


def test_in_json_too(tmp_path: Path) -> None:
    with begun(tmp_path, DEAF, "--json") as process:
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3
    assert json.loads(out)["reason"] == "interrupted, nothing was decided"


def test_a_second_time_ends_it_at_once(tmp_path: Path) -> None:
    with begun(tmp_path, DEAF) as process:
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 3
