"""IF, CASE, CHOOSE."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint import check
from counterpoint.errors import NoValue
from counterpoint.tla.module import TlaModule
from counterpoint.tla.modules import load
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


@pytest.mark.parametrize(
    "same",
    [
        r"(CHOOSE v : v \notin {1}) = (CHOOSE w : w \notin {1})",
        r"(CHOOSE v : v \notin {1, 2}) = (CHOOSE v : v \notin {2, 1})",
        r"(CHOOSE v : v \notin 1..2) = (CHOOSE v : v # 1 /\ 2 # v)",
        r"LET S == {1} IN (CHOOSE v : v \notin S) = (CHOOSE v : v \notin {1})",
        r"\A i, j \in {1} : (CHOOSE v : v \notin {i}) = (CHOOSE v : v \notin {j})",
        r"Outside({1}) = Beside({1})",
        r"Cardinality({Outside({1}), Beside({1})}) = 1",
        r"[i \in 1..2 |-> CHOOSE v : v \notin {i}] = [j \in 1..2 |-> CHOOSE v : v \notin {j}]",
        r"(CHOOSE v : v \notin Nat) = (CHOOSE v : v \notin Nat)",
    ],
)
def test_what_is_chosen_by_conditions_that_say_the_same_is_the_same(same: str) -> None:
    body = r"Outside(S) == CHOOSE v : v \notin S  Beside(S) == CHOOSE w : w \notin S"
    assert shown(same, body) == "TRUE"


def test_every_compiler_of_a_check_chooses_the_same() -> None:
    small = Small(r"VARIABLE s None == CHOOSE v : v \notin {1}")
    locating, inside = small.compiler.locating(), small.compiler.inside(("v",), 3)
    chosen = [
        each.value(small.body("None"), small.scope)(each.frame())
        for each in (inside, locating, small.compiler)
    ]
    assert chosen[0] is chosen[1] is chosen[2]


def test_a_choice_without_a_set_is_made_inside_of_enabled_in_an_instance() -> None:
    inner = "---- MODULE Inner ----\nVARIABLE v\n"
    inner += r"A == v' = (CHOOSE w : w \notin {v, 1})" + "\nE == ENABLED A\n===="
    text = f"---- MODULE M ----\nEXTENDS Naturals\nVARIABLE y\n{inner}\n"
    text += "I == INSTANCE Inner WITH v <- y + 1\n"
    text += "Spec == y = 0 /\\ [][y' = 1 - y]_y\nTHEOREM Spec => []I!E\n===="
    assert check(TlaModule(load("M.tla", text=text)))


def test_what_is_chosen_outside_of_other_sets_is_another() -> None:
    assert shown(r"(CHOOSE v : v \notin {1}) = (CHOOSE v : v \notin {2})") == "FALSE"
    many = r"{2 * i : i \in 1..99}"
    other = rf"(CHOOSE v : v \notin {many}) = (CHOOSE v : v \notin {many} \cup {{1000}})"
    assert shown(other) == "FALSE"


@pytest.mark.parametrize(
    "unknown",
    [
        r"(CHOOSE v : v \notin Nat) = (CHOOSE w : w \notin Nat)",
        r"(CHOOSE v : v = v) = (CHOOSE w : TRUE)",
        r"(CHOOSE v : v \notin {1}) = (CHOOSE v : v = v)",
        r"(CHOOSE v : v = v) = (CHOOSE v : v \notin {})",
        r"\A i, j \in 1..2 : Beyond(i) = Beyond(j)",
    ],
)
def test_whether_conditions_choose_the_same_may_be_unknown(unknown: str) -> None:
    with pytest.raises(NoValue, match="it is not known whether this value is another than"):
        shown(unknown, r"Beyond(i) == CHOOSE v : v \notin Nat \cup {-i}")


def test_what_is_chosen_next_to_another_choice_is_another() -> None:
    body = r"A == CHOOSE v : v \notin {1}  B == CHOOSE v : v \notin {1, A}"
    assert shown("A = B", body) == "FALSE"


def test_a_set_may_stand_in_the_condition() -> None:
    assert shown(r"CHOOSE x : x \in 1..9 /\ x > 4") == "5"
    assert shown(r"CHOOSE x : x \in {7}") == "7"


def test_a_condition_that_nothing_new_satisfies_has_no_value() -> None:
    with pytest.raises(NoValue, match="no value is as wanted that is nothing else"):
        value("CHOOSE x : x = 3")


def test_what_is_chosen_is_shown_as_the_expression_that_chooses_it() -> None:
    assert shown(r"CHOOSE v : v \notin {1}") == r"(CHOOSE v : v \notin {1})"
    assert shown(r"CHOOSE w : w \notin Nat") == r"(CHOOSE w : w \notin Nat)"
    again = r"Beyond(S) == CHOOSE v : v \notin Nat \cup S"
    assert shown("Beyond({Beyond({})})", again) == r"(CHOOSE v : v \notin Nat \cup S; 2)"
    many = rf"CHOOSE v : v \notin Nat \cup {{{', '.join(map(str, range(99)))}}}"
    assert shown(many) == r"(CHOOSE v : v \notin Nat \cup {0, 1, 2, 3, 4, 5, 6, 7, 8, ...)"
