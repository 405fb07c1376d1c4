"""Runs that are picked by diagrams."""

from __future__ import annotations

import pytest

from counterpoint import Model, check, step
from counterpoint.audit.formulas import NO_LASSOS
from counterpoint.engines.formula.evaluate import satisfying
from counterpoint.engines.symbolic.algebra import SymbolicAlgebra
from counterpoint.engines.symbolic.explore import explore
from counterpoint.engines.symbolic.run import Taken, lasso
from counterpoint.logic.automata.ltl_to_automaton import ltl_to_automaton
from counterpoint.logic.lower import to_linear
from counterpoint.logic.parser import parse
from counterpoint.model.step import Step


def ring(size: int) -> Model:
    """A number that grows by one, and is 0 after `size` steps."""
    model = Model("ring")
    n = model.var("n", range(size), init=0)

    @model.action()
    def go() -> Step:
        return step(set={n: (n + 1) % size})

    return model


def found(text: str, start: int, most: int | None = None) -> tuple[Taken, Taken] | None:
    """A stem and a loop of a ring of ten that satisfy a formula."""
    space = explore(ring(10))
    automaton, algebra = ltl_to_automaton(to_linear(parse(text))), SymbolicAlgebra(space)
    letters = [satisfying(letter, algebra).diagram for letter in automaton.letters]
    return lasso(space, automaton, letters, (start,), most)


@pytest.mark.parametrize("text", ["G F n = 3 & G F n = 7", "G F n = 7 & G F n = 3"])
def test_a_loop_visits_the_nearest_of_its_goals_first(text: str) -> None:
    run = found(text, 5)
    assert run is not None
    stem, loop = run
    assert (stem, [there for _, there in loop]) == ([], [((6 + at) % 10,) for at in range(10)])


def test_a_lasso_with_more_steps_than_allowed_is_not_shown() -> None:
    assert found("G F n = 3", 5, 8) is None
    assert found("G F n = 3", 5, 10) == found("G F n = 3", 5)


@pytest.mark.parametrize(("size", "is_shown"), [(20, True), (200, False)])
def test_a_sample_of_an_audit_leaves_long_lassos_out(size: int, is_shown: bool) -> None:
    (found,) = check(ring(size), "E G F n = 3", engine="symbolic", audit="sample")
    assert found
    assert found.audited is not None
    assert (NO_LASSOS not in found.audited.unchecked) == is_shown


def test_a_whole_audit_shows_long_lassos_too() -> None:
    (found,) = check(ring(200), "E G F n = 3", engine="symbolic", audit="all")
    assert found
    assert found.audited is not None
    assert NO_LASSOS not in found.audited.unchecked
