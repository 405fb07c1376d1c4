"""Which part of a claim is false."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint.tla.blame import blamed
from counterpoint.tla.modules import load
from counterpoint.tla.spec import theorems

NAMES = ["x", "y"]


def parts(claim: str, *definitions: str) -> Any:
    """The parts of what is claimed of a specification with two variables."""
    lines = ["---- MODULE M ----", "EXTENDS Naturals, TLC", "VARIABLES x, y", *definitions]
    spec = r"x = 0 /\ y = 0 /\ [][x' \in Nat /\ y' \in Nat]_<<x, y>>"
    text = "\n".join([*lines, f"THEOREM {spec} => {claim}", "===="])
    (found,) = theorems(load("M.tla", text=text))
    return found.parts


@pytest.mark.parametrize(
    ("claim", "state", "told"),
    [
        (r"[](x < 3 /\ y < 3)", (0, 5), "y < 3 is false at M.tla:5"),
        (r"[](x < 3 /\ y < 3)", (4, 5), "x < 3 is false at M.tla:5"),
        ("[]Low", (4, 5), "x < 3 is false at M.tla:4"),
        (r"[](\A n \in 1..3 : x # n)", (2, 0), "x # 2 is false at M.tla:5"),
        (r"[](\A <<i, j>> \in {<<1, 2>>} : x = i => y # j)", (1, 2), "x = 1 => y # 2 is false"),
        (r"[](\A n \in 0..x : \A m \in {n} : y > m)", (3, 2), "y > 2 is false at M.tla:5"),
        (r"[](x = 0 \/ y = 0)", (1, 1), r"x = 0 \/ y = 0 is false at M.tla:5"),
        ("[](LET z == x + y IN z < 3 /\\ z # 2)", (1, 1), "z # 2 is false at M.tla:5"),
    ],
)
def test_the_smallest_part_that_is_false_is_named(
    claim: str, state: tuple[int, int], told: str
) -> None:
    (part,) = parts(claim, "Low == x < 3")
    assert blamed(part, NAMES, state).startswith(told)


def test_of_a_step_the_conjunct_of_the_action_is_named() -> None:
    (part,) = parts(r"[][Up /\ y' = y]_<<x, y>>", "Up == x' = x + 1")
    assert blamed(part, NAMES, (0, 0), (1, 1)) == "y' = y is false at M.tla:5"
    assert blamed(part, NAMES, (0, 0), (2, 0)) == "x' = x + 1 is false at M.tla:4"


def test_a_part_that_has_no_value_is_not_blamed() -> None:
    (part,) = parts(r"[](<<>>[x] = 1 /\ y = 0)")
    assert blamed(part, NAMES, (1, 1)) == "y = 0 is false at M.tla:4"


def test_what_asks_where_the_search_is_is_not_blamed() -> None:
    (part,) = parts(r'[](TLCGet("level") < 0 /\ y = 0)')
    assert blamed(part, NAMES, (1, 1)) == "y = 0 is false at M.tla:4"


def test_what_is_said_of_infinitely_many_is_blamed_as_a_whole() -> None:
    (part,) = parts(r"[](\A n \in Nat : x # n)")
    assert blamed(part, NAMES, (2, 0)) == r"\A n \in Nat : x # n is false at M.tla:4"
