"""What speaks of two states."""

from __future__ import annotations

import pytest

from counterpoint.errors import NoValue

from .small import Small

TWO = r"""
VARIABLES x, y
vars == <<x, <<y>>>>
Same == UNCHANGED vars
Nested == UNCHANGED <<x, <<y, <<>>>>>>
Expression == UNCHANGED (x + y)
Tick == x' = x + 1 /\ y' = y
Box == [Tick]_vars
Angle == <<Tick>>_vars
Still == <<x' = x>>_x
"""


@pytest.mark.parametrize(
    ("name", "after", "wanted"),
    [
        ("Same", (1, 2), True),
        ("Same", (1, 3), False),
        ("Nested", (1, 2), True),
        ("Nested", (2, 2), False),
        ("Expression", (2, 1), True),
        ("Expression", (2, 2), False),
        ("Box", (2, 2), True),
        ("Box", (1, 2), True),
        ("Box", (3, 2), False),
        ("Angle", (2, 2), True),
        ("Angle", (1, 2), False),
        ("Still", (1, 5), False),
    ],
)
def test_an_action_is_a_test_on_two_states(name: str, after: tuple[int, int], wanted: bool) -> None:
    assert Small(TWO).holds(name, (1, 2), after) is wanted


ENABLED = r"""
VARIABLES x, y
Take == x > 0 /\ x' = x - 1
Some == \E n \in 1..x : n > 2 /\ y' = n
Loose == y' # y /\ y' \in {1}
Can == ENABLED Take
CanSome == ENABLED Some
CanChange == ENABLED <<x' = 1>>_x
CanLater == (ENABLED Take)'
CanWith(n) == ENABLED (x = n /\ y' = n)
Both == LET old == x IN <<ENABLED (x' = old), old, CanWith(old), (ENABLED Take)', old'>>
Twice == LET t == x * 2 IN <<t, t', ENABLED (t = 2), (ENABLED (t = 6 /\ x' = t))', t>>
"""


@pytest.mark.parametrize(
    ("name", "state", "after", "wanted"),
    [
        ("Can", (1, 0), (), True),
        ("Can", (0, 0), (), False),
        ("CanSome", (3, 0), (), True),
        ("CanSome", (2, 0), (), False),
        ("CanChange", (1, 0), (), False),
        ("CanChange", (2, 0), (), True),
        ("CanLater", (0, 0), (1, 0), True),
        ("CanLater", (1, 0), (0, 0), False),
    ],
)
def test_enabled_looks_for_one_next_state(
    name: str, state: tuple[int, int], after: tuple[int, int], wanted: bool
) -> None:
    assert Small(ENABLED).holds(name, state, after) is wanted


def test_enabled_leaves_both_states_as_they_are() -> None:
    found = Small(ENABLED).value("Both", (1, 5), (0, 6))
    assert [str(each) for each in found] == ["TRUE", "1", "TRUE", "FALSE", "0"]


def test_enabled_keeps_no_value_of_another_state() -> None:
    found = Small(ENABLED).value("Twice", (1, 0), (3, 0))
    assert [str(each) for each in found] == ["2", "6", "TRUE", "TRUE", "2"]


def test_a_variable_that_nothing_assigns_is_named() -> None:
    small = Small(r"VARIABLES x, y Test == ENABLED (x' = 1 /\ y' > x)")
    with pytest.raises(NoValue, match="the value of y' is needed before anything says it"):
        small.holds("Test", (1, 1))


def test_a_substituted_expression_cannot_be_assigned() -> None:
    small = Small(
        r"""
        ---- MODULE Inner ----
        EXTENDS Integers
        VARIABLE v
        Set == v' = 5
        ====
        VARIABLE x
        I == INSTANCE Inner WITH v <- x + 1
        Test == ENABLED I!Set
        """
    )
    with pytest.raises(NoValue, match="the value of x' is needed"):
        small.holds("Test", (1,))


def test_a_composed_action_is_not_asked_of_a_step() -> None:
    small = Small("VARIABLE x\nTwice == (x' = x + 1) \\cdot (x' = x + 1)")
    with pytest.raises(NoValue, match=r"whether a given step is one of A \\cdot B is not decided"):
        small.holds("Twice", (0,), (2,))
