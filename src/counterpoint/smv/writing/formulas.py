"""Formulas as specifications of SMV, as far as CTL and LTL go."""

from __future__ import annotations

from collections.abc import Callable

from ...logic.formula import (
    Atom,
    Const,
    Formula,
    Junction,
    Junctor,
    Not,
    Path,
    Temporal,
    Tense,
    operands,
)
from ...logic.premises import is_linear
from ...logic.well_formed import is_path
from ..constants import text_of_truth

Atoms = Callable[[str], str]
"""The expression of an atom; raises `NotInSmv` if it has none."""

_SIGNS = {Junctor.AND: "&", Junctor.OR: "|", Junctor.IMPLIES: "->", Junctor.IFF: "<->"}
_PREFIX = {Tense.NEXT: "X", Tense.FINALLY: "F", Tense.GLOBALLY: "G"}


class NotInSmv(Exception):
    """A formula is neither in CTL nor in LTL, or an atom of it has no meaning in SMV."""


def specification(formula: Formula, atoms: Atoms) -> tuple[str, str]:
    """The kind of a specification and its text; raises `NotInSmv` if it has none.

    >>> from ...logic.parser import parse
    >>> specification(parse("AG (p -> EF q)"), str), specification(parse("G F p"), str)
    (('CTLSPEC', '(AG (p -> (EF q)))'), ('LTLSPEC', '(G (F p))'))
    """
    if is_path(formula) and is_linear(formula):
        return "LTLSPEC", linear(formula, atoms)
    return "CTLSPEC", branching(formula, atoms)


def linear(formula: Formula, atoms: Atoms) -> str:
    """The text of a formula of LTL."""
    match formula:
        case Temporal(tense, (of,)):
            return f"({_PREFIX[tense]} {linear(of, atoms)})"
        case Temporal(tense, (left, right)):
            a, b = linear(left, atoms), linear(right, atoms)
            match tense:
                case Tense.UNTIL:
                    return f"({a} U {b})"
                case Tense.RELEASE:
                    return f"({a} V {b})"
                case Tense.WEAK_UNTIL:
                    return f"({b} V ({a} | {b}))"
            return f"({b} U ({a} & {b}))"
    return _connected(formula, atoms, linear)


def branching(formula: Formula, atoms: Atoms) -> str:
    """The text of a formula of CTL."""
    if isinstance(formula, Path):
        return _quantified(formula.some, formula.of, atoms)
    return _connected(formula, atoms, branching)


def _quantified(some: bool, of: Formula, atoms: Atoms) -> str:
    if not isinstance(of, Temporal) or any(map(is_path, of.parts)):
        raise NotInSmv(f"{of} is no formula of CTL after a quantifier")
    texts = [branching(part, atoms) for part in of.parts]
    who = "E" if some else "A"
    if of.tense in _PREFIX:
        return f"({who}{_PREFIX[of.tense]} {texts[0]})"
    a, b = texts
    match of.tense, some:
        case Tense.UNTIL, _:
            return f"{who} [{a} U {b}]"
        case Tense.STRONG_RELEASE, _:
            return f"{who} [{b} U ({a} & {b})]"
        case Tense.RELEASE, True:
            return f"(!A [!{a} U !{b}])"
        case Tense.RELEASE, False:
            return f"(!E [!{a} U !{b}])"
        case Tense.WEAK_UNTIL, True:
            return f"(!A [!{b} U (!{a} & !{b})])"
    return f"(!E [!{b} U (!{a} & !{b})])"


def _connected(formula: Formula, atoms: Atoms, inner: Callable[[Formula, Atoms], str]) -> str:
    match formula:
        case Const(value):
            return text_of_truth(value)
        case Atom(text):
            return atoms(text)
        case Not(of):
            return f"(!{inner(of, atoms)})"
        case Junction(junctor):
            texts = [inner(part, atoms) for part in operands(formula)]
            return f"({f' {_SIGNS[junctor]} '.join(texts)})"
    raise NotInSmv(f"{formula} is neither in CTL nor in LTL")
