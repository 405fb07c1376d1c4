"""Atoms replaced by what makes a formula strongest."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from counterpoint.logic.formula import Atom, Formula
from counterpoint.logic.parser import parse
from counterpoint.logic.span import Span
from counterpoint.logic.strengthened import strengthened
from counterpoint.logic.vacuity import Link, weakest_links
from counterpoint.logic.well_formed import examine
from tests.share import share

from .formulas import states
from .meaning import kripkes, meaning
from .semantics import Kripke, satisfying


def stronger(text: str) -> dict[str, str]:
    return {str(link.part): str(link.stronger) for link in weakest_links(parse(text))}


@pytest.mark.slow
@given(states(depth=2), kripkes())
@settings(max_examples=share(80))
def test_what_is_stronger_is_true_in_fewer_states(formula: Formula, kripke: Kripke) -> None:
    region = meaning(formula, kripke)
    for link in weakest_links(formula):
        examine(link.stronger)
        assert meaning(link.stronger, kripke) <= region


@pytest.mark.slow
@given(states(depth=2), kripkes())
@settings(max_examples=share(80))
def test_the_cores_of_what_is_stronger_mean_the_same(formula: Formula, kripke: Kripke) -> None:
    links = list(weakest_links(formula))
    cores = list(strengthened(formula))
    assert [link.part for link in links] == [atom for atom, _ in cores]
    for link, (_, core) in zip(links, cores, strict=True):
        assert satisfying(core, kripke) == meaning(link.stronger, kripke), str(link.stronger)


def test_negations_turn_what_an_atom_is_replaced_by() -> None:
    assert stronger("!a & (b -> !(c | !d))") == {
        "a": "!true & (b -> !(c | !d))",
        "b": "!a & (true -> !(c | !d))",
        "c": "!a & (b -> !(true | !d))",
        "d": "!a & (b -> !(c | !false))",
    }


def test_atoms_of_fixpoints_and_games_count() -> None:
    assert stronger("mu Z. p | <a>Z") == {"p": "mu Z. false | <a>Z"}
    assert stronger("<<me>> (p U q)") == {"p": "<<me>> (false U q)", "q": "<<me>> (p U false)"}
    assert stronger("AG E(F p & G q)") == {
        "p": "AG E(F false & G q)",
        "q": "AG E(F p & G false)",
    }


def test_atoms_under_an_equivalence_are_left_out() -> None:
    assert stronger("a & (b <-> c)") == {"a": "false & (b <-> c)"}


def test_each_occurrence_is_replaced_alone_and_keeps_its_place() -> None:
    links = list(weakest_links(parse("p | q & p")))
    assert [str(link.stronger) for link in links] == [
        "false | q & p",
        "p | false & p",
        "p | q & false",
    ]
    assert [link.part.span for link in links] == [Span(0, 1), Span(4, 5), Span(8, 9)]
    assert links[0] == Link(Atom("p"), links[0].stronger)


def test_a_long_row_is_not_deep() -> None:
    row = parse(" & ".join(f"p{n}" for n in range(300)))
    assert sum(1 for _ in weakest_links(row)) == 300
