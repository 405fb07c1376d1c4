"""The quick oracle gives what the definitions give, which are slow."""

from __future__ import annotations

from random import Random

import pytest

from counterpoint.logic.lower import to_core
from tests.logic.semantics import Fair, Kripke, satisfying

from .formula import Words, linear, state_formula
from .kinds.graph import TEAMLESS, WORDS, kripke, oracle_of
from .oracle import bits

PLAIN = Words(("p", "q"), (), (None, "a", "b"))


def by_definition(formula: object, system: Kripke) -> set[int]:
    fair = bool(system.fairness)
    return set(satisfying(to_core(formula, fair=fair), system))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(60))
def test_state_formulas(seed: int) -> None:
    random = Random(seed)
    system = kripke(random, 4)
    oracle = oracle_of(system)
    for _ in range(4):
        formula = state_formula(random, WORDS, 2)
        assert set(bits(oracle.region(formula))) == by_definition(formula, system), str(formula)


@pytest.mark.parametrize("seed", range(60))
def test_path_formulas_over_fair_paths(seed: int) -> None:
    random = Random(seed)
    plain = kripke(random, 4)
    fairness = tuple(
        Fair(bool(random.randrange(2)), frozenset(random.choice(["a", "b", "ab"])))
        for _ in range(random.randrange(3))
    )
    system = Kripke(plain.steps, plain.props, fairness)
    formula = linear(random, PLAIN, 2)
    assert set(bits(oracle_of(system).region(formula))) == by_definition(formula, system)


def test_words_about_what_is_enabled_are_known() -> None:
    assert "enabled(a)" in TEAMLESS.atoms
    assert oracle_of(kripke(Random(1))).prop("enabled(a)") >= 0
