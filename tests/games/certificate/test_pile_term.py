"""Terms as data: their value, their parts, and their text."""

from __future__ import annotations

from itertools import product

from hypothesis import given

from counterpoint.games.certificate import TakeAway, xor
from counterpoint.games.certificate.pile_term import (
    Combine,
    Equal,
    Literal,
    NewSize,
    Op,
    Size,
    number,
    parts,
    replaced_in,
    show,
    truth,
)

from .expressions import (
    VARIABLES,
    conditions,
    numbers,
    plain,
    symbolic,
    symbolic_condition,
)

PILES = TakeAway(2).piles
CUBE = list(product((0, 1, 2, 5, 7), repeat=3))


@given(numbers(VARIABLES))
def test_a_number_has_the_value_that_python_gives_it(text: str) -> None:
    term, meaning = symbolic(text, PILES).term, plain(text)
    for first, second, new in CUBE:
        assert number(term, (first, second), new) == meaning((first, second), new)


@given(conditions(VARIABLES))
def test_a_condition_has_the_truth_that_python_gives_it(text: str) -> None:
    formula, meaning = symbolic_condition(text, PILES).formula, plain(text)
    for first, second, new in CUBE:
        assert truth(formula, (first, second), new) == meaning((first, second), new)


@given(conditions(VARIABLES))
def test_replacing_a_size_by_the_new_one_is_evaluating_after_the_move(text: str) -> None:
    formula = symbolic_condition(text, PILES).formula
    moved = replaced_in(formula, {Size(1): NewSize()})
    for first, second, new in CUBE:
        assert truth(moved, (first, second), new) == truth(formula, (first, new), new)


def test_all_replacements_are_made_at_once() -> None:
    formula = Equal(Size(0), Combine(Op.MINUS, Size(1), Size(0)))
    swapped = replaced_in(formula, {Size(0): Size(1), Size(1): Size(0)})
    assert swapped == Equal(Size(1), Combine(Op.MINUS, Size(0), Size(1)))


def test_parts_come_once_and_after_what_they_consist_of() -> None:
    both = Combine(Op.XOR, Size(0), Size(1))
    formula = Equal(both, Combine(Op.AND, both, Size(0)))
    order = list(parts(formula))
    assert order == [Size(0), Size(1), both, Combine(Op.AND, both, Size(0)), formula]


def test_a_formula_is_shown_as_it_is_written() -> None:
    x, y = TakeAway(3).piles, NewSize()
    assert str(xor(x) == 0) == "x[0] ^ x[1] ^ x[2] == 0"
    assert str((x[0] <= x[1] + 2) | ~(x[2] % 4 == 1)) == "(~(x[1] + 2 < x[0])) | (~(x[2] % 4 == 1))"
    assert str(x[0] - (x[1] - 1) == 0) == "x[0] - (x[1] - 1) == 0"
    assert show(Equal(y, Literal(3))) == "y == 3"
