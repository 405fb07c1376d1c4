"""What texts are read as, and what is said of those that are no formulas."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from counterpoint.errors import BadFormula
from counterpoint.logic.build import LEVELS
from counterpoint.logic.formula import (
    Atom,
    Const,
    Fix,
    Formula,
    Junction,
    Junctor,
    Modal,
    Not,
    Path,
    Team,
    Temporal,
    Tense,
    Variable,
)
from counterpoint.logic.lower import to_core
from counterpoint.logic.parser import parse
from counterpoint.logic.span import Span
from counterpoint.logic.text import show
from counterpoint.logic.vacuity import weakest_links
from tests.share import share

P, Q, R = Atom("p"), Atom("q"), Atom("r")


def ahead(tense: Tense, *parts: Formula) -> Temporal:
    return Temporal(tense, parts)


def joined(junctor: Junctor, left: Formula, right: Formula) -> Junction:
    return Junction(junctor, left, right)


def read(text: str) -> Formula | BadFormula:
    """The formula that a text says, or what is wrong with it."""
    try:
        return parse(text)
    except BadFormula as error:
        return error


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("true", Const(True)),
        ("!p", Not(P)),
        ("~p", Not(P)),
        ("not p", Not(P)),
        ("p && q", joined(Junctor.AND, P, Q)),
        ("p and q", joined(Junctor.AND, P, Q)),
        ("p or q", joined(Junctor.OR, P, Q)),
        ("p || q", joined(Junctor.OR, P, Q)),
        ("p => q", joined(Junctor.IMPLIES, P, Q)),
        ("p <=> q", joined(Junctor.IFF, P, Q)),
        ("p -> q -> r", joined(Junctor.IMPLIES, P, joined(Junctor.IMPLIES, Q, R))),
        ("p & q & r", joined(Junctor.AND, joined(Junctor.AND, P, Q), R)),
        ("p | q & r", joined(Junctor.OR, P, joined(Junctor.AND, Q, R))),
        ("p U q & r", joined(Junctor.AND, ahead(Tense.UNTIL, P, Q), R)),
        ("p U q W r", ahead(Tense.UNTIL, P, ahead(Tense.WEAK_UNTIL, Q, R))),
        ("!p M q", ahead(Tense.STRONG_RELEASE, Not(P), Q)),
        ("G F p", ahead(Tense.GLOBALLY, ahead(Tense.FINALLY, P))),
        ("EX p", Path(True, ahead(Tense.NEXT, P))),
        ("E X p", Path(True, ahead(Tense.NEXT, P))),
        ("A[p R q]", Path(False, ahead(Tense.RELEASE, P, Q))),
        ("E(p)", Path(True, P)),
        ("<<p>> F q & r", joined(Junctor.AND, Team(("p",), True, ahead(Tense.FINALLY, Q)), R)),
        ("[[a, b]] X q", Team(("a", "b"), False, ahead(Tense.NEXT, Q))),
        ("<<>> X q", Team((), True, ahead(Tense.NEXT, Q))),
        ('<<"player 1", 2>> X q', Team(("player 1", "2"), True, ahead(Tense.NEXT, Q))),
        ("<>p", Modal(True, None, P)),
        ("[]p", Modal(False, None, P)),
        ("<put(3)>[G]p", Modal(True, "put(3)", Modal(False, "G", P))),
        ("<{turn  left}>p", Modal(True, "turn left", P)),
        ("X^2 p", ahead(Tense.NEXT, ahead(Tense.NEXT, P))),
        ("(<>[])^1 p", Modal(True, None, Modal(False, None, P))),
        ("X^0 p", P),
        ("((!)^2 <>)^1 p", Not(Not(Modal(True, None, P)))),
    ],
)
def test_operators_are_read(text: str, formula: Formula) -> None:
    assert parse(text) == formula


@pytest.mark.parametrize(
    ("text", "atom"),
    [
        ("p1_wins", "p1_wins"),
        ("board.full", "board.full"),
        ("X(1, 1)", "X(1,1)"),
        ("X (1,1)", "X(1,1)"),
        ('X("a")', "X('a')"),
        ("F(2)", "F(2)"),
        ("U(-1, (2, 3.5))", "U(-1,(2,3.5))"),
        ("at(pour(HOT), 12)", "at(pour(HOT),12)"),
        ("Move(player='X', row=0)", "Move(player='X',row=0)"),
        ("x[0]", "x[0]"),
        ("x[ i, 0 ].y", "x[i,0].y"),
        ("t=1", "t = 1"),
        ("x[0]  !=  2", "x[0] != 2"),
        ("pc[1] == crit", "pc[1] == crit"),
        ("count<=3", "count <= 3"),
        ("count<-3", "count < -3"),
        ("3 > n", "3 > n"),
        ('name = "a  b"', 'name = "a  b"'),
        ("turn = X", "turn = X"),
        ("X = 1", "X = 1"),
        ("0 <= n < 9", "0 <= n < 9"),
        ("{X}", "X"),
        ("{ win   # \n 'X' }", "win # 'X'"),
        ("{f{a}{b}}", "f{a}{b}"),
        ('{ s = "a  {b} "  }', 's = "a  {b} "'),
        ("notable", "notable"),
        ("EXIT", "EXIT"),
    ],
)
def test_atoms_are_read_in_one_spelling(text: str, atom: str) -> None:
    assert parse(text) == Atom(atom)


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("F(p)", ahead(Tense.FINALLY, P)),
        ("X(p & q)", ahead(Tense.NEXT, joined(Junctor.AND, P, Q))),
        ("G(x = 1)", ahead(Tense.GLOBALLY, Atom("x = 1"))),
        ("X X(1)", ahead(Tense.NEXT, Atom("X(1)"))),
        ("X(1) U X(p)", ahead(Tense.UNTIL, Atom("X(1)"), ahead(Tense.NEXT, P))),
        ("mu X. p | EX X", Fix(True, "X", joined(
            Junctor.OR, P, Path(True, ahead(Tense.NEXT, Variable("X")))))),
        ("(nu F. <>F) & F p", joined(
            Junctor.AND, Fix(False, "F", Modal(True, None, Variable("F"))),
            ahead(Tense.FINALLY, P))),
        ("p & mu U. q | U", joined(
            Junctor.AND, P, Fix(True, "U", joined(Junctor.OR, Q, Variable("U"))))),
        ("mu A. <A>A", Fix(True, "A", Modal(True, "A", Variable("A")))),
        ("mu X.X.left | {X}", Fix(True, "X", joined(Junctor.OR, Atom("X.left"), Atom("X")))),
    ],
)  # fmt: skip
def test_letters_are_operators_events_or_variables(text: str, formula: Formula) -> None:
    assert parse(text) == formula


def test_formulas_know_where_they_stand() -> None:
    formula = parse("G (p -> (X (q)))")
    assert isinstance(formula, Temporal)
    implication = formula.parts[0]
    assert isinstance(implication, Junction)
    assert formula.span == Span(0, 16)
    assert implication.span == Span(3, 15)
    assert implication.right.span == Span(9, 14)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "an empty text is not a formula"),
        ("G (p -> q", "this bracket is not closed: ) is missing\n    G (p -> q\n      ^"),
        ("p q", "two formulas stand side by side\n    p q\n      ^\nA connective is missing"),
        ("G X", "a formula is missing after 'X': the text ends\n    G X\n       ^\nX is an"),
        ("G (X -> p)", "after 'X': here is '->'\n    G (X -> p)\n         ^^\nX is an operator."),
        ("G X & p", "An event or variable of this name is written {X}."),
        ("(mu X. <>X) & <>X", "X is an operator here: the scope of the variable X ended before."),
        ("(mu Z. <>Z) & Z", "Z is a variable of mu or nu, and its scope ended before this place"),
        ("mu Z. Z = 1", "it cannot be compared"),
        ("mu Z <>Z", "mu needs the name of a variable and a dot"),
        ("mu Z. p -> !(Z -> q) | (Z -> p)", "the variable Z must be under an even number"),
        ("mu Z. p <-> <>Z", "the variable Z must be under an even number of negations"),
        ("mu Z. F Z", "the variable Z is inside of a path formula"),
        ("mu Z. A(F Z & G p)", "the variable Z is inside of a path formula"),
        ("<<p>> (F a & G b)", "a team may be followed by X f, F f, G f"),
        ("<<p>> G F G q", "a team may be followed by X f, F f, G f"),
        ("<<p>> a U b", "a team needs a temporal operator after it"),
        ("[]F p", "a state formula is needed, and this speaks of a path\n    []F p\n      ^^^"),
        ("nu Z. F p", "after nu Z. a state formula is needed"),
        ("E p U q", "E needs a path formula in brackets"),
        ("A[]p", "On all paths always is written AG."),
        ("E<>p", "On some paths at last is written EF."),
        ("(EX AX) p", "operators in brackets need a power: here is 'p'"),
        ("p^2", "a power stands after an operator"),
        ("(EX AX)^-1 p", "a power is a whole number from 0 on"),
        ("X^1.5 p", "a power is a whole number from 0 on"),
        ("X^ p", "a power is a whole number from 0 on"),
        ("x + 1 = 3", "'+' is not an operator of formulas"),
        ("X(p, q)", "a comma stands between numbers or quoted texts of an event"),
        ("put(a & b)", "what put is given should be names, numbers, quoted texts and commas"),
        ("p (q)", "p is no operator. An atom that looks like this goes in braces: {...}."),
        ("3", "3 alone is not a formula"),
        ("p = ", "'=' should stand between two names, numbers or quoted texts"),
        ("(p) = q", "Formulas are compared by <->."),
        ("{p", "this brace is not closed"),
        ("p}", "this brace was not opened"),
        ("{ }", "there is no atom between these braces"),
        ("'p", "this quoted text is not closed"),
        ("p)", "no bracket is open that ) could close"),
        ("E[p U q)", ") cannot close E[: ] is expected"),
        ("<a p", "< is not followed by the name of a step and >"),
        ("p &\n(q |\n\tr s)", "two formulas stand side by side\n    \tr s)\n    \t  ^"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_plain_words(text: str, said: str) -> None:
    with pytest.raises(BadFormula) as caught:
        parse(text)
    assert said in str(caught.value)


def test_of_a_long_line_only_what_is_near_the_place_is_shown() -> None:
    with pytest.raises(BadFormula) as caught:
        parse(" & ".join(["p"] * 100) + " q & " + " & ".join(["r"] * 100))
    shown = str(caught.value).splitlines()
    assert max(map(len, shown)) < 120
    assert shown[1].startswith("    ... ")
    assert shown[1].endswith(" ...")
    assert shown[1][shown[2].index("^")] == "q"


NESTED = {
    "brackets": "(" * 1000 + "p" + ")" * 1000,
    "negations": "!" * 1000 + "p",
    "implications": "p -> " * 1000 + "p",
    "equivalences": "p <-> " * 1000 + "p",
    "untils": "p U " * 1000 + "p",
    "fixpoints": "".join(f"mu Z{n}. <>" for n in range(1000)) + "p",
    "quantifiers": "E(" * 1000 + "F p" + ")" * 1000,
    "powers": "((X^9)^9)^9999 p",
    "open": "(" * 1000,
    "row": " & ".join(["p"] * 1000),
    "braces": "{" * 1000 + "p" + "}" * 1000,
    "arguments": "f(" * 1000 + "p" + ")" * 1000,
}


@pytest.mark.parametrize("name", NESTED)
def test_a_thousand_levels_are_read_or_refused(name: str) -> None:
    formula = read(NESTED[name])
    if isinstance(formula, BadFormula):
        assert len(str(formula)) < 500
        return
    assert show(formula)
    assert next(weakest_links(formula))
    assert to_core(formula)


@pytest.mark.parametrize(
    "text",
    [
        "(EX AX)^29 p", "(! <>)^59 p", "(<<a>> G F)^39 p", "(G X)^59 p", "(A F)^59 p",
        "".join(f"mu Z{n}. q & <>" for n in range(39)) + "p", "A[p R " * 59 + "p" + "]" * 59,
        "(p U " * 110 + "p" + ")" * 110, "E(F p & X " * 35 + "p" + ")" * 35,
    ],
)  # fmt: skip
def test_what_is_read_is_not_too_deep_for_what_comes_next(text: str) -> None:
    formula = parse(text)
    assert parse(show(formula)) == formula
    assert list(weakest_links(formula))
    for fair in (False, True):
        assert to_core(formula, fair=fair) == to_core(formula, fair=fair)


def test_a_row_is_one_level_and_other_operators_count() -> None:
    assert parse(" | ".join(["p"] * (10 * LEVELS)))
    assert parse("!" * (LEVELS - 1) + "p")
    with pytest.raises(BadFormula, match="more than 120 levels deep"):
        parse("!" * LEVELS + "p")


WORDS = [
    "p", "q", "X", "F", "G", "U", "W", "R", "M", "E", "A", "EX", "AG", "mu", "nu", "X.", "Z.", "Z",
    "true", "!", "&", "|", "->", "<->", "(", ")", "[", "]", "[]", "<>", "<a>", "[a]", "<<p>>",
    "[[p]]", "^2", ",", "=", "<", "<=", "{", "}", "1", "'a'", "X(1)", "x[0]", "E[", "A(", ".",
]  # fmt: skip


@pytest.mark.slow
@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
@settings(max_examples=share(400))
@example("mu mu")
@example("E E X")
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    formula = read(text)
    if isinstance(formula, BadFormula):
        assert "\n" in str(formula) or not text.strip()
    else:
        assert parse(show(formula)) == formula


@pytest.mark.slow
@given(st.text("pXFGUEAmun .()[]<>{}|&!-=^,1\"'", max_size=12))
@settings(max_examples=share(400))
def test_any_characters_are_read_or_refused_in_words(text: str) -> None:
    formula = read(text)
    assert isinstance(formula, BadFormula) or parse(show(formula)) == formula


def test_the_library_of_the_grammar_is_loaded_by_the_first_formula_only() -> None:
    program = (
        "import sys, counterpoint.logic.parser, counterpoint.logic.lower\n"
        "assert 'lark' not in sys.modules\n"
        "counterpoint.logic.parser.parse('p')\n"
        "assert 'lark' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
