"""Reject comparisons of an expression with a number that it can never equal."""

from __future__ import annotations

from ..errors import OutOfSort
from .sort import Interval, text_of_sort
from .term import Apply, Literal, Op, Term
from .text import text_of


def require_possible(term: Term, number: int) -> None:
    """Raise `OutOfSort` for a number that the term never has, whatever the state is.

    A term that counts, or that chooses between numbers by `if_`, may be compared with any number,
    because its range depends on the size of the model.

    >>> from .term import Variable
    >>> x = Variable("x", Interval(0, 2))
    >>> require_possible(x, 2)
    >>> require_possible(x, 3)
    Traceback (most recent call last):
    counterpoint.errors.OutOfSort: [CP501] x is never 3: it is in 0..2
    """
    sort = term.sort
    if not isinstance(sort, Interval) or sort.low <= number <= sort.high:
        return
    if not isinstance(term, Literal) and not _counts(term):
        raise OutOfSort(f"{text_of(term)} is never {number}: it is in {text_of_sort(sort)}")


def _counts(term: Term) -> bool:
    """Whether the term chooses between numbers or counts members of sets."""
    if not isinstance(term, Apply):
        return False
    if term.op is Op.SIZE or (
        term.op is Op.ITE and any(isinstance(arg, Literal) for arg in term.args)
    ):
        return True
    return term.op is not Op.ITE and any(map(_counts, term.args))
