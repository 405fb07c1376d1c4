"""Make a formula shorter that tells two targets apart, while it still does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ...alarm import require_going_on
from ...logic.formula import (
    Const,
    Fix,
    Formula,
    Junction,
    Junctor,
    Modal,
    Not,
    Path,
    Temporal,
    Tense,
    Variable,
    joined,
    operands,
    parts,
)


def shrunk(formula: Formula, still: Callable[[Formula], bool], most: int) -> Formula:
    """A shorter formula for which `still` is true, as it is for the given one.

    First it is tried whether it is enough that a part of it is reached; then parts are left out one
    by one. `still` is called at most `most` times.

    >>> from counterpoint.logic.parser import parse
    >>> str(shrunk(parse("a & <s>(b & !c)"), lambda formula: "b" in str(formula), 100))
    'b'
    """
    trial = _Trial(still, most)
    smaller = (each for each in _reached(formula) if trial(each))
    found = next(smaller, formula)
    while (shorter := next(filter(trial, _shorter(found)), None)) is not None:
        found = shorter
    return found


class _Trial:
    """Counts the formulas that are tried; after the last one, none is good."""

    def __init__(self, still: Callable[[Formula], bool], most: int) -> None:
        self._still, self._left = still, most

    def __call__(self, formula: Formula) -> bool:
        require_going_on()
        self._left -= 1
        return self._left >= 0 and self._still(formula)


def _reached(formula: Formula) -> Iterator[Formula]:
    """That a part of the formula that is about a step or more is reached, or never is."""
    if not any(isinstance(part, Modal) for part in parts(formula)):
        return
    inner = [part.of for part in parts(formula) if isinstance(part, Modal) and _is_closed(part.of)]
    for part in sorted(inner, key=_size):
        if not isinstance(part, Const):
            yield Path(True, Temporal(Tense.FINALLY, (part,)))
            yield Not(Path(True, Temporal(Tense.FINALLY, (part,))))


def _is_closed(formula: Formula) -> bool:
    bound = {part.variable for part in parts(formula) if isinstance(part, Fix)}
    return all(part.name in bound for part in parts(formula) if isinstance(part, Variable))


def _size(formula: Formula) -> int:
    return sum(1 for _ in parts(formula))


def _shorter(formula: Formula) -> Iterator[Formula]:
    """The formulas that are one part shorter."""
    match formula:
        case Junction(junctor) if junctor is Junctor.AND:
            yield from _without_one(formula)
        case Fix(_, _, Junction(_, left, _) as of):
            yield left
            yield from (replace(formula, of=replace(of, left=part)) for part in _shorter(left))
        case Not(Not(of)):
            yield of
        case Not(of) | Modal(_, _, of) | Path(_, of):
            yield from (replace(formula, of=part) for part in _shorter(of))
        case Temporal(_, (of,)):
            yield from (replace(formula, parts=(part,)) for part in _shorter(of))


def _without_one(formula: Junction) -> Iterator[Formula]:
    row = operands(formula)
    for number in range(len(row)):
        yield joined(Junctor.AND, row[:number] + row[number + 1 :], formula.span)
    for number, part in enumerate(row):
        for shorter in _shorter(part):
            yield joined(Junctor.AND, [*row[:number], shorter, *row[number + 1 :]], formula.span)
