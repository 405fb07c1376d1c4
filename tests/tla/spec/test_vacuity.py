"""Which parts of claims may not matter, and what would be stronger."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from counterpoint.errors import NoValue
from counterpoint.tla.compiler import Compiler
from counterpoint.tla.evaluate.context import Closed
from counterpoint.tla.modules import Loaded
from counterpoint.tla.spec import flatten, links_of, text, theorems, weakest_links

from ...share import share
from ..modules.files import read
from .models import GAME, Search, closed, specification

MODULE = r"""
EXTENDS Naturals
VARIABLES x, y
P == x = 1
Q == y = 1
Rule == P => Q
At(n) == x = n => Q
"""


@pytest.mark.parametrize(
    ("claim", "links"),
    [
        ("[](P => Q)", ["P: [](TRUE => Q)", "Q: [](P => FALSE)"]),
        (r"[](P \/ Q)", [r"P: [](FALSE \/ Q)", r"Q: [](P \/ FALSE)"]),
        ("[](P /\\ Q)", []),
        ("~(P /\\ Q)", ["P: ~(TRUE /\\ Q)", "Q: ~(P /\\ TRUE)"]),
        ("P ~> Q", ["P: TRUE ~> Q", "Q: P ~> FALSE"]),
        ("[][P => x' = x]_x", ["P: [][TRUE => x' = x]_x", "x' = x: [][P => FALSE]_x"]),
        (r"\A i \in 1..2 : x = i => <>Q",
         [r"x = i: \A i \in 1..2 : TRUE => <>Q", r"<>Q: \A i \in 1..2 : x = i => FALSE"]),
        ("lab :: (P => Q)", ["P: TRUE => Q", "Q: P => FALSE"]),
        ("P => (P => Q)", ["P: TRUE => (P => Q)", "P => Q: P => FALSE",
                           "P: P => (TRUE => Q)", "Q: P => (P => FALSE)"]),
    ],
)  # fmt: skip
def test_links(claim: str, links: list[str]) -> None:
    loaded = read(MODULE)
    found = weakest_links(closed(loaded, claim))
    assert [f"{link.part}: {text(link.stronger.expression)}" for link in found] == links


@pytest.mark.parametrize(
    ("claim", "links"),
    [
        (r"[](P /\ (P => Q) /\ Q)", ["P: [](TRUE => Q)", "Q: [](P => FALSE)"]),
        (r"\A n \in 1..2 : P /\ (Q => x = n)",
         [r"Q: \A n \in 1..2 : TRUE => x = n", r"x = n: \A n \in 1..2 : Q => FALSE"]),
        (r"\E n \in 1..2 : x = n /\ (Q => P)",
         [r"Q: \E n \in 1..2 : x = n /\ (TRUE => P)", r"P: \E n \in 1..2 : x = n /\ (Q => FALSE)"]),
        (r"P => (Q /\ ~(x = 0 /\ y = 0))",
         [r"P: TRUE => Q /\ ~(x = 0 /\ y = 0)", r"Q /\ ~(x = 0 /\ y = 0): P => FALSE",
          r"x = 0: P => ~(TRUE /\ y = 0)", r"y = 0: P => ~(x = 0 /\ TRUE)"]),
        (r"(P /\ ~(x = 0 /\ y = 0)) \/ Q",
         [r"P /\ ~(x = 0 /\ y = 0): FALSE \/ Q", r"x = 0: (P /\ ~(TRUE /\ y = 0)) \/ Q",
          r"y = 0: (P /\ ~(x = 0 /\ TRUE)) \/ Q", r"Q: (P /\ ~(x = 0 /\ y = 0)) \/ FALSE"]),
        (r"[][P /\ (P => x' = x)]_x",
         ["P: [][P /\\ (TRUE => x' = x)]_x", "x' = x: [][P /\\ (P => FALSE)]_x"]),
    ],
)  # fmt: skip
def test_conjuncts_of_a_claim_that_holds_are_left_out_where_they_are_true(
    claim: str, links: list[str]
) -> None:
    found = weakest_links(closed(read(MODULE), claim), holds=True)
    assert [f"{link.part}: {text(link.stronger.expression)}" for link in found] == links


def test_definitions_are_entered() -> None:
    loaded = read(MODULE)
    parts = [link.part for link in weakest_links(closed(loaded, "[](Rule /\\ At(2))"))]
    assert parts == ["P", "Q", "x = n", "Q"]


def test_the_stronger_claim_is_decided_like_the_claim() -> None:
    loaded = read(MODULE)
    spec = flatten(
        closed(loaded, r"x = 0 /\ y = 0 /\ [][x' = 2 /\ y' = 0]_<<x, y>>").expression, loaded.scope
    )
    (claim,) = flatten(closed(loaded, "[]Rule").expression, loaded.scope).conjuncts
    assert not Search(loaded, spec, claim).bad
    vacuous = [part for part, link in links_of(claim) if not Search(loaded, spec, link).bad]
    assert vacuous == ["Q"]


def test_once_set_always_set_does_not_depend_on_always() -> None:
    loaded = read(GAME)
    once = theorems(loaded)[1]
    assert once.goal is not None
    assert [link.part for link in weakest_links(once.goal)] == [
        "board[i, j] = mark", "[](board[i, j] = mark)",
    ]  # fmt: skip
    assert specification(loaded, "Board") == once.specification


STATES = list(product(range(3), range(3)))
"""Values of x and y."""


def some_claim(random: Random, depth: int, known: str) -> str:
    """A claim about x and y, parts of which have no value in some states."""
    if depth == 0:
        return random.choice(
            ["P", "Q", f"x = {random.choice(known)}", "y > x", r"2 \div x > y", r"y \div x = 1"]
        )
    one, other, third = (some_claim(random, random.randrange(depth), known) for _ in range(3))
    forms = [
        f"({one} /\\ {other})",
        f"({one} /\\ {other} /\\ {third})",
        f"({one} \\/ {other})",
        f"({one} => {other})",
        f"~{one}",
        f"(x # 0 => {one})",
        "Rule",
        f"At({random.choice(known)})",
    ]
    if "n" not in known:
        inner = some_claim(random, depth - 1, known + "n")
        forms += [f"(\\A n \\in 1..2 : {inner})", f"(\\E n \\in 1..2 : {inner})"]
    return random.choice(forms)


def true_in(loaded: Loaded, claim: Closed) -> list[tuple[int, int]]:
    """The states in which a claim has a value, and is true."""
    compiler = Compiler([variable.name for variable in loaded.variables])
    test = compiler.test(claim.expression, claim.scope)
    found = []
    for state in STATES:
        try:
            if test(compiler.frame(state)):
                found.append(state)
        except NoValue:
            pass
    return found


def test_what_a_claim_leaves_out_that_holds_makes_no_part_matter() -> None:
    loaded = read(MODULE)
    random = Random(14)
    compared = shorter = 0
    for _ in range(share(1000)):
        claim = closed(loaded, some_claim(random, 4, "012"))
        holds_in = set(true_in(loaded, claim))
        whole, given = (list(weakest_links(claim, holds=holds)) for holds in (False, True))
        assert [link.part for link in whole] == [link.part for link in given]
        for long, short in zip(whole, given, strict=True):
            states = [
                holds_in.intersection(true_in(loaded, link.stronger)) for link in (long, short)
            ]
            assert states[0] == states[1], text(claim.expression)
            compared += 1
            shorter += text(long.stronger.expression) != text(short.stronger.expression)
    assert compared > 2 * shorter > 0
