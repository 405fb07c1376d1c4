"""Functions: listed where they can be, else computed where they are applied."""

from __future__ import annotations

import pytest

from counterpoint.errors import NoValue
from counterpoint.tla.values import LazyFunction, normal, show

from .small import Small, shown, value


def test_a_function_over_a_small_set_is_listed() -> None:
    assert value(r"[x \in 1..3 |-> x]") == (1, 2, 3)


def test_a_function_with_an_entry_without_value_can_be_applied_elsewhere() -> None:
    assert shown(r"[x \in 1..3 |-> 6 \div (x - 2)][3]") == "6"
    with pytest.raises(NoValue, match=r"6 .div 0 has no value"):
        shown(r"[x \in 1..3 |-> 6 \div (x - 2)][2]")


def test_a_function_over_an_infinite_set_is_not_listed() -> None:
    assert isinstance(value(r"[x \in Nat |-> x + 1]"), LazyFunction)
    assert shown(r"[x \in Nat |-> x + 1][41]") == "42"


def test_a_function_keeps_what_was_around_where_it_was_made() -> None:
    body = r"Add(n) == [x \in Nat |-> x + n]"
    assert shown(r"{Add(n)[1] : n \in 1..3}", body) == "{2, 3, 4}"
    test = "LET f == Add(v + 1)  g == Add(v + 10) IN f[g[f[0]]]"
    small = Small(f"VARIABLE v {body} Test == {test}")
    assert small.value("Test", (100,)) == 312


def test_a_sequence_has_no_entry_zero_and_none_before() -> None:
    for index in ("0", "-1", "3", '"a"'):
        with pytest.raises(NoValue, match="which is not in its domain"):
            shown(f"<<1, 2>>[{index}]")


def test_an_entry_of_a_variable_is_guarded_too() -> None:
    small = Small(r"VARIABLES f, i Test == f[i] Two == f[i, i] Is == f[i] = 1")
    for name in ("Test", "Is"):
        with pytest.raises(NoValue, match="not in its domain"):
            small.holds(name, ((1, 2), 0)) if name == "Is" else small.value(name, ((1, 2), 0))
        with pytest.raises(NoValue, match="is no function"):
            small.value(name, ("ab", 1))
    with pytest.raises(NoValue, match="not in its domain"):
        small.value("Two", ((1, 2), 1))


def test_a_recursive_function_of_several_arguments() -> None:
    body = r"gcd[a, b \in Nat] == IF b = 0 THEN a ELSE gcd[b, a % b]"
    assert shown("gcd[12, 18]", body) == "6"


def test_a_pattern_that_does_not_fit_has_no_value() -> None:
    with pytest.raises(NoValue, match="1 is no tuple of 2 items"):
        shown(r"[<<x, y>> \in {1} |-> x][1]")


def test_what_is_no_set_is_no_domain() -> None:
    with pytest.raises(NoValue, match="a set is needed here, not 3"):
        shown("[3 -> {1}]")


def test_a_function_of_two_arguments_over_sets_of_the_state_is_listed() -> None:
    small = Small(r"VARIABLES n, m Test == [x \in 1..n, y \in 1..m |-> x + y]")
    assert show(normal(small.value("Test", (1, 2)))) == "(<<1, 1>> :> 2 @@ <<1, 2>> :> 3)"
    assert show(normal(small.value("Test", (2, 1)))) == "(<<1, 1>> :> 2 @@ <<2, 1>> :> 3)"
