"""Formulas built from formulas: fairness as a formula, and claims under assumptions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from .formula import (
    Atom,
    Const,
    Fix,
    Formula,
    Junction,
    Junctor,
    Modal,
    Not,
    Path,
    Team,
    Temporal,
    Tense,
    parts,
)


def is_linear(formula: Formula) -> bool:
    """Whether a formula is about single runs, not about other runs that branch from their states.

    >>> from counterpoint.logic.parser import parse
    >>> is_linear(parse("G (p -> F q)")), is_linear(parse("G EF q"))
    (True, False)
    """
    return not any(isinstance(part, Path | Team | Modal | Fix) for part in parts(formula))


def is_of_the_end(formula: Formula) -> bool:
    """Whether a path satisfies a formula if and only if the path from any later state on does.

    This is seen from its form: it is built from what is true again and again, or at last for ever.

    >>> from counterpoint.logic.parser import parse
    >>> is_of_the_end(parse("G F p -> F G q")), is_of_the_end(parse("G p"))
    (True, False)
    """
    match formula:
        case Const():
            return True
        case Not(of) | Temporal(_, (of,)) if is_of_the_end(of):
            return True
        case Temporal(Tense.GLOBALLY, (Temporal(Tense.FINALLY, _),)):
            return True
        case Temporal(Tense.FINALLY, (Temporal(Tense.GLOBALLY, _),)):
            return True
        case Junction(_, left, right):
            return is_of_the_end(left) and is_of_the_end(right)
        case _:
            return False


def fairly(strong: bool, enabled: str, taken: str) -> Formula:
    """The formula of a fairness constraint, given the atoms for "enabled" and "just taken".

    >>> print(fairly(True, "e", "t"))
    G F e -> G F t
    >>> print(fairly(False, "e", "t"))
    G F (!e | t)
    """
    may, did = Atom(enabled), Atom(taken)
    if strong:
        return Junction(Junctor.IMPLIES, _again_and_again(may), _again_and_again(did))
    return _again_and_again(Junction(Junctor.OR, Not(may), did))


def _again_and_again(of: Formula) -> Formula:
    return always(Temporal(Tense.FINALLY, (of,)))


def always(of: Formula) -> Formula:
    """The formula `G of`."""
    return Temporal(Tense.GLOBALLY, (of,))


def together(formulas: Iterable[Formula | None]) -> Formula | None:
    """The conjunction of those formulas that are given; None if none is.

    >>> print(together([None, Atom("p"), Atom("q")]))
    p & q
    """
    given = [formula for formula in formulas if formula is not None]
    if not given:
        return None
    return reduce(lambda one, other: Junction(Junctor.AND, one, other), given)


def under(premises: Sequence[Formula], formula: Formula) -> Formula:
    """A formula that is only asked of the runs that satisfy all premises.

    >>> print(under((Atom("p"), Atom("q")), Atom("r")))
    p -> q -> r
    """

    def implied(so_far: Formula, premise: Formula) -> Formula:
        return Junction(Junctor.IMPLIES, premise, so_far)

    return reduce(implied, reversed(premises), formula)
