"""What an expression reads."""

from __future__ import annotations

import pytest

from counterpoint.tla.evaluate.footprint import Footprints
from counterpoint.tla.evaluate.names import Names
from counterpoint.tla.tree import Apply, Number

from .small import Small

BODY = r"""
VARIABLES x, y
Plus(a, b) == a + b
Grows(v) == v' > v
Through(Op(_), v) == Op(v)
RECURSIVE Down(_)
Down(n) == IF n = 0 THEN x ELSE Down(n - 1)
RECURSIVE Ping(_)
Pong(n) == IF n = 0 THEN y ELSE Ping(n - 1)
Ping(n) == IF n = 0 THEN x ELSE Pong(n - 1)
f[n \in Nat] == IF n = 0 THEN y ELSE f[n - 1]
"""
# x and y are at 0 and 1, x' and y' at 2 and 3, what need not stay the same is at 4.


@pytest.mark.parametrize(
    ("expression", "reads"),
    [
        ("1 + 2", set()),
        ("x", {0}),
        ("x'", {2}),
        ("(x + y)'", {2, 3}),
        ("Plus(x, 1)", {0}),
        ("Plus(x, y')", {0, 3}),
        ("Plus(x, y)'", {2, 3}),
        ("Grows(y)", {1, 3}),
        ("Grows(1)", set()),
        (r"{k \in 1..3 : k > x}", {0}),
        (r"[k \in {y} |-> k]", {1}),
        ("LET z == x IN 1", set()),
        ("LET z == x IN z'", {2}),
        ("UNCHANGED <<x, y>>", {0, 1, 2, 3}),
        ("[x' = 1]_y", {1, 2, 3}),
        ("ENABLED (x' = y)", {1}),
        ("(ENABLED (x' = y))'", {3}),
        ("Down(3)", {0}),
        ("Down(y)", {0, 1}),
        ("Ping(3)", {0, 1}),
        ("Pong(3)", {0, 1}),
        ("f[3]", {1}),
        ("Through(Grows, x)", {0, 2}),
        ("Through(LAMBDA z : z + y, 1)", {1}),
        ("[<<1>> EXCEPT ![1] = @ + x]", {0}),
        ("RandomElement({1})", {4}),
    ],
)
def test_the_places_that_are_read_are_found(expression: str, reads: set[int]) -> None:
    small = Small(f"{BODY}\nTest == {expression}")
    footprints = small.compiler.footprints
    assert footprints.of(small.body("Test"), small.scope) == reads
    for primed in (False, True):
        found = footprints.of(small.body("Test"), small.scope, primed)
        assert footprints.is_constant(small.body("Test"), small.scope, primed) is (not found)


def test_what_is_asked_first_does_not_matter_on_a_cycle() -> None:
    for names in (("Ping", "Pong"), ("Pong", "Ping")):
        small = Small(BODY)
        footprints = Footprints(small.compiler.layout, Names())
        calls = [Apply(name, (Number(3),)) for name in names]
        assert [footprints.of(call, small.scope) for call in calls] == [{0, 1}, {0, 1}]
