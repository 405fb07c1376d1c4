"""What is said of texts that are no modules."""

from __future__ import annotations

import pytest

from counterpoint.errors import BadModule, Place
from counterpoint.tla.syntax import read_expression, read_module


def complaint(units: str) -> str:
    with pytest.raises(BadModule) as caught:
        read_module(f"---- MODULE M ----\n{units}\n====", "M.tla")
    return str(caught.value)


WHOLE = {
    "Init = x = 0": """[CP700] == is needed here: it defines, = compares
  at M.tla:2:10
    Init = x = 0
             ^""",
    "Init ==\nNext == 1": """[CP700] the definition of Init has no body
  at M.tla:2:1
    Init ==
    ^^^^""",
    "A == /\\ f(x, 1\n     /\\ TRUE\nB == 2": """[CP700] ( needs ), which does not come before /\\
  at M.tla:2:10
    A == /\\ f(x, 1
             ^""",
    "A == (x + 1]\nB == 2": """[CP700] ) is needed here, for ( at M.tla:2:6
  at M.tla:2:12
    A == (x + 1]
               ^""",
    "\tA == IF x ELSE 3": """[CP700] THEN is needed here, for IF at M.tla:2:7
  at M.tla:2:12
    A == IF x ELSE 3
              ^^^^""",
}


@pytest.mark.parametrize("units", WHOLE)
def test_a_mistake_is_shown_where_it_is(units: str) -> None:
    assert complaint(units) == WHOLE[units]


SAYS = {
    "A(x) = x + 1": "== is needed here: it defines, = compares",
    "Init ==": "the definition of Init has no body",
    "A == (x + 1\nB == 2": "( needs ), which does not come before B",
    "A == [f EXCEPT ![1] = 2\nB == 2": "[ needs ], which does not come before B",
    "A == {1, 2\nB == 2": "{ needs }, which does not come before B",
    "A == <<1, 2": "<< needs >>, which does not come before the end",
    "A == x + 1)\nB == 2": "this ) closes nothing",
    "A == IF x THEN 3\nB == 2": "THEN needs ELSE, which does not come before B",
    "A == (IF x THEN 3)": "ELSE is missing before this, for THEN at M.tla:2:12",
    "A == LET y == 3\nB == 2": "LET needs IN, which does not come before the end",
    "A == x == 3": "== only defines: = compares",
    "A == [f EXCEPT ![1] == 3]": "== only defines: = compares",
    "A == x != 3": "not is written ~ in TLA+, and unequal # or /=",
    "A == !x": "not is written ~ in TLA+, and unequal # or /=",
    "A == x and y": "and is written /\\ in TLA+",
    "A == \\A x in S : x": "membership is written \\in in TLA+",
    "A == 1;\nB == 2": "nothing in TLA+ ends with a semicolon",
    "A == x = 'a'": "' is the next state's value: a string stands between double quotes",
    "A == x y": "an operator or a comma is missing between x and y",
    "VARIABLES x y": "an operator or a comma is missing between x and y",
    "EXTENDS Naturals Sequences\nA == 1": (
        "an operator or a comma is missing between Naturals and Sequences"
    ),
    "LOCAL x": "x does not begin a definition: == is missing",
    "A == \\A x \\in S x": ": is needed here, for \\A at M.tla:2:6",
    "A == x +\nB == 1": "something is needed after +, before B",
    "A == f(x,,y)": "an expression is needed here, after ,",
    "A == f()": "an operator without arguments is written without parentheses",
    "A == [a -> 1, b -> 2]": "the fields of a record are written a |-> e",
    "A == [a: 1, b |-> 2]": ": is needed here, not |->",
    "A == [f EXCEPT [1] = 3]": "! is needed here, not [",
    "A == [a = 1]": "this is no [x \\in S |-> e], no record [a |-> e] and no action [A]_v",
    "Spec == [][Next]vars": "an action in brackets is followed by _ and its variables: [A]_v",
    "I == INSTANCE M WITH x = 3": "<- is needed here, not =",
    "A == 1 § 2": "§ does not fit here",
    "A == THEN": "THEN is a reserved word: a name is needed here",
    "IN == 1": "IN is a reserved word: a name is needed here",
    "A == CHOOSE <<x, y>> : P": "CHOOSE of a tuple needs a set: CHOOSE <<x, y>> \\in S",
    'A == "abc\nB == 2': 'this string has no end: its " is missing on the line',
    "A == 1 (* and (* so *) on\nB == 2": "this comment has no end: its *) is missing",
    "A == <1>2": "this can stand in a proof only",
    "A == <1>2!Op": "a step of a proof means something there only",
}


@pytest.mark.parametrize("units", SAYS)
def test_the_usual_mistakes_have_words_of_their_own(units: str) -> None:
    assert complaint(units).partition("\n")[0] == f"[CP700] {SAYS[units]}"


def test_a_module_without_an_end_is_shown_at_its_beginning() -> None:
    with pytest.raises(BadModule) as caught:
        read_module("text\n---- MODULE Open ----\nA == 1\n", "Open.tla")
    assert str(caught.value) == (
        "[CP700] module Open has no end: a line ==== is missing\n"
        "  at Open.tla:2:1\n"
        "    ---- MODULE Open ----\n"
        "    ^^^^^^^^^^^^^^^^"
    )


def test_a_text_without_a_module_is_refused() -> None:
    with pytest.raises(BadModule, match="there is no module here"):
        read_module("A == 1", "a.tla")


def test_a_module_that_is_not_in_the_file_is_named_with_those_that_are() -> None:
    with pytest.raises(BadModule, match="there is no module C here, but A"):
        read_module("---- MODULE A ----\n====", "a.tla", "C")


DEEP = {
    "brackets": "(" * 300 + "1" + ")" * 300,
    "lists": "/\\ " * 400 + "TRUE",
    "lists on lines": "".join(f"{' ' * n}/\\ TRUE\n{' ' * n}/\\\n" for n in range(400)) + "TRUE",
    "negations": "~" * 1000 + "TRUE",
    "choices": "IF a THEN b ELSE " * 300 + "c",
    "updates": "[f EXCEPT ![1] = " * 300 + "1" + "]" * 300,
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_what_is_nested_too_deep_is_refused(text: str) -> None:
    with pytest.raises(BadModule, match="too deep"):
        read_expression(text)


def test_proofs_nested_too_deep_are_refused() -> None:
    steps = "".join(f"<{n}>1. TRUE\n" for n in range(400))
    assert "too deep" in complaint(f"THEOREM TRUE\n{steps}")


def test_long_chains_are_not_deep() -> None:
    assert read_expression(" /\\ ".join(["x"] * 2000))
    assert read_expression(" + ".join(["x"] * 2000))
    assert read_expression("\n".join(["/\\ x"] * 500))
    assert read_expression("\n".join(["/\\ \\/ x\n   \\/ y"] * 500))


def test_a_line_that_is_too_long_is_refused() -> None:
    assert "too long" in complaint("A == " + "1 + " * 10_000 + "1")


def test_a_text_that_is_too_large_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("counterpoint.tla.syntax.source.LARGEST", 8_000)
    with pytest.raises(
        BadModule, match="has 8,001 characters, and at most 8,000 are read"
    ) as raised:
        read_module("\n" * 8_001, "M.tla")
    assert raised.value.place == Place("M.tla", 1)
    with pytest.raises(BadModule, match="MODULE"):
        read_module("\n" * 8_000, "M.tla")
