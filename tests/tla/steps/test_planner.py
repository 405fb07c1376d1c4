"""From actions to steps: whatever form an action has, its next states are found."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint.errors import NoValue
from counterpoint.tla.evaluate.context import Closed
from counterpoint.tla.steps import next_states, plan
from counterpoint.tla.tree import Apply

from ..evaluate.small import compiler_of, loaded
from .exploring import starts_in, successors_in

TWO = "VARIABLES x, y\n"
INNER = "---- MODULE In ----\nEXTENDS Integers\nVARIABLE v\nUp(n) == v' = v + n\n===="


def following(action: str, state: tuple[Any, ...] = (1, 5), more: str = "") -> list[Any]:
    """The next states of a state, sorted, as often as they are found."""
    return sorted(successors_in(f"{TWO}{more}\nNext == {action}", state))


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        # One after the other.
        (r"x' = x + 1 /\ y' = x'", [(2, 2)]),
        (r"y' = x' /\ x' = x + 1", [(2, 2)]),
        (r"x' > 2 /\ x' \in 1..4 /\ y' = x' * 10", [(3, 30), (4, 40)]),
        (r"x = 2 /\ x' = 1 \div 0 /\ y' = 0", []),
        (r"3 = x' /\ UNCHANGED y", [(3, 5)]),
        (r"x' = 1 /\ x' = 2 /\ y' = 0", []),
        (r"x' = 1 /\ x' = y' /\ y' \in {1, 2}", [(1, 1)]),
        # Several ways.
        (r"(x' = 1 \/ x' = 2) /\ (y' = 1 \/ y' = x')", [(1, 1), (1, 1), (2, 1), (2, 2)]),
        (r"(x' = 1 /\ y' = 2) \/ (y' = 3 /\ x' = y')", [(1, 2), (3, 3)]),
        (r"(x' = 1 \/ y' = 1) /\ x' \in {1, 2} /\ y' \in {1, 3}",
         [(1, 1), (1, 1), (1, 3), (2, 1)]),
        (r"\E n \in 1..3 : n # 2 /\ x' = n /\ y' = n", [(1, 1), (3, 3)]),
        (r"\E n, k \in 1..2, z \in {n : n \in {7}} : x' = n + k /\ y' = z",
         [(2, 7), (3, 7), (3, 7), (4, 7)]),
        (r"\E <<n, k>> \in {<<1, 2>>, <<3, 4>>} : x' = n /\ y' = k", [(1, 2), (3, 4)]),
        (r"\E n \in {} : x' = n /\ y' = n", []),
        (r"x' \in {n \in 1..4 : n > x} /\ UNCHANGED y", [(2, 5), (3, 5), (4, 5)]),
        (r"\E n \in 1..2, k \in {c \in {5} : c > x} : x' = n /\ y' = k", [(1, 5), (2, 5)]),
        (r"(x' = 0 \/ \E n \in {1, 2} : x' = 8 \/ x' = n) /\ \E k \in {7} : y' = k",
         [(0, 7), (1, 7), (2, 7), (8, 7), (8, 7)]),
        # Choices.
        (r"IF x = 1 THEN x' = 2 /\ y' = 2 ELSE x' = 3 /\ y' = 1 \div 0", [(2, 2)]),
        (r"x' \in {1, 2} /\ IF x' = 1 THEN y' = 7 ELSE y' = 8", [(1, 7), (2, 8)]),
        (r"(IF x' = 1 THEN y' = 7 ELSE y' = 8) /\ x' \in {1, 2}", [(1, 7), (2, 8)]),
        (r"CASE x = 0 -> x' = 0 /\ y' = 0 [] x = 1 -> x' = 4 /\ y' = 4", [(4, 4)]),
        (r"CASE x = 0 -> x' = 0 /\ y' = 0 [] OTHER -> x' = 5 /\ y' = 5", [(5, 5)]),
        (r"y' = 0 /\ (x = 1 => x' = 9) /\ x' \in {8, 9}", [(9, 0)]),
        (r"y' = 0 /\ (x = 2 => x' = 9) /\ x' \in {8, 9}", [(8, 0), (9, 0)]),
        # What stays.
        (r"UNCHANGED <<x, <<y>>>>", [(1, 5)]),
        (r"[x' = 2 /\ y' = 2]_<<x, y>>", [(1, 5), (2, 2)]),
        (r"<<x' \in {1, 2} /\ y' = y>>_<<x, y>>", [(2, 5)]),
        (r"x' = 1 /\ UNCHANGED (x + y) /\ y' \in 4..6", [(1, 5)]),
        # Local definitions, kept only as long as what they read stays the same.
        (r"LET z == x + 1 IN x' = z + z /\ y' = z", [(4, 2)]),
        (r"LET z == x + 1 IN \E n \in {7, 8} : x' = z + z + n /\ y' = z", [(11, 2), (12, 2)]),
        (r"LET z == x' * 10 IN x' \in {1, 2} /\ z + z > 0 /\ y' = z", [(1, 10), (2, 20)]),
        (r"LET Both(n) == x' = n /\ y' = n IN Both(1) \/ Both(2)", [(1, 1), (2, 2)]),
        # For all of a constant set.
        (r"\A n \in {1, 2} : IF n = 1 THEN x' = n ELSE y' = n", [(1, 2)]),
        (r"\A n \in {} : x' = n /\ y' = x' + 1", None),
        (r"x' = 3 /\ y' = 4 /\ \A n \in {x'} : n > 2", [(3, 4)]),
        # One action after another.
        (r"(x' = x + 1 /\ y' = x') \cdot (x' = x * 10 /\ UNCHANGED y)", [(20, 2)]),
        (r"(x' \in 1..3 /\ y' = 0) \cdot (x' = x \div 2 /\ y' = x)",
         [(0, 1), (1, 2), (1, 3)]),
        (r"x' \in 0..9 /\ ((x' \in 1..3 /\ y' = 0) \cdot (x > 1 /\ x' = x /\ y' = x))",
         [(2, 2), (3, 3)]),
        (r"LET old == x * 3 IN (x' = 7 + old /\ y' = old) \cdot (x' = old + old /\ y' = y + old)",
         [(60, 33)]),
        # Names and labels.
        (r"step:: (x' = 2 /\ other:: y' = 3)", [(2, 3)]),
        (r"(x = 1 /\ y = 5)' ", [(1, 5)]),
        (r"TRUE /\ x' = 1 /\ ~(y' # 3) /\ y' \in 1..9", [(1, 3)]),
    ],
)  # fmt: skip
def test_next_states_are_found(action: str, wanted: list[Any] | None) -> None:
    if wanted is None:
        with pytest.raises(NoValue):
            following(action)
    else:
        assert following(action) == wanted


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        ("Send(n, old, new) == new = old + n\nNext == Send(2, x, x') /\\ UNCHANGED y", [(3, 5)]),
        ("To(v, n) == v' = n\nNext == To(x, 4) /\\ To(y, 6)", [(4, 6)]),
        ("In(v, S) == v \\in S\nNext == In(x', {1, 2}) /\\ In(y', {x'})", [(1, 1), (2, 2)]),
        ("Keep(v) == UNCHANGED v\nvars == <<x, y>>\nNext == Keep(vars)", [(1, 5)]),
        (
            "B(P, Q) == P /\\ Q\nOne == x' = 1\nNext == B(One, y' = x') \\/ B(y' = 3, x' = 9)",
            [(1, 1), (9, 3)],
        ),
        ("Do(Op(_), n) == Op(n)\nGo(n) == x' = n /\\ y' = n\nNext == Do(Go, 8)", [(8, 8)]),
        (
            "Do(Op(_), n) == Op(n) \\/ Op(n + 1)\nNext == Do(LAMBDA k : x' = k /\\ y' = 0, 1)",
            [(1, 0), (2, 0)],
        ),
        ("Won(n) == x = n\nNext == \\E n \\in 1..9 : Won(n)' /\\ y' = n /\\ x' \\in {2, 4}",
         [(2, 2), (4, 4)]),
        (f"{INNER}\nI(k) == INSTANCE In WITH v <- x\nNext == I(1)!Up(3) /\\ UNCHANGED y", [(4, 5)]),
        ("Part == x' = 1 /\\ lab:: y' = 2\nNext == Part!1 /\\ Part!lab", [(1, 2)]),
    ],
)  # fmt: skip
def test_assignments_are_found_behind_names(more: str, wanted: list[Any]) -> None:
    assert sorted(successors_in(TWO + more, (1, 5))) == wanted


def test_what_a_function_is_at_a_point_only_restricts_it() -> None:
    body = r"""
    VARIABLE f
    Next == f'[1] = 2 /\ f' \in [1..2 -> 1..3] /\ \E i \in 1..2 : f'[i] = 3
    """
    assert successors_in(body, ((1, 1),)) == [((2, 3),)]


def test_initial_states_are_found_like_next_ones() -> None:
    body = TWO + r"Init == y = x + 1 /\ x \in 1..3 /\ ~(x = 2) /\ LET z == x IN z + z < 9"
    assert starts_in(body) == [(1, 2), (3, 4)]


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("x' = 1", "nothing says what y is in the next state"),
        ("x' = y' /\\ y' = x'", "the value of x', y' is needed before anything says it"),
        ("y' = 1 /\\ x' > 3", "the value of x' is needed before anything says it"),
        ("x' \\in Nat /\\ y' = 1", "the elements of Nat cannot be listed"),
        (
            "\\A n \\in {x} : x' = n /\\ y' = n",
            r"the value of x', y' is needed before anything says it: \\A over a set of the state",
        ),
        (
            "y' = 1 /\\ \\A n \\in {1} : x' > n",
            "the value of x' is needed before anything says it\n",
        ),
        (
            "y' = 1 /\\ LET RECURSIVE To(_) To(n) == IF n = 0 THEN x' = 0 ELSE To(n - 1) IN To(2)",
            "the value of x' is needed before anything says it: To is RECURSIVE",
        ),
        ("\\A n \\in Nat : x' = n /\\ y' = n", "the elements of Nat cannot be listed"),
        ("CASE x = 7 -> x' = 1 /\\ y' = 1", "no condition of this CASE holds"),
    ],
)
def test_an_action_that_says_too_little_is_refused(action: str, reason: str) -> None:
    with pytest.raises(NoValue, match=reason):
        following(action)


def test_a_way_that_says_too_little_is_an_error_only_if_it_is_taken() -> None:
    action = r"(x = 1 /\ x' = 2 /\ y' = 2) \/ (x = 2 /\ x' = 3)"
    assert following(action, (1, 0)) == [(2, 2)]
    with pytest.raises(NoValue, match="nothing says what y is in the next state"):
        following(action, (2, 0))


def test_a_missing_initial_value_is_named() -> None:
    with pytest.raises(NoValue, match="nothing says what y is in the beginning"):
        starts_in(f"{TWO}Init == x = 1")


def test_a_free_variable_ranges_over_its_set() -> None:
    module = loaded(f"{TWO}Next == x' = y' + 1 /\\ (y > 1 => y' # 2)\nSome == 1..3")
    compiler = compiler_of(module)
    free = {1: Closed(Apply("Some"), module.scope)}
    steps = plan(compiler, Apply("Next"), module.scope, free=free)
    assert sorted(next_states(compiler, steps)((0, 5))) == [(2, 1), (4, 3)]


def test_a_guard_keeps_what_stands_behind_it_from_failing() -> None:
    body = r"""
    VARIABLES q, n
    Next == /\ q # <<>>
            /\ \E i \in 1..Len(q) : n' = q[i]
            /\ Head(q) > 0
            /\ q' = Tail(q)
    """
    assert successors_in(body, ((), 0)) == []
    assert successors_in(body, ((1, 2), 0)) == [((2,), 1), ((2,), 2)]


def test_rules_do_not_make_each_other_fail() -> None:
    body = r"""
    VARIABLES q, n
    Take == \E i \in 1..Len(q) : Head(q) > 0 /\ q' = Tail(q)
    Count == n' = n + Len(q')
    Next == [Take]_q /\ [Count]_n
    """
    assert sorted(set(successors_in(body, ((), 3)))) == [((), 3)]
    assert sorted(set(successors_in(body, ((7,), 3)))) == [((), 3), ((7,), 3), ((7,), 4)]


@pytest.mark.slow
def test_a_very_long_conjunction_is_no_problem() -> None:
    names = [f"v{number}" for number in range(300)]
    parts = " ".join(f"/\\ {name} = 0 /\\ {name}' = {name}" for name in names)
    body = f"VARIABLES {', '.join(names)}\nNext == {parts}"
    assert successors_in(body, (0,) * 300) == [(0,) * 300]
