"""Names that mean nothing or do not fit: each with its place and what there is instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterpoint.errors import BadMeaning
from counterpoint.tla.modules import load

from .files import read, write


def complaint(body: str) -> str:
    with pytest.raises(BadMeaning) as caught:
        read(body)
    return str(caught.value)


WHOLE = {
    "EXTENDS Naturals\nVARIABLE counter\nInit == countr = 0": """\
[CP701] countr means nothing here: counter perhaps
  at M.tla:4:9
    Init == countr = 0
            ^^^^^^""",
    "VARIABLE s\nNext == s' = Append(s, 1)": """\
[CP701] Append means nothing here: it is an operator of module Sequences, which is not extended
  at M.tla:3:14
    Next == s' = Append(s, 1)
                 ^^^^^^^^^^^^""",
    "F == 1 + 1": """\
[CP701] + means nothing here: it is an operator of module Naturals, which is not extended
  at M.tla:2:6
    F == 1 + 1
         ^^^^^""",
    "Max(a, b) == a\nF == Max(1)": """\
[CP701] Max takes 2 arguments, not 1
  at M.tla:3:6
    F == Max(1)
         ^^^^^^""",
    "VARIABLES x, y\nCONSTANT x": """\
[CP701] x is declared already
  at M.tla:3:10
    CONSTANT x
             ^""",
}


@pytest.mark.parametrize("body", WHOLE)
def test_a_misfit_is_shown_where_it_is(body: str) -> None:
    assert complaint(body) == WHOLE[body]


SAYS = {
    "F == G\nG == 1": "G means nothing here",
    "F(a) == F(a)": "F means nothing here",
    "F == TRUE && FALSE": "&& means nothing here: and is written /\\ in TLA+",
    "VARIABLES x, x": "x is declared already",
    "F == 1\nF == 2": "F is defined already, at M.tla:2:1",
    "F == 1\nVARIABLE F": "F is defined already, at M.tla:2:1",
    "EXTENDS Sequences\nHead(s) == s": "Head has a meaning already",
    "a \\cup b == a": "\\cup has a meaning already",
    "x' == 3": "' has a meaning already",
    # What is bound must be new
    "VARIABLE x\nF == \\A x \\in {} : TRUE": "x is declared already",
    "VARIABLE x\nF(x) == 1": "x is declared already",
    "F(a, a) == 1": "a is declared already",
    "F == \\E a \\in {} : \\A a \\in {} : a": "a is declared already",
    "G == 1\nF == LET G == 2 IN G": "G is defined already, at M.tla:2:1",
    "VARIABLE x\nf[x \\in {}] == 1": "x is declared already",
    "VARIABLE x\nF == {x \\in {} : TRUE}": "x is declared already",
    "VARIABLE x\nF == CHOOSE x : TRUE": "x is declared already",
    "VARIABLE x\nH(Op(_)) == 1\nF == H(LAMBDA x : x)": "x is declared already",
    # Arguments
    "F == 1\nG == F(1)": "F takes no arguments, not 1",
    "F(a) == a\nG == F": "F takes 1 argument, not 0",
    "CONSTANT Op(_)\nG == Op(1, 2)": "Op takes 1 argument, not 2",
    "EXTENDS Sequences\nG == Len(1, 2)": "Len takes 1 argument, not 2",
    "F(Op(_)) == Op(1)\nG == F(2)": "an operator that takes 1 argument is needed here",
    "F(Op(_)) == Op(1)\nTwo(a, b) == a\nG == F(Two)": (
        "an operator that takes 1 argument is needed here"
    ),
    "F(Op(_)) == Op(1)\nG == F(LAMBDA a, b : a)": (
        "an operator that takes 1 argument is needed here"
    ),
    "F(a) == a\nG == F(LAMBDA b : b)": "LAMBDA can only be given to an operator",
    "EXTENDS FiniteSetsExt\nG == FoldSet(1, 0, {})": "an operator is needed here",
    "f[a \\in {}] == 1\nG == f[1, 2]": "the function f takes 1 argument, not 2",
    # The rest
    "F == @": "@ means something in the new value of EXCEPT only",
    "F == [a |-> 1, a |-> 2]": "the field a stands in this record twice",
    "RECURSIVE F(_)": "F is declared to be recursive, but defined nowhere",
    "RECURSIVE F(_)\nF(a, b) == F(a)": "F was declared to take 1 argument, not 2",
    "G == 1\nF == G!lab": "G is no instance, and nothing in it has the label lab",
    "F == Nothing!1": "Nothing means nothing here",
    "INSTANCE M": "a module cannot be a part of itself: M in M",
}


@pytest.mark.parametrize("body", SAYS)
def test_a_misfit_says_what_is_wrong(body: str) -> None:
    assert complaint(body).partition("\n")[0] == f"[CP701] {SAYS[body]}"


ACCEPTED = [
    "RECURSIVE F(_), G(_)\nF(a) == G(a)\nG(a) == F(a)",
    "F(a) == LET RECURSIVE G(_) G(b) == G(b) IN G(a)",
    "f[a \\in {}] == f[a]",
    "F(Op(_), a) == Op(a)\nG(Op(_)) == F(Op, 1)\nH == G(LAMBDA a : a)",
    "EXTENDS FiniteSetsExt, Naturals\nF == FoldSet(+, 0, {1})",
    "F == [[a |-> 1] EXCEPT !.a = [[b |-> @] EXCEPT !.b = @]]",
    "f == [a \\in {} |-> a]\nF == [f EXCEPT ![1] = LET b == @ IN b]",
    "A == lab :: TRUE\nF == A!lab /\\ A!1",
    "EXTENDS Integers\nF(Op(_)) == Op(1)\nG == F(-.)",
    "S == {} \\X {} \\X {}",
    "THEOREM T == ASSUME NEW a, NEW Op(_) PROVE Op(a)",
    "F == \\A a \\in {} : TRUE\nG == \\A a \\in {} : TRUE",
]


@pytest.mark.parametrize("body", ACCEPTED)
def test_what_fits_is_accepted(body: str) -> None:
    assert read(body).name == "M"


def test_a_module_that_is_extended_is_checked_too(tmp_path: Path) -> None:
    path = write(tmp_path, Top="EXTENDS Wrong", Wrong="F == Nope")
    with pytest.raises(BadMeaning) as caught:
        load(path)
    assert str(caught.value).splitlines()[1] == f"  at {tmp_path / 'Wrong.tla'}:2:6"
