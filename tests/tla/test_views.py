"""Claims about runs of states that a VIEW takes as one."""

from __future__ import annotations

import pytest

from counterpoint import check
from counterpoint.tla.module import TlaModule
from counterpoint.tla.modules import load
from counterpoint.tla.syntax import read_config

MODULE = r"""
---- MODULE M ----
EXTENDS Integers
VARIABLE x
Spec == x = 0 /\ [][x' = x + 1]_x /\ WF_x(x' = x + 1)
Seen == x % 4
Passes == <>(x = 5)
Again == []<>(x % 4 = 9)
====
"""


@pytest.mark.parametrize(("claim", "answer"), [("Passes", "unknown"), ("Again", "fails")])
def test_a_run_that_never_comes_back_is_followed_for_many_rounds(claim: str, answer: str) -> None:
    """Around once it passes 0, 1, 2, 3; it goes on with 4 and 5."""
    config = read_config(f"SPECIFICATION Spec VIEW Seen PROPERTY {claim} CHECK_DEADLOCK FALSE")
    (verdict,) = check(TlaModule(load("M.tla", text=MODULE), config))
    assert verdict.answer.value == answer
