"""Files for the tests of the plugin, and a way to run pytest on them in a process of its own."""

from __future__ import annotations

import pytest

TAP = """
from counterpoint import Program, check, events, never, sync, thread

HOT, COLD, SCALD = events("HOT COLD SCALD")


@thread
def pour(event, times=3):
    for _ in range(times):
        yield sync(request=event)


@thread
def alternate():
    while True:
        yield sync(wait_for=HOT, block=COLD)
        yield sync(wait_for=COLD, block=HOT)


@thread
def feel():
    while True:
        yield sync(wait_for=HOT)
        if (yield sync(wait_for=[HOT, COLD])) is HOT:
            yield sync(request=SCALD, block=[HOT, COLD])


requirements = {
    "nobody is scalded": never(SCALD),
    "cold comes": "EF once(COLD)",
}
program = Program(pour(HOT), pour(COLD), feel(), requirements=requirements)


def mild(times=3):
    return Program(*program.threads, alternate(), requirements=requirements)


def test_what_is_mild():
    assert check(mild())
"""
"""A program, on line 32, in which somebody is scalded; `mild` is one in which nobody is."""

MODULE = r"""
---- MODULE Ups ----
EXTENDS Naturals
VARIABLE x
Spec == x = 0 /\ [][x < 3 /\ x' = x + 1]_x
Small == x < 9
THEOREM Spec => []Small
THEOREM Spec => [](x < 2)
====
"""

SMV = """
MODULE main
VAR x : 0..2;
ASSIGN init(x) := 0; next(x) := x < 2 ? x + 1 : {0, 2};
SPEC AG EF x = 0
INVARSPEC NAME small := x < 2
"""

PARITY = 'parity 1;\nstart 0;\n0 2 0 1,0 "a";\n1 3 1 0;\n'

CIRCUIT = "aag 1 0 1 1 0\n2 3\n2\n"

LOGGED = """
from counterpoint.engines import questions

check = questions.check


def logged(target, *names, **options):
    names = names or [each.name for each in target.theory.questions]
    limits = {name: value for name, value in options.items() if name != "name"}
    with open("checks.log", "a") as log:
        print(options["name"], sorted(names), limits or "", file=log)
    return check(target, *names_of(target, names), **options)


def names_of(target, names):
    return () if hasattr(target, "theory") else names


questions.check = logged
"""
"""A `conftest.py` that logs what is checked."""


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """Run pytest with the plugin."""
    return pytester.runpytest_subprocess("-p", "counterpoint.plugin", "-W", "error", *arguments)


def run_on_tap(pytester: pytest.Pytester, test: str, *arguments: str) -> pytest.RunResult:
    """Run pytest on a test beside the program of `TAP`."""
    write(pytester, tap_dot_py=TAP, test_tap_dot_py=test)
    return run(pytester, "test_tap.py", *arguments)


def failures(result: pytest.RunResult) -> str:
    """What was printed, without the summary: in CI that repeats the failures at full length."""
    return result.stdout.str().partition("= short test summary info =")[0]


def write(pytester: pytest.Pytester, **files: str) -> None:
    """Write files, by their names with `_dot_` for each dot."""
    for name, text in files.items():
        path = pytester.path / name.replace("_dot_", ".")
        path.write_text(text.lstrip("\n"), encoding="utf-8")
