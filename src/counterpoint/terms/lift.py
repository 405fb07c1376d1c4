"""Lifting: turn the Python values in expressions into terms."""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum
from typing import Any

from ..errors import BadTerm, OutOfSort
from .apply import apply, constant
from .sort import (
    Enumeration,
    SetOf,
    Sort,
    can_be_member,
    is_member,
    plain,
    size,
    text_of_sort,
    text_of_value,
    values,
)
from .term import Literal, Op, Term
from .text import text_of


def lift(given: object, like: Sort | None = None) -> Term:
    """The term of an expression or a Python value that is used together with a term of sort `like`.

    A bool or a number is a constant. Any other value must be a member of the enumeration `like`, or
    a set of members of the sets of `like`. Raises `BadTerm` for anything else, and `OutOfSort` for
    a value that is no member.

    >>> lift("red", Enumeration(("red", "green"))).value
    'red'
    """
    if (term := _term_of(given)) is not None:
        return term
    if isinstance(given, (set, frozenset)):
        return _set(given, like)
    value = plain(given)
    if isinstance(like, Enumeration):
        return _member(value, like)
    if isinstance(value, (bool, int)):
        return constant(value)
    if isinstance(value, (str, tuple, Enum)):
        return _member(value, None)
    why = ": every number of a model is a whole one" if isinstance(value, float) else ""
    raise BadTerm(f"{given!r} cannot stand in an expression{why}")


def element_sort(members: tuple[Hashable, ...]) -> Sort | None:
    """The sort for lifting a value used with these members; None for numbers, which need none."""
    numbers = all(isinstance(m, int) and not isinstance(m, bool) for m in members)
    return None if numbers else Enumeration(members)


def _member(value: Any, like: Enumeration | None) -> Term:
    if not can_be_member(value):
        raise BadTerm(f"{value!r} cannot stand in an expression")
    if like is None:
        return Literal(value, Enumeration((value,)))
    if not is_member(like, value):
        raise OutOfSort(f"{text_of_value(value)} is not one of {text_of_sort(like)}")
    return Literal(value, like)


def _term_of(given: object) -> Term | None:
    """The term of an expression of any class; None for anything else."""
    term = getattr(given, "term", None)
    return term if isinstance(term, Term) else None


def _set(given: set[Any] | frozenset[Any], like: Sort | None) -> Term:
    if not isinstance(like, SetOf):
        raise BadTerm(f"the set {text_of_value(given)} stands beside nothing that ranges over sets")
    fixed = frozenset(plain(element) for element in given if _term_of(element) is None)
    if not is_member(like, fixed):
        raise OutOfSort(f"{text_of_value(fixed)} is not one of the {text_of_sort(like)}")
    found: Term = Literal(fixed, like)
    for element in given:
        if (term := _term_of(element)) is not None:
            found = _with_element(found, term, like)
    return found


def _with_element(found: Term, element: Term, like: SetOf) -> Term:
    """The set with an added element that depends on the state.

    The element is expanded to a choice between its possible values.
    """
    within = Enumeration(like.members)
    if size(element.sort) > size(within) or not all(
        is_member(within, value) for value in values(element.sort)
    ):
        raise BadTerm(
            f"{text_of(element)} ranges over {text_of_sort(element.sort)}, which is not within "
            f"{text_of_sort(within)}"
        )
    for value in values(element.sort):
        here = apply(Op.EQ, element, lift(value, element.sort))
        one, none = Literal(frozenset({value}), like), Literal(frozenset(), like)
        found = apply(Op.UNION, found, apply(Op.ITE, here, one, none))
    return found
