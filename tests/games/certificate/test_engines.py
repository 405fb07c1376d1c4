"""Both engines against trying everything: automata for any size, z3 for words."""

from __future__ import annotations

from itertools import product
from time import monotonic

import pytest
from hypothesis import given, settings

from counterpoint.games.certificate import TakeAway, all_of, any_of, xor
from counterpoint.games.certificate.automata import Automata
from counterpoint.games.certificate.engine import Engine, GaveUp, Solution
from counterpoint.games.certificate.pile_term import Every, Formula, Less, Literal, NewSize, Size
from counterpoint.games.certificate.words import Words
from tests.share import share

from .expressions import VARIABLES, conditions, plain, symbolic_condition

PILES = TakeAway(2).piles
WIDTH = 3
SIZES = range(1 << WIDTH)
BELOW = Every(tuple(Less(part, Literal(1 << WIDTH)) for part in (Size(0), Size(1), NewSize())))


def check_against_all(engine: Engine, text: str) -> None:
    """Compare the answer of an engine about small sizes with trying all of them."""
    formula, meaning = symbolic_condition(text, PILES).formula, plain(text)
    solution = engine.solve(Every((formula, BELOW)), 2)
    if solution is not None:
        assert max(*solution.sizes, solution.new) < 1 << WIDTH
        assert meaning(solution.sizes, solution.new)
    else:
        assert not any(meaning((x, z), y) for x, z, y in product(SIZES, repeat=3))


@pytest.mark.slow
@settings(max_examples=share(38))
@given(conditions(VARIABLES))
def test_automata_find_what_there_is(text: str) -> None:
    check_against_all(Automata(), text)


@pytest.mark.slow
@settings(max_examples=share(100))
@given(conditions(VARIABLES))
def test_words_find_what_there_is(text: str) -> None:
    pytest.importorskip("z3")
    check_against_all(Words(WIDTH), text)


@pytest.mark.slow
@settings(max_examples=share(25))
@given(conditions(VARIABLES))
def test_what_automata_find_without_bound_is_true(text: str) -> None:
    meaning = plain(text)
    try:
        solution = Automata(limit=5_000).solve(symbolic_condition(text, PILES).formula, 2)
    except GaveUp:
        return
    if solution is not None:
        assert meaning(solution.sizes, solution.new)
    else:
        assert not any(meaning((x, z), y) for x, z, y in product(SIZES, repeat=3))


def test_automata_find_numbers_beyond_any_word() -> None:
    big = 1 << 200
    formula = ((PILES[0] > big) & (PILES[0] % 7 == 3)).formula
    solution = Automata().solve(formula, 2)
    assert solution is not None
    assert big < solution.sizes[0] < 2 * big
    assert solution.sizes[0] % 7 == 3


def test_what_automata_find_has_as_few_bits_as_possible() -> None:
    x, z = PILES
    assert Automata().solve((x > z).formula, 2) == Solution((1, 0), 0)
    assert Automata().solve((x & z == 5).formula, 2) == Solution((5, 5), 0)
    assert Automata().solve(all_of().formula, 2) == Solution((0, 0), 0)
    assert Automata().solve(any_of().formula, 2) is None


def test_a_sum_of_words_does_not_overflow() -> None:
    pytest.importorskip("z3")
    x, z = PILES
    overflow = ((x > 0) & (x + z < z)).formula
    assert Words(8).solve(overflow, 2) is None
    assert Words(2).solve((x == 4).formula, 2) is None
    assert Words(2).solve((x + z == 6).formula, 2) == Solution((3, 3), 0)


def test_z3_shows_small_numbers_where_it_can() -> None:
    pytest.importorskip("z3")
    solution = Words(64).solve((PILES[0] > PILES[1]).formula, 2)
    assert solution == Solution((1, 0), 0)


def unsolvable() -> Formula:
    x, z = PILES
    return ((x % 251 == 3) & (x % 241 == 5) & (z + x == 7)).formula


@pytest.mark.parametrize("make", [Automata, lambda deadline: Words(64, deadline)])
def test_an_engine_gives_up_when_its_time_is_over(make: type[Automata]) -> None:
    pytest.importorskip("z3")
    with pytest.raises(GaveUp, match="the time is up"):
        make(monotonic() - 1).solve(unsolvable(), 2)


def test_automata_give_up_when_there_are_too_many_states() -> None:
    with pytest.raises(GaveUp, match="the automaton has more than 5 states"):
        Automata(limit=5).solve(unsolvable(), 2)


def test_automata_give_up_on_too_many_piles() -> None:
    with pytest.raises(GaveUp, match="automata compare at most 12 numbers at a time"):
        Automata().solve((xor(TakeAway(13).piles) == 0).formula, 13)
