"""Operators and functions that use themselves, deeply and without an end."""

from __future__ import annotations

import sys
import threading
from traceback import walk_tb

import pytest

from counterpoint.errors import NoValue

from .small import Small, shown

SUM = "RECURSIVE Sum(_) Sum(n) == IF n = 0 THEN 0 ELSE n + Sum(n - 1)"


def test_an_operator_uses_itself() -> None:
    assert shown("Sum(10)", SUM) == "55"


def test_operators_use_one_another() -> None:
    body = r"""
    RECURSIVE Odd(_)
    Even(n) == IF n = 0 THEN TRUE ELSE Odd(n - 1)
    Odd(n) == IF n = 0 THEN FALSE ELSE Even(n - 1)
    """
    assert shown("<<Even(7), Odd(7)>>", body) == "<<FALSE, TRUE>>"


@pytest.mark.slow
def test_recursion_goes_five_thousand_levels_deep() -> None:
    assert shown("Sum(5000)", SUM) == "12502500"
    body = "f[n \\in Nat] == IF n = 0 THEN 0 ELSE n + f[n - 1]"
    assert shown("f[5000]", body) == "12502500"


def test_deep_recursion_leaves_python_as_it_was() -> None:
    shown("Sum(10)", SUM)
    before = sys.getrecursionlimit(), threading.active_count(), threading.stack_size()
    shown("Sum(5000)", SUM)
    assert (sys.getrecursionlimit(), threading.active_count(), threading.stack_size()) == before


def test_recursion_through_sets_goes_deep() -> None:
    body = (
        r"RECURSIVE Down(_) Down(n) == IF n = 0 THEN 0 ELSE CHOOSE x \in {Down(n - 1) + 1} : TRUE"
    )
    assert shown("Down(2000)", body) == "2000"


@pytest.mark.slow
def test_recursion_without_an_end_names_the_operator() -> None:
    with pytest.raises(NoValue, match="Up uses itself more than 25,000 times") as raised:
        shown("Up(0)", "RECURSIVE Up(_) Up(n) == 1 + Up(n + 1)")
    frames = walk_tb(raised.value.__traceback__)
    assert len([*frames]) < 50, "the error keeps the frames of all levels alive"


def test_an_argument_of_a_recursive_operator_may_have_no_value() -> None:
    body = """
    RECURSIVE Longest(_, _)
    Longest(s, first) == IF s = <<>> THEN 0 ELSE first + Longest(Tail(s), Head(Tail(s)))
    """
    assert shown("Longest(<<1, 2, 3>>, 1)", body) == "6"


def test_a_missing_argument_that_is_needed_has_its_own_error() -> None:
    body = "RECURSIVE Rec(_, _) Rec(n, x) == IF n = 0 THEN x ELSE Rec(n - 1, Head(<<>>))"
    with pytest.raises(NoValue, match="Head is applied to the empty sequence"):
        shown("Rec(1, 0)", body)


def test_a_recursive_operator_reads_the_state_that_is_meant() -> None:
    small = Small(
        r"""
        VARIABLE f
        RECURSIVE Total(_)
        Total(n) == IF n = 0 THEN 0 ELSE f[n] + Total(n - 1)
        Test == <<Total(2), Total(2)', Total(Len(f))>>
        """
    )
    assert small.value("Test", ((1, 2),), ((10, 20),)) == (3, 30, 3)


def test_recursion_in_a_let_sees_what_is_around() -> None:
    body = r"""
    Fold(Op(_, _), all, base) ==
        LET RECURSIVE From(_)
            From(S) ==
                IF S = {} THEN base ELSE LET x == CHOOSE x \in S : TRUE IN Op(x, From(S \ {x}))
        IN From(all)
    """
    assert shown(r"{Fold(LAMBDA a, b : a * n + b, 1..3, 0) : n \in 1..2}", body) == "{6, 12}"


def test_an_argument_that_is_a_next_value_which_nobody_knows_has_no_value() -> None:
    small = Small(
        "VARIABLE x\nRECURSIVE Down(_, _)\n"
        "Down(n, a) == IF n = 0 THEN a ELSE Down(n - 1, 1 - a)\n"
        "Can(d) == ENABLED d\nTest == Can(UNCHANGED Down(1, x))"
    )
    with pytest.raises(NoValue, match="the value of x' is needed before anything says it"):
        small.holds("Test", (0,))


def test_an_argument_is_not_known_under_enabled_whatever_it_is() -> None:
    small = Small(
        "VARIABLE x\nRECURSIVE Can(_)\n"
        "Can(n) == n = 0 \\/ (ENABLED (x' = n) /\\ Can(n - 1))\n"
        "Test == Can(2)"
    )
    with pytest.raises(NoValue, match="its argument n has a value in the state that it is called"):
        small.holds("Test", (0,))
