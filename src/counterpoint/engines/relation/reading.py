"""Evaluate a formula in common names on both sides, by the evaluator of formulas."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from ...errors import CounterpointError, UnknownAtom
from ...logic.formula import (
    Atom,
    Formula,
    Junction,
    Modal,
    Not,
    Path,
    Temporal,
    parts,
)
from ...logic.lower import to_core
from ..base.arrays import Bools
from ..base.edges import Edges
from ..formula.evaluate import Evaluator
from ..graph.algebra import GraphAlgebra
from .distinguishing import value_atom
from .side import Side
from .union import Union


class Readings:
    """Formulas in common names, evaluated on both sides."""

    def __init__(self, union: Union) -> None:
        self._union = union

    def distinguishes(self, formula: Formula, *, by: int) -> bool:
        """Whether it is true in an initial state of side `by`, and in none of the other."""
        return self._starts(formula, by) and not self._starts(formula, 1 - by)

    def _starts(self, formula: Formula, side: int) -> bool:
        region = self._evaluators[side].region(to_core(formula))
        return bool(region.bits[self._union.sides[side].graph.initial].any())

    @cached_property
    def _evaluators(self) -> tuple[Evaluator[Any], ...]:
        return tuple(Evaluator(GraphAlgebra(self._graph(side))) for side in (0, 1))

    def _graph(self, side: int) -> Any:
        """The graph of a side with letters as labels and common names as atoms."""
        union, of = self._union, self._union.sides[side]
        begin = side * union.offset
        steps = union.steps
        low, high = int(steps.start[begin]), int(steps.start[begin + of.states])
        edges = Edges(
            (steps.start[begin : begin + of.states + 1] - low).astype(np.uint64),
            (steps.target[low:high] - begin).astype(np.uint32),
            steps.letter[low:high].astype(np.uint32),
        )
        return dataclasses.replace(
            of.graph,
            edges=edges,
            labels=union.letters,
            prop=self._props(side),
            owner=None,
            unowned=None,
            contest=None,
            fairness=(),
            extra={},
        )

    def _props(self, side: int) -> Callable[[str], Bools]:
        union, of = self._union, self._union.sides[side]
        known = dict(zip(union.conditions, of.conditions, strict=True))

        def prop(text: str) -> Bools:
            if text in known:
                return known[text]
            for name, column in zip(union.values, of.values, strict=True):
                if text.startswith(f"{name} = "):
                    wanted = text.removeprefix(f"{name} = ")
                    assert text == value_atom(name, wanted)
                    return np.array([value == wanted for value in column], bool)
            raise UnknownAtom(f"nothing is called {text}")

        return prop


def in_own_words(formula: Formula, side: Side) -> Formula | None:
    """The formula with the conditions of a side for common names; None if it has no such form.

    It has none if it mentions labels, hidden steps or values, which each target has in its own way.
    """
    own = {condition.name: condition.formula for condition in side.view.conditions}
    for part in parts(formula):
        if isinstance(part, Modal) and part.label is not None:
            return None
        if isinstance(part, Atom) and part.text not in own:
            return None
    return _replaced(formula, own)


def _replaced(formula: Formula, own: Mapping[str, Formula]) -> Formula:
    match formula:
        case Atom(text):
            return own[text]
        case Junction(left=left, right=right):
            both = _replaced(left, own), _replaced(right, own)
            return dataclasses.replace(formula, left=both[0], right=both[1])
        case Not(of) | Modal(_, _, of) | Path(_, of):
            return dataclasses.replace(formula, of=_replaced(of, own))
        case Temporal(_, of):
            return dataclasses.replace(formula, parts=tuple(_replaced(part, own) for part in of))
    return formula


def is_so(formula: Formula, side: Side, wanted: bool) -> bool:
    """Whether a formula in the words of a side is true at some start, or is not, as wanted."""
    try:
        region = Evaluator(side.space.algebra).region(to_core(formula))
    except CounterpointError:
        return False
    return bool(region.bits[side.graph.initial].any()) is wanted
