"""Which parts of claims may not matter, and what would be stronger."""

from __future__ import annotations

import pytest

from counterpoint.tla.spec import flatten, links_of, text, theorems, weakest_links

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
