"""Functions: making, applying and changing them."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.errors import NoValue
from counterpoint.tla.values import (
    NAT,
    TRUE,
    Domain,
    Interval,
    LazyFunction,
    ModelValue,
    PowerSet,
    apply,
    arguments_of,
    domain,
    domain_of,
    field,
    function,
    is_sequence,
    items,
    make,
    normal,
    record,
    updated,
    values_of,
)

from .models import built as value_of
from .models import canonical, models, tried, values

tables = st.dictionaries(values, values, max_size=4)


@tried
@given(models, models)
def test_values_are_equal_just_when_their_models_are(a: Any, b: Any) -> None:
    one, other = value_of(a), value_of(b)
    assert (one == other) is (canonical(a) == canonical(b))
    assert one != other or hash(one) == hash(other)


@tried
@given(tables)
def test_a_function_gives_back_the_table_that_it_was_made_of(table: dict[Any, Any]) -> None:
    f = function(table)
    assert dict(items(f)) == table
    assert domain(f) == table.keys()
    assert {x: apply(f, x) for x in table} == table
    assert make(arguments_of(f), values_of(f)) == f


@tried
@given(tables, values)
def test_a_function_has_no_value_outside_its_domain(table: dict[Any, Any], x: Any) -> None:
    if x not in table:
        with pytest.raises(NoValue, match="not in its domain"):
            apply(function(table), x)


@tried
@given(tables, values, values)
def test_an_update_changes_one_value_and_none_outside_the_domain(
    table: dict[Any, Any], x: Any, new: Any
) -> None:
    changed = {**table, x: new} if x in table else table
    assert updated(function(table), (x,), lambda _: new) == function(changed)


@tried
@given(values)
def test_values_survive_being_copied_and_pickled(value: Any) -> None:
    assert copy.deepcopy(value) == value
    assert pickle.loads(pickle.dumps(value)) == value


def test_a_function_over_1_to_n_is_a_tuple_and_no_other_is() -> None:
    assert function({2: "b", 1: "a"}) == ("a", "b")
    assert function({}) == ()
    zero_based = function({0: "a", 1: "b"})
    assert type(zero_based[0]) is Domain
    assert not is_sequence(zero_based)


def test_equal_domains_are_one_object() -> None:
    assert domain_of(frozenset({"a", "b"})) is arguments_of(record(b=1, a=2))
    assert domain_of(Interval(1, 3)) is arguments_of((7, 8, 9))


def test_the_fields_of_a_record_are_in_order() -> None:
    assert values_of(record(b=2, a=1)) == (1, 2)
    assert field(record(b=2, a=1), "b") == 2


def test_numbers_and_truth_values_are_different_arguments() -> None:
    assert function({1: "one"}) != function({TRUE: "one"})
    with pytest.raises(NoValue):
        apply(("a",), TRUE)


def test_paths_lead_into_functions_of_functions() -> None:
    f = record(a=((1, 2), (3, 4)))
    assert updated(f, ("a", 2, 1), lambda old: old + 10) == record(a=((1, 2), (13, 4)))
    assert updated(f, ("a", 3, 1), lambda old: old + 10) == f


def test_sets_that_are_not_listed_can_be_arguments() -> None:
    f = function({frozenset({1, 2}): "both"})
    assert apply(f, Interval(1, 2)) == "both"
    assert updated(f, (Interval(1, 2),), lambda _: "new") == function({frozenset({1, 2}): "new"})


def test_what_is_put_in_is_listed() -> None:
    assert updated((0,), (1,), lambda _: Interval(1, 2)) == (frozenset({1, 2}),)


def test_lazy_functions_compute_each_value_once() -> None:
    asked = []

    def rule(n: int) -> int:
        asked.append(n)
        return n * n

    f = LazyFunction(NAT, rule, "squares")
    assert [apply(f, 3), apply(f, 3), f.at(4)] == [9, 9, 16]
    assert asked == [3, 4]
    with pytest.raises(NoValue, match="squares is applied to -1"):
        apply(f, -1)


def test_lazy_functions_over_finite_sets_have_a_normal_form() -> None:
    squares = LazyFunction(Interval(1, 3), lambda n: n * n)
    assert normal(squares) == (1, 4, 9)
    assert updated(squares, (2,), lambda old: old + 1) == (1, 5, 9)
    with pytest.raises(NoValue, match="infinite"):
        normal(LazyFunction(NAT, lambda n: n))


@pytest.mark.parametrize(
    ("what", "message"),
    [
        (lambda: apply((1, 2), 3), "<<1, 2>> is applied to 3, which is not in its domain {1, 2}"),
        (lambda: apply(7, 3), "7 is applied to 3, but it is no function"),
        (lambda: apply("abc", 1), '"abc" is applied to 1, but it is no function'),
        (lambda: field(record(a=1), "b"), "[a |-> 1] has no field b"),
        (lambda: field((1, 2), "b"), "<<1, 2>> has no field b"),
        (lambda: field(3, "b"), "the field b is asked of 3, which is no record"),
        (lambda: domain(3), "DOMAIN is applied to 3, which is no function"),
        (lambda: updated(3, (1,), id), "a function is needed here, not 3"),
        (lambda: domain_of(3), "a set is needed here, not 3"),
        (lambda: normal(PowerSet(NAT)), "the elements of SUBSET Nat cannot be listed: it is infi"),
    ],
)
def test_errors_say_what_was_asked_of_what(what: Any, message: str) -> None:
    with pytest.raises(NoValue) as raised:
        what()
    assert raised.value.message.startswith(message)


def test_long_values_are_cut_off_in_errors() -> None:
    with pytest.raises(NoValue) as raised:
        apply(tuple(range(1000)), "x")
    assert len(raised.value.message) < 300


def test_model_values_are_arguments_like_others() -> None:
    m, n = ModelValue("m"), ModelValue("n")
    assert apply(function({m: 1, n: 2}), n) == 2
