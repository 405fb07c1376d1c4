"""Values in states are the same however they are written, also where they are drawn lazily."""

from __future__ import annotations

import pytest

from counterpoint import check
from counterpoint.tla.module import TlaModule
from counterpoint.tla.modules import load

ALIKE = [
    ("1..y", "{1, y}"),
    ("SUBSET {y}", "{{}, {y}}"),
    (r"{1} \X (1..y)", "{<<1, 1>>, <<1, y>>}"),
    ("<<1..y>>", "<<{1, y}>>"),
    ("[a |-> 1..y]", "[a |-> {y, 1}]"),
    (r"[i \in 1..1 |-> SUBSET {y}]", "<<{{y}, {}}>>"),
    ("{1..y}", "{{1, y}}"),
    (r"{SUBSET {z} : z \in {y}}", "{{{}, {y}}}"),
    (r"[i \in {y} |-> i]", "(y :> y)"),
    (r"[{y} -> {1, y}]", "{y :> 1, y :> y}"),
]


@pytest.mark.parametrize(("lazy", "listed"), ALIKE)
def test_a_value_that_is_drawn_and_one_that_is_listed_make_one_state(
    lazy: str, listed: str
) -> None:
    text = rf"""---- MODULE M ----
EXTENDS Integers, Sequences, TLC
VARIABLES x, y, n
Next == y' = y /\ n' = 1 /\ (x' = {lazy} \/ x' = {listed})
Spec == x = 0 /\ y = 2 /\ n = 0 /\ [][Next]_<<x, y, n>>
THEOREM Spec => [](n = 1 => x = {listed})
====
"""
    verdicts = check(TlaModule(load("M.tla", text=text)))
    assert [verdict.answer.value for verdict in verdicts] == ["holds"]
    assert verdicts.states == 2
