"""Make a formula shorter that distinguishes two targets, while it still does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count

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
    'EF b'
    """
    trial = _Trial(still, most)
    smaller = (each for each in _reached(formula) if trial(each))
    found = next(smaller, formula)
    while (shorter := next(filter(trial, _shorter(found)), None)) is not None:
        found = shorter
    return found


def plainly(formula: Formula) -> Formula:
    """The same formula with the variables of its fixpoints called Z, Z2, Z3 in their order.

    >>> from counterpoint.logic.parser import parse
    >>> str(plainly(parse("mu Z7. a | <s>(mu Z3. b | <>Z3) | <>Z7")))
    'mu Z. a | <s>(mu Z2. b | <>Z2) | <>Z'
    """
    bound = dict.fromkeys(part.variable for part in parts(formula) if isinstance(part, Fix))
    numbers = count(1)
    return _renamed(formula, {name: f"Z{n if (n := next(numbers)) > 1 else ''}" for name in bound})


def _renamed(formula: Formula, names: Mapping[str, str]) -> Formula:
    match formula:
        case Variable(name):
            return replace(formula, name=names[name])
        case Fix(_, name, of):
            return replace(formula, variable=names[name], of=_renamed(of, names))
        case Junction(left=left, right=right):
            both = _renamed(left, names), _renamed(right, names)
            return replace(formula, left=both[0], right=both[1])
        case Not(of) | Modal(_, _, of) | Path(_, of):
            return replace(formula, of=_renamed(of, names))
        case Temporal(_, of):
            return replace(formula, parts=tuple(_renamed(part, names) for part in of))
    return formula


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
