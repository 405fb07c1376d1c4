"""Runs that cover a target, as a file of tests for pytest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..tours.covering import CoveringRuns
from .tours import summary, tours_data

_HEAD = '''"""Runs to try an implementation on, and what must be observed in each of them."""

from pathlib import Path

from counterpoint.cli.options import target_of
from counterpoint.tours.standin import StandIn

{comment}

HERE = Path(__file__).parent
TARGET = target_of({target}, {options})


class Implementation:
    """What is tested: let it drive your own program.

    As the file was written, it is the target itself, so that all tests pass.
    """

    def __init__(self, start):
        """Begin in the initial state in which `start` is observed."""
        self.own = StandIn(TARGET, start)

    def perform(self, event, expected):
        """Let `event` happen, such as the first one of RUNS.

        Afterwards `expected` must be observed. You need it only if the event may lead to several
        states: the run goes on from this one.
        """
        self.own.perform(event, expected)

    def observe(self):
        """What is observed now, as in STATES."""
        return self.own.observe()


def pytest_generate_tests(metafunc):
    """One test for each run."""
    metafunc.parametrize("number", range(len(RUNS)))


def test_run(number):
    start, steps = RUNS[number]
    implementation = Implementation(STATES[start])
    assert implementation.observe() == STATES[start], "at the start"
    for place, (event, state) in enumerate(steps, 1):
        implementation.perform(event, STATES[state])
        assert implementation.observe() == STATES[state], f"after step {{place}}, {{event}}"


# For each run the number of its first state, and its events, each with the number of a state.
RUNS = {runs}

STATES = {states}
'''


def tours_file(found: CoveringRuns, target: Any, named: str, options: dict[str, str]) -> str:
    """A file of tests, one for each run, that an implementation has to pass.

    As it is written, the implementation is the target itself. `named` is Python that gives the name
    of the target, and `options` are those that select it, as Python too. HERE is the folder of the
    file.
    """
    data = tours_data(found, target)
    pairs = zip(data["runs"], data["states"], strict=True)
    runs = [(at[0], [*zip(labels, at[1:], strict=True)]) for labels, at in pairs]
    said = f"{found.target}: {summary(found)}. Written by `counterpoint tests`."
    return _HEAD.format(
        comment="\n".join(f"# {line}".rstrip() for line in said.splitlines()),
        target=named,
        options=f"{{{', '.join(f'{name!r}: {value}' for name, value in options.items())}}}",
        runs=_listed(runs),
        states=_listed(data["shown"]),
    )


def _listed(elements: Iterable[object]) -> str:
    lines = [f"    {each!r},\n" for each in elements]
    return "[\n" + "".join(lines) + "]" if lines else "[]"
