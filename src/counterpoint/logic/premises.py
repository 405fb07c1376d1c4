"""Formulas about formulas: promises as formulas, and claims under what is assumed."""

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
)
from .parts import parts


def is_linear(formula: Formula) -> bool:
    """Whether a formula speaks of one run, not of others that go on from its states.

    >>> from counterpoint.logic.parser import parse
    >>> is_linear(parse("G (p -> F q)")), is_linear(parse("G EF q"))
    (True, False)
    """
    return not any(isinstance(part, Path | Team | Modal | Fix) for part in parts(formula))


def fairly(strong: bool, enabled: str, taken: str) -> Formula:
    """What fairness says of a run, where atoms tell where steps are enabled and were just taken.

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
    """That a formula is true from now on."""
    return Temporal(Tense.GLOBALLY, (of,))


def under(premises: Sequence[Formula], formula: Formula) -> Formula:
    """A formula, asked of those runs only of which all premises are true.

    >>> print(under((Atom("p"), Atom("q")), Atom("r")))
    p -> q -> r
    """

    def implied(so_far: Formula, premise: Formula) -> Formula:
        return Junction(Junctor.IMPLIES, premise, so_far)

    return reduce(implied, reversed(premises), formula)
