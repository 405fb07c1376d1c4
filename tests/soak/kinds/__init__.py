"""Kinds of cases: each module here is one, found by its name.

A kind has `draw(random)`, which makes a case; `compare(case, tally)`, which asks everything that
can answer it; and `show(case)`, the case as text. `SHARE` is its share of the time, one if absent.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any

from ..choices import Choices, shrunk
from ..compare import Difference, Tally


@dataclass(frozen=True)
class Kind:
    """A kind of cases, by its name."""

    name: str
    module: ModuleType

    @property
    def share(self) -> float:
        return float(getattr(self.module, "SHARE", 1.0))

    def draw(self, random: Random) -> Any:
        return self.module.draw(random)

    def show(self, choices: Choices) -> str:
        return str(self.module.show(self.draw(Choices("", choices.made))))

    def compared(self, choices: Choices, only: str | None = None) -> Tally:
        """What a case gives; what is raised is a difference too."""
        tally = Tally(only)
        with tally.answering("crash", "the whole case"):
            self.module.compare(self.draw(choices), tally)
        return tally

    def shrunk(self, choices: Choices, what: str, seconds: float) -> Sequence[int]:
        """Fewer and smaller choices that lead to a difference between the same two."""

        def fails(given: Any) -> list[int] | None:
            again = Choices("", given)
            differs = any(each.what == what for each in self.compared(again, what).differences)
            return again.made if differs else None

        return shrunk(choices.made, fails, seconds)


@cache
def kinds() -> dict[str, Kind]:
    """Every kind by its name."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name: Kind(name, import_module(f"{__name__}.{name}")) for name in names}


@dataclass(frozen=True)
class Case:
    """A case by its kind and seed, which is all that it takes to make it again.

    >>> str(Case("graph", "7.12")), Case.of("graph:7.12").seed
    ('graph:7.12', '7.12')
    """

    kind: str
    seed: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.seed}"

    @classmethod
    def of(cls, text: str) -> Case:
        kind, _, seed = text.partition(":")
        return cls(kind, seed)

    @property
    def choices(self) -> Choices:
        return Choices(str(self))


def file_of(case: Case, differences: list[Difference], shown: str) -> str:
    """What is written about a case that differs."""
    comments = "\n".join(str(each) for each in differences)
    quoted = "\n".join(f"# {line}" for line in comments.splitlines())
    return f"# scripts/soak --case {case}\n{quoted}\n\n{shown}\n"
