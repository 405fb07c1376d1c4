"""Which properties are about single states and events: they can be kept step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ..logic.formula import (
    Atom,
    Const,
    Formula,
    Junction,
    Junctor,
    Not,
    Path,
    Temporal,
    Tense,
)
from ..logic.premises import is_linear

Test: TypeAlias = "Callable[[Any], bool]"


def always_body(formula: Formula) -> Formula | None:
    """The formula p of `G p` or `AG p`, if it has no operators of time or paths; else None.

    >>> from counterpoint.logic.parser import parse
    >>> print(always_body(parse("AG !(a & b)")), always_body(parse("G F a")))
    !(a & b) None
    """
    match formula:
        case Path(False, of):
            return always_body(of)
        case Temporal(Tense.GLOBALLY, (of,)) if _is_plain(of):
            return of
        case _:
            return None


def is_of_runs(formula: Formula) -> bool:
    """Whether every failure of a formula is shown by a single run, so that the run must go.

    >>> from counterpoint.logic.parser import parse
    >>> [is_of_runs(parse(text)) for text in ("G F a", "A G F a", "AG EF a")]
    [True, True, False]
    """
    match formula:
        case Path(False, of):
            return is_of_runs(of)
        case _:
            return is_linear(formula) or always_body(formula) is not None


def test_of(formula: Formula, atom: Callable[[str], Test]) -> Test:
    """A function that evaluates a formula without operators of time, given those of its atoms."""
    match formula:
        case Const(value):
            return lambda given: value
        case Atom(text):
            return atom(text)
        case Not(of):
            inner = test_of(of, atom)
            return lambda given: not inner(given)
        case Junction(junctor, left, right):
            one, other = test_of(left, atom), test_of(right, atom)
            return _JOINED[junctor](one, other)
        case _:
            raise AssertionError(f"{formula} has operators of time")


_JOINED: dict[Junctor, Callable[[Test, Test], Test]] = {
    Junctor.AND: lambda one, other: lambda given: one(given) and other(given),
    Junctor.OR: lambda one, other: lambda given: one(given) or other(given),
    Junctor.IMPLIES: lambda one, other: lambda given: not one(given) or other(given),
    Junctor.IFF: lambda one, other: lambda given: one(given) == other(given),
}


def _is_plain(formula: Formula) -> bool:
    match formula:
        case Const() | Atom():
            return True
        case Not(of):
            return _is_plain(of)
        case Junction(_, left, right):
            return _is_plain(left) and _is_plain(right)
        case _:
            return False
