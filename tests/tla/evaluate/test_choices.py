"""IF, CASE, CHOOSE."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.errors import NoValue
from counterpoint.tla.values import key

from .small import Small, shown, value


def test_a_case_without_a_condition_that_holds_has_no_value() -> None:
    with pytest.raises(NoValue, match="no condition of this CASE holds"):
        shown("CASE 1 = 2 -> 3")


def test_choosing_from_nothing_that_fits_has_no_value() -> None:
    with pytest.raises(NoValue, match=r"CHOOSE: no element of {1, 2, 3} is as wanted"):
        shown(r"CHOOSE x \in 1..3 : x > 3")


@given(st.sets(st.integers(-9, 9) | st.sampled_from(["a", "b"]), min_size=1))
def test_the_least_element_is_chosen(elements: set[object]) -> None:
    small = Small(r"VARIABLE s Test == CHOOSE x \in s : TRUE")
    assert small.value("Test", (frozenset(elements),)) == min(elements, key=key)


def test_a_pattern_is_chosen() -> None:
    assert shown(r"CHOOSE <<x, y>> \in (1..3) \X (1..3) : x + y = 6") == "<<3, 3>>"


def test_a_choice_without_a_set_is_something_else() -> None:
    body = r"None == CHOOSE v : v \notin 1..3"
    assert shown("None \\in 1..3", body) == "FALSE"
    assert shown("<<None = None, None = 2>>", body) == "<<TRUE, FALSE>>"


def test_what_is_chosen_twice_by_the_same_condition_is_the_same() -> None:
    assert shown(r"(CHOOSE v : v \notin {1}) = (CHOOSE v : v \notin {1})") == "TRUE"


def test_what_is_chosen_next_to_another_choice_is_another() -> None:
    body = r"A == CHOOSE v : v \notin {1}  B == CHOOSE v : v \notin {1, A}"
    assert shown("A = B", body) == "FALSE"


def test_a_set_may_stand_in_the_condition() -> None:
    assert shown(r"CHOOSE x : x \in 1..9 /\ x > 4") == "5"
    assert shown(r"CHOOSE x : x \in {7}") == "7"


def test_a_condition_that_nothing_new_satisfies_has_no_value() -> None:
    with pytest.raises(NoValue, match="no value is as wanted that is nothing else"):
        value("CHOOSE x : x = 3")
