"""ENABLED: where it can be told whether an action has a next state."""

from __future__ import annotations

import pytest

from counterpoint.tla.compiler import Compiler
from counterpoint.tla.modules import load
from counterpoint.tla.steps.enabled import is_evaluable
from counterpoint.tla.tree import Apply

TEXT = r"""
---- MODULE M ----
EXTENDS Naturals
VARIABLES x, y
Says == x < 3 /\ x' = x + 1 /\ y' = y
SaysPart == x < 3 /\ x' = x + 1
Tests == x' = x + 1 /\ y' > x'
TestsFirst == y' > 0 /\ y' \in {1, 2} /\ x' = x
Either == Says \/ Tests
If == IF x = 0 THEN Says ELSE Tests
Composed == Tests \cdot Says
Changes == <<x' = x + 1>>_x
ChangesAll == <<x' = x + 1>>_<<x, y>>
====
"""


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ("Says", True),
        ("SaysPart", True),
        ("Tests", False),
        ("TestsFirst", True),
        ("Either", False),
        ("If", False),
        ("Composed", False),
        ("Changes", True),
        ("ChangesAll", False),
    ],
)
def test_an_action_must_say_what_all_is_that_it_tests(action: str, told: bool) -> None:
    loaded = load("M.tla", text=TEXT)
    assert is_evaluable(Compiler(["x", "y"]), Apply(action), loaded.scope) == told
