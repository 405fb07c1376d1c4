"""Which logic a formula belongs to: the smallest that has all its operators.

* MU: it has `mu`, `nu`, `<>`, `[]`, `<a>` or `[a]`, whatever else it has.
* ATL: it has a team.
* PROPOSITIONAL: it has neither temporal operators nor quantifiers.
* LTL: it has no quantifiers.
* CTL: each quantifier stands before one temporal operator, and each temporal operator after one.
* CTL_STAR: anything else.

A path formula is meant of all paths, so one that has quantifiers inside is judged as if `A` stood
before it: `G (p -> EF q)` is CTL.
"""

from __future__ import annotations

from enum import Enum

from .formula import Fix, Formula, Modal, Path, Team
from .legal import is_path, is_simple
from .parts import parts


class Logic(Enum):
    """A logic, by the name that people know it by."""

    PROPOSITIONAL = "propositional"
    LTL = "LTL"
    CTL = "CTL"
    CTL_STAR = "CTL*"
    ATL = "ATL"
    MU = "mu-calculus"


def logic_of(formula: Formula) -> Logic:
    """The logic that a formula belongs to.

    >>> from counterpoint.logic.parser import parse
    >>> [logic_of(parse(text)).value for text in ("p & q", "G F p", "AG EF p", "A(G F p)")]
    ['propositional', 'LTL', 'CTL', 'CTL*']
    >>> logic_of(parse("<<p>> F q")).value, logic_of(parse("EF <>p")).value
    ('ATL', 'mu-calculus')
    """
    inside = list(parts(formula))
    if any(isinstance(part, Fix | Modal) for part in inside):
        return Logic.MU
    if any(isinstance(part, Team) for part in inside):
        return Logic.ATL
    if not any(isinstance(part, Path) for part in inside):
        return Logic.LTL if is_path(formula) else Logic.PROPOSITIONAL
    whole = Path(False, formula) if is_path(formula) else formula
    return Logic.CTL if _is_branching(whole) else Logic.CTL_STAR


def _is_branching(formula: Formula) -> bool:
    """Whether every quantifier of a state formula is before one operator over state formulas."""
    return all(
        is_simple(part.of) or not is_path(part.of)
        for part in parts(formula)
        if isinstance(part, Path)
    )
