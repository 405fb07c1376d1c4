"""Which expressions are constant: asked in any order, it is the same answer."""

from __future__ import annotations

import random

import pytest

from counterpoint.tla.evaluate import reader
from counterpoint.tla.evaluate.footprint import Footprints
from counterpoint.tla.tree import Apply, Expression

from .small import Small

BODY = r"""VARIABLES s, t
Two == 2
Later == t'
Add(a, b) == a + b
RECURSIVE Sum(_)
Sum(n) == IF n = 0 THEN 0 ELSE n + Sum(n - 1)
Tested == <<Two + 3, Add(Two, 1), Add(s, 1), Sum(3), Sum(s), {x \in 1..Two : x > 1},
            {x \in 1..Two : x > s}, Later, ENABLED (s' = 1), LET u == s IN Two, LET u == s IN u,
            (((1 + 2) + 3) + s) + (4 + 5)>>"""
CONSTANT = [True, True, False, True, False, True, False, False, True, True, False, False]


def test_parts_are_constant_in_whatever_order_they_are_asked() -> None:
    small = Small(BODY)
    parts = small.body("Tested").items
    for seed in range(20):
        footprints = Footprints(small.compiler.layout, small.compiler.names)
        asked = list(range(len(parts)))
        random.Random(seed).shuffle(asked)
        for number in asked * 2:
            assert footprints.is_constant(parts[number], small.scope) is CONSTANT[number]


def test_a_deep_expression_is_read_once_for_all_of_its_parts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small = Small(f"VARIABLE s Tested == {' + '.join(['s'] * 200)}")
    usual, walked = reader.Reader._walk, []

    def walk(*given: object) -> None:
        walked.append(given)
        usual(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(reader.Reader, "_walk", walk)
    node: Expression = small.body("Tested")
    footprints = Footprints(small.compiler.layout, small.compiler.names)
    while isinstance(node, Apply) and node.args:
        assert not footprints.is_constant(node, small.scope)
        node = node.args[0]
    assert len(walked) <= 500
