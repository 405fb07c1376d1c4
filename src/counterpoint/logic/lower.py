"""Translate formulas as written into the form that engines evaluate."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from ..identity import Identity, identity
from .atl_to_mu import enforced
from .boolean import EVER, NEVER, all_of, both, either, negated, some_of, step
from .complaint import Complaint
from .core import Bound, Core, Fixpoint, Kind, Linear, Now, Prop, Truth
from .ctl_to_mu import Runs, quantified
from .fixpoints import Names
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
    Variable,
    operands,
)
from .linear import ahead, release, until
from .premises import is_of_the_end
from .rename_bound import apart
from .text import show
from .well_formed import examine, is_path

__all__ = ["LIMIT", "negated", "to_core", "to_linear"]

LIMIT = 100_000
"""The greatest number of parts of a formula after `<->`, `W` and `M` are expanded."""

Renamed: TypeAlias = Mapping[str, str]
"""For each bound variable, its name in the core."""

_DUAL = {
    Tense.NEXT: Tense.NEXT,
    Tense.FINALLY: Tense.GLOBALLY,
    Tense.GLOBALLY: Tense.FINALLY,
    Tense.UNTIL: Tense.RELEASE,
    Tense.RELEASE: Tense.UNTIL,
    Tense.WEAK_UNTIL: Tense.STRONG_RELEASE,
    Tense.STRONG_RELEASE: Tense.WEAK_UNTIL,
}


def to_core(formula: Formula, *, fair: bool = False, assuming: Formula | None = None) -> Core:
    """The core of a formula, which denotes the states where it is true; raises `BadFormula`.

    A path formula is asked of all paths. Quantifiers become fixpoints where possible; the others
    are decided with automata. With `fair` they range over the fair paths only, and with `assuming`
    only over the paths that satisfy this linear formula. Steps and teams know nothing of that.

    >>> from counterpoint.logic.parser import parse
    >>> to_core(parse("G p")) == to_core(parse("AG p")) == to_core(parse("!E[true U !p]"))
    True
    >>> to_core(parse("<<white>> X p")).kind, to_core(parse("F p"), fair=True).some
    (<Kind.FORCE: 'force'>, False)
    >>> some = to_core(parse("EX p"), assuming=parse("G F q"))
    >>> some == to_core(parse("EX (p & E G F q)"))
    True
    """
    return _to_core(identity(formula), fair, None if assuming is None else identity(assuming))


@lru_cache(16)
def _to_core(named: Identity, fair: bool, assumed: Identity | None) -> Core:
    """Cached, because the same formula is translated several times for one answer."""
    formula: Formula = named()
    assumption: Formula | None = None if assumed is None else assumed()
    _examined(formula, fair or assumption is not None)
    lowering = _Lowering(Runs(fair))
    if assumption is not None:
        _examined(assumption, fair)
        lowering.assume(assumption)
    return apart(lowering.whole(formula))


def to_linear(formula: Formula) -> Linear:
    """A path formula as a linear formula over state formulas; raises `BadFormula`.

    >>> from counterpoint.logic.parser import parse
    >>> to_linear(parse("X p"))
    Next(of=Now(of=Prop(text='p', positive=True)))
    """
    _examined(formula, False)
    return _Lowering(Runs()).path(formula, True)


def _examined(formula: Formula, fair: bool) -> None:
    """Raise `BadFormula` unless a formula is legal and not too large."""
    try:
        examine(formula, fair=fair)
        if _weight(formula) > LIMIT:
            raise Complaint(
                formula.span,
                f"the formula has more than {LIMIT} parts when <->, W and M are written out",
                "They say a side twice, so when they are nested each one doubles it.",
            )
    except Complaint as complaint:
        raise complaint.of_formula(show(formula)) from None


def _weight(formula: Formula) -> int:
    """The number of parts of a formula after all operators that duplicate a part are expanded."""
    match formula:
        case Junction(Junctor.IFF, left, right):
            return 2 * (_weight(left) + _weight(right)) + 1
        case Junction():
            return 1 + sum(map(_weight, operands(formula)))
        case Temporal(Tense.WEAK_UNTIL | Tense.STRONG_RELEASE, (left, right)):
            return 1 + _weight(left) + 2 * _weight(right)
        case Temporal(_, (left, right)):
            return 1 + _weight(left) + _weight(right)
        case Temporal(_, (of,)) | Not(of) | Path(_, of) | Team(_, _, of):
            return 1 + _weight(of)
        case Modal(_, _, of) | Fix(_, _, of):
            return 1 + _weight(of)
        case _:
            return 1


class _Lowering:
    """Translates formulas, or with `positive` false, their complements.

    A variable is under an even number of negations, so no mark is needed whether it is negated.
    """

    def __init__(self, runs: Runs) -> None:
        self.runs = runs
        self.names = Names()

    def assume(self, assumption: Formula) -> None:
        """Let only paths count that satisfy a linear formula."""
        path = self.path(assumption, True)
        begins = None
        if is_of_the_end(assumption):
            begins = quantified(True, path, self.names, self.runs)
        self.runs = Runs(self.runs.fair, path, begins)

    def whole(self, formula: Formula) -> Core:
        if is_path(formula):
            return quantified(False, self.path(formula, True), self.names, self.runs)
        return self.state(formula, True, {})

    def state(self, formula: Formula, positive: bool, bound: Renamed) -> Core:
        match formula:
            case Const(value):
                return Truth(value is positive)
            case Atom(text):
                return Prop(text, positive)
            case Variable(name):
                return Bound(bound[name])
            case Not(of):
                return self.state(of, not positive, bound)
            case Junction():
                return self._junction(formula, positive, bound)
            case Modal(some, label, of):
                kind = Kind.SOME if some is positive else Kind.ALL
                return step(kind, self.state(of, positive, bound), label)
            case Fix(least, name, of):
                fresh = self.names.fresh(name)
                body = self.state(of, positive, {**bound, name: fresh})
                return Fixpoint(least is positive, fresh, body)
            case Path(some, of):
                path = self.path(of, positive, bound)
                return quantified(some is positive, path, self.names, self.runs)
            case Team(players, enforce, of):
                kind = Kind.FORCE if enforce is positive else Kind.ALLOW
                path = self.path(of, positive, bound)
                return enforced(kind, frozenset(players), path, self.names)
            case Temporal():
                raise AssertionError(formula)

    def _junction(self, formula: Junction, positive: bool, bound: Renamed) -> Core:
        if formula.junctor is Junctor.IFF:
            same, other = (
                self.state(formula.right, sign, bound) for sign in (positive, not positive)
            )
            yes, no = (self.state(formula.left, sign, bound) for sign in (True, False))
            return some_of([all_of([yes, same]), all_of([no, other])])
        join = all_of if (formula.junctor is Junctor.AND) is positive else some_of
        return join([self.state(part, sign, bound) for part, sign in _signed(formula, positive)])

    def path(self, formula: Formula, positive: bool, bound: Renamed | None = None) -> Linear:
        """The formula as a linear formula; a state formula is asked of the first state."""
        if not is_path(formula):
            return Now(self.state(formula, positive, bound or {}))
        match formula:
            case Not(of):
                return self.path(of, not positive, bound)
            case Temporal(tense, parts):
                below = [self.path(part, positive, bound) for part in parts]
                return _temporal(tense if positive else _DUAL[tense], below)
            case Junction(Junctor.IFF, left, right):
                same, other = (self.path(right, sign, bound) for sign in (positive, not positive))
                yes, no = (self.path(left, sign, bound) for sign in (True, False))
                return either([both([yes, same]), both([no, other])])
            case Junction():
                join = both if (formula.junctor is Junctor.AND) is positive else either
                return join(
                    [self.path(part, sign, bound) for part, sign in _signed(formula, positive)]
                )
            case _:
                raise AssertionError(formula)


def _signed(formula: Junction, positive: bool) -> list[tuple[Formula, bool]]:
    """The parts of a junction, each with whether it (True) or its complement is needed."""
    if formula.junctor is Junctor.IMPLIES:
        return [(formula.left, not positive), (formula.right, positive)]
    return [(part, positive) for part in operands(formula)]


def _temporal(tense: Tense, parts: list[Linear]) -> Linear:
    left, right = parts[0], parts[-1]
    match tense:
        case Tense.NEXT:
            return ahead(right)
        case Tense.FINALLY:
            return until(EVER, right)
        case Tense.GLOBALLY:
            return release(NEVER, right)
        case Tense.UNTIL:
            return until(left, right)
        case Tense.RELEASE:
            return release(left, right)
        case Tense.WEAK_UNTIL:
            return release(right, either([left, right]))
        case Tense.STRONG_RELEASE:
            return until(right, both([left, right]))
