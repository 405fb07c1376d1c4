"""Substitution: terms with other terms in place of variables, simplified on the way."""

from __future__ import annotations

from collections.abc import Mapping

from ..identity import Identity, identity
from .apply import FALSE, TRUE, apply
from .sort import Bool
from .term import Apply, Literal, Op, Term, Variable


class Substitution:
    """Replaces variables by terms, by name; parts that several terms share are rebuilt once.

    >>> x, y = Variable("x", Bool()), Variable("y", Bool())
    >>> Substitution({"x": TRUE}).of(apply(Op.AND, x, y))
    Variable(name='y', sort=Bool())
    """

    def __init__(self, by: Mapping[str, Term]) -> None:
        self._by = by
        self._known: dict[Identity, Term] = {}

    def of(self, term: Term) -> Term:
        """The term with its variables replaced; the same object if it has none of them."""
        todo: list[tuple[Term, bool]] = [(term, False)]
        while todo:
            here, is_ready = todo.pop()
            if isinstance(here, Literal) or identity(here) in self._known:
                continue
            if isinstance(here, Variable):
                self._known[identity(here)] = self._by.get(here.name, here)
            elif is_ready:
                self._known[identity(here)] = self._rebuilt(here)
            else:
                todo.append((here, True))
                todo += [(arg, False) for arg in here.args]
        return self._now(term)

    def _now(self, term: Term) -> Term:
        return term if isinstance(term, Literal) else self._known[identity(term)]

    def _rebuilt(self, term: Apply) -> Term:
        args = tuple(map(self._now, term.args))
        if all(new is old for new, old in zip(args, term.args, strict=True)):
            return term
        return simplified(term.op, args)


def simplified(op: Op, args: tuple[Term, ...]) -> Term:
    """The application of an operation; equations of conditions and choices of them are shortened.

    >>> x = Variable("x", Bool())
    >>> simplified(Op.EQ, (TRUE, x)) is x
    True
    """
    match op, args:
        case Op.EQ, (left, right):
            if left is right or left == right:
                return TRUE
            if isinstance(left.sort, Bool) and isinstance(left, Literal):
                left, right = right, left
            if isinstance(left.sort, Bool) and isinstance(right, Literal):
                return left if right.value else apply(Op.NOT, left)
        case Op.ITE, (condition, then, otherwise):
            if then is otherwise or then == otherwise:
                return then
            if (then, otherwise) == (TRUE, FALSE):
                return condition
            if (then, otherwise) == (FALSE, TRUE):
                return apply(Op.NOT, condition)
    return apply(op, *args)
