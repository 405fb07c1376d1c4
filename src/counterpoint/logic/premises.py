"""Formulas built from formulas: fairness as a formula, and claims under assumptions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from .formula import (
    Atom,
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


def under(premises: Sequence[Formula], formula: Formula) -> Formula:
    """A formula that is only asked of the runs that satisfy all premises.

    >>> print(under((Atom("p"), Atom("q")), Atom("r")))
    p -> q -> r
    """

    def implied(so_far: Formula, premise: Formula) -> Formula:
        return Junction(Junctor.IMPLIES, premise, so_far)

    return reduce(implied, reversed(premises), formula)
