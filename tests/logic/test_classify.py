"""The logic that a formula belongs to."""

from __future__ import annotations

import pytest

from counterpoint.logic.classify import Logic, logic_of
from counterpoint.logic.parser import parse


@pytest.mark.parametrize(
    ("text", "logic"),
    [
        ("p & !q -> {x + y}", Logic.PROPOSITIONAL),
        ("G (p -> F q)", Logic.LTL),
        ("p & X p", Logic.LTL),
        ("AG (p -> EF q)", Logic.CTL),
        ("!E[p U AX q] | p", Logic.CTL),
        ("E(p)", Logic.CTL),
        ("G (p -> EF q)", Logic.CTL),
        ("F G EF p", Logic.CTL_STAR),
        ("A(G F p)", Logic.CTL_STAR),
        ("E(F p & F q)", Logic.CTL_STAR),
        ("<<p>> F q & EX r", Logic.ATL),
        ("[[p]] G F q", Logic.ATL),
        ("mu Z. p | EX Z", Logic.MU),
        ("AG <>p", Logic.MU),
        ("<<p>> F [a]q", Logic.MU),
    ],
)
def test_a_formula_belongs_to_the_smallest_logic_with_its_operators(
    text: str, logic: Logic
) -> None:
    assert logic_of(parse(text)) is logic
