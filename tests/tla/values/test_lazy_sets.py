"""Sets that are not listed: they hold what the listed ones hold."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.errors import NoValue
from counterpoint.tla.library.drawing import draw
from counterpoint.tla.values import (
    ANY,
    INT,
    NAT,
    STRING,
    BoundedSequences,
    Filtered,
    FunctionSet,
    Injections,
    Interval,
    LazyFunction,
    LazySet,
    PowerSet,
    Product,
    RecordSet,
    Sequences,
    SizedSubsets,
    as_listed,
    big_union,
    cap,
    cup,
    function,
    interval,
    is_finite,
    key,
    members,
    minus,
    normal,
    record,
    size,
)

from .models import Pair, bases, families, sets, tried


@tried
@given(sets)
def test_a_set_lists_its_elements_in_order(pair: tuple[LazySet, frozenset[Any]]) -> None:
    lazy, model = pair
    assert list(lazy) == sorted(model, key=key)
    assert normal(lazy) == model
    assert list(members(lazy)) == list(lazy)


@tried
@given(sets)
def test_a_set_counts_its_elements_as_it_lists_them(
    pair: tuple[LazySet, frozenset[Any]],
) -> None:
    lazy, model = pair
    assert len(lazy) == size(lazy) == len(model)
    assert bool(lazy) is bool(model)
    assert is_finite(lazy)


@tried
@given(families, families)
def test_a_set_holds_its_elements_and_no_others(a: Pair, b: Pair) -> None:
    (lazy, model), (_, others) = a, b
    assert all(element in lazy for element in model)
    for other in others - model:
        with suppress(NoValue):  # of another kind
            assert other not in lazy


@tried
@given(bases, bases)
def test_operators_agree_with_those_of_python(a: Pair, b: Pair) -> None:
    (one, model), (other, other_model) = a, b
    assert normal(cup(one, other)) == model | other_model
    assert normal(cap(one, other)) == model & other_model
    assert normal(minus(one, other)) == model - other_model
    both = frozenset({model, other_model})
    assert normal(big_union(both)) == model | other_model
    assert as_listed(cup(one, other)) == model | other_model


@tried
@given(sets, st.integers(0, 9))
def test_what_is_drawn_is_an_element(pair: tuple[LazySet, frozenset[Any]], seed: int) -> None:
    lazy, model = pair
    if model:
        assert draw(lazy, Random(seed)) in model


def test_large_sets_are_counted_without_listing_them() -> None:
    many = Interval(1, 100)
    assert size(PowerSet(many)) == 2**100
    assert size(FunctionSet(many, many)) == 100**100
    assert size(Product(many, many, many)) == 10**6
    assert size(RecordSet({"a": many, "b": PowerSet(many)})) == 100 * 2**100
    assert size(SizedSubsets(2, many)) == 4950
    assert size(BoundedSequences(many, 2)) == 10101
    assert size(Injections(Interval(1, 2), many)) == 9900


def test_sizes_that_nobody_could_write_down_are_refused() -> None:
    many = PowerSet(Interval(1, 100))
    with pytest.raises(NoValue, match="too many elements to be counted"):
        size(PowerSet(many))
    with pytest.raises(NoValue, match="too many elements to be counted"):
        size(FunctionSet(many, many))
    assert is_finite(PowerSet(many))


def test_large_sets_know_their_elements() -> None:
    many = frozenset(range(1, 101))
    assert frozenset({3, 50}) in PowerSet(many)
    assert frozenset({3, 101}) not in PowerSet(many)
    assert Interval(5, 50) in PowerSet(Interval(1, 100))
    assert tuple(range(1, 101)) in FunctionSet(many, many)
    assert LazyFunction(many, lambda n: 101 - n) in FunctionSet(many, many)
    assert record(a=7, b=many) in RecordSet({"a": many, "b": PowerSet(many)})
    assert (1, 2) in Product(NAT, many)
    assert (1, 2, 3) not in Product(NAT, many)


def test_infinite_sets_know_their_elements() -> None:
    assert 0 in NAT
    assert -1 not in NAT
    assert -1 in INT
    assert "x" in STRING
    assert frozenset() in ANY
    assert (1, 2) in Sequences(NAT)
    assert (1, -2) not in Sequences(NAT)
    assert function({0: 1}) not in Sequences(NAT)
    assert frozenset({1}) in PowerSet(NAT)
    assert function({"p": 3}) in FunctionSet(frozenset({"p"}), NAT)
    assert (1, 2) not in FunctionSet(NAT, NAT)
    assert 4 in Filtered(NAT, lambda n: n % 2 == 0)
    assert 4 in minus(NAT, frozenset({0}))
    assert 0 not in minus(NAT, frozenset({0}))
    assert -1 in cup(NAT, frozenset({-1}))
    assert cap(NAT, frozenset({-1, 1})) == frozenset({1})


@pytest.mark.parametrize(
    "endless",
    [
        NAT,
        STRING,
        Sequences(frozenset({1})),
        PowerSet(NAT),
        FunctionSet(Interval(1, 2), NAT),
        Product(frozenset({1}), NAT),
        RecordSet({"a": NAT}),
        cup(NAT, frozenset({-1})),
        BoundedSequences(NAT, 2),
    ],
    ids=repr,
)
def test_infinite_sets_are_neither_listed_nor_counted(endless: LazySet) -> None:
    assert not is_finite(endless)
    assert size(endless) is None
    with pytest.raises(NoValue):
        normal(endless)
    with pytest.raises(NoValue):
        len(endless)
    with pytest.raises(NoValue):
        list(endless)


def test_products_with_an_empty_set_are_empty_though_another_is_infinite() -> None:
    assert size(Product(frozenset(), NAT)) == 0
    assert size(FunctionSet(NAT, frozenset())) == 0
    assert size(FunctionSet(frozenset(), NAT)) == 1
    assert normal(Sequences(frozenset())) == frozenset({()})


def test_small_intervals_are_listed_and_large_ones_are_not() -> None:
    assert interval(1, 3) == frozenset({1, 2, 3})
    assert interval(1, 3) is interval(1, 3)
    assert interval(3, 1) == frozenset()
    assert isinstance(interval(0, 10**9), Interval)
    with pytest.raises(NoValue, match=r'1\.\."a": "a" is no number'):
        interval(1, "a")


def test_a_set_is_listed_once() -> None:
    lazy = PowerSet(frozenset({1, 2}))
    assert lazy.force() is lazy.force()


def test_sets_say_what_they_are() -> None:
    shown = {
        repr(PowerSet(NAT)): "SUBSET Nat",
        repr(FunctionSet(frozenset({1}), NAT)): "[{1} -> Nat]",
        repr(RecordSet({"b": NAT, "a": INT})): "[a: Int, b: Nat]",
        repr(Product(NAT, INT)): r"Nat \X Int",
        repr(Sequences(NAT)): "Seq(Nat)",
        repr(Interval(0, 9)): "0..9",
        repr(cup(NAT, frozenset({-1}))): r"Nat \cup {-1}",
    }
    assert list(shown) == list(shown.values())
