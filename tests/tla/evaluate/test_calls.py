"""Definitions: arguments by need, operators by name, instances, primes through all of them."""

from __future__ import annotations

import pytest

from counterpoint.errors import NoValue

from .small import Small, shown


def test_an_argument_that_is_not_needed_may_have_no_value() -> None:
    assert shown(r"First(1, 1 \div 0)", "First(a, b) == a") == "1"


def test_an_argument_is_computed_once() -> None:
    body = r"VARIABLE x Twice(a) == <<a, a>> Test == Twice(RandomElement({x} \cup 1..1000000))"
    one, two = Small(body).value("Test", (0,))
    assert one == two


def test_operator_arguments_are_passed_by_name() -> None:
    assert shown("Twice(LAMBDA y : y + 3, 1)", "Twice(Op(_), x) == Op(Op(x))") == "7"
    body = "Twice(Op(_), x) == Op(Op(x))  Again(Op(_), x) == Twice(Op, x)  Inc(n) == n + 1"
    assert shown("Again(Inc, 1)", body) == "3"


def test_an_operator_of_the_language_is_an_argument() -> None:
    assert shown("Apply(+, 1, 2)", "Apply(Op(_, _), a, b) == Op(a, b)") == "3"


def test_a_parameter_hides_nothing_outside() -> None:
    body = "Outer(n) == n * 10  Inner(n) == Outer(n + 1) + n"
    assert shown("Inner(1)", body) == "21"


def test_a_let_value_is_kept_for_one_evaluation_only() -> None:
    small = Small(r"VARIABLE x Test == LET y == x * 2 IN y + y + y")
    assert [small.value("Test", (n,)) for n in (1, 2)] == [6, 12]


def test_a_let_inside_a_loop_is_computed_anew_each_time() -> None:
    assert shown(r"{LET y == x * x IN <<y, y>> : x \in 1..2}") == "{<<1, 1>>, <<4, 4>>}"


def test_a_prime_reaches_through_definitions_and_lets() -> None:
    small = Small(
        r"""
        VARIABLES x, y
        Sum == LET s == x + y IN s + s
        Won(n) == \E k \in {n} : x = k
        Test == <<Sum, Sum', (x + 1)', Won(3), Won(3)', Won(y)'>>
        """
    )
    assert [str(each) for each in small.value("Test", (3, 4), (5, 5))] == [
        "14", "20", "6", "TRUE", "FALSE", "TRUE",
    ]  # fmt: skip


def test_a_primed_let_shares_no_memory_with_the_unprimed_one() -> None:
    small = Small(r"VARIABLE x Test == LET y == x * 10 IN <<y, y', y, y'>>")
    assert small.value("Test", (1,), (2,)) == (10, 20, 10, 20)


def test_a_parameter_may_be_primed_in_the_body() -> None:
    small = Small(r"VARIABLE x Grows(v) == v' > v Test == <<Grows(x), Grows(x * 2)>>")
    assert [str(each) for each in small.value("Test", (1,), (2,))] == ["TRUE", "TRUE"]


def test_instances_substitute_and_take_parameters() -> None:
    small = Small(
        r"""
        ---- MODULE Clock ----
        EXTENDS Integers
        CONSTANT Top
        VARIABLE hour
        Late == hour * 2 > Top
        Next == hour'
        ====
        VARIABLE time
        At(n) == INSTANCE Clock WITH Top <- n, hour <- time + 1
        Test == <<At(4)!Late, At(10)!Late, At(1)!Next>>
        """
    )
    assert [str(each) for each in small.value("Test", (2,), (7,))] == ["TRUE", "FALSE", "8"]


def test_a_constant_without_a_value_is_named() -> None:
    with pytest.raises(NoValue, match="the constant N was given no value"):
        Small("CONSTANT N Test == N + 1").value("Test")
