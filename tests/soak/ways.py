"""How answers are asked for: under which tuning, and how much of each is audited.

None of it may change an answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from random import Random
from typing import Any

from counterpoint import Verdicts
from counterpoint.certificate import Extent
from counterpoint.engines.base.task import Task
from counterpoint.tuning import USUAL, Tuning
from tests.tunings import MIXED, TINY

from .compare import Tally


@dataclass(frozen=True)
class Ways:
    """The ways of one case: fields of `Tuning` by name, and how much is audited."""

    tuned: Mapping[str, Any] = field(default_factory=dict)
    audit: str = "none"

    @property
    def tuning(self) -> Tuning:
        return replace(USUAL, **self.tuned)

    @property
    def options(self) -> dict[str, Any]:
        """What to give to `check` and `StateSpace`."""
        return {"tuning": self.tuning, "audit": self.audit}

    @property
    def task(self) -> Task:
        """What to give to `solve` and to searches."""
        return Task(tuning=self.tuning, audit=Extent(self.audit))

    def __str__(self) -> str:
        said = [f"{name} = {value}" for name, value in self.tuned.items()]
        return f"audit: {self.audit}; tuning: {', '.join(said) or 'the usual one'}"


def draw(random: Random) -> Ways:
    """Some sizes made tiny, half of the time none; half of the answers are audited in full."""
    audit = random.choice(["none", "all", "all", "sample"])
    return Ways({} if random.randrange(2) == 0 else _drawn(random), audit)


def _drawn(random: Random) -> dict[str, Any]:
    found = {}
    for name in (each.name for each in fields(Tuning)):
        value = getattr(random.choice([TINY, MIXED]), name)
        if random.randrange(2) and value != getattr(USUAL, name):
            found[name] = random.randrange(1 << 16) if name == "seed" else value
    return found


def audited(verdicts: Verdicts, tally: Tally) -> None:
    """Count it as a difference where an answer did not pass its audit."""
    for verdict in verdicts:
        looked_at = verdict.audited
        if looked_at is not None:
            tally.true("audit", verdict.name, looked_at.passed, looked_at.fault)
