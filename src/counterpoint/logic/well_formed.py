"""Which formulas are meaningful.

* A variable is inside a `mu` or `nu` that binds it, under an even number of negations; the left
  side of `->` counts as a negation. Otherwise the fixpoint need not exist.
* After `<>`, `[]`, `mu X.` and `nu X.` there is a state formula: `[]AG p`, not `[]G p`.
* A path formula has no free variables, unless it is one temporal operator over state formulas
  directly after `E`, `A` or a team, which is a fixpoint itself. So `mu X. p | EX X` is meaningful,
  but not `mu X. F X`.
* A team is followed by one temporal operator over state formulas, by `G F p` or by `F G p`, in
  brackets if it is binary: `<<p>> (a U b)`. Anything else would be ATL*, which is not decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from ..data import dataclass
from .complaint import Complaint
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

POSITIVE, BOTH = 1, 0

Scope: TypeAlias = Mapping[str, int]
"""For each bound variable, the sign of the negations between it and the innermost fixpoint."""

CLOSED: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Seen:
    """The facts about a legal formula: whether it is a path formula, and its free variables."""

    of_paths: bool = False
    free: frozenset[str] = CLOSED


def is_path(formula: Formula) -> bool:
    """Whether a formula is a path formula: it has a temporal operator without quantifier or team.

    >>> from counterpoint.logic.parser import parse
    >>> is_path(parse("p & F q")), is_path(parse("p & EF q"))
    (True, False)
    """
    match formula:
        case Temporal():
            return True
        case Not(of):
            return is_path(of)
        case Junction():
            return any(map(is_path, operands(formula)))
        case _:
            return False


def is_simple(formula: Formula) -> bool:
    """Whether a formula is one temporal operator over state formulas."""
    return isinstance(formula, Temporal) and not any(map(is_path, formula.parts))


def repeats(formula: Formula) -> bool:
    """Whether a formula is `G F p` or `F G p` for a state formula `p`."""
    match formula:
        case Temporal(Tense.GLOBALLY, (Temporal(Tense.FINALLY, (of,)),)):
            return not is_path(of)
        case Temporal(Tense.FINALLY, (Temporal(Tense.GLOBALLY, (of,)),)):
            return not is_path(of)
        case _:
            return False


def examine(formula: Formula, *, fair: bool = False) -> None:
    """Raise `Complaint` unless the formula is meaningful.

    With `fair`, quantifiers range over fair paths, so that `EX X` is not a fixpoint.
    """
    _Examiner(fair).seen(formula, {}, POSITIVE)


class _Examiner:
    """Traverses a formula with the variables and negations around each part."""

    def __init__(self, fair: bool) -> None:
        self.fair = fair

    def seen(self, formula: Formula, scope: Scope, polarity: int) -> _Seen:
        match formula:
            case Const() | Atom():
                return _Seen()
            case Variable():
                return _variable(formula, scope, polarity)
            case Not(of):
                return self.seen(of, scope, -polarity)
            case Junction():
                return self._junction(formula, scope, polarity)
            case Temporal():
                return _closed(formula, self._together(formula.parts, scope, polarity))
            case Path():
                return self._path(formula, scope, polarity)
            case Team():
                return self._team(formula, scope, polarity)
            case Modal(some, _, of):
                return self._state(of, "<>" if some else "[]", scope, polarity)
            case Fix(least, name, of):
                operator = f"{'mu' if least else 'nu'} {name}."
                inner = {outer: sign * polarity for outer, sign in scope.items()}
                seen = self._state(of, operator, {**inner, name: POSITIVE}, POSITIVE)
                return _Seen(False, seen.free - {name})

    def _together(self, parts: Iterable[Formula], scope: Scope, polarity: int) -> _Seen:
        all_seen = [self.seen(part, scope, polarity) for part in parts]
        return _Seen(
            any(seen.of_paths for seen in all_seen),
            frozenset(name for seen in all_seen for name in seen.free),
        )

    def _junction(self, junction: Junction, scope: Scope, polarity: int) -> _Seen:
        if junction.junctor is Junctor.IFF:
            return self._together((junction.left, junction.right), scope, BOTH)
        if junction.junctor is Junctor.IMPLIES:
            left = self.seen(junction.left, scope, -polarity)
            right = self.seen(junction.right, scope, polarity)
            return _Seen(left.of_paths or right.of_paths, left.free | right.free)
        return self._together(operands(junction), scope, polarity)

    def _path(self, formula: Path, scope: Scope, polarity: int) -> _Seen:
        of = formula.of
        if is_simple(of) and not self.fair:
            assert isinstance(of, Temporal)
            return _Seen(False, self._together(of.parts, scope, polarity).free)
        seen = self.seen(of, scope, polarity)
        if seen.of_paths or self.fair:
            _closed(formula, seen)
        return _Seen(False, seen.free)

    def _team(self, formula: Team, scope: Scope, polarity: int) -> _Seen:
        of = _brought_about(formula)
        while is_path(of.parts[-1]):
            assert isinstance(of.parts[-1], Temporal)
            of = of.parts[-1]
        return _Seen(False, self._together(of.parts, scope, polarity).free)

    def _state(self, of: Formula, operator: str, scope: Scope, polarity: int) -> _Seen:
        seen = self.seen(of, scope, polarity)
        if seen.of_paths:
            raise Complaint(
                of.span,
                f"after {operator} a state formula is needed, and this speaks of a path",
                "Put E (some path) or A (all paths) before the temporal operator.",
            )
        return seen


def _variable(variable: Variable, scope: Scope, polarity: int) -> _Seen:
    name = variable.name
    if name not in scope:
        raise Complaint(variable.span, f"no mu or nu around it binds the variable {name}")
    if scope[name] * polarity != POSITIVE:
        raise Complaint(
            variable.span,
            f"the variable {name} must be under an even number of negations",
            "The left side of -> counts as a negation, and a side of <-> as one and as none.",
        )
    return _Seen(False, frozenset({name}))


def _closed(formula: Formula, seen: _Seen) -> _Seen:
    if seen.free:
        name = min(seen.free)
        raise Complaint(
            formula.span,
            f"the variable {name} is inside of a path formula, which is no fixpoint of states",
            f"Before {name} put <> or [], or one temporal operator with its quantifier: EX.",
        )
    return _Seen(True)


def _brought_about(formula: Team) -> Temporal:
    """The temporal operator that a team is to enforce; raises `Complaint` if it is not decided."""
    of, who = formula.of, ", ".join(formula.players)
    if not is_path(of):
        raise Complaint(
            formula.span,
            "a team needs a temporal operator after it: what it is to bring about",
            f"For example <<{who}>> F p, or <<{who}>> (p U q).",
        )
    if not is_simple(of) and not repeats(of):
        raise Complaint(
            of.span,
            "a team may be followed by X f, F f, G f, f U g, f W g, f R g, f M g, G F f or F G f, "
            "where f and g are state formulas",
            "Other path formulas of teams, those of ATL*, are not decided.",
        )
    assert isinstance(of, Temporal)
    return of
