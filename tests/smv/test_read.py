"""Reading: precedence, constants of words, comments, and what belongs to which section."""

from __future__ import annotations

import pytest

from counterpoint.smv.source import Source
from counterpoint.smv.syntax import read_expression, read_text
from counterpoint.smv.tree import Constraint, Name, Number, Property, Tense, WordNumber


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("a -> b -> c", "a -> (b -> c)"),
        ("a <-> b -> c", "(a <-> b) -> c"),
        ("a <-> b <-> c", "(a <-> b) <-> c"),
        ("a | b & c", "a | (b & c)"),
        ("a xor b | c", "(a xor b) | c"),
        ("a & b = c", "a & (b = c)"),
        ("a = b < c", "(a = b) < c"),
        ("a in b union c", "a in (b union c)"),
        ("a = b in c", "a = (b in c)"),
        ("a + b << c", "(a + b) << c"),
        ("a + b * c", "a + (b * c)"),
        ("a - b - c", "(a - b) - c"),
        ("a mod b * c", "(a mod b) * c"),
        ("a * b :: c", "a * (b :: c)"),
        ("!a = b", "(!a) = b"),
        ("!a :: b", "(!a) :: b"),
        ("-a * b", "(-a) * b"),
        ("- 3", "-3"),
        ("a ? b : c ? d : e", "a ? b : (c ? d : e)"),
        ("a | b ? c : d <-> e", "((a | b) ? c : d) <-> e"),
        ("0..3 union 5", "(0..3) union 5"),
        ("EX a = b & c", "(EX (a = b)) & c"),
        ("!EX a | b", "(!(EX a)) | b"),
        ("G a U b", "(G a) U b"),
        ("a U b S c", "(a U b) S c"),
        ("a & b U c", "a & (b U c)"),
        ("G [1,2] a -> b", "(G [1,2] a) -> b"),
        ("A [a -> b U c | d]", "A [(a -> b) U (c | d)]"),
        ("E [a BU 1..2 b & c]", "E [a BU 1..2 (b & c)]"),
        ("a[1].b[2:0]", "((a[1]).b)[2:0]"),
    ],
)
def test_operators_bind_as_in_the_manual(said: str, meant: str) -> None:
    assert read_expression(said) == read_expression(meant)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("0b_101", WordNumber(3, 5, False)),
        ("0ub4_101", WordNumber(4, 5, False)),
        ("0sh_F0", WordNumber(8, 0xF0, True)),
        ("0uo5_17", WordNumber(5, 15, False)),
        ("0sd8_1_0", WordNumber(8, 10, True)),
    ],
)
def test_constants_of_words(text: str, word: WordNumber) -> None:
    assert read_expression(text) == word


def test_names_may_contain_a_minus_and_comments_anything() -> None:
    assert read_expression("a-b -- a comment\n") == Name("a-b")
    assert read_expression("/-- over\nlines --/ 007") == Number(7)


def test_sections_may_end_without_a_semicolon() -> None:
    text = read_text(
        Source("m.smv", "MODULE main VAR x : boolean; INIT x TRANS x; SPEC x CTLSPEC x")
    )
    kinds = [d.kind for d in text.modules[0].declarations if isinstance(d, (Constraint, Property))]
    assert kinds == ["INIT", "TRANS", "SPEC", "SPEC"]


def test_bounds_belong_to_the_operator() -> None:
    assert read_expression("ABG 2..3 p") == Tense("ABG", (Name("p"),), 2, 3)
