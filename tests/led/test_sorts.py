"""What must be a condition, a number or a set: everything else is refused before anything runs."""

from __future__ import annotations

import pytest

from counterpoint.errors import BadDefinition
from counterpoint.led.values.value import show

from .texts import module

WRONG = {
    "a number": (
        "3",
        "1 + 2",
        "-x",
        "2 ^ 3",
        "|S|",
        "7 mod 2",
        "floor(1/2)",
        "three",
        "Sum[y in S] y",
    ),
    "an atom": ("`a", "named"),
    "a string": ('"a"', "prettyPrint(3)"),
    "a tuple": ("(1, true)", "point(1, 2)", "pair(x)"),
    "a sequence": ("<>", "<true>"),
    "a set": ("{}", "{true}", "{1..3}", "{y | y in S}", "S", "S \\ {1}", "S sec S", "Pow(S)"),
    "a kind of values": ("Nat", "fSet(Nat)"),
    "a kind of values or a set": ("S U Nat",),
    "a number or a set": ("either(x)",),
}
"""Terms that are no truths, by what they are said to be."""

TRUTHS = ("true", "1 < 2", "~true", "some y in S. y = 1", "true => true", "yes(x)", "known", "x")

GIVEN = """
    S := {1,2}  three := 3  named := `b  pair(n) := (n, n)
    either(n) := 1 if n = 2; {} otherwise  yes(n) iff n = n  known := 1 = 1
"""

CONDITIONS = (
    "a(x) iff {}",
    "a(x) iff {} if x = 1; true otherwise",
    "a(x) := ~{}",
    "a(x) := false & {}",
    "a(x) := {} & false",
    "a(x) := true V {}",
    "a(x) := {} or true",
    "a(x) := false => {}",
    "a(x) := {} => true",
    "a(x) := true <=> {}",
    "a(x) := {} <=> true",
    "a(x) := some z in S. ({})",
    "a(x) := all z in S. ({})",
    "a(x) := 1 if {}; 2 otherwise",
    "a(x) := 1 if true, {}; 2 otherwise",
    "a(x) := {{z | z in S & ({})}}",
    "a(x) := {{1 | {}}}",
    "a(x) := Sum[z in S, {}] 1",
    "a(x) := z where z = 1 & ({})",
    "If {} then a(x) := 1",
    "a(x) := ({}) & 1 < 2",
)


def complaint(code: str) -> BadDefinition:
    with pytest.raises(BadDefinition) as raised:
        module(code + GIVEN)
    return raised.value


@pytest.mark.parametrize("form", CONDITIONS)
def test_what_is_no_truth_is_no_condition(form: str) -> None:
    for kind, terms in WRONG.items():
        for term in terms:
            error = complaint(form.format(f"({term})"))
            assert error.message == f"a condition is true or false, and this is {kind}", term
            assert error.place is not None
            assert error.place.text[error.place.column - 1 :].startswith(term)


@pytest.mark.parametrize("form", CONDITIONS)
def test_what_can_be_a_truth_is_a_condition(form: str) -> None:
    for term in TRUTHS:
        module(form.format(f"({term})") + GIVEN)


@pytest.mark.parametrize("sign", ["<", "<=", ">", ">="])
@pytest.mark.parametrize(
    "form", ["a(x) iff {0} {1} 1", "a(x) iff 1 {1} {0}", "a(x) iff 2 < 1 {1} {0}"]
)
def test_only_numbers_are_before_each_other(form: str, sign: str) -> None:
    for kind, terms in WRONG.items():
        for term in terms if "number" not in kind else ():
            told = complaint(form.format(f"({term})", sign)).message
            assert told == f"numbers are compared by {sign}, and this is {kind}"


@pytest.mark.parametrize(
    "form",
    [
        "a(x) iff 1 in {}",
        "a(x) iff S sub {}",
        "a(x) iff some y in {}. true",
        "a(x) iff 2 = 1 in {}",
    ],
)
def test_only_sets_have_members(form: str) -> None:
    for kind, terms in WRONG.items():
        for term in terms if "set" not in kind and "kind" not in kind else ():
            told = complaint(form.format(f"({term})")).message
            assert told == f"a set is needed here, and this is {kind}"


def test_a_definition_that_nothing_asks_for_is_looked_at_as_well() -> None:
    assert complaint("a iff 3").message == "a condition is true or false, and this is a number"


def test_what_is_asked_is_looked_at_like_a_text() -> None:
    with pytest.raises(BadDefinition, match="a condition is true or false, and this is a number"):
        module("a := 1").evaluate("false & a")


def test_a_definition_that_uses_itself_is_left_to_evaluation() -> None:
    text = module("f(n) := true if n = 0; f(n - 1) otherwise  a iff f(3)")
    assert show(text.evaluate("a")) == "true"


def test_all_that_is_wrong_is_told_at_once() -> None:
    error = complaint("a iff 3  b iff ~{}  c := d")
    assert [error.message, *(other.message for other in error.others)] == [
        "a condition is true or false, and this is a number",
        "a condition is true or false, and this is a set",
        "d means nothing here",
    ]
