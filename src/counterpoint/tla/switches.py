"""Rules of a specification that are switched off, and what becomes of variables left free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from ..data import dataclass
from ..errors import NothingToCheck
from .evaluate.context import Closed
from .modules import Loaded
from .scope import Variable
from .sorts import Sort, sorts
from .spec.freedom import free_variables, frozen
from .spec.specification import Kind, Specification
from .spec.theorems import Claim


@dataclass(frozen=True)
class Switches:
    """The rules of `whole` that are off; the same are off in every other specification.

    A variable that the rest leaves free keeps the value that it has at the start, or if `ranges` it
    ranges over its sort.
    """

    loaded: Loaded
    whole: Specification
    off: frozenset[str] = frozenset()
    ranges: bool = False

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that are on."""
        return tuple(rule for rule in self.whole.rules if rule not in self.off)

    def of(self, specification: Specification) -> Specification:
        """A specification without the rules that are off; the same where no other would be left."""
        off = [rule for rule in specification.rules if rule in self.off]
        if not off or len(off) == len(specification.rules):
            return specification
        left = specification.without(*off)
        free = () if self.ranges else free_variables(left, self.loaded.variables)
        return frozen(left, [one.variable for one in free]) if free else left

    @cached_property
    def specification(self) -> Specification:
        """The whole without the rules that are off; raises `NothingToCheck` if none is on."""
        if not self.rules:
            off = ", ".join(self.whole.rules)
            raise NothingToCheck(f"nothing is left of {self.whole.name} without {off}")
        return self.of(self.whole)

    def claims(self, claims: Iterable[Claim]) -> list[Claim]:
        """The claims, about specifications without the rules that are off."""
        return [
            claim
            if claim.specification is None
            else replace(claim, specification=self.of(claim.specification))
            for claim in claims
        ]

    def is_about(self, claim: Claim) -> bool:
        """Whether a claim is about the whole, whatever fairness it assumes."""
        return claim.specification is not None and _safety(claim.specification) == _safety(
            self.whole
        )

    def ranging(self, claims: Iterable[Claim]) -> tuple[Sort, ...]:
        """What variables range over that rules being off leaves free, if they range.

        What is claimed of a specification that has all its rules is decided as it stands.
        """
        asked = [self.specification, *(claim.specification for claim in claims)]
        return self._sorts(each for each in asked if each is not None and each.off)

    @property
    def ranging_anyway(self) -> tuple[Sort, ...]:
        """What variables range over that what is left of the whole leaves free, if they range."""
        return self._sorts([self.specification])

    def _sorts(self, specifications: Iterable[Specification]) -> tuple[Sort, ...]:
        free: dict[Variable, None] = {}
        for specification in specifications if self.ranges else ():
            found = free_variables(specification, self.loaded.variables)
            free.update((one.variable, None) for one in found)
        return sorts(self.loaded, self.whole, free) if free else ()

    def said(self, ranging: Iterable[Sort]) -> Iterator[str]:
        """What should be known of what is asked about the rest."""
        for sort in ranging:
            yield f"{sort.variable.name} is left free: it ranges over {sort.said}"
        if self.off and not self.ranges:
            left = self.whole.without(*self.off)
            free = [one.variable.name for one in free_variables(left, self.loaded.variables)]
            if free:
                names = ", ".join(free)
                yield f"the rules that are left leave {names} free: kept as at the start"


def _safety(specification: Specification) -> list[tuple[Kind, Closed]]:
    """What a specification says of the first state and of every step."""
    kinds = Kind.START, Kind.ALWAYS, Kind.STEPS
    return [(conjunct.kind, conjunct.closed) for conjunct in specification.of(*kinds)]
