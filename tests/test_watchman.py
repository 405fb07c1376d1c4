"""A command after Ctrl-C: what was found, or else that nothing was, and exit code 3 in any case."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from counterpoint.alarm import out_of_time
from counterpoint.cli import main
from counterpoint.watchman import Watchman

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
    said = json.loads(out)  # one object, whoever says it
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


@pytest.mark.parametrize(("at_once", "taken_apart"), [(False, "taken apart\n"), (True, "")])
def test_a_large_process_ends_without_being_taken_apart(
    tmp_path: Path, at_once: bool, taken_apart: str
) -> None:
    found = ran(
        tmp_path,
        f"""
import atexit
atexit.register(print, "taken apart")
print("the answer")
watchman.leave(1, at_once={at_once})
raise SystemExit(1)
""",
    )
    assert (found.returncode, found.stdout) == (1, f"the answer\n{taken_apart}")


def test_a_signal_that_is_sent_twice_at_once_counts_once(tmp_path: Path) -> None:
    """As `timeout -s INT` sends it, to the process and to its group."""
    found = ran(
        tmp_path,
        """
import counterpoint.watchman
counterpoint.watchman.TOGETHER = watchman._patience = 600.0
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    signal.raise_signal(signal.SIGINT)
    watchman.take_floor()
    print("the answer")
    watchman.leave(UNKNOWN)
""",
    )
    assert (found.returncode, found.stdout, found.stderr) == (3, "the answer\n", "")


def test_a_second_signal_after_a_while_ends_what_goes_on(tmp_path: Path) -> None:
    found = ran(
        tmp_path,
        """
import counterpoint.watchman
counterpoint.watchman.TOGETHER = -1.0
watchman._patience = 600.0
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    signal.raise_signal(signal.SIGINT)
    threading.Event().wait()
""",
    )
    assert (found.returncode, found.stdout, found.stderr) == (3, "", "")


def ran(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    """What a script does that has a watchman who waits for next to nothing."""
    text = f"""
import signal, threading, time
from counterpoint.alarm import out_of_time
from counterpoint.cli import main
from counterpoint.watchman import UNKNOWN, Watchman
watchman = Watchman(patience=0.01, grace=0.01)
watchman.listen()
{script}
"""
    return subprocess.run(
        [sys.executable, "-c", text],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        preexec_fn=_heed_signals,
    )


HEARS = "import __main__; __main__.watchman._too_long(7)"
"""Its time is over here, while the main thread can still hear of that."""

HALF_IMPORTED = f"""
try:
    {HEARS}
    while True:
        pass
except KeyboardInterrupt as error:
    raise ImportError("half imported") from None
"""


@pytest.mark.parametrize("text", [f"{HEARS}\nwhile True:\n    pass", HALF_IMPORTED])
def test_a_main_thread_that_hears_of_a_limit_of_time_says_so_itself(
    tmp_path: Path, text: str
) -> None:
    """Here that is while the file is read."""
    (tmp_path / "target.py").write_text(text, encoding="utf-8")
    found = ran(tmp_path, "watchman._patience = 600.0\nmain(['check', 'target.py'], watchman)")
    assert found.returncode == 3
    said = found.stderr.splitlines()
    assert "counterpoint: the limit of 7 s was reached, nothing was decided" in said


@pytest.mark.parametrize("as_json", [False, True])
def test_what_comes_to_no_next_step_is_ended_where_time_is_long_over(
    tmp_path: Path, as_json: bool
) -> None:
    """Here that is while the file is read."""
    (tmp_path / "target.py").write_text(DEAF, encoding="utf-8")
    options = ["--limit-time", "0.01s", *(["--json"] if as_json else [])]
    found = ran(tmp_path, f"main({['check', 'target.py', *options]}, watchman)")
    reason = "the limit of 0.01 s was reached, nothing was decided"
    assert found.returncode == 3
    if as_json:
        assert json.loads(found.stdout)["reason"] == reason
    else:
        assert found.stdout == ""
        assert f"counterpoint: {reason}" in found.stderr.splitlines()


def test_last_words_are_json_from_the_beginning_of_a_command() -> None:
    class Early(Watchman):
        """A watchman whose time is over before the command has begun."""

        def bound(self, seconds: float) -> None:
            self.last_words(f"the limit of {seconds:g} s was reached", out_of_time(seconds))
            raise SystemExit

        def leave(self, code: int, at_once: bool = False) -> None:
            """Nothing: this process runs other tests, too."""

    early = Early()
    early.out = io.StringIO()
    with pytest.raises(SystemExit):
        main(["check", "nim", "--limit-time", "1s", "--json"], early)
    said = json.loads(early.out.getvalue())
    reason = "the limit of 1 s was reached"
    assert said == {"answer": "unknown", "reason": reason, "stopped": reason, "cause": "time"}


WHILE_IT_LOADS = """
import signal, sys
from counterpoint.__main__ import main

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "{module}":
            sys.meta_path.remove(self)
            {what}

sys.meta_path.insert(0, Finder())
sys.argv = ["counterpoint", "check", "{target}", *{options}]
main()
"""
"""A command, and what happens when it loads a module."""


@pytest.mark.parametrize("options", [[], ["--json"]])
@pytest.mark.parametrize("target", ["nim", "BehavioralTicTacToe"])
@pytest.mark.parametrize("module", ["click", "counterpoint.target", "numpy._core.printoptions"])
def test_ctrl_c_while_a_command_loads_is_said_like_any_other(
    module: str, options: list[str], target: str
) -> None:
    """Numpy cannot be imported again after its first import was interrupted."""
    what = "signal.raise_signal(signal.SIGINT)"
    script = WHILE_IT_LOADS.format(module=module, what=what, options=options, target=target)
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert found.returncode == 3, found.stderr
    if not options:
        assert "interrupted" in found.stdout + found.stderr
        assert "Traceback" not in found.stderr
        return
    said = json.loads(found.stdout)
    assert said["answer"] == "unknown"
    assert (said["stopped"], said["cause"]) == ("interrupted", "interrupted")


def test_a_command_that_cannot_be_loaded_does_not_say_that_a_property_fails() -> None:
    what = "raise ImportError('click is not here')"
    script = WHILE_IT_LOADS.format(module="click", what=what, options=[], target="nim")
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert found.returncode == 2
    assert "click is not here" in found.stderr


AFTER_THE_ANSWER = """
import os, signal, sys
from counterpoint.__main__ import main

class Late:
    def __del__(self, kill=os.kill, pid=os.getpid(), number=signal.SIGINT):
        kill(pid, number)

sys.late = Late()
sys.argv = ["counterpoint", "check", "hot_cold:scalding"]
main()
"""
"""A command that is interrupted when nearly all of Python is torn down."""


def test_a_signal_after_the_answer_does_not_change_the_exit_code() -> None:
    found = subprocess.run(
        [sys.executable, "-c", AFTER_THE_ANSWER], capture_output=True, preexec_fn=_heed_signals
    )
    assert (found.returncode, found.stderr) == (1, b"")


CONSTANTS = r"""
---- MODULE M ----
EXTENDS Integers
VARIABLE x
Init == x = 0
Next == x' = (x + 1) % 5
Spec == Init /\ [][Next]_x
THEOREM T1 == 1 + 1 = 2
THEOREM T2 == Spec => [](x < 5)
THEOREM T3 == \A a, b, c, d, e \in 1..100 : a + b + c + d + e > 0
====
"""
"""The third is evaluated for hours, in loops that are too short each to look at the time."""


def test_it_is_ended_too_where_signals_are_not_heard(tmp_path: Path) -> None:
    """As in the background of a shell."""
    (tmp_path / "target.py").write_text(DEAF, encoding="utf-8")
    script = """
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, signal.SIG_IGN)
main(["check", "target.py", "--limit-time", "0.01s"], watchman)
"""
    found = ran(tmp_path, script)
    assert found.returncode == 3
    assert "the limit of 0.01 s was reached, nothing was decided" in found.stderr


def test_what_was_decided_is_said_where_a_long_evaluation_takes_the_rest_of_the_time(
    tmp_path: Path,
) -> None:
    (tmp_path / "M.tla").write_text(CONSTANTS, encoding="utf-8")
    for seconds in (1, 8, 64):  # on a slow machine the first may be over before anything begins
        script = f"""
watchman._patience = 600.0
main(["check", "M.tla", "--limit-time", "{seconds}s"], watchman)
"""
        found = ran(tmp_path, script)
        if "holds    T1:" in found.stdout:
            break
    assert (found.returncode, found.stderr) == (3, "")
    answers = [line.split()[:2] for line in found.stdout.splitlines()[2:]]
    assert answers[2] == ["unknown", "T3:"]
    assert f"(the limit of {seconds} s was reached)" in found.stdout
    assert answers[0] == ["holds", "T1:"]


def test_an_answer_that_is_being_printed_is_not_cut_off_when_time_is_over(tmp_path: Path) -> None:
    found = ran(
        tmp_path,
        """
watchman.take_floor()
watchman.bound(0.0)
for thread in threading.enumerate():
    if isinstance(thread, threading.Timer):
        thread.join()
print("the answer")
""",
    )
    assert (found.returncode, found.stdout) == (0, "the answer\n")


def test_the_main_thread_says_nothing_after_the_last_words(tmp_path: Path) -> None:
    found = ran(
        tmp_path,
        """
said = threading.Event()
watchman.last_words = lambda text, why: (print(text), said.set())
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    said.wait()
    watchman.take_floor()
    print("the answer")
""",
    )
    assert (found.returncode, found.stdout) == (3, "interrupted, nothing was decided\n")


def test_the_last_words_are_not_said_where_the_main_thread_answers(tmp_path: Path) -> None:
    found = ran(
        tmp_path,
        """
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    pass
watchman.take_floor()
while not any(thread.name == "last words" for thread in threading.enumerate()):
    time.sleep(0.001)
print("the answer")
watchman.leave(UNKNOWN)
""",
    )
    assert (found.returncode, found.stdout, found.stderr) == (3, "the answer\n", "")


@pytest.mark.parametrize("is_interrupted", [True, False])
def test_what_is_left_half_made_by_ctrl_c_complains_to_nobody(
    tmp_path: Path, is_interrupted: bool
) -> None:
    found = ran(
        tmp_path,
        f"""
class HalfMade:
    def __del__(self):
        self.missing
watchman.last_words = lambda text, why: None
try:
    {is_interrupted} and signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    pass
watchman.take_floor()
HalfMade()
watchman.leave(UNKNOWN)
""",
    )
    assert ("missing" in found.stderr) is not is_interrupted


def test_a_run_ends_when_nobody_reads_it(tmp_path: Path) -> None:
    (tmp_path / "target.py").write_text(FOR_EVER, encoding="utf-8")
    command = [sys.executable, "-m", "counterpoint", "run", "target.py", "--steps", "1000000000"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        process.stdout.close()
        process.wait(timeout=PATIENCE)


FOR_EVER = """
from counterpoint import Event, Program, sync, thread

@thread
def tick():
    while True:
        yield sync(request=Event("TICK"))

program = Program(tick())
"""
