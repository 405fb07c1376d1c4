"""Runs that cover a target, as a file of tests for pytest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..data import dataclass
from ..tours.covering import CoveringRuns
from ..tours.observed import observe_of
from ..verdict import system_of
from .tours import summary
from .tours_adapter import adapter_class

_FILE = '''"""Runs on which an implementation is compared with its rules, each as one test."""

{imports}

{comment}

{setting}


@pytest.mark.parametrize(("start", "steps"), RUNS.values(), ids=list(RUNS))
def {test}(start, steps):
    class Run(Adapter):
        expected = [start, *(seen for _, seen in steps)]

    tried = Conformance(TARGET, Run).along([[step for step, _ in steps]])
    assert tried, str(tried)
'''

_RUNS = """# For each run what is observed at the start, and each step with what is seen after it.
RUNS = {runs}"""

TEST = "test_it_does_as_the_rules_say"
"""The name of the test."""

WRITTEN_BY = "Written by `counterpoint tests`."
"""What a file of tests says of itself."""

ID_EVENTS = 4
"""Events of a run in the name of its test."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """How a target is found: what is imported for it, and Python that gives it.

    HERE is the folder of the file in which that stands.
    """

    imports: tuple[str, ...]
    code: str


def tours_file(
    found: CoveringRuns, target: Any, chosen: Chosen, implementation: str | None = None
) -> str:
    """A file of tests, one for each run, that an implementation has to pass.

    `implementation` is the class that drives it, such as `module:Class`; without it, the file has
    a class to be filled in, and until then each test fails and says so.
    """
    said = f"{found.target}: {summary(found)}. {WRITTEN_BY}"
    return _FILE.format(
        imports=_imports(chosen, implementation),
        comment="\n".join(f"# {line}".rstrip() for line in _encodable(said).splitlines()),
        setting="\n".join(_setting(found, target, chosen, implementation)),
        test=TEST,
    )


def _setting(
    found: CoveringRuns, target: Any, chosen: Chosen, implementation: str | None
) -> Iterable[str]:
    """What the tests are about: the target, the adapter, and the runs."""
    if "HERE" in chosen.code:
        yield "HERE = Path(__file__).parent"
    yield f"TARGET = {chosen.code}\n"
    if implementation is None:
        yield f"\n{adapter_class(target, found)}\n\n"
    yield _RUNS.format(runs=_listed(found, target))


def _imports(chosen: Chosen, implementation: str | None) -> str:
    """The imports, those of the standard library first, and what a user named last."""
    lines = ["from pathlib import Path\n"] if "HERE" in chosen.code else []
    lines += ["import pytest\n", *sorted(chosen.imports)]
    if implementation is not None:
        module, _, name = implementation.rpartition(":")
        lines += ["", f"from {module} import {name} as Adapter"]
    return "\n".join(lines)


def _listed(found: CoveringRuns, target: Any) -> str:
    """The runs by the names of their tests."""
    numbers, places = found.runs.met
    shown = list(map(observe_of(system_of(target)), found.runs.states.many(numbers)))
    lines: list[str] = []
    for number, run in enumerate(found.runs, 1):
        labels = [str(label) for label, _ in run.steps]
        at = places[found.runs.visits(number - 1)].tolist()
        begun = " ".join(labels[:ID_EVENTS]) + (" ..." if len(labels) > ID_EVENTS else "")
        steps = [
            f"            {(label, shown[n])!r},\n" for label, n in zip(labels, at[1:], strict=True)
        ]
        listed = "[\n" + "".join(steps) + "        ]" if steps else "[]"
        name = f"{number} {begun or '(no event)'}"
        lines.append(f"    {name!r}: (\n        {shown[at[0]]!r},\n        {listed},\n    ),\n")
    return "{\n" + "".join(lines) + "}" if lines else "{}"


def _encodable(text: str) -> str:
    """The text with the numbers of lone surrogates, which a file name may contain.

    >>> _encodable(chr(0xDC80))
    '\\\\udc80'
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
