"""Errors say where they come up, and through which definitions."""

from __future__ import annotations

import pytest

from counterpoint.errors import NoValue

from .small import Small


def failing(body: str, state: tuple[object, ...] = ()) -> NoValue:
    with pytest.raises(NoValue) as caught:
        Small(body).value("Test", state)
    return caught.value


def test_the_place_is_that_of_the_innermost_expression() -> None:
    error = failing("VARIABLE x\nTest == {x, 3 + Head(<<>>)}", (1,))
    assert error.place is not None
    assert (error.place.line, error.place.column, error.place.width) == (4, 17, 10)


def test_the_definitions_on_the_way_are_told_with_their_arguments() -> None:
    error = failing("At(f, n) == f[n]\nOdd(p) == At(<<1, 2>>, p) = 1\nTest == Odd(3)")
    assert error.message == "<<1, 2>> is applied to 3, which is not in its domain {1, 2}"
    assert [call.split(" at ")[0] for call in error.calls] == [
        "At(f = <<1, 2>>, n = 3)",
        "Odd(p = 3)",
    ]
    assert str(error).endswith("in Odd(p = 3) at Small.tla:5:9")


def test_an_argument_without_a_value_is_a_question_mark() -> None:
    error = failing("F(a, b) == b + a\nTest == F(1 \\div 0, 1)")
    assert error.calls == ("F(a = ?, b = 1) at Small.tla:4:9",)


def test_many_calls_of_the_same_are_told_once() -> None:
    error = failing("RECURSIVE Up(_)\nUp(n) == IF n = 9 THEN n[1] ELSE Up(n + 1)\nTest == Up(0)")
    assert error.calls == (
        "Up at Small.tla:4:34 (times 9)",
        "Up at Small.tla:5:9",
    )


def test_an_error_that_is_caught_inside_costs_nothing_outside() -> None:
    small = Small(r"VARIABLE x Test == [n \in {0, x} |-> 6 \div n][x]")
    assert small.value("Test", (2,)) == 3


def test_a_failure_that_is_expected_is_true_and_nothing_else_is() -> None:
    head = "INSTANCE TLCExt\nTest == "
    assert Small(head + 'AssertError("no value", 1 \\div 0)').holds("Test")
    other = failing(head + 'AssertError("other", 1 \\div 0)')
    assert other.message == r"this fails as '1 \\div 0 has no value', not as 'other'"
    none = failing(head + 'AssertError("no value", 1)')
    assert none.message == "this has a value, but should fail as 'no value'"
