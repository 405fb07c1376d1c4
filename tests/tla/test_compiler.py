"""Expressions to closures: every kind of expression has the value that TLC gives it."""

from __future__ import annotations

import pytest

from counterpoint.errors import NoValue
from counterpoint.tla.compiler import Compiler
from counterpoint.tla.scope import Scope
from counterpoint.tla.tree import Fair, Number, Tuple
from counterpoint.tla.values import FALSE, TRUE

from .evaluate.small import Small, shown

VALUES = [
    (r"1 + 2 * 3", "7"),
    (r"7 - 10", "-3"),
    (r'"a"', '"a"'),
    (r"2.0", "2"),
    (r"TRUE /\ ~FALSE", "TRUE"),
    (r"FALSE => 1 \div 0 = 0", "TRUE"),
    (r"TRUE \/ 1 \div 0 = 0", "TRUE"),
    (r"FALSE /\ 1 \div 0 = 0", "FALSE"),
    (r"(1 = 2) <=> (2 = 3)", "TRUE"),
    (r"{3, 1, 2}", "{1, 2, 3}"),
    (r"{x \in 1..10 : x % 3 = 0}", "{3, 6, 9}"),
    (r"{<<x, y>> \in (1..2) \X (1..2) : x < y}", "{<<1, 2>>}"),
    (r"{x + y : x \in 1..2, y \in 1..2}", "{2, 3, 4}"),
    (r"{x - y : <<x, y>> \in {<<1, 2>>, <<5, 3>>}}", "{-1, 2}"),
    (r"{{x, y} : x, y \in {1, 2}}", "{{1}, {2}, {1, 2}}"),
    (r"[x \in 1..3 |-> x * x]", "<<1, 4, 9>>"),
    (r'[x \in {"a", "b"} |-> 1].a', "1"),
    (r"[x, y \in 1..2 |-> x - y][2, 1]", "1"),
    (r"[<<x, y>> \in {<<1, 2>>} |-> x - y][1, 2]", "-1"),
    (r"[x \in 1..2, <<y, z>> \in {<<3, 4>>} |-> x + y + z][<<2, <<3, 4>>>>]", "9"),
    (r"DOMAIN [a |-> 1, b |-> 2]", '{"a", "b"}'),
    (r"[a |-> 1, b |-> <<2>>].b[1]", "2"),
    (r"[1..2 -> {0, 1}]", "{<<0, 0>>, <<0, 1>>, <<1, 0>>, <<1, 1>>}"),
    (r"[a : {1, 2}]", "{[a |-> 1], [a |-> 2]}"),
    (r"<<1, 2>> \o <<3>>", "<<1, 2, 3>>"),
    (r"{1} \X {2} \X {3}", "{<<1, 2, 3>>}"),
    (r"({1} \X {2}) \X {3}", "{<<<<1, 2>>, 3>>}"),
    (r"IF 1 < 2 THEN 3 ELSE 1 \div 0", "3"),
    (r"CASE 1 = 2 -> 3 [] 2 = 2 -> 4 [] OTHER -> 5", "4"),
    (r"CASE 1 = 2 -> 3 [] OTHER -> 5", "5"),
    (r"LET two == 2  Add(a, b) == a + b IN Add(two, two)", "4"),
    (r"LET f[n \in Nat] == IF n = 0 THEN 1 ELSE n * f[n - 1] IN f[5]", "120"),
    (r"CHOOSE x \in 1..9 : x * x = 49", "7"),
    (r"\A x \in 1..3 : \E y \in 1..3 : x + y = 4", "TRUE"),
    (r"\E x, y \in 1..3 : x * y = 10", "FALSE"),
    (r"\A x \in {} : 1 \div 0 = x", "TRUE"),
    (r"\E <<x, y>> \in {<<1, 2>>} : x < y", "TRUE"),
    (r"SUBSET {1}", "{{}, {1}}"),
    (r"UNION {{1}, {2, 3}}", "{1, 2, 3}"),
    (r"3 \in {x \in Nat : x > 2}", "TRUE"),
    (r"<<1, 2>> \in Seq(Nat)", "TRUE"),
    (r"{1} \in SUBSET Nat", "TRUE"),
    (r"[a |-> 1] \in [a : UNION {[1..2 -> Nat], Nat}]", "TRUE"),
    (r"Cardinality({x \in SUBSET (1..4) : Cardinality(x) = 2})", "6"),
    (r"SelectSeq(<<1, 2, 3>>, LAMBDA x : x # 2)", "<<1, 3>>"),
    (r"lab:: 1 + 1", "2"),
]


@pytest.mark.parametrize(("expression", "wanted"), VALUES)
def test_an_expression_has_the_value_that_tlc_gives_it(expression: str, wanted: str) -> None:
    assert shown(expression) == wanted


def test_a_constant_is_computed_once_and_only_when_it_is_needed() -> None:
    small = Small(r"VARIABLE x Bad == 1 \div 0 Test == IF x = 1 THEN 2 ELSE Bad")
    assert small.value("Test", (1,)) == 2
    with pytest.raises(NoValue):
        small.value("Test", (2,))


def test_a_constant_computed_late_leaves_the_frame_as_it_is() -> None:
    small = Small(
        r"""
        VARIABLE x
        Wide == CHOOSE a \in 1..3 : \E b, c \in 1..3 : \E d \in 1..3 : a + b + c + d = 12
        Test == IF x = 1 THEN Wide ELSE {<<a, b, Wide, a, b>> : a \in {x, 9}, b \in {x + 5}}
        """
    )
    assert small.value("Test", (2,)) == {(2, 7, 3, 2, 7), (9, 7, 3, 9, 7)}


def test_a_set_that_is_computed_inside_a_loop_leaves_the_loop_as_it_is() -> None:
    small = Small(r"VARIABLE x Test == {<<a, b>> : a \in {1, x}, b \in {c \in {5, 6} : c > x}}")
    assert small.value("Test", (2,)) == {(1, 5), (1, 6), (2, 5), (2, 6)}


def test_what_is_no_truth_value_does_not_hold_and_does_not_fail() -> None:
    with pytest.raises(NoValue, match="TRUE or FALSE is needed here, not 3"):
        shown("IF 3 THEN 1 ELSE 2")


def test_truth_values_are_no_python_truth_values() -> None:
    small = Small("Yes == 1 = 1  No == 1 = 2")
    assert small.value("Yes") is TRUE
    assert small.value("No") is FALSE


def test_a_temporal_formula_has_no_value_in_a_state() -> None:
    fair = Fair(strong=False, subscript=Tuple(()), action=Number(1))
    run = Compiler([]).value(fair, Scope())
    with pytest.raises(NoValue, match="Fair is no value that a state has"):
        run(Compiler([]).frame())
