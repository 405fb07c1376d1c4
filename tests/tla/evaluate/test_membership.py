"""Membership is told by the parts of a set, and agrees with the set itself."""

from __future__ import annotations

import pytest

from counterpoint.errors import NoValue

from .small import Small, shown

SETS = [
    (r"s \cup {4}", "{2, 3, 4}"),
    (r"s \cap {3, 4}", "{3}"),
    (r"s \ {3}", "{2}"),
    (r"{y \in s : y > 2}", "{3}"),
    (r"{y \in s \cup {5} : y > 2} \ {3}", "{5}"),
    (r"Both", "{2, 3, 9}"),
    (r"s'", "{9}"),
]


@pytest.mark.parametrize(("written", "listed"), SETS)
def test_an_element_is_found_without_making_the_set(written: str, listed: str) -> None:
    small = Small(
        f"VARIABLES x, s Both == s \\cup {{9}} In == x \\in {written} Out == x \\notin {written}"
        f" Wanted == x \\in {listed}"
    )
    for x in range(10):
        frame = (x, frozenset({2, 3})), (0, frozenset({9}))
        assert small.holds("In", *frame) == small.holds("Wanted", *frame)
        assert small.holds("Out", *frame) != small.holds("Wanted", *frame)


def test_a_part_that_cannot_compare_does_not_matter_if_another_knows() -> None:
    small = Small(r"VARIABLES x, s Test == x \in s \cup Nat")
    assert small.holds("Test", (3, frozenset({"none"})))
    with pytest.raises(NoValue):
        small.holds("Test", ("other", frozenset({"none"})))


def test_a_tuple_pattern_is_taken_apart() -> None:
    small = Small(r"VARIABLES x, s Test == x \in {<<a, b>> \in s \X s : a < b}")
    assert small.holds("Test", ((1, 2), frozenset({1, 2})))
    assert not small.holds("Test", ((2, 1), frozenset({1, 2})))


def test_types_of_states_are_not_listed() -> None:
    assert shown(r"[a |-> 3, b |-> <<>>] \in [a : Nat, b : Seq(Nat)]") == "TRUE"
    assert shown(r"<<1, 2, 3>> \in [1..3 -> 0..1000000]") == "TRUE"
    assert shown(r"1..20 \in SUBSET (0..1000000)") == "TRUE"
