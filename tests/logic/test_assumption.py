"""Formulas under an assumption: path quantifiers range over the runs that satisfy it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.logic.core import (
    Both,
    Either,
    Fixpoint,
    Linear,
    Next,
    Now,
    Paths,
    Prop,
    Release,
    Truth,
    Until,
)
from counterpoint.logic.formula import (
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
from counterpoint.logic.fragments import everything_in
from counterpoint.logic.lower import to_core
from counterpoint.logic.parser import parse
from counterpoint.logic.premises import is_of_the_end
from counterpoint.logic.well_formed import is_path
from tests.engines.kripkes import kripkes
from tests.share import share

from .semantics import Kripke, Region, complement_of_path, satisfying, some_path

ASSUMPTIONS = (
    "G F p", "F G q", "G F p -> G F q", "G F p & G F q", "!(G F p)", "G F X p", "true", "false",
    "G p", "F q", "p", "X p", "p U q", "G (p -> F q)", "G F p & X q",
)  # fmt: skip


class Meaning:
    """The states of formulas by definition: a quantifier asks for, or of, the runs that count."""

    def __init__(self, kripke: Kripke, assumption: Formula) -> None:
        self.regions: dict[str, Region] = dict(kripke.props)
        self.kripke = kripke
        self.assumption = self.path(assumption)

    @property
    def _extended(self) -> Kripke:
        return Kripke(self.kripke.steps, self.regions, self.kripke.fairness)

    def states(self, formula: Formula) -> Region:
        every = self.kripke.states
        match formula:
            case Const(value):
                return every if value else frozenset()
            case Atom(text):
                return self.regions[text]
            case Not(of) if not is_path(of):
                return every - self.states(of)
            case Path(some, of):
                return self.runs(some, of)
            case Junction(junctor, left, right) if not is_path(formula):
                one, other = self.states(left), self.states(right)
                joined: Mapping[Junctor, Region] = {
                    Junctor.AND: one & other,
                    Junctor.OR: one | other,
                    Junctor.IMPLIES: (every - one) | other,
                    Junctor.IFF: every - (one ^ other),
                }
                return joined[junctor]
            case _:
                return self.runs(False, formula)

    def runs(self, some: bool, of: Formula) -> Region:
        path = self.path(of)
        if some:
            return some_path(Both((path, self.assumption)), self._extended)
        denied = Both((complement_of_path(path), self.assumption))
        return self.kripke.states - some_path(denied, self._extended)

    def path(self, formula: Formula) -> Linear:
        if not is_path(formula):
            name = f"state {len(self.regions)}"
            self.regions[name] = self.states(formula)
            return Now(Prop(name))
        match formula:
            case Not(of):
                return complement_of_path(self.path(of))
            case Junction(Junctor.IFF, left, right):
                one, other = self.path(left), self.path(right)
                neither = Both((complement_of_path(one), complement_of_path(other)))
                return Either((Both((one, other)), neither))
            case Junction(junctor):
                one, other = map(self.path, operands(formula))
                if junctor is Junctor.IMPLIES:
                    one = complement_of_path(one)
                return (Both if junctor is Junctor.AND else Either)((one, other))
            case Temporal(tense, parts):
                return _temporal(tense, [self.path(part) for part in parts])
        raise AssertionError(formula)


def _temporal(tense: Tense, parts: list[Linear]) -> Linear:
    left, right = parts[0], parts[-1]
    always, never = Now(Truth(True)), Now(Truth(False))
    match tense:
        case Tense.NEXT:
            return Next(right)
        case Tense.FINALLY:
            return Until(always, right)
        case Tense.GLOBALLY:
            return Release(never, right)
        case Tense.UNTIL:
            return Until(left, right)
        case Tense.RELEASE:
            return Release(left, right)
        case Tense.WEAK_UNTIL:
            return Release(right, Either((left, right)))
        case Tense.STRONG_RELEASE:
            return Until(right, Both((left, right)))


ATOMS = st.sampled_from([Atom("p"), Atom("q")])
UNARY = (Tense.NEXT, Tense.FINALLY, Tense.GLOBALLY)


def temporals(of: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    """One temporal operator over these formulas."""
    one = st.builds(lambda tense, part: Temporal(tense, (part,)), st.sampled_from(UNARY), of)
    others = st.sampled_from([tense for tense in Tense if tense not in UNARY])
    two = st.builds(lambda tense, left, right: Temporal(tense, (left, right)), others, of, of)
    return one | two


def states(depth: int) -> st.SearchStrategy[Formula]:
    """State formulas with path quantifiers in them."""
    if depth == 0:
        return ATOMS | st.builds(Not, ATOMS)
    inner = states(depth - 1)
    paths = temporals(inner)
    paths |= st.builds(Junction, st.sampled_from([*Junctor]), paths, inner | paths)
    return inner | st.builds(Path, st.booleans(), paths) | st.builds(Not, inner) | paths


@pytest.mark.slow
@settings(max_examples=share(150), deadline=None)
@given(kripke=kripkes(), formula=states(2), assumption=st.sampled_from(ASSUMPTIONS))
def test_path_quantifiers_range_over_the_runs_that_count(
    kripke: Kripke, formula: Formula, assumption: str
) -> None:
    assumed = parse(assumption)
    expected = Meaning(kripke, assumed).states(formula)
    assert satisfying(to_core(formula, assuming=assumed), kripke) == expected


def test_what_recurs_leaves_until_and_next_to_fixpoints() -> None:
    for text in ("EX p", "E[p U q]", "AG p", "EF p"):
        core = to_core(parse(text), assuming=parse("G F q"))
        paths = {part for part in everything_in(core) if isinstance(part, Paths)}
        assert len(paths) == 1, text
    core = to_core(parse("E[p U q]"), assuming=parse("G q"))
    assert not isinstance(core, Fixpoint)


def test_only_what_recurs_is_of_the_end() -> None:
    for text in ("G F p", "F G p", "G F p -> F G q", "X G F p", "!(F G (p U q))", "true"):
        assert is_of_the_end(parse(text)), text
    for text in ("p", "G p", "F p", "G F p & p", "p U G F q"):
        assert not is_of_the_end(parse(text)), text
