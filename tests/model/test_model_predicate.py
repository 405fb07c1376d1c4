"""Predicates: the atoms of formulas as conditions over variables."""

from __future__ import annotations

from enum import Enum

import pytest

from counterpoint.errors import BadFormula, BadTerm, OutOfSort, UnknownAtom
from counterpoint.model.model import Model
from counterpoint.terms.evaluate import evaluate
from counterpoint.terms.sort import subsets_of


class Light(Enum):
    RED = 1
    GREEN = 2


model = Model("cross")
x = model.array("x", range(4), range(3))
pc = model.array("pc", "left right", "idle wait crit")
board = model.array("board", [(r, c) for r in range(2) for c in range(2)], range(3))
turn = model.var("turn", ["left", "right"])
k = model.var("k", range(4))
p, q, r = (model.var(name, bool) for name in "pqr")
light = model.var("light", Light)
seen = model.var("seen", subsets_of("a b c"))
model.atom("both", p & q)
model.atom("busy", pc["left"] != "idle")

STATE = {
    "x": (1, 2, 0, 0),
    "pc": ("wait", "crit"),
    "board": (0, 1, 2, 0),
    "turn": "right",
    "k": 1,
    **dict.fromkeys("qr", False),
    "p": True,
    "light": Light.GREEN,
    "seen": {"a", "c"},
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("p", True),
        ("both", False),
        ("both | busy", True),
        ("true", True),
        ("False", False),
        ("x[0] = 1", True),
        ("x[0]=1 & x[1]==2", True),
        ("x[0] = 0 & x[1] = 2", False),
        ("x[0] == 0 | x[1] == 2", True),
        ("x[0] = 1 && k != 1 || p", True),
        ("!p", False),
        ("!p & q", False),
        ("!(p & q)", True),
        ("~p | p", True),
        ("not p or not q", True),
        ("not p and q", False),
        ("q & q = r", False),
        ("(q & q) = r", True),
        ("q = r", True),
        ("x[k] = 2", True),
        ("x[(k + 1) % 4] = 0", True),
        ("0 < k <= 1", True),
        ("0 < k < 1", False),
        ("k * 2 - 1 = 3 // 2", True),
        ("-k = -1", True),
        ("k >= 1 & k > 0 & k < 2", True),
        ("pc[right] = crit", True),
        ("pc['right'] = 'crit'", True),
        ('pc[left] = "crit"', False),
        ("crit = pc[right]", True),
        ("pc[turn] = crit", True),
        ("pc[left] != crit", True),
        ("pc[left] = pc[right]", False),
        ("turn = right", True),
        ("light = GREEN", True),
        ("board[0, 1] = 1 & board[k % 2, 0] = 2", True),
        ("a in seen & b not in seen", True),
        ("seen = {a, c}", True),
        ("seen = {}", False),
        ("{a} <= seen", True),
        ("k in {0, 1}", True),
        ("pc[left] in {idle, wait}", True),
        ("pc[left] not in (idle, crit)", True),
        ("  x[0] = 1\n & p ", True),
    ],
)
def test_a_text_is_a_condition(text: str, value: bool) -> None:
    values = model.parts.variables
    state = model.state(**STATE)
    by_name = dict(zip((v.name for v in values), state, strict=True))
    assert evaluate(model.predicate(text), by_name) is value


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("bussy", "'bussy': there is no bussy; there are busy, both, x"),
        ("HOT", "there is no HOT; there are both, busy"),
        ("put(3)", r"there is no put\(3\); there are both"),
        ("y[0] = 1", r"there is no y\[0\]; there are"),
        ("pc[left] = critt", "there is no critt; there are crit, "),
        ("pc[left] = 'x'", "there is no x; there are"),
        ("pc[middle] = crit", "there is no middle; there are left, right"),
        ("left = right", "there is no left"),
        ("d in seen", "there is no d; there are a, b, c"),
    ],
)
def test_an_unknown_name_is_told_with_what_there_is(text: str, why: str) -> None:
    with pytest.raises(UnknownAtom, match=why):
        model.predicate(text)


@pytest.mark.parametrize(
    "text",
    [
        "x[0] =",
        "x[0] = 1 -> p",
        "p # & q",
        "p.q",
        "[p]",
        "1.5 = k",
        "k is 1",
        "k ** 2 = 1",
        "k = {1}",
        "k in 1",
        "p if q else r",
        "",
        "lambda: p",
        "k in x",
        "p := q",
        "'a' = b'a'",
    ],
)
def test_what_is_no_condition_cannot_be_read(text: str) -> None:
    with pytest.raises(BadFormula, match="cannot be read"):
        model.predicate(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("k", r"k is neither true nor false: it ranges over 0\.\.3"),
        ("x = 1", r"x is an array; write x\[index\]"),
        ("x & p", "x is an array"),
        ("x[4] = 1", r"x has no index 4; its indices are 0\.\.3"),
        ("x[k + 1] = 1", r"ranges over 1\.\.4"),
        ("k & p", r"& takes conditions, and k is in 0\.\.3"),
        ("p = 1", "a condition is used as it is"),
        ("k // 0 = 1", "the divisor 0"),
        ("!k = 1", "~ takes conditions"),
    ],
)
def test_what_does_not_fit_together_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadTerm, match=why):
        model.predicate(text)


def test_an_atom_is_found_by_its_name_first() -> None:
    assert model.predicate("both") is model.atoms["both"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("k = 4", r"k is never 4: it is in 0\.\.3"),
        ("k != 4", r"k is never 4: it is in 0\.\.3"),
        ("4 = k", r"k is never 4: it is in 0\.\.3"),
        ("k = -1", r"k is never -1: it is in 0\.\.3"),
        ("p & x[2] = 3", r"x\[2\] is never 3: it is in 0\.\.2"),
        ("k + 1 = 5", r"k \+ 1 is never 5: it is in 1\.\.4"),
        ("k in {1, 9}", r"k is never 9: it is in 0\.\.3"),
        ("0 <= k = 7", r"k is never 7: it is in 0\.\.3"),
    ],
)
def test_a_number_out_of_the_sort_is_refused_and_not_folded(text: str, why: str) -> None:
    with pytest.raises(OutOfSort, match=why) as raised:
        model.predicate(text)
    assert raised.value.place is None


def test_numbers_alone_are_compared_as_numbers() -> None:
    assert [evaluate(model.predicate(text), {}) for text in ("1 = 1", "1 = 2", "1 != 2")] == [
        True,
        False,
        True,
    ]


@pytest.mark.parametrize("text", [3, None, b"k = 1", ["k"]])
def test_a_condition_is_a_text(text: object) -> None:
    with pytest.raises(BadFormula, match="a condition is given as a text, not as"):
        model.predicate(text)  # type: ignore[arg-type]
