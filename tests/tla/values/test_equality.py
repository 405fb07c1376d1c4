"""Equality and membership, and where TLC would not compare."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.errors import NoValue
from counterpoint.tla.values import (
    INT,
    NAT,
    STRING,
    TRUE,
    FunctionSet,
    Interval,
    LazyFunction,
    LazySet,
    ModelValue,
    PowerSet,
    Product,
    Union,
    equal,
    function,
    is_in,
    is_subset,
    record,
)

from .models import sets, tried, values

NONE = ModelValue("none")


@tried
@given(values, values)
def test_equal_agrees_with_python_wherever_it_answers(a: Any, b: Any) -> None:
    try:
        answer = equal(a, b)
    except NoValue:
        assert a != b
    else:
        assert answer is (a == b)


@tried
@given(values, st.frozensets(values, max_size=4))
def test_is_in_agrees_with_python_wherever_it_answers(a: Any, some: frozenset[Any]) -> None:
    try:
        answer = is_in(a, some)
    except NoValue:
        assert a not in some
    else:
        assert answer is (a in some)


@tried
@given(sets, sets)
def test_sets_that_are_not_listed_are_compared_by_what_they_hold(
    a: tuple[LazySet, frozenset[Any]], b: tuple[LazySet, frozenset[Any]]
) -> None:
    (one, model), (other, other_model) = a, b
    assert equal(one, model)
    assert equal(model, one)
    try:
        answer = equal(one, other)
    except NoValue:
        assert model != other_model
    else:
        assert answer is (model == other_model)


@tried
@given(sets, sets)
def test_subsets_are_found_without_listing(
    a: tuple[LazySet, frozenset[Any]], b: tuple[LazySet, frozenset[Any]]
) -> None:
    (one, model), (other, other_model) = a, b
    try:
        assert is_subset(one, other) is (model <= other_model)
        assert is_subset(model, other) is (model <= other_model)
    except NoValue:
        assert not model <= other_model


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (1, "a"),
        (1, TRUE),
        ("a", frozenset()),
        ((), frozenset()),
        ((1,), "a"),
        ((1, 2), ("a", 2)),
        (record(a=1, b=2), record(a=1, b="x")),
        (frozenset({1}), frozenset({"a"})),
        (frozenset({1}), 1),
        (Interval(1, 3), 1),
        (NAT, "a"),
        (ModelValue("A_1"), ModelValue("B_1")),
        (ModelValue("A_1"), 1),
    ],
)
def test_values_of_different_kinds_are_not_compared(a: Any, b: Any) -> None:
    for one, other in ((a, b), (b, a)):
        with pytest.raises(NoValue, match="cannot be compared"):
            equal(one, other)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (NONE, 1),
        (NONE, frozenset()),
        (NONE, NAT),
        (NONE, ModelValue("other")),
        (NONE, ModelValue("A_1")),
        (ModelValue("A_1"), ModelValue("A_2")),
        ((1, 2), (3, "x")),
        ((1, 2), ("x",)),
        (record(a=1), record(b="x")),
        (record(a=1), (1,)),
        (frozenset({1}), frozenset({"a", "b"})),
        (frozenset(), frozenset({1})),
        (NAT, INT),
        (Interval(1, 3), NAT),
        (NAT, frozenset({1})),
    ],
)
def test_values_that_differ_at_a_place_that_can_be_compared_are_unequal(a: Any, b: Any) -> None:
    assert equal(a, b) is False
    assert equal(b, a) is False


def test_infinite_sets_are_compared_where_their_parts_tell() -> None:
    assert equal(NAT, NAT)
    assert equal(PowerSet(NAT), PowerSet(NAT))
    assert equal(FunctionSet(Interval(1, 2), NAT), FunctionSet(frozenset({1, 2}), NAT))
    assert not equal(FunctionSet(Interval(1, 2), NAT), FunctionSet(Interval(1, 2), INT))
    with pytest.raises(NoValue, match=r"infinite sets .* cannot be compared"):
        equal(Union(NAT, frozenset({-1})), Union(frozenset({-1}), NAT))


def test_lazy_functions_are_compared_by_their_values() -> None:
    assert equal(LazyFunction(Interval(1, 2), lambda n: n), (1, 2))
    assert not equal((1, 3), LazyFunction(Interval(1, 2), lambda n: n))


def test_huge_sets_are_compared_by_their_parts() -> None:
    many = frozenset(range(100))
    assert equal(PowerSet(many), PowerSet(Interval(0, 99)))
    assert is_subset(PowerSet(many), PowerSet(NAT))
    assert is_subset(Product(many, many), Product(NAT, INT))
    assert is_subset(FunctionSet(many, many), FunctionSet(many, NAT))
    assert is_subset(Interval(0, 10**9), NAT)
    assert not is_subset(Interval(-1, 10**9), NAT)
    assert is_subset(NAT, INT)
    assert not equal(FunctionSet(many, many), FunctionSet(many, PowerSet(many)))
    assert not equal(Product(many, many), Product(many, many, many))
    assert not equal(FunctionSet(many, many), FunctionSet(frozenset({1}), many))


def test_a_model_value_is_in_no_set_of_others() -> None:
    assert not is_in(NONE, frozenset({1, 2}))
    assert not is_in(NONE, NAT)
    assert not is_in(NONE, FunctionSet(Interval(1, 2), NAT))
    assert is_in(NONE, frozenset({NONE, 1}))
    assert is_in(NONE, Union(NAT, frozenset({NONE})))


@pytest.mark.parametrize(
    ("value", "some"),
    [
        ("a", frozenset({1})),
        ("a", NAT),
        (1, STRING),
        (1, PowerSet(NAT)),
        (1, FunctionSet(Interval(1, 2), NAT)),
        (1, Product(NAT, NAT)),
        ("a", Interval(1, 2)),
        (ModelValue("A_1"), NAT),
        (ModelValue("A_1"), frozenset({1})),
    ],
)
def test_membership_is_not_asked_of_another_kind(value: Any, some: Any) -> None:
    with pytest.raises(NoValue):
        is_in(value, some)


def test_nothing_is_in_what_is_no_set() -> None:
    with pytest.raises(NoValue, match="a set is needed here, not <<1>>"):
        is_in(1, (1,))


def test_a_union_says_yes_where_one_part_does_though_another_would_not_say() -> None:
    assert is_in("none", Union(NAT, frozenset({"none"})))
    with pytest.raises(NoValue):
        is_in("other", Union(NAT, frozenset({"none"})))


def test_records_are_told_from_functions_by_their_domain() -> None:
    assert not equal(record(a=1), function({1: 1, 2: 2}))
