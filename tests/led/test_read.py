"""Reading: precedence, the forms of definitions, older ways to write, and mistakes."""

from __future__ import annotations

import pytest

from counterpoint.errors import BadLed
from counterpoint.led.source import Source
from counterpoint.led.syntax import read_expression, read_text
from counterpoint.led.syntax.grammar import reserved
from counterpoint.led.tree import Binary, Call, Cases, Chain, Literal, Name, Quantified, Text


def text(code: str) -> Text:
    return read_text(Source("f.led", f"/$ {code} $/"))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("a + b * c", "a + (b * c)"),
        ("a - b - c", "(a - b) - c"),
        ("-a ^ 2", "-(a ^ 2)"),
        ("2 ^ 3 ^ 2", "2 ^ (3 ^ 2)"),
        ("a ^ -b", "a ^ (-b)"),
        ("a U b sec c", "a U (b sec c)"),
        ("a \\ b U c", "(a \\ b) U c"),
        ("a * b in c U d", "(a * b) in (c U d)"),
        ("a = b & c V d", "((a = b) & c) V d"),
        ("a => b => c", "a => (b => c)"),
        ("a <=> b => c", "a <=> (b => c)"),
        ("~a & b", "(~a) & b"),
        ("~a = b", "~(a = b)"),
        ("some x in S. a & b", "(some x in S. a) & b"),
        ("all x in S. some y in T. x < y", "all x in S. (some y in T. (x < y))"),
        ("Sum[x in S] x^2 + 1", "(Sum[x in S] (x^2)) + 1"),
        ("U[x in S] f(x) U T", "(U[x in S] (f(x))) U T"),
        ("a V b or c", "(a V b) V c"),
        ("S subeq T", "S sub T"),
        ("S nrsec T", "S sec T"),
        ("Union[x in S] x", "U[x in S] x"),
        ("x : T", "x in T"),
        ("{x | x in S, y = x}", "{x | (x in S) & (y = x)}"),
        ("-2.(6..)", "-(2.(6..))"),
    ],
)
def test_operators_bind_as_they_should(said: str, meant: str) -> None:
    assert read_expression(said) == read_expression(meant)


def test_brackets_matter_only_where_they_say_something_else() -> None:
    assert read_expression("(a + b) * c") != read_expression("a + b * c")
    assert read_expression("((a))") == Name("a")


def test_words_of_operators_are_names_where_an_operand_stands() -> None:
    assert read_expression("L > U") == Chain(Name("L"), ((">", Name("U")),))
    assert read_expression("Sum(S)") == Call("Sum", (Name("S"),))
    assert read_expression("V V U") == Binary("V", Name("V"), Name("U"))


@pytest.mark.parametrize(
    ("numeral", "shown"),
    [("1.50", "3/2"), (".5", "1/2"), ("007", "7"), ("0.(3..)", "1/3"), ("1.2(45..)", "137/110")],
)
def test_numerals_are_exact(numeral: str, shown: str) -> None:
    read = read_expression(numeral)
    assert isinstance(read, Literal)
    assert str(read.value) == shown


def test_an_interval_is_no_decimal() -> None:
    assert read_expression("{1..3}") == read_expression("{ 1 .. 3 }")
    assert isinstance(read_expression("some x in S.x"), Quantified)


def test_definitions_follow_each_other_without_a_sign_between() -> None:
    read = text("f(x,y) := x+y a iff f(1,2) = 3 b := c where c = 2, d = 3 g() := {}")
    assert [one.head for one in read.definitions] == ["f(x,y)", "a", "b", "g"]
    assert [one.is_relation for one in read.definitions] == [False, True, False, False]


def test_a_guarded_body_is_a_list_of_cases() -> None:
    (one,) = text("f(x) := 1 if x > 0, x < 9; 2 if x = 0; 3 otherwise where y = 1").definitions
    assert isinstance(one.body, Cases)
    assert [branch.condition is None for branch in one.body.branches] == [False, False, True]


def test_a_comma_joins_conditions() -> None:
    (one,) = text("legal(c) iff ~over, ~taken(c)").definitions
    assert one.body == read_expression("~over & ~taken(c)")


def test_older_texts_have_guards_before_and_types() -> None:
    read = text("f: Int*Int -> Bool If n:Nat & n > 0 then f(n,m) := <n, m> ledGame")
    (one,) = read.definitions
    assert one.guard == read_expression("n in Nat & n > 0")
    assert [signature.name for signature in read.signatures] == ["f"]


@pytest.mark.parametrize(
    ("code", "said", "under"),
    [
        ("f(x) = 2", "a definition is written with := or iff, not with =", "="),
        ("f := (2 + 3", r"this bracket is not closed: \) is missing", "("),
        ("f := 2 +", r"a term is missing after \+: the code ends", ""),
        ("f := {x | x in }", "a term is missing after in: here is }", "}"),
        ("f := 3 ! 4", "! means nothing here: not is written ~", "!"),
        ("f := 1 if x; 2", "if or otherwise is expected: the code ends", ""),
        ("f := a b", ":= or iff is expected: the code ends", ""),
        ("f(2) := 3", r"\) or a name is expected: here is 2", "2"),
        ('f := "abc', "this string has no end in its line", '"'),
        ("f(x) iff some x of S. x", ", or in is expected: here is of", "of"),
        ("f := 2 )", r"nothing is open that \) could close", ")"),
        ("f := (2, 3]", r"\] cannot close \(: \) is expected", "]"),
        (":= 3", "a definition is expected: here is :=", ":="),
        ("f := 'x", "a string is written", "'"),
    ],
)
def test_a_mistake_is_shown_with_what_was_expected(code: str, said: str, under: str) -> None:
    with pytest.raises(BadLed, match=said) as raised:
        text(code)
    place = raised.value.place
    assert place is not None
    assert place.text[place.column - 1 :].startswith(under)


def test_a_text_may_nest_deeply() -> None:
    depth = 1_000
    assert read_expression("(" * depth + "1" + ")" * depth) == Literal(1)


NAMED = (
    "{} := 3",
    "a := 1 {} := 3",
    "{} iff true",
    "f({}) := 3",
    "f(x,{}) iff true",
    "{}: Int f := 1",
    "a iff some {} in S. true",
    "a iff all (x,({},y)) in S. true",
)
"""Definitions, parameters, promises and quantified variables, with a place for the name."""

BOUND = (
    "a := {{{0} | {0} in S}}",
    "a := {{1 | (x,{0}) = y}}",
    "a := Sum[{0} in S] 1",
    "a := x where {0} = 3 & x = 4",
    "If {0} > 3 then f(x) := x",
    "a := 1 if {0}; 2 otherwise",
    "a := 2 + {0}",
    "a := {0}(2)",
    "a := f({0})",
)
"""Variables that conditions bind, and names where a term stands."""


@pytest.mark.parametrize("form", NAMED + BOUND)
def test_a_word_of_the_language_is_no_name(form: str) -> None:
    for word in reserved():
        if form in BOUND and word in ("true", "false") and form != "a := {0}(2)":
            continue  # a value, as any other
        with pytest.raises(BadLed) as raised:
            text(form.format(word))
        place = raised.value.place
        assert place is not None
        assert place.text
        assert place.column is not None


@pytest.mark.parametrize("word", sorted(reserved()))
@pytest.mark.parametrize(
    "form", ["{} := 3", "a := 1 {} := 3", "f({}) := 3", "f(x) iff some {} in S. x"]
)
def test_a_word_of_the_language_that_is_to_be_a_name_is_shown(form: str, word: str) -> None:
    if (form, word) == ("a := 1 {} := 3", "then"):
        return  # no definition can begin with it
    with pytest.raises(BadLed, match=f"{word} is a word of LED, and cannot be a name") as raised:
        text(form.format(word))
    place = raised.value.place
    assert place is not None
    assert place.text[place.column - 1 :].startswith(word)


def test_where_a_term_is_missing_a_word_of_the_language_is_none() -> None:
    with pytest.raises(BadLed, match="a term is missing: here is where, a word of LED"):
        text("f := 2 + where")


@pytest.mark.parametrize("code", ["NAME GAP ] := 1", "NAME(NAME GAP iff 1", "f := NAME GAP ] 1"])
def test_a_slip_behind_a_long_name_is_told_at_once(code: str) -> None:
    """A look back from each letter to the ones before it would take for ever."""
    with pytest.raises(BadLed):
        text(code.replace("NAME", "long" * 50_000).replace("GAP", " " * 50_000))
