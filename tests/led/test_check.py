"""Names: all that mean nothing are told at once, with what may have been meant."""

from __future__ import annotations

import pytest

from counterpoint.errors import BadDefinition

from .texts import module


def complaints(code: str) -> list[str]:
    with pytest.raises(BadDefinition) as raised:
        module(code)
    return [error.message for error in (raised.value, *raised.value.others)]


SLIPS = """
legalMove: move -> Bool
outcome: move -> state
initialState := {}
gameOver iff |currentState| = 9
legalToMoveIn(c) iff ~gameOver, ~occupied(c)
occupied(c) iff (`x,c) in currentState V (`o,c) in currentState
nextState :=
  outcome((`x,1)) if legalMove((`x,1));
  initialState if restart;
  currentState otherwise
"""


def test_names_that_are_promised_or_used_and_never_defined_are_all_told() -> None:
    assert complaints(SLIPS) == [
        "legalMove is declared, and never defined: legalToMoveIn is (and 1 more time)",
        "outcome is declared, and never defined (and 1 more time)",
        "restart means nothing here",
    ]


def test_the_whole_text_of_several_mistakes_shows_each_place() -> None:
    with pytest.raises(BadDefinition) as raised:
        module("a := b  c := f(1)  f(x,y) := x")
    assert str(raised.value) == (
        "[CP801] b means nothing here\n  at test.led:1:9\n"
        "    /$ a := b  c := f(1)  f(x,y) := x $/\n            ^\n"
        "f takes 2 arguments, and is given 1 argument here\n  at test.led:1:17\n"
        "    /$ a := b  c := f(1)  f(x,y) := x $/\n                    ^"
    )


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("a := 1 a := 2", "a is defined already, in line 1"),
        ("f(x,x) := 1", "there are two parameters x"),
        ("f(x) := 1 a := f", "f takes 1 argument, and is given none here"),
        ("f(x) := x(1)", "x is a variable, and cannot be applied"),
        ("a := floor(1,2)", "floor takes 1 argument, and is given 2 arguments here"),
        ("a := {x | x > 3}", "x means nothing here: x in S or x = term would bind it (and 1 more"),
        ("a := {x | x in S & y in S} S := {1}", None),
        ("a := {x | x = y & y = x}", "nothing here says what x, y can be"),
        ("a := {x | x = 1 V y = 2}", "x is bound in one part of a disjunction only"),
        ("a iff all x in {1}. x = 1 & x = 2", "x means nothing here: what it was bound for"),
        ("a := Sum[x in {1,2}] 1/x", "x means nothing here: what it was bound for ends before"),
        ("colour := 1 b := color", "color takes 3 arguments, and is given none here"),
        ("counter := 1 b := conter", "conter means nothing here: counter perhaps"),
    ],
)
def test_what_is_wrong_with_a_name_is_said(code: str, said: str | None) -> None:
    if said is None:
        module(code)
    else:
        assert said in complaints(code)[0]


def test_one_name_may_be_defined_for_several_numbers_of_arguments() -> None:
    assert module("f := 1 f(x) := x + f f(x,y) := f(x) + y").evaluate("f(2,3)") == 6


def test_a_text_may_define_anew_what_is_built_in_or_given() -> None:
    text = module("point(x,y) := <x,y> click(c) := c + 1 text := 3")
    assert text.evaluate("(point(1,2), click(1), text)") == (
        text.evaluate("<1,2>"),
        2,
        3,
    )
