"""Evaluation against the plain meaning: all assignments over a universe, each condition a test."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.errors import BadDefinition
from counterpoint.led.values.value import TRUE

from .texts import module

UNIVERSE = range(5)
"""All that a binder below can bind."""
PLAIN = module("unused := 1")

Env = dict[str, int]
Claim = tuple[str, Callable[[Env], bool]]
Term = tuple[str, Callable[[Env], int]]

NAMES = ("x", "y", "z")


@st.composite
def terms(draw: st.DrawFn, depth: int = 1) -> Term:
    """A number, a variable, or a sum or product of such."""
    kind = draw(st.sampled_from(["number", "name", "name", *(["sum", "product"] * depth)]))
    if kind == "number":
        value = draw(st.integers(0, 4))
        return str(value), lambda env: value
    if kind == "name":
        name = draw(st.sampled_from(NAMES))
        return name, lambda env: env[name]
    (one, left), (other, right) = draw(terms(0)), draw(terms(0))
    if kind == "sum":
        return f"({one} + {other})", lambda env: left(env) + right(env)
    return f"({one} * {other})", lambda env: left(env) * right(env)


@st.composite
def claims(draw: st.DrawFn, depth: int = 2) -> Claim:
    """A condition that is only tested."""
    kind = draw(
        st.sampled_from(["compare", "member", *(["and", "or", "not", "some", "all"] * (depth > 0))])
    )
    if kind == "compare":
        (one, left), (other, right) = draw(terms()), draw(terms())
        sign = draw(st.sampled_from(["<", "<=", ">", ">=", "/="]))
        return f"{one} {sign} {other}", lambda env: COMPARED[sign](left(env), right(env))
    if kind == "member":
        (one, left), members = draw(terms()), draw(st.sets(st.integers(0, 5), max_size=4))
        return f"~({one} in {shown(members)})", lambda env: left(env) not in members
    if kind == "not":
        text, holds = draw(claims(depth - 1))
        return f"~({text})", lambda env: not holds(env)
    if kind in ("some", "all"):
        name = draw(st.sampled_from(("x", "w")))
        members = draw(st.sets(st.integers(0, 4), max_size=3))
        text, holds = draw(claims(depth - 1))
        text = text.replace("z", name) if name == "w" else text
        among = [{"x": m} if name == "x" else {"z": m} for m in members]
        fold = any if kind == "some" else all
        return (
            f"({kind} {name} in {shown(members)}. ({text}))",
            lambda env: fold(holds({**env, **bound}) for bound in among),
        )
    (one, left), (other, right) = draw(claims(depth - 1)), draw(claims(depth - 1))
    if kind == "and":
        return f"({one} & {other})", lambda env: left(env) and right(env)
    return f"({one} V {other})", lambda env: left(env) or right(env)


COMPARED: dict[str, Callable[[int, int], bool]] = {
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
    "/=": int.__ne__,
}


def shown(members: set[int]) -> str:
    return f"{{{', '.join(map(str, sorted(members)))}}}"


@st.composite
def binders(draw: st.DrawFn, name: str) -> Claim:
    """A condition that may bind a variable, by members within the universe."""
    kind = draw(st.sampled_from(["in", "interval", "equal", "or", "pair"]))
    members = draw(st.sets(st.integers(0, 4), max_size=4))
    if kind == "in":
        return f"{name} in {shown(members)}", lambda env: env[name] in members
    if kind == "interval":
        high, of = draw(terms(0))
        return f"{name} in {{0..{high}}}", lambda env: 0 <= env[name] <= of(env)
    if kind == "equal":
        text, of = draw(terms(0))
        return f"{name} = {text}", lambda env: env[name] == of(env)
    if kind == "or":
        value = draw(st.integers(0, 4))
        text = f"({name} in {shown(members)} V {name} = {value})"
        return text, lambda env: env[name] in members or env[name] == value
    pairs = draw(st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=4))
    other = draw(st.sampled_from(NAMES))
    listed = ", ".join(f"({a},{b})" for a, b in sorted(pairs))
    return f"({name},{other}) in {{{listed}}}", lambda env: (env[name], env[other]) in pairs


@st.composite
def conditions(draw: st.DrawFn) -> Claim:
    """A conjunction that could bind all variables, its parts in any order."""
    parts = [draw(binders(name)) for name in NAMES] + draw(st.lists(claims(), max_size=2))
    order = draw(st.permutations(parts))
    text = " & ".join(part for part, _ in order)
    return text, lambda env: all(holds(env) for _, holds in order)


@settings(max_examples=250, deadline=None)
@given(conditions())
def test_the_solutions_are_the_assignments_that_satisfy_every_part(condition):
    text, holds = condition
    try:
        found = PLAIN.evaluate(f"{{(x,y,z) | {text}}}")
    except BadDefinition:  # such as x = y & y = x: nothing says what they can be
        assert "=" in text or ".." in text
        return
    naive = {
        values
        for values in product(UNIVERSE, repeat=3)
        if holds(dict(zip(NAMES, values, strict=True)))
    }
    assert found == naive


@settings(max_examples=100, deadline=None)
@given(conditions())
def test_a_sum_counts_every_solution_once(condition):
    text, holds = condition
    try:
        found = PLAIN.evaluate(f"Sum[{text}] (x + 2*y)")
    except BadDefinition:
        return
    naive = [v for v in product(UNIVERSE, repeat=3) if holds(dict(zip(NAMES, v, strict=True)))]
    assert found == sum(x + 2 * y for x, y, _ in naive)


@settings(max_examples=150, deadline=None)
@given(claims(3), st.tuples(*[st.integers(0, 4)] * 3))
def test_a_condition_is_true_where_its_meaning_is(claim, values):
    text, holds = claim
    env = dict(zip(NAMES, values, strict=True))
    bound = ", ".join(f"{name} = {value}" for name, value in env.items())
    wanted = module(f"holds iff {text} where {bound}").evaluate("holds")
    assert (wanted is TRUE) == holds(env)
