"""Literals of a circuit as terms: each gate is one term, however many gates read it.

Terms are made here without `apply`, which joins nested conjunctions into one: for a chain of gates
that would take space beyond all bounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..terms.apply import FALSE, TRUE
from ..terms.sort import Bool
from ..terms.term import Apply, Op, Term
from .circuit import Circuit, Literal

BOOL = Bool()


class Terms:
    """The terms of the literals of a circuit, given those of its inputs and latches."""

    def __init__(self, circuit: Circuit, given: Mapping[Literal, Term]) -> None:
        self._circuit = circuit
        self._known: dict[Literal, Term] = {0: FALSE, 1: TRUE, **given}

    def of(self, literal: Literal) -> Term:
        """The term of a literal; the same object each time.

        >>> from counterpoint.terms.term import Variable
        >>> a, b = Variable("a", BOOL), Variable("b", BOOL)
        >>> terms = Terms(Circuit(inputs=(2, 4), gates={6: (2, 5)}), {2: a, 4: b})
        >>> from counterpoint.terms.text import text_of
        >>> text_of(terms.of(7)), terms.of(7) is terms.of(7)
        ('~(a & ~b)', True)
        """
        if literal not in self._known:
            self._make(literal)
        return self._known[literal]

    def all_of(self, literals: Iterable[Literal]) -> Term:
        """The term that all literals are true."""
        return conjunction([self.of(literal) for literal in literals])

    def _make(self, literal: Literal) -> None:
        waiting = [literal]
        while waiting:
            here = waiting[-1]
            if here in self._known:
                waiting.pop()
                continue
            needed = (here - 1,) if here % 2 else self._circuit.gates[here]
            missing = [each for each in needed if each not in self._known]
            if missing:
                waiting += missing
                continue
            parts = [self._known[each] for each in needed]
            self._known[here] = negation(parts[0]) if here % 2 else conjunction(parts)
            waiting.pop()


def negation(term: Term) -> Term:
    """The term that another is false."""
    if term is TRUE or term is FALSE:
        return FALSE if term is TRUE else TRUE
    if isinstance(term, Apply) and term.op is Op.NOT:
        return term.args[0]
    return Apply(Op.NOT, (term,), BOOL)


def conjunction(terms: Iterable[Term]) -> Term:
    """The term that all terms are true; a term among them is not taken apart."""
    parts = [term for term in terms if term is not TRUE]
    if any(term is FALSE for term in parts):
        return FALSE
    if len(parts) > 1 and all(term is parts[0] for term in parts):
        parts = parts[:1]
    return parts[0] if len(parts) == 1 else Apply(Op.AND, tuple(parts), BOOL) if parts else TRUE


def disjunction(terms: Iterable[Term]) -> Term:
    """The term that some term is true."""
    parts = [term for term in terms if term is not FALSE]
    if any(term is TRUE for term in parts):
        return TRUE
    return parts[0] if len(parts) == 1 else Apply(Op.OR, tuple(parts), BOOL) if parts else FALSE
