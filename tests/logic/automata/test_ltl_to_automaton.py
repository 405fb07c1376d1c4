"""Automata of linear formulas, against their meaning on every small lasso."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from counterpoint.errors import Refused
from counterpoint.logic.automata.automaton import Automaton
from counterpoint.logic.automata.ltl_to_automaton import ltl_to_automaton
from counterpoint.logic.boolean import negated_path
from counterpoint.logic.core import Linear, Prop
from counterpoint.logic.linear import simplified
from counterpoint.logic.lower import to_linear
from counterpoint.logic.parser import parse
from tests.share import share

from ..formulas import linear
from ..lassos import accepts, lassos, satisfies

SMALL = list(lassos("pq", 3))
LARGER = list(lassos("pq", 4))


def linear_of(text: str) -> Linear:
    return to_linear(parse(text))


def automaton_of(text: str) -> Automaton:
    return ltl_to_automaton(linear_of(text))


@pytest.mark.slow
@given(linear())
@settings(max_examples=share(60))
def test_an_automaton_accepts_the_lassos_that_satisfy_its_formula(path: Linear) -> None:
    automaton = ltl_to_automaton(path)
    for lasso in SMALL:
        assert accepts(automaton, lasso) == satisfies(lasso, path), lasso


@pytest.mark.slow
@given(linear())
@settings(max_examples=share(60))
def test_simple_formulas_and_complements_mean_what_they_should(path: Linear) -> None:
    simple, complement = simplified(path), negated_path(path)
    for lasso in SMALL:
        meant = satisfies(lasso, path)
        assert satisfies(lasso, simple) == meant, lasso
        assert satisfies(lasso, complement) != meant, lasso


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "G F p", "F G p", "G (p -> F q)", "X (G F p -> G F q) U q", "p U (q U p)", "(p U q) U p",
        "G (p -> X (q U p))", "F (p & X F (q & X F p))", "(G F p & F q) U X q", "p W q", "p M q",
        "!(p R q) & F G (p | X q)",
    ],
)  # fmt: skip
def test_well_known_formulas_are_right_on_all_lassos_of_four_states(text: str) -> None:
    path = linear_of(text)
    automaton = ltl_to_automaton(path)
    assert all(accepts(automaton, lasso) == satisfies(lasso, path) for lasso in LARGER)


@pytest.mark.parametrize(
    "text",
    [
        "G F p & G F q & F G r & F s", "G F p & F G !p & G F q & G F r", "(p U q) & (r U s)",
        "(p U q) & (q U r) & G F s", "G (p -> F q) & G (r -> F s)", "G F p & F p & G F q & G q",
        "(G F p | F G q) & (F r | G s)", "X (p & F q) & X (r & F s)", "F p & F q & F r & F s",
    ],
)  # fmt: skip
def test_formulas_whose_parts_have_little_to_do_with_each_other_are_right(text: str) -> None:
    path = linear_of(text)
    automaton = ltl_to_automaton(path)
    assert all(accepts(automaton, lasso) == satisfies(lasso, path) for lasso in lassos("pqrs", 2))


def test_formulas_that_recur_are_noted_one_at_a_time() -> None:
    text = " & ".join(f"G F p{n}" for n in range(9))
    found = automaton_of(text)
    assert (found.states, len(found.transitions), found.acceptance) == (1, 10, 9)
    found = automaton_of("G q & G F p & G F !p & G F !q")
    assert (found.states, len(found.letters), len(found.transitions)) == (1, 2, 3)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        (" & ".join(f"G (p{n} | X q{n})" for n in range(16)), "it has 65,536 ways or more"),
        (" & ".join(f"F p{n}" for n in range(13)), "it would take too long to make"),
    ],
)
def test_an_automaton_that_would_be_too_large_is_refused(text: str, size: str) -> None:
    with pytest.raises(Refused, match=f"an automaton of this formula would be too large: {size}"):
        automaton_of(text)


@pytest.mark.parametrize(
    ("text", "states", "sets"),
    [
        ("G p", 1, 0), ("F p", 2, 1), ("G F p", 1, 1), ("F G p", 2, 1), ("G (p -> F q)", 2, 1),
        ("G (p -> X q)", 2, 0), ("G F p & G F q", 1, 2), ("p U q", 2, 1), ("X X p", 4, 0),
        ("p & X !p & G p", 1, 0), ("G (p -> q U r)", 2, 1),
    ],
)  # fmt: skip
def test_automata_are_small(text: str, states: int, sets: int) -> None:
    automaton = automaton_of(text)
    assert (automaton.states, automaton.acceptance) == (states, sets)


def test_what_cannot_be_satisfied_has_one_state_and_no_transition() -> None:
    automaton = automaton_of("F p & G !p")
    assert (automaton.states, automaton.initial, automaton.transitions) == (1, (0,), ())


def test_complements_share_a_letter() -> None:
    assert automaton_of("!p U X p").letters == (Prop("p"),)
    letters = automaton_of("(EX p) U (AX !p & F q)").letters
    assert len(letters) == 2


@pytest.mark.slow
def test_five_responses_at_once_need_a_state_for_each_set_of_open_ones() -> None:
    automaton = automaton_of(" & ".join(f"G (p{n} -> F q{n})" for n in range(5)))
    assert (automaton.states, automaton.acceptance) == (32, 5)


def test_a_row_of_repeated_goals_needs_one_state() -> None:
    automaton = automaton_of(" & ".join(f"G F p{n}" for n in range(6)))
    assert (automaton.states, automaton.acceptance) == (1, 6)
