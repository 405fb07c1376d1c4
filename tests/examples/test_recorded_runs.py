"""Each bundled example runs, and a seeded run of it is the one that was recorded.

`python tests/examples/test_recorded_runs.py` records the runs anew.
"""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from counterpoint import Program, Runner, examples
from counterpoint.bundled import bundled_examples
from counterpoint.report.run import run_lines
from counterpoint.target import find_target

RECORDED = Path(__file__).parent / "recorded"
MODULES = [info.name for info in pkgutil.iter_modules(examples.__path__)]
NOT_RUN = {"reachability"}
"""Definitions that are evaluated: nothing of them runs."""
NAMES = [each.name for each in bundled_examples() if each.name not in NOT_RUN]
SEED = 1
STEPS = 24


def told(name: str) -> str:
    """The events of a seeded run of an example, how it ended, and its last picture."""
    program = find_target(name)
    if not isinstance(program, Program):
        return "\n".join([*run_lines(program, SEED, STEPS), ""])
    runner = Runner(program, seed=SEED)
    for event in program.external or ():
        runner.put(event)
    outcome = runner.run(STEPS)
    picture = [program.show(outcome.events)] if program.show else []
    return "\n".join([*map(str, outcome.events), f"-- {outcome.how}", *picture, ""])


@pytest.mark.parametrize("name", NAMES)
def test_a_seeded_run_of_an_example_is_the_recorded_one(name: Any) -> None:
    assert told(name) == (RECORDED / f"{name}.out").read_text()


@pytest.mark.parametrize("name", MODULES)
def test_an_example_says_what_it_shows_and_which_command_to_run(name: Any) -> None:
    doc = import_module(f"{examples.__name__}.{name}").__doc__
    assert doc is not None
    assert doc.partition("\n")[0].endswith((".", ":"))
    assert re.search(rf"counterpoint (check|where|solve|compare \w+) {name}\b", doc)


def test_nothing_is_recorded_of_an_example_that_is_gone() -> None:
    assert sorted(path.name.removesuffix(".out") for path in RECORDED.iterdir()) == sorted(NAMES)


if __name__ == "__main__":
    for each in NAMES:
        (RECORDED / f"{each}.out").write_text(told(each))
