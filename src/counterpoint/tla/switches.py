"""Rules of a specification that are switched off, and the treatment of variables left free."""

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
    """The rules of `whole` that are off; they are also off in every other specification.

    A variable that the remaining rules leave free keeps its initial value; if `ranges`, it ranges
    over its sort instead.
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
        """A specification without the rules that are off; unchanged if no rule would be left."""
        off = [rule for rule in specification.rules if rule in self.off]
        if not off or len(off) == len(specification.rules):
            return specification
        left = specification.without(*off)
        free = () if self.ranges else free_variables(left, self.loaded.variables)
        return frozen(left, [one.variable for one in free]) if free else left

    @cached_property
    def specification(self) -> Specification:
        """The whole specification without the rules that are off.

        Raises `NothingToCheck` if no rule is on.
        """
        if not self.rules:
            off = ", ".join(self.whole.rules)
            raise NothingToCheck(f"nothing is left of {self.whole.name} without {off}")
        return self.of(self.whole)

    def claims(self, claims: Iterable[Claim]) -> list[Claim]:
        """The claims, about their specifications without the rules that are off."""
        return [
            claim
            if claim.specification is None
            else replace(claim, specification=self.of(claim.specification))
            for claim in claims
        ]

    def is_about(self, claim: Claim) -> bool:
        """Whether a claim is about the whole specification, with any fairness assumption."""
        return claim.specification is not None and _safety(claim.specification) == _safety(
            self.whole
        )

    def ranging(self, claims: Iterable[Claim]) -> tuple[Sort, ...]:
        """The sorts of variables that are free because rules are off, if they range.

        Claims about a specification that keeps all its rules are not affected.
        """
        asked = [self.specification, *(claim.specification for claim in claims)]
        return self._sorts(each for each in asked if each is not None and each.off)

    @property
    def ranging_anyway(self) -> tuple[Sort, ...]:
        """The sorts of variables that the whole without the rules leaves free, if they range."""
        return self._sorts([self.specification])

    def _sorts(self, specifications: Iterable[Specification]) -> tuple[Sort, ...]:
        free: dict[Variable, None] = {}
        for specification in specifications if self.ranges else ():
            found = free_variables(specification, self.loaded.variables)
            free.update((one.variable, None) for one in found)
        return sorts(self.loaded, self.whole, free) if free else ()

    def said(self, ranging: Iterable[Sort]) -> Iterator[str]:
        """Warnings about variables that are left free."""
        for sort in ranging:
            yield f"{sort.variable.name} is left free: it ranges over {sort.said}"
        if self.off and not self.ranges:
            left = self.whole.without(*self.off)
            free = [one.variable.name for one in free_variables(left, self.loaded.variables)]
            if free:
                names = ", ".join(free)
                yield f"the rules that are left leave {names} free: kept as at the start"


def _safety(specification: Specification) -> list[tuple[Kind, Closed]]:
    """The conjuncts of a specification about the initial states and about every state and step."""
    kinds = Kind.START, Kind.ALWAYS, Kind.STEPS
    return [(conjunct.kind, conjunct.closed) for conjunct in specification.of(*kinds)]
