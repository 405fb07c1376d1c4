"""Evaluation: what expressions are worth, and what is said where they have no value."""

from __future__ import annotations

import pytest

from counterpoint.errors import NoResult
from counterpoint.led.values.numbers import LONGEST, plus
from counterpoint.led.values.trouble import Trouble
from counterpoint.led.values.value import show

from .texts import module

PLAIN = module("S := {1,2,3} f(x) := x*x even(n) iff n mod 2 = 0")


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("1/3 + 1/6", "1/2"),
        ("0.1 + 0.2 = 0.3", "true"),
        ("2^-2", "1/4"),
        ("-7 mod 3", "2"),
        ("-(7 mod 3)", "-1"),
        ("7.5 mod 2", "3/2"),
        ("floor(-1/2) + ceil(1/2)", "0"),
        ("|-3| + |S| + |(1,2)| + |<>| + |\"ab\"|", "10"),
        ("{1, 4/2, 2}", "{1, 2}"),
        ("{1/2..3.5}", "{1, 2, 3}"),
        ("{3..1}", "{}"),
        ("{1,2} * {`a}", "{(1, `a), (2, `a)}"),
        ("S U {4} \\ {1} sec {4,2}", "{1, 2, 3, 4}"),
        ("S sub {1,2,3,4} & ~(S sub {1})", "true"),
        ("Pow({1,2})", "{{}, {1}, {2}, {1, 2}}"),
        ("{f(x) | x in S & ~even(x)}", "{1, 9}"),
        ("{(x,y) | y in {1..x} & x in {1,2}}", "{(1, 1), (2, 1), (2, 2)}"),
        ("{y | (`a,y) in {(`a,1), (`b,2), 3, (`a,1,2)}}", "{1}"),
        ("{x | x = 1 V x = 2 V x in S}", "{1, 2, 3}"),
        ("{x | some y in S. x = y*2}", "{2, 4, 6}"),
        ("{x | (x,x) in {(1,1), (1,2)}}", "{1}"),
        ("{x + y | (x,y) = (1,2)}", "{3}"),
        ("{x | 4 = x}", "{4}"),
        ("Sum[x in S] x^2", "14"),
        ("Sum[x in {1,2} V x in {2,3}] x", "6"),
        ("Sum[x in S & y in S] 1", "9"),
        ("Prod[x in {}] x", "1"),
        ("U[x in S] {x, -x}", "{-3, -2, -1, 1, 2, 3}"),
        ("Sec[x in S] {x..5}", "{3, 4, 5}"),
        ("some x, y in S. x + y = 6", "true"),
        ("all (x,y) in {(1,2),(2,3)}. x < y", "true"),
        ("some x in {}. 1/0 = 1", "false"),
        ("1 < 2 <= 2 < 3", "true"),
        ("1 < 2 > 3", "false"),
        ("false & 1/0 = 1", "false"),
        ("true V 1/0 = 1", "true"),
        ("false => 1/0 = 1", "true"),
        ("true = 1", "false"),
        ("{true, 1, `true, \"true\"}", '{true, 1, "true", `true}'),
        ('"x" = `x', "false"),
        ("(1,(2,3))[2][1]", "2"),
        ("(1,2,3)[2..3]", "(2, 3)"),
        ("<1,2> + <3>", "<1, 2, 3>"),
        ("(1,2) + (3,4)", "(1, 2, 3, 4)"),
        ("<1> = (1,1)", "false"),
        ('"ab" + "c\\"d"', '"abc\\"d"'),
        ("3 in {1..10^30} & ~(1/2 in {0..1})", "true"),
        ("(1,`x) in Nat * Atom & {1} in fSet(Int) & ~(-1 in Nat)", "true"),
        ("<1,2> in Seq(Nat U Bool)", "true"),
        ("choose({3,1,2})", "1"),
        ("S = {x | x in {3,2,1}}", "true"),
        ("{1,2} mod 2", None),
    ],
)  # fmt: skip
def test_an_expression_has_its_value(said: str, shown: str | None) -> None:
    if shown is None:
        with pytest.raises(NoResult):
            PLAIN.evaluate(said)
    else:
        assert show(PLAIN.evaluate(said)) == shown


def message(code: str, said: str) -> str:
    with pytest.raises(NoResult) as raised:
        module(code).evaluate(said)
    return str(raised.value)


@pytest.mark.parametrize("of", ["{x + y | ", "Sum[", "{(x, y) | "])
def test_solutions_that_are_too_many_are_not_kept(of: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("counterpoint.led.evaluate.compiler.MOST_MEMBERS", 1000)
    where = "x in {1..200} & y in {1..200}"
    code = f"a := {of}{where}" + ("] x" if of == "Sum[" else "}")
    with pytest.raises(NoResult, match="true for more than 1,000,000 values") as raised:
        module(code).evaluate("a")
    assert raised.value.place is not None


@pytest.mark.parametrize(
    ("code", "said", "told"),
    [
        ("a := 1/0", "a", "1 is divided by zero"),
        ("a := 0^-1", "a", "0^-1 divides by zero"),
        ("f(x) := 1 if x > 0; 2 if x < 0", "f(0)", "no case applies: all conditions are false"),
        ("If x > 0 then f(x) := 1", "f(0)", "the condition after If is not true for any values"),
        ("f := x where x in {1,2}", "f", "leaves a choice: x = 1, or x = 2"),
        ("f := x where x in {}", "f", "the condition after where is not true for any values"),
        ("a := b b := a", "a", "a is defined by itself, so it has no value\n"),
        ("f(n) := f(n+1)", "f(0)", "f uses itself more than 10,000 times without an end"),
        ("a := (1,2)[3]", "a", "(1, 2) has the parts 1 to 2, and none at 3"),
        ("a := 1 + `x", "a", "here are 1 and `x"),
        ("a := {1} + {2}", "a", "+ adds numbers, or joins tuples, sequences or strings"),
        ("g(s) := g(s+s)", "g(<1>)", "+ joins up to 1,048,576 items"),
        ("g(s) := g(s+s)", 'g("ab")', "+ joins up to 1,048,576 items"),
        ("a(p) iff p & true", "a(1)", "a condition is true or false, and this is 1"),
        ("a(p) iff p", "a(3)", "a condition is true or false, and this is 3"),
        ("a(p) iff p if 1 < 2; true otherwise", "a({})", "true or false, and this is {}"),
        ("a(S) iff some x in S. x = 1", "a(3)", "a set is needed here, not 3, which is a number"),
        ("a := {x | x in Nat}", "a", "Nat has no end"),
        ("a := {1..10^7}", "a", "more than 1,000,000 members"),
        ("a := 2^10^9", "a", "has too many digits"),
        ("a := Sec[x in {}] x", "a", "Sec of no set at all has no value"),
        ("a(x) := x < 2", "a(`x)", "numbers are compared by <"),
        ("a(x) := 3 in x", "a(4)", "a set is needed here, not 4"),
        ("a := choose({})", "a", "nothing can be chosen from {}"),
        ("a := currentState", "a", "currentState is given by a run, and nothing runs here"),
    ],
)
def test_where_there_is_no_value_it_is_said_why(code: str, said: str, told: str) -> None:
    assert told in message(code, said)


def test_an_error_tells_the_calls_that_led_to_it() -> None:
    told = message("half(n) := n / (n - n) twice(n) := half(n) + half(n)", "twice(4)")
    assert told.endswith("\n  in half(4)\n  in twice(4)")


def test_after_an_error_everything_can_be_asked_again() -> None:
    text = module("f(x) := 1/x a := f(0)")
    for _ in range(2):
        with pytest.raises(NoResult):
            text.evaluate("a")
    assert text.evaluate("f(2)") == text.evaluate("1/2")


def test_what_where_binds_waits_until_it_is_needed() -> None:
    text = module("f(x) := y if x > 0; 0 otherwise where z = 1/x & y = z + 1")
    assert (text.evaluate("f(0)"), text.evaluate("f(1)")) == (0, 2)


def test_a_condition_after_where_is_looked_at_in_any_case() -> None:
    text = module("f(x) := y where y = x + 1 & y > 3")
    assert text.evaluate("f(3)") == 4
    with pytest.raises(NoResult):
        text.evaluate("f(0)")


def test_a_recursion_may_be_thousands_of_calls_deep() -> None:
    assert module("f(n) := 0 if n = 0; 1 + f(n-1) otherwise").evaluate("f(9000)") == 9000


def test_a_variable_hides_a_definition_and_a_claim_hides_a_variable() -> None:
    text = module("a := 1 f(a) := a + 1 g(x) iff some x in {5}. x = 5")
    assert (text.evaluate("f(10)"), str(text.evaluate("g(1)"))) == (11, "true")


def test_in_a_condition_a_definition_is_compared_with() -> None:
    assert show(module("a := 2").evaluate("{x | a = x}")) == "{2}"
    assert show(module("a := 2 S := {1,2}").evaluate("{a | a in S}")) == "{2}"


def test_the_state_is_the_initial_one_unless_it_is_given() -> None:
    text = module("initialState := {1} size := |currentState|")
    assert text.evaluate("size") == 1
    assert text.evaluate("size", frozenset({1, 2})) == 2
    assert text.evaluate("size") == 1


def test_settings_replace_definitions_without_parameters() -> None:
    from counterpoint.led.module import LedModule
    from counterpoint.led.source import Source

    source = Source("f.led", "/$ n := 3 where 1 = 1 on iff false a := (n, on) $/")
    assert show(LedModule(source, {"n": 5, "on": True}).evaluate("a")) == "(5, true)"


def test_rows_are_joined_up_to_a_length() -> None:
    half = (0,) * (LONGEST // 2)
    assert len(plus(half, half)) == LONGEST
    with pytest.raises(Trouble, match="joins up to"):
        plus(half, (*half, 0))
