"""How answers are asked for: under which tuning, and how much of each is audited.

None of it may change an answer. Where the package has no `Tuning`, sizes that select a path are
changed in their modules, see `limits.py`; where it has no auditor, nothing is audited.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from counterpoint import Verdicts
from counterpoint.engines.task import Task

from . import limits
from .compare import Tally

IS_TUNED = find_spec("counterpoint.tuning") is not None
IS_AUDITED = find_spec("counterpoint.audit") is not None


@dataclass(frozen=True)
class Ways:
    """The ways of one case: fields of `Tuning` by name, sizes in modules, how much is audited."""

    tuned: Mapping[str, Any] = field(default_factory=dict)
    limits: limits.Chosen = field(default_factory=dict)
    audit: str = "none"

    @property
    def options(self) -> dict[str, Any]:
        """What to give to `check` and `StateSpace`."""
        return {
            **({"tuning": _tuning(self.tuned)} if IS_TUNED else {}),
            **({"audit": self.audit} if IS_AUDITED else {}),
        }

    @property
    def task(self) -> Task:
        """What to give to `solve` and to searches."""
        said: dict[str, Any] = {"tuning": _tuning(self.tuned)} if IS_TUNED else {}
        if IS_AUDITED:
            said["audit"] = import_module("counterpoint.certificate").Extent(self.audit)
        return Task(**said)

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Whatever runs inside is run under the sizes of modules."""
        with limits.under(self.limits):
            yield

    def __str__(self) -> str:
        said = [f"{name} = {value}" for name, value in {**self.tuned, **self.limits}.items()]
        return f"audit: {self.audit}; tuning: {', '.join(said) or 'the usual one'}"


def _tuning(tuned: Mapping[str, Any]) -> Any:
    return replace(import_module("counterpoint.tuning").USUAL, **tuned)


def draw(random: Random) -> Ways:
    """Some sizes made tiny, half of the time none; half of the answers are audited in full."""
    audit = random.choice(["none", "all", "all", "sample"]) if IS_AUDITED else "none"
    if random.randrange(2) == 0:
        return Ways(audit=audit)
    if not IS_TUNED:
        return Ways({}, limits.draw(random), audit)
    return Ways(_drawn(random), {}, audit)


def _drawn(random: Random) -> dict[str, Any]:
    tunings = import_module("tests.tunings")
    usual = import_module("counterpoint.tuning").USUAL
    found = {}
    for name in tunings.TINY.__dataclass_fields__:
        value = getattr(random.choice([tunings.TINY, tunings.MIXED]), name)
        if random.randrange(2) and value != getattr(usual, name):
            found[name] = random.randrange(1 << 16) if name == "seed" else value
    return found


def audited(verdicts: Verdicts, tally: Tally) -> None:
    """Count it as a difference where an answer did not pass its audit."""
    for verdict in verdicts:
        looked_at = getattr(verdict, "audited", None)
        if looked_at is not None:
            tally.true("audit", verdict.name, looked_at.passed, looked_at.fault)
