"""Layouts: values, packed words and ranks are three ways to write one state."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.errors import BadModel, OutOfSort
from counterpoint.terms.layout import WORD, Layout
from counterpoint.terms.sort import Interval, Sort, size, subsets_of
from counterpoint.terms.term import Variable
from tests.share import share

from .terms import sorts

many = st.lists(sorts, max_size=30)


def layout_of(sorts_: list[Sort]) -> Layout:
    return Layout(tuple(Variable(f"v{at}", sort) for at, sort in enumerate(sorts_)))


@settings(max_examples=share(50))
@given(many, st.data())
def test_the_three_ways_are_inverse(sorts_: list[Sort], data: st.DataObject) -> None:
    layout = layout_of(sorts_)
    rank = data.draw(st.integers(0, layout.size - 1))
    state = layout.unrank(rank)
    assert layout.rank(state) == rank
    assert layout.unpack(layout.pack(state)) == state
    assert layout.values(layout.codes(state)) == state
    assert len(layout.pack(state)) == layout.words
    assert all(0 <= word < 1 << WORD for word in layout.pack(state))


@settings(max_examples=share(50))
@given(many)
def test_fields_stay_in_their_words_and_share_no_bit(sorts_: list[Sort]) -> None:
    layout = layout_of(sorts_)
    used = [0] * layout.words
    for sort, field in zip(sorts_, layout.fields, strict=True):
        assert 1 << field.width >= size(sort)
        assert field.shift + field.width <= WORD
        mask = ((1 << field.width) - 1) << field.shift
        assert not used[field.word] & mask
        used[field.word] |= mask


def test_the_numbering_is_that_of_zhangs_document() -> None:
    """i = 3^9 (t - 1) + sum of 3^j x_j."""
    squares = tuple(Variable(f"x[{j}]", Interval(0, 2)) for j in range(9))
    layout = Layout((*squares, Variable("t", Interval(1, 2))))
    assert layout.size == 3**9 * 2
    assert layout.weights == tuple(3**j for j in range(10))
    state = (1, 2, 0, 0, 0, 0, 0, 0, 2, 2)
    assert layout.rank(state) == 3**9 * (2 - 1) + sum(3**j * x for j, x in enumerate(state[:9]))
    assert layout.words == 1


def test_nothing_is_one_state() -> None:
    layout = Layout(())
    assert (layout.size, layout.words, layout.rank(()), layout.unpack([0])) == (1, 1, 0, ())


def test_a_field_of_64_bits_fills_a_word() -> None:
    layout = layout_of([Interval(0, 1), Interval(0, 2**64 - 1), Interval(0, 1)])
    assert [(f.word, f.shift, f.width) for f in layout.fields] == [(0, 0, 1), (1, 0, 64), (2, 0, 1)]
    assert layout.unpack(layout.pack((1, 2**64 - 1, 1))) == (1, 2**64 - 1, 1)


def test_a_variable_wider_than_a_word_is_refused() -> None:
    with pytest.raises(BadModel, match=r"v0 ranges over subsets of .* needs 65 bits"):
        layout_of([subsets_of(range(65))])


def test_a_state_with_a_foreign_value_has_no_rank() -> None:
    with pytest.raises(OutOfSort, match=r"3 is not in 0\.\.2"):
        layout_of([Interval(0, 2)]).rank((3,))
