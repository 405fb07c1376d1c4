"""One of two compared targets by reference: what a view observes of its states and steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from ..certificate import Seen
from ..logic.formula import Atom, Const, Formula, Junction, Junctor, Not, operands
from ..model.system import Label
from ..observation.cells import cells_by_name
from ..observation.view import View
from .reference import Reference

Looks: TypeAlias = tuple[object, ...]
"""Everything that is observed in a state."""

Letter: TypeAlias = str | None
"""The common name of a step; None for a hidden one."""


class ObservedSide:
    """A target, called `name`, with what `view` observes, computed state by state."""

    def __init__(self, name: str, reference: Reference, view: View, kept: int = 10_000) -> None:
        self.name = name
        self.reference = reference
        self._view, self._kept = view, kept
        self._cells = cells_by_name(reference.system)
        self._looks: dict[Seen, Looks] = {}

    def looks(self, seen: Seen) -> Looks:
        """What is observed in a state."""
        known = self._looks.get(seen)
        if known is None:
            if len(self._looks) > self._kept:
                self._looks.clear()
            known = self._looks[seen] = tuple(self._observe(seen))
        return known

    def _observe(self, seen: Seen) -> Iterator[object]:
        for condition in self._view.conditions:
            yield self._is_true(condition.formula, seen)
        if self._view.values:
            cells = self._cells(seen.state)
            yield from (value.of(cells) for value in self._view.values)

    def _is_true(self, formula: Formula, seen: Seen) -> bool:
        match formula:
            case Const(value):
                return value
            case Atom(text):
                return self.reference.atom(text, seen)
            case Not(of):
                return not self._is_true(of, seen)
            case Junction(junctor):
                return self._is_joined(junctor, [self._is_true(p, seen) for p in operands(formula)])
        raise AssertionError(f"{formula} is no condition")

    def _is_joined(self, junctor: Junctor, truths: list[bool]) -> bool:
        match junctor:
            case Junctor.AND:
                return all(truths)
            case Junctor.OR:
                return any(truths)
            case Junctor.IMPLIES:
                return not truths[0] or truths[1]
            case Junctor.IFF:
                return truths[0] is truths[1]
            case _:
                assert_never(junctor)

    def letter(self, label: Label) -> Letter:
        """The common name of a label; None if it is hidden."""
        return self._view.labels.name(label)

    def is_silent(self, seen: Seen, label: Label, there: Seen) -> bool:
        """Whether a step is hidden and changes nothing observed."""
        return self.letter(label) is None and self.looks(seen) == self.looks(there)

    def steps(self, seen: Seen) -> Iterator[tuple[Letter, Seen]]:
        """The steps out of a state, with their common names."""
        return ((self.letter(step.label), step.there) for step in self.reference.steps(seen))
