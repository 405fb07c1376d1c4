"""Which tests run a line, and how long each takes: one run of the tests tells it of every line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

from .change import Change

HOUSE = Path("src/counterpoint")
DATA, TIMES = "covering.data", "times.xml"
BESIDE = ("tests/page", "tests/report", "tests/mutants", "tests/soak", "tests/test_docs.py")
"""Tests that are about something else, or that see the package from other processes alone."""


class Covering:
    """What the tests of a checkout run, read from a folder that `measure` has filled."""

    def __init__(self, folder: Path, checkout: Path) -> None:
        from coverage import CoverageData  # who only runs the tests need not have it

        self._data = CoverageData(str(folder / DATA))
        self._data.read()
        self._checkout = checkout
        self._seconds = _seconds(folder / TIMES)

    def tests(self, file: str, change: Change, among: Iterable[str]) -> list[str]:
        """Those among some folders and files that run the changed lines, the quickest first."""
        contexts = self._data.contexts_by_lineno(str(self._checkout / HOUSE / file))
        last = change.line + change.before.count("\n")
        lines = range(change.line, last + 1)
        names = {_test(context) for line in lines for context in contexts.get(line, ()) if context}
        folders = tuple(among)
        return sorted(
            (name for name in names if name.startswith(folders)),
            key=lambda name: (self._seconds.get(_key(name), 0.0), name),
        )


def measure(folder: Path, checkout: Path, workers: int) -> None:
    """Run the tests of a checkout once, and write down which lines each of them runs."""
    (folder / "settings").write_text("[run]\nsource = counterpoint\n")
    subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
            *("-n", str(workers), "--dist", "loadfile", f"--junitxml={folder / TIMES}"),
            *("--cov=counterpoint", "--cov-context=test", "--cov-report="),
            f"--cov-config={folder / 'settings'}",
            *(f"--ignore={test}" for test in BESIDE),
        ],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": "src", "COVERAGE_FILE": str(folder / DATA)},
        check=True,
    )


def _test(context: str) -> str:
    """The test of a context: which part of the test it is does not matter."""
    return context.rpartition("|")[0]


def _seconds(times: Path) -> dict[tuple[str, str], float]:
    """How long each test took, by its module and its name there."""
    cases = ElementTree.parse(times).iter("testcase")
    return {
        (case.attrib["classname"], case.attrib["name"]): float(case.attrib["time"])
        for case in cases
    }


def _key(test: str) -> tuple[str, str]:
    """A test as its time is filed.

    >>> _key("tests/logic/automata/test_reduce_buchi.py::test_a[1]")
    ('tests.logic.automata.test_reduce_buchi', 'test_a[1]')
    """
    file, _, name = test.partition("::")
    return file.removesuffix(".py").replace("/", "."), name
