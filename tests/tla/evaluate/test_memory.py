"""Results of heavy definitions are remembered, and are those of the state that is asked about."""

from __future__ import annotations

import itertools

from .small import Small

HEAVY = r"""
VARIABLES x, y
Pairs(n) == {<<a, b>> \in (1..3) \X (1..3) : \E c \in 1..3 : a + b = n + c * x}
Count(n) == Cardinality({p \in Pairs(n) : \E c \in 1..3 : p[1] + p[2] > c})
Test == <<Count(1), Count(y), Count(y)', Count(1)', Count(y + 1)>>
"""


def test_what_is_remembered_is_what_is_computed() -> None:
    small = Small(HEAVY)
    run = small.compiler.value(small.body("Test"), small.scope)
    slow = small.compiler.locating().value(small.body("Test"), small.scope)
    states = list(itertools.product(range(4), range(4)))
    for before, after in itertools.product(states, states):
        wanted = slow(small.compiler.locating().frame(before, after))
        assert run(small.compiler.frame(before, after)) == wanted


DEEP = r"""
VARIABLES x, y
Line(n) == {<<a, b>> \in (1..3) \X (1..3) : \E c \in 1..3 : \A d \in 1..2 : a + b = n + c * d}
Wide(n) == \E p \in Line(n), q \in Line(n + 1), r \in 1..2 : p[1] = q[2] + r /\ p # q
Test == \E k \in 0..3 : (k = y /\ Wide(k)) \/ (x > k /\ Wide(k + 2) /\ Wide(x))
"""


def test_what_is_compiled_only_when_it_is_needed_finds_room_in_older_frames() -> None:
    wanted = Small(DEEP)
    slow = wanted.compiler.locating()
    expected = slow.test(wanted.body("Test"), wanted.scope)
    for state in itertools.product(range(4), range(4)):
        small = Small(DEEP)
        run = small.compiler.test(small.body("Test"), small.scope)
        frames = [small.compiler.frame((x, y)) for x, y in [state, (3, 3), (0, 0), state]]
        answers = [run(frame) for frame in frames]
        assert answers[0] == answers[-1] == expected(slow.frame(state))


OPERATOR = r"""
VARIABLES x, y
Reduced(op(_, _), set) ==
    LET all[rest \in SUBSET set] ==
            IF rest = {} THEN UNION set
            ELSE LET one == CHOOSE s \in rest : TRUE IN op(one, all[rest \ {one}])
    IN all[set]
Test == Reduced(\cap, {{1, 2}, {2, 3}, {1, 2, 3}})
Stated == Reduced(\cup, {{1}, {x}})
"""


def test_an_operator_that_is_an_argument_is_no_value_to_remember_by() -> None:
    small = Small(OPERATOR)
    assert small.value("Test", (5, 0)) == {2}
    assert small.value("Stated", (5, 0)) == {1, 5}
