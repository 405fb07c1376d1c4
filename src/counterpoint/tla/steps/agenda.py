"""The agenda: what is still to be satisfied, and the order in which to process it."""

from __future__ import annotations

from ...data import dataclass
from ..evaluate.compiling import Compiling
from ..scope import Scope
from ..tree import Apply, Case, Expression, If, Quantified, Unchanged
from .summary import NONE, Summary, target

Known = frozenset[int]
"""The variables with an assigned next value."""


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """An expression on the agenda; items are compared by identity."""

    node: Expression
    scope: Scope
    primed: bool
    rule: int
    """The number of the conjunct of the action that it belongs to."""
    is_name: bool
    """Whether the expression may name the action that the conjunct takes."""
    summary: Summary
    within: str = ""
    """The definition to name unnamed disjuncts after; empty if they need no names."""


Agenda = tuple[Item, ...]


class Order:
    """Chooses the next item of an agenda."""

    def __init__(self, compiler: Compiling) -> None:
        self.c = compiler
        self._reads: dict[Item, frozenset[int]] = {}

    def pick(self, agenda: Agenda, known: Known) -> int | None:
        """The index of the item to process next; None if no item can be processed."""
        # Keep the order within a rule: earlier items may guard the evaluation of later ones.
        rules = {item.rule for item in agenda}
        first = [self._first_of(rule, agenda, known) for rule in sorted(rules)]
        ready = [number for number in first if number is not None]
        if not ready:
            return self._first_possible(agenda, known)
        return min(ready, key=lambda n: (self._width(agenda[n], known), n))

    def _first_of(self, rule: int, agenda: Agenda, known: Known) -> int | None:
        """The index of the first item of a rule that is ready; ready tests precede assignments."""
        found = None
        for number, item in enumerate(agenda):
            if item.rule != rule or not self._is_ready(item, known):
                continue
            if not item.summary.targets - known:
                return number
            if found is None:
                found = number
            if not self._only_assigns(item):
                break
        return found

    def _width(self, item: Item, known: Known) -> int:
        return item.summary.width if item.summary.targets - known else 0

    def _is_ready(self, item: Item, known: Known) -> bool:
        if item.summary.targets - known:
            return item.summary.needs <= known
        return self.reads(item) <= known

    def reads(self, item: Item) -> frozenset[int]:
        """The variables that an item reads in the next state."""
        found = self._reads.get(item)
        if found is None:
            footprints = self.c.footprints
            reads = footprints.of(item.node, item.scope, item.primed)
            found = self._reads[item] = footprints.reads_next(reads)
        return found

    def _only_assigns(self, item: Item) -> bool:
        if isinstance(item.node, Unchanged):
            return True
        return isinstance(item.node, Apply) and item.node.name == "="

    def _first_possible(self, agenda: Agenda, known: Known) -> int | None:
        """The index of the first item that assigns variables and can be started; else None."""
        for number, item in enumerate(agenda):
            if item.summary.targets - known and self._opening(item) <= known:
                return number
        return None

    def _opening(self, item: Item) -> frozenset[int]:
        """The variables that must be known to start with an item."""
        node, scope, primed = item.node, item.scope, item.primed
        found: list[Expression] = []
        match node:
            case Quantified(_, bounds, _):
                found = [bound.set for bound in bounds if bound.set is not None]
            case If(condition, _, _):
                found = [condition]
            case Case(arms, _):
                found = [test for test, _ in arms]
            case Apply("=>", (condition, _)):
                found = [condition]
            case Apply("=" | "\\in", (left, right)):
                is_left = target(self.c, left, scope, primed) is not None
                found = [right if is_left else left]
        footprints = self.c.footprints
        return NONE.union(
            *(footprints.reads_next(footprints.of(each, scope, primed)) for each in found)
        )
