"""A property as claims about all states that are reached, and the targets that say so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from ....data import dataclass
from ....logic.core import Core
from ....model.property import Property
from ....model.system import System
from ....verdict import Trace, Verdict
from ...search.levels.recipe import Recipe
from ...search.levels.searched import Searched
from ...search.levels.stepper import Stepper
from ..auditing import Auditing
from .claims import Claim


@dataclass(frozen=True, slots=True)
class Asked:
    """A property as claims about all states that are reached, which are all true if it holds.

    If it cannot be written so, `refused` says why. `hollow` are sentences on parts that do not
    matter, each with claims that are all true if that is so. `goal` is the property as a formula.
    If the claim `only_if` is not known to be true, the answer is unknown, for a reason.
    """

    claims: tuple[Claim, ...] = ()
    refused: str = ""
    hollow: tuple[tuple[str, tuple[Claim, ...]], ...] = ()
    goal: Core | None = None
    only_if: tuple[Claim, str] | None = None

    @property
    def every(self) -> Iterator[Claim]:
        """All claims."""
        yield from self.claims
        if self.only_if is not None:
            yield self.only_if[0]
        for _, claims in self.hollow:
            yield from claims


class PackedTarget(Protocol):
    """A target with states that can be packed, and what its properties claim."""

    @property
    def system(self) -> System:
        """The target."""

    @property
    def wrong(self) -> tuple[Claim, ...]:
        """Claims about the target itself: if one is false, `complain` raises why."""

    def complain(self, trace: Trace) -> None:
        """Raise what is wrong with the target in the last state of a run."""

    def also(self, wanted: Mapping[str, Property]) -> Mapping[str, Property]:
        """The properties to decide, with those that go without saying."""

    def asked(self, name: str, wanted: Property) -> Asked:
        """A property as claims."""

    def stepper(self, questions: Sequence[Any]) -> Stepper:
        """The steps of the target, with these questions."""

    def recipe(self, questions: Sequence[Any]) -> Recipe:
        """The same to be sent to workers; raises `Refused` if that is impossible."""

    def broken(
        self, name: str, wanted: Property, claim: Claim, trace: Trace, auditing: Auditing
    ) -> Verdict:
        """The verdict that a property fails, as a run leads to where a claim is false."""

    def reached(self, verdict: Verdict, claim: Claim, auditing: Auditing) -> Verdict:
        """The verdict that a property holds, as its run leads to where a claim is true."""

    def everywhere(
        self,
        verdict: Verdict,
        wanted: Property,
        asked: Asked,
        search: Searched,
        auditing: Auditing,
    ) -> Verdict:
        """The verdict that a property holds, as something is true of all states."""

    def nowhere(self, name: str, claim: Claim, search: Searched, auditing: Auditing) -> Verdict:
        """The verdict that a property fails, as something is true of no state."""

    def warnings(self) -> tuple[str, ...]:
        """What to say beside the answers."""
