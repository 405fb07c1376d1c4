"""Trees as text: what is read from it is the same tree."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.tla.scope import Defined, Scope, Value
from counterpoint.tla.spec.binding import Binding
from counterpoint.tla.spec.text import _Writer, shortened, text
from counterpoint.tla.syntax import read_expression
from counterpoint.tla.tree import (
    And,
    Angle,
    Apply,
    Bound,
    Case,
    Choose,
    Enabled,
    Except,
    Expression,
    Fair,
    Field,
    Filter,
    Function,
    FunctionSet,
    If,
    Index,
    Let,
    Map,
    Number,
    Or,
    Prime,
    Qualified,
    Quantified,
    Record,
    RecordSet,
    SetOf,
    Square,
    String,
    Truth,
    Tuple,
    Unchanged,
)
from tests.share import share

WRITTEN = [
    "x",
    "F(x, 1)",
    "I!J(x)!Op(y)",
    r"a /\ b /\ (c \/ d)",
    r"(a /\ b) /\ c",
    r"a /\ \E x \in S : b \/ c",
    r"(\E x \in S : b) /\ a",
    r"\A x, y \in S, <<a, b>> \in T : x = a",
    "CHOOSE x : x \\notin S",
    "{x \\in S : x > 1}",
    "{<<x, y>> : x \\in S, y \\in T}",
    "[x \\in S, y \\in T |-> x + y]",
    "[S -> T]",
    "f[a, b].name[c]",
    '[f EXCEPT ![a][b, c] = @ + 1, !["n"] = 2]',
    "[a |-> 1, b |-> <<>>]",
    "[a : S, b : {}]",
    "IF a THEN b ELSE c",
    "CASE a -> b [] c -> (\\E x : d) [] OTHER -> e",
    "LET Op(x) == x + 1 y == 2 IN Op(y)",
    "F(LAMBDA x, y : x, +)",
    "x' = f'[a] + (a + b)'",
    "~(x = 1) /\\ ~ENABLED A",
    "UNCHANGED <<x, y>>",
    "[][Next]_vars /\\ WF_vars(Next)",
    "<><<A \\/ B>>_<<x, y>>",
    "SF_(f[x])(A)",
    "[](a => <>b) ~> []<>c",
    "a - b - c - (d - e)",
    "(a => b) => c",
    "-x + -y",
    "a .. b \\cup c",
    "S \\X T \\X U",
    "(S \\X T) \\X U",
    "SUBSET (S \\cup T)",
    "DOMAIN f \\cup UNION S",
    '"a\\\\b\\"c"',
    "P :: x",
    "Op!1!(a)!<<",
]


@pytest.mark.parametrize("written", WRITTEN)
def test_text_reads_as_the_same_tree(written: str) -> None:
    tree = read_expression(written)
    assert read_expression(text(tree)) == tree


INFIX = ["=", "+", "-", "*", "=>", "<=>", "~>", "\\in", "\\cup", "..", "%", "^"]
NAMES = st.sampled_from(["x", "y", "z"]).map(Apply)
LEAVES = NAMES | st.integers(0, 9).map(Number) | st.sampled_from([Truth(True), String("s")])


def _grown(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    pair, several = st.tuples(inner, inner), st.lists(inner, min_size=2, max_size=3).map(tuple)
    bound = st.builds(Bound, st.sampled_from([("x",), ("y",)]), inner)
    bounds = bound.map(lambda one: (one,))
    return st.one_of(
        st.builds(Apply, st.sampled_from(INFIX), pair),
        st.builds(Apply, st.sampled_from(["~", "[]", "<>", "SUBSET"]), st.tuples(inner)),
        st.builds(Apply, st.just("F"), pair),
        st.builds(And, several),
        st.builds(Or, several),
        st.builds(Quantified, st.sampled_from("AE"), bounds, inner),
        st.builds(Choose, bound, inner),
        st.builds(If, inner, inner, inner),
        st.builds(Case, st.lists(pair, min_size=1, max_size=2).map(tuple), inner),
        st.builds(Prime, inner),
        st.builds(Enabled, inner),
        st.builds(Unchanged, inner),
        st.builds(Square, inner, NAMES),
        st.builds(Angle, inner, NAMES),
        st.builds(Fair, st.booleans(), NAMES, inner),
        st.builds(Index, inner, st.tuples(inner)),
        st.builds(Field, inner, st.just("name")),
        st.builds(SetOf, several),
        st.builds(Tuple, several),
        st.builds(Filter, bound, inner),
        st.builds(Map, inner, bounds),
        st.builds(Function, bounds, inner),
        st.builds(FunctionSet, inner, inner),
        st.builds(lambda v: Record((("a", v),)), inner),
        st.builds(lambda v: RecordSet((("a", v),)), inner),
    )


@settings(max_examples=share(150))
@given(st.recursive(LEAVES, _grown, max_leaves=8))
def test_random_trees_come_back(tree: Expression) -> None:
    assert read_expression(text(tree)) == tree


def test_what_a_call_or_a_quantifier_gave_is_shown() -> None:
    outer = Scope()
    scope = Binding(
        {"i": Value(3), "p": Defined("p", (), Apply("+", (Apply("n"), Number(1))), outer)}
    )
    product = Apply("*", (Apply("p"), Index(Apply("f"), (Apply("i"),))))
    assert text(product, scope) == "(n + 1) * f[3]"
    assert (
        text(Quantified("E", (Bound(("i",), Apply("S")),), Apply("i")), scope) == "\\E i \\in S : i"
    )
    assert text(Apply("i"), Scope({}, scope)) == "3"
    assert text(Apply("i"), Scope({"i": Value(3)})) == "i"


def test_long_texts_are_cut() -> None:
    assert shortened(And((Apply("First"), Apply("Second"))), limit=12) == "First /\\ ..."


def test_every_expression_has_a_text() -> None:
    assert text(Qualified((Apply("I"),), Apply("Op"))) == "I!Op"
    assert text(Except(Apply("f"), ())) == "[f EXCEPT ]"
    assert text(Let((), Apply("x"))) == "LET  IN x"


def test_each_part_of_a_long_chain_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    written, write = [], _Writer.write

    def counted(writer: _Writer, node: Expression) -> tuple[str, tuple[int, int]]:
        written.append(node)
        assert len(written) <= 99, "a part was written more than once"
        return write(writer, node)

    monkeypatch.setattr(_Writer, "write", counted)
    for sign in ("+", "\\cup", "\\o", "*", "-"):
        written.clear()
        chain = f" {sign} ".join("x" * 50)
        assert text(read_expression(chain)) == chain
        assert len(written) == 99
