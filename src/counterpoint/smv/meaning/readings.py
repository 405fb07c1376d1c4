"""Readings of expressions, put together from those of their parts."""

from __future__ import annotations

from ...terms.apply import FALSE, TRUE, all_true, any_true, apply
from ...terms.term import Literal, Op, Term
from ..source import Span
from . import operations, scalars
from .operations import boolean
from .value import Array, Fault, Reading, Scalar, Value, masked, negation


def combined(operator: str, one: Value, other: Value) -> tuple[Value, Term, str]:
    """The value of a binary operator; where it has none, and why."""
    match operator:
        case "xor" | "xnor" | "->" | "<->":
            return operations.joined(operator, one, other), FALSE, ""
        case "=":
            return boolean(operations.equal(operator, one, other)), FALSE, ""
        case "!=":
            return boolean(negation(operations.equal(operator, one, other))), FALSE, ""
        case "<" | ">" | "<=" | ">=":
            return operations.ordered(operator, one, other), FALSE, ""
        case "+" | "-" | "*" | "/" | "mod":
            return *operations.calculated(operator, one, other), "the divisor is 0"
        case "<<" | ">>" | "<<<" | ">>>":
            says = "the word is shifted by less than 0, or by more than its width"
            return *operations.shifted(operator, one, other), says
        case "::":
            return operations.concatenated(one, other), FALSE, ""
        case "union":
            return operations.united(one, other), FALSE, ""
        case "in":
            return operations.included(one, other), FALSE, ""
    raise AssertionError(operator)


def element(array: Array, index: Scalar) -> tuple[Value, Term]:
    """The element at an index, and where there is none."""
    high = array.low + len(array.items) - 1
    if isinstance(index.term, Literal):
        at = int(str(index.term.value))
        inside = array.low <= at <= high
        return array.items[at - array.low if inside else 0], FALSE if inside else TRUE
    value = array.items[-1]
    for at in reversed(range(array.low, high)):
        here = scalars.equal(index, scalars.literal(at))
        value = operations.chosen(here, array.items[at - array.low], value)
    below = apply(Op.LT, index.term, scalars.literal(array.low).term)
    above = apply(Op.LT, scalars.literal(high).term, index.term)
    return value, any_true((below, above))


def fault_where(condition: Term, says: str, at: Span) -> tuple[Fault, ...]:
    return () if condition == FALSE else (Fault(condition, says, at),)


def short_circuited(readings: list[Reading], terms: list[Term], operator: str) -> tuple[Fault, ...]:
    """The faults of a junction: where another part decides, they do not matter."""
    if not any(reading.faults for reading in readings):
        return ()
    found: list[Fault] = []
    for at, reading in enumerate(readings):
        if not reading.faults:
            continue
        others = [_undecided(terms[o], readings[o], operator) for o in range(len(terms)) if o != at]
        found += masked(reading.faults, all_true(others))
    return tuple(found)


def _undecided(term: Term, reading: Reading, operator: str) -> Term:
    """Where a part does not decide the whole: it is neutral, or has a fault itself."""
    neutral = term if operator == "&" else negation(term)
    return any_true((neutral, *(fault.condition for fault in reading.faults)))


def marked(
    value: Value, *readings: Reading, faults: tuple[Fault, ...] = (), own: bool = False
) -> Reading:
    """The reading of an expression with these parts; with `own`, `faults` are all its faults."""
    if not own:
        faults = (*(fault for reading in readings for fault in reading.faults), *faults)
    next_at = next((r.next_at for r in readings if r.next_at is not None), None)
    input_at = next((r.input_at for r in readings if r.input_at is not None), None)
    return Reading(value, faults, next_at, input_at)
