"""Text to trees: every construct of the language."""

from __future__ import annotations

import pytest

from counterpoint.errors import BadModule
from counterpoint.tla.syntax import module_names, read_expression, read_module
from counterpoint.tla.tree import (
    And,
    Angle,
    Apply,
    Assume,
    Bound,
    Case,
    Choose,
    Constants,
    Decimal,
    Definition,
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
    Instance,
    Labelled,
    Lambda,
    Let,
    Map,
    Module,
    Number,
    Old,
    Or,
    Parameter,
    Prime,
    Qualified,
    Quantified,
    Record,
    RecordSet,
    Recursive,
    Selector,
    SetOf,
    Square,
    String,
    Subexpression,
    Theorem,
    Truth,
    Tuple,
    Unchanged,
    Update,
    Variables,
)


def op(name: str, *args: Expression) -> Apply:
    return Apply(name, args)


a, b, c, d, f, r, x, y, P, S, T, v, A = map(op, "abcdfrxyPSTvA")
one, two = Number(1), Number(2)


def bound(names: str, within: Expression | None, pattern: bool = False) -> Bound:
    return Bound(tuple(names.split()), within, pattern)


EXPRESSIONS = {
    "17": Number(17),
    r"\b101 + \HfF": op("+", Number(5), Number(255)),
    r"\o17": Number(15),
    "1.50": Decimal("1.50"),
    r'"say \"hi\" \\ \n"': String('say "hi" \\ \n'),
    "FALSE": Truth(False),
    "Nat": op("Nat"),
    "\u2115": op("Nat"),
    "BOOLEAN": op("BOOLEAN"),
    "f(a, b)": op("f", a, b),
    # Operators, in all their spellings
    r"a \union b": op(r"\cup", a, b),
    "a ∩ b": op(r"\cap", a, b),
    "a =< b": op(r"\leq", a, b),
    "a ≥ b": op(r"\geq", a, b),
    "a /= b": op("#", a, b),
    r"a \equiv b": op("<=>", a, b),
    r"a \circ b": op(r"\o", a, b),
    "a (+) b": op(r"\oplus", a, b),
    r"\lnot a": op("~", a),
    "- a": op("-.", a),
    "-1": op("-.", one),
    "a - -b": op("-", a, op("-.", b)),
    "SUBSET UNION S": op("SUBSET", op("UNION", S)),
    "[] <> P": op("[]", op("<>", P)),
    "P ~> A": op("~>", P, A),
    "P -+-> A": op("-+->", P, A),
    r"P \cdot A": op(r"\cdot", P, A),
    "a^+": op("^+", a),
    "x'": Prime(x),
    "ENABLED A": Enabled(A),
    "UNCHANGED <<x, y>>": Unchanged(Tuple((x, y))),
    "+(a, b)": op("+", a, b),
    "-.(a)": op("-.", a),
    r"\cup(a, b)": op(r"\cup", a, b),
    "f(+, -., LAMBDA a, b : a)": op("f", op("+"), op("-."), Lambda(("a", "b"), a)),
    r"S \X T \times S": op(r"\X", S, T, S),
    r"(S \X T) \X S": op(r"\X", op(r"\X", S, T), S),
    "a + b + c": op("+", op("+", a, b), c),
    # Logic
    r"a /\ b /\ c": And((a, b, c)),
    r"a /\ (b /\ c)": And((a, And((b, c)))),
    r"(a /\ b) /\ c": And((And((a, b)), c)),
    "a \u2228 b \\/ c": Or((a, b, c)),
    "/\\ a\n/\\ \\/ b\n   \\/ c\n/\\ d": And((a, Or((b, c)), d)),
    "/\\ a /\\ b\n/\\ c": And((And((a, b)), c)),
    "\\/ a\n  => b\n\\/ c": Or((op("=>", a, b), c)),
    r"\A x, y \in S, a \in T : P": Quantified(
        "A", (bound("x", S), bound("y", S), bound("a", T)), P
    ),
    r"\E <<x, y>> \in S : P": Quantified("E", (bound("x y", S, True),), P),
    r"\A x, y : P": Quantified("A", (bound("x", None), bound("y", None)), P),
    r"\EE x : P": Quantified("EE", (bound("x", None),), P),
    r"\AA x : P": Quantified("AA", (bound("x", None),), P),
    "∃ x ∈ S : P": Quantified("E", (bound("x", S),), P),
    r"CHOOSE x \in S : P": Choose(bound("x", S), P),
    "CHOOSE x : P": Choose(bound("x", None), P),
    r"CHOOSE <<x, y>> \in S : P": Choose(bound("x y", S, True), P),
    "IF a THEN b ELSE c": If(a, b, c),
    "CASE a -> b [] c -> d [] OTHER -> x": Case(((a, b), (c, d)), x),
    "CASE a -> b": Case(((a, b),), None),
    "LET t == 1 IN t": Let((Definition("t", (), one),), op("t")),
    "lab :: a": Labelled("lab", (), a),
    "lab(x) :: a": Labelled("lab", ("x",), a),
    # Sets and functions
    "{}": SetOf(()),
    "{a, b}": SetOf((a, b)),
    r"{x \in S : P}": Filter(bound("x", S), P),
    r"{x \in S : x \in T}": Filter(bound("x", S), op(r"\in", x, T)),
    r"{<<x, y>> \in S : P}": Filter(bound("x y", S, True), P),
    r"{f[x] : x \in S, y \in T}": Map(Index(f, (x,)), (bound("x", S), bound("y", T))),
    r"[x, y \in S |-> a]": Function((bound("x", S), bound("y", S)), a),
    r"[<<x, y>> \in S |-> a]": Function((bound("x y", S, True),), a),
    "[S -> T]": FunctionSet(S, T),
    "f[a][b, c]": Index(Index(f, (a,)), (b, c)),
    "[a |-> 1, b |-> 2]": Record((("a", one), ("b", two))),
    "[a : S, b : T]": RecordSet((("a", S), ("b", T))),
    "r.WITH": Field(r, "WITH"),
    "r.a.b": Field(Field(r, "a"), "b"),
    "<<>>": Tuple(()),
    "⟨a, b⟩": Tuple((a, b)),
    "[f EXCEPT ![a] = 1]": Except(f, (Update(((a,),), one),)),
    "[f EXCEPT ![a][b, c].d = @ + 1, !.b = 2]": Except(
        f,
        (
            Update(((a,), (b, c), (String("d"),)), op("+", Old(), one)),
            Update(((String("b"),),), two),
        ),
    ),
    # Steps
    "[A]_v": Square(A, v),
    "<<A>>_<<x, y>>": Angle(A, Tuple((x, y))),
    "WF_v(A)": Fair(False, v, A),
    "SF_<<x, y>>(A)": Fair(True, Tuple((x, y)), A),
    "[][A]_(f[a])": op("[]", Square(A, Index(f, (a,)))),
    # Instances and parts
    "f(a)!T!A(b)": Qualified((op("f", a), op("T")), op("A", b)),
    "f!+(a, b)": Qualified((op("f"),), op("+", a, b)),
    "f!Nat": Qualified((op("f"),), op("Nat")),
    "A!2!<<": Subexpression((op("A"), Selector("2"), Selector("<<"))),
    "A(a)!(b, c)!:!@": Subexpression(
        (op("A", a), Selector("()", (b, c)), Selector(":"), Selector("@"))
    ),
}


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_an_expression_is_read(text: str) -> None:
    assert read_expression(text) == EXPRESSIONS[text]


UNITS = {
    "VARIABLES x, y": Variables(("x", "y")),
    "CONSTANT N, Op(_, _), _+_, -._": Constants(
        (Parameter("N"), Parameter("Op", 2), Parameter("+", 2), Parameter("-.", 1))
    ),
    "F(a, Op(_)) == a": Definition("F", (Parameter("a"), Parameter("Op", 1)), a),
    r"a \prec b == a": Definition(r"\prec", (Parameter("a"), Parameter("b")), a),
    "-. a == a": Definition("-.", (Parameter("a"),), a),
    "a^# == a": Definition("^#", (Parameter("a"),), a),
    "LOCAL F == a": Definition("F", (), a, local=True),
    "Nat == S": Definition("Nat", (), S),
    r"f[x \in S, y \in T] == f[x, y]": Definition(
        "f", (), Function((bound("x", S), bound("y", T)), Index(f, (x, y)), "f")
    ),
    "RECURSIVE F(_), G": Recursive((Parameter("F", 1), Parameter("G"))),
    "INSTANCE M": Instance(None, (), "M", ()),
    "LOCAL INSTANCE M": Instance(None, (), "M", (), local=True),
    "I(x) == INSTANCE M WITH a <- x, + <- F, Op <- LAMBDA y : y": Instance(
        "I",
        (Parameter("x"),),
        "M",
        (("a", x), ("+", op("F")), ("Op", Lambda(("y",), y))),
    ),
    "ASSUME P": Assume(None, P),
    "AXIOM Ax == P": Assume("Ax", P),
    "THEOREM P": Theorem(None, P),
    "LEMMA L == P\nPROOF OBVIOUS": Theorem("L", P),
    "THEOREM P\n<1>1. A\n  BY DEF A\n<1> QED BY <1>1": Theorem(None, P),
    r"THEOREM T == ASSUME NEW x \in S, P, NEW Op(_) PROVE A": Theorem(
        "T", A, (Parameter("x"), op(r"\in", x, S), P, Parameter("Op", 1))
    ),
    "---- MODULE Inner ----\nVARIABLE x\n====": Module("Inner", (), (Variables(("x",)),)),
}


@pytest.mark.parametrize("text", UNITS)
def test_a_unit_is_read(text: str) -> None:
    assert read_module(f"---- MODULE M ----\n{text}\n====").units == (UNITS[text],)


def test_a_module_has_what_it_extends_and_skips_what_only_provers_read() -> None:
    text = "---- MODULE M ----\nEXTENDS A, B\nUSE DEF F\n----\nHIDE P\nF == 1\n===="
    assert read_module(text) == Module("M", ("A", "B"), (Definition("F", (), one),))


def test_text_around_modules_and_comments_say_nothing() -> None:
    text = r"""
    Here (* is an "open comment, and ==== too
    ---- MODULE M ---- \* a comment with (* inside
    A == (* one (* inside *) another ==== *) 1 \* "
    (* --algorithm a begin skip this ; is ( not PlusCal
       end *)
    B == "\* no comment (* at all"
    ==== and more text ---- here
    """
    assert read_module(text).units == (
        Definition("A", (), one),
        Definition("B", (), String("* no comment (* at all")),
    )


def test_a_header_in_a_comment_begins_no_module() -> None:
    text = "\\* ---- MODULE Old ----\n\\* ====\n---- MODULE M ----\nA == 1\n====\n"
    assert module_names(text) == ("M",)
    assert read_module(text).units == (Definition("A", (), one),)


def test_a_file_may_hold_several_modules() -> None:
    text = "---- MODULE A ----\nX == 1\n====\n---- MODULE B ----\nX == 2\n====\n"
    assert module_names(text) == ("A", "B")
    assert read_module(text).name == "A"
    assert read_module(text, "f", "B").units == (Definition("X", (), two),)


def test_only_the_module_that_is_wanted_need_be_right() -> None:
    text = "---- MODULE A ----\nX == 1\n====\n---- MODULE B ----\nX = = 2\n====\n"
    assert read_module(text).name == "A"


def test_places_count_characters_where_there_are_tabs_and_letters_of_more_bytes() -> None:
    text = '---- MODULE M ----\n\tA == "é" \\cup x\n===='
    unit = read_module(text, "M.tla").units[0]
    assert isinstance(unit, Definition)
    assert isinstance(unit.body, Apply)
    at = unit.body.args[1].at
    assert (at.line, at.column, at.end_column) == (2, 16, 17)
    assert text.split("\n")[1][at.column - 1] == "x"


def test_tabs_align_junction_lists_as_they_do_on_paper() -> None:
    text = "---- MODULE M ----\nA ==\n\t/\\ a\n        /\\ b\n===="
    unit = read_module(text).units[0]
    assert isinstance(unit, Definition)
    assert unit.body == And((a, b))


def test_an_expression_counts_its_own_lines() -> None:
    read = read_expression("x +\n  y")
    assert isinstance(read, Apply)
    assert (read.at.line, read.args[1].at.line, read.args[1].at.column) == (1, 2, 3)


@pytest.mark.parametrize("text", ["", "  \n", "1 ==== 2", "1\nB == 2", "VARIABLE x"])
def test_what_is_no_single_expression_is_refused(text: str) -> None:
    with pytest.raises(BadModule):
        read_expression(text)
