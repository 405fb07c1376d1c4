"""Evaluation against the plain meaning: all assignments over a universe, each condition a test."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.errors import BadDefinition
from counterpoint.led.values.value import TRUE
from tests.share import share
from tests.soak.led import NAMES, Said, claim, condition, solutions

from .texts import module

PLAIN = module("unused := 1")

RANDOM = st.randoms(use_true_random=False)
CONDITIONS = RANDOM.map(condition)
CLAIMS = RANDOM.map(lambda random: claim(random, depth=3))


@settings(max_examples=share(250), deadline=None)
@given(CONDITIONS)
def test_the_solutions_are_the_assignments_that_satisfy_every_part(condition: Said) -> None:
    text, holds = condition
    try:
        found = PLAIN.evaluate(f"{{(x,y,z) | {text}}}")
    except BadDefinition:  # such as x = y & y = x: nothing says what they can be
        assert "=" in text or ".." in text
        return
    assert found == solutions(holds)


@settings(max_examples=share(100), deadline=None)
@given(CONDITIONS)
def test_a_sum_counts_every_solution_once(condition: Said) -> None:
    text, holds = condition
    try:
        found = PLAIN.evaluate(f"Sum[{text}] (x + 2*y)")
    except BadDefinition:
        return
    assert found == sum(x + 2 * y for x, y, _ in solutions(holds))


@settings(max_examples=share(150), deadline=None)
@given(CLAIMS, st.tuples(*[st.integers(0, 4)] * 3))
def test_a_condition_is_true_where_its_meaning_is(claim: Said, values: tuple[int, ...]) -> None:
    text, holds = claim
    env = dict(zip(NAMES, values, strict=True))
    bound = ", ".join(f"{name} = {value}" for name, value in env.items())
    wanted = module(f"holds iff {text} where {bound}").evaluate("holds")
    assert (wanted is TRUE) == holds(env)
