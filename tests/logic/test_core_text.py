"""Core formulas for a reader."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.logic.core import All, Bound, Fixpoint, Kind, Prop, Some, Step
from counterpoint.logic.core_text import core_text, linear_text
from counterpoint.logic.formula import (
    Atom,
    Formula,
    Junction,
    Junctor,
    Not,
    Path,
    Temporal,
    Tense,
)
from counterpoint.logic.fragments import AT_REST
from counterpoint.logic.lower import negated, to_core, to_linear
from counterpoint.logic.parser import parse
from tests.logic.formulas import states
from tests.logic.meaning import kripkes
from tests.logic.semantics import Kripke, satisfying
from tests.share import share


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("AG p", "AG p"),
        ("!AG p", "EF !p"),
        ("A[p U q]", "A[p U q]"),
        ("E[p R q]", "E[p R q]"),
        ("AF EG p", "AF EG p"),
        ("EX (p & q)", "<> (p & q)"),
        ("[a]p | <b>!q", "[a] p | <b> !q"),
        ("<<one, two>> F p", "<<one, two>> F p"),
        ("[[one]] X p", "[[one]] X p"),
        ("<<one>> (p U q)", "<<one>> [p U q]"),
        ("!<<one>> G p", "[[one]] F !p"),
        ("mu X. p | <>[]X", "mu X. p | <> [] X"),
        ("(mu X. p & <>[]X) & q", "(mu X. p & <> [] X) & q"),
        ("!{x = 1}", "!(x = 1)"),
        ("F G p", "A(F (G (p)))"),
        ("true", "true"),
        ("false", "false"),
    ],
)
def test_a_formula_is_shown_as_ctl_or_atl_says_it(text: str, shown: str) -> None:
    assert core_text(to_core(parse(text))).replace("X1", "X") == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("p U (q R p)", "((p) U (((q) R (p))))"),
        ("X (p & F q)", "X ((p) & (F (q)))"),
        ("G p | F q", "(G (p)) | (F (q))"),
    ],
)
def test_a_path_is_shown_in_brackets(text: str, shown: str) -> None:
    assert linear_text(to_linear(parse(text))) == shown


def test_a_fixpoint_that_only_looks_like_an_operator_is_written_out() -> None:
    again = Step(Kind.SOME, Bound("X"))
    twice = Fixpoint(True, "X", Some((Step(Kind.ALL, Bound("X")), All((Prop("p"), again)))))
    assert core_text(twice) == "mu X. [] X | (p & <> X)"
    inside = Fixpoint(False, "X", All((Prop("p"), Some((Bound("X"), again)))))
    assert core_text(inside) == "nu X. p & (X | <> X)"


@settings(max_examples=share(50))
@given(formula=states(2), kripke=kripkes(), negate=st.booleans())
def test_what_is_shown_means_the_same(formula: Formula, kripke: Kripke, negate: bool) -> None:
    """Where it is written in the language of formulas; a team's binary path has square brackets."""
    goal = negated(to_core(formula)) if negate else to_core(formula)
    text = core_text(goal)
    for bracket in (">> [", "]] ["):
        if bracket in text:
            return
    assert satisfying(to_core(parse(text)), kripke) == satisfying(goal, kripke)


def test_that_a_run_does_not_end_is_not_written() -> None:
    goes_on = Temporal(Tense.GLOBALLY, (Temporal(Tense.FINALLY, (Not(Atom(AT_REST)),)),))
    some = Path(True, Junction(Junctor.AND, parse("G p"), goes_on))
    assert core_text(to_core(some)) == "E(G (p))"
    assert core_text(negated(to_core(some))) == "A(F (!p))"
    assert "rest" not in core_text(
        to_core(Path(True, Junction(Junctor.AND, parse("F q"), goes_on)))
    )
