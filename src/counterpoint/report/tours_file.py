"""Runs that cover a target, as a file of tests for pytest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..data import dataclass
from ..tours.covering import CoveringRuns
from .tours import summary, tours_data

_HEAD = '''"""Runs to try an implementation on, and what must be observed in each of them."""

{imports}

{comment}{implementation}


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

_IMPORTS = """from pathlib import Path

from counterpoint.cli.options import target_of
from counterpoint.tours.standin import StandIn"""

_STAND_IN = '''

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
        return self.own.observe()'''


@dataclass(frozen=True, slots=True)
class Chosen:
    """How a target was chosen: Python that gives its name, and the options that select it.

    HERE is the folder of the file in which that stands.
    """

    name: str
    options: dict[str, str]


def tours_file(found: CoveringRuns, target: Any, tested: Chosen | str) -> str:
    """A file of tests, one for each run, that an implementation has to pass.

    `tested` is the class of the implementation, such as `module:Class`; or how the target is
    chosen, which then is the implementation itself, until somebody puts another one there.
    """
    data = tours_data(found, target)
    pairs = zip(data["runs"], data["states"], strict=True)
    runs = [(at[0], [*zip(labels, at[1:], strict=True)]) for labels, at in pairs]
    said = f"{found.target}: {summary(found)}. Written by `counterpoint tests`."
    imports, implementation = _implementation(tested)
    return _HEAD.format(
        imports=imports,
        comment="\n".join(f"# {line}".rstrip() for line in _encodable(said).splitlines()),
        implementation=implementation,
        runs=_listed(runs),
        states=_listed(data["shown"]),
    )


def _implementation(tested: Chosen | str) -> tuple[str, str]:
    """What is imported, and the class of the implementation if it is not among that."""
    if isinstance(tested, str):
        module, _, name = tested.rpartition(":")
        return f"from {module} import {name} as Implementation", ""
    options = ", ".join(f"{name!r}: {value}" for name, value in tested.options.items())
    return _IMPORTS, _STAND_IN.format(target=tested.name, options=f"{{{options}}}")


def _encodable(text: str) -> str:
    """The text with the numbers of lone surrogates, which a file name may contain.

    >>> _encodable(chr(0xDC80))
    '\\\\udc80'
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _listed(elements: Iterable[object]) -> str:
    lines = [f"    {each!r},\n" for each in elements]
    return "[\n" + "".join(lines) + "]" if lines else "[]"
