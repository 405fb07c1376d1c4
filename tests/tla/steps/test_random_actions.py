"""Random actions: what is planned and what is tested on all pairs of states agree."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.tla.steps import initial, next_states, plan
from counterpoint.tla.tree import (
    And,
    Apply,
    Bound,
    Definition,
    Expression,
    If,
    Let,
    Node,
    Number,
    Or,
    Prime,
    Quantified,
    SetOf,
    Square,
    Tuple,
    Unchanged,
)
from tests.share import share

from ..evaluate.small import compiler_of, loaded

DOMAIN = (0, 1, 2)
STATES = list(itertools.product(DOMAIN, repeat=3))
MODULE = loaded(
    r"""
    VARIABLES x, y, z
    Set(v, n) == v' = n
    Equal(a, b) == a = b
    Either(A, B) == A \/ B
    Twice(n) == LET m == n + n IN m + m - n
    """
)
NAMES = ("x", "y", "z")


def terms(*bound: str) -> st.SearchStrategy[Expression]:
    """Numbers, variables, and identifiers that are bound around."""
    names = st.sampled_from([*NAMES, *bound]).map(Apply)
    primed = st.sampled_from(NAMES).map(lambda name: Prime(Apply(name)))
    atoms: Any = names | primed | st.integers(0, 2).map(Number)
    return st.one_of(
        atoms,
        st.builds(lambda a, b: Apply("-", (a, b)), atoms, atoms),
        st.builds(lambda a: Apply("Twice", (a,)), atoms),
        st.builds(lambda a, b: If(Apply("<", (a, b)), a, b), atoms, atoms),
    )


def assigning(name: str, term: Expression, form: int) -> Expression:
    variable = Apply(name)
    return [
        Apply("=", (Prime(variable), term)),
        Apply("Set", (variable, term)),
        Apply("Equal", (Prime(variable), term)),
        Apply("\\in", (Prime(variable), SetOf((term, Number(1))))),
    ][form]


ATOMS: Any = st.one_of(
    st.builds(assigning, st.sampled_from(NAMES), terms("k", "m"), st.integers(0, 3)),
    st.builds(
        lambda op, a, b: Apply(op, (a, b)),
        st.sampled_from(["=", "#", "<"]), terms("k", "m"), terms("k", "m"),
    ),
    st.sampled_from(NAMES).map(lambda name: Unchanged(Apply(name))),
    st.just(Unchanged(Tuple((Apply("x"), Tuple((Apply("z"),)))))),
)  # fmt: skip


def compound(inner: Any) -> Any:
    some = st.lists(inner, min_size=2, max_size=3).map(tuple)
    subscript = Tuple(tuple(map(Apply, NAMES)))
    numbers = SetOf((Number(0), Number(2)))
    return st.one_of(
        some.map(And),
        some.map(Or),
        st.builds(If, inner, inner, inner),
        st.builds(lambda a, b: Apply("=>", (a, b)), inner, inner),
        inner.map(lambda a: Apply("~", (a,))),
        st.builds(lambda a, b: Apply("Either", (a, b)), inner, inner),
        inner.map(lambda a: Square(a, subscript)),
        inner.map(lambda a: Quantified("E", (Bound(("k",), numbers),), a)),
        inner.map(lambda a: Quantified("A", (Bound(("k",), numbers),), a)),
        st.builds(lambda t, a: Let((Definition("m", (), t),), a), terms("k"), inner),
    )


ACTIONS: Any = st.recursive(ATOMS, compound, max_leaves=8)


def closed(action: Expression) -> Expression:
    """The action where `k` and `m` always stand for something."""
    one = Definition("m", (), Number(1))
    return Quantified("E", (Bound(("k",), SetOf((Number(1),))),), Let((one,), action))


WITHIN = tuple(
    Apply("\\in", (Prime(Apply(name)), SetOf(tuple(map(Number, DOMAIN))))) for name in NAMES
)


def agree(action: Expression) -> None:
    compiler = compiler_of(MODULE)
    test = compiler.test(action, MODULE.scope)
    following = next_states(compiler, plan(compiler, action, MODULE.scope))
    for state in STATES[::5]:
        wanted = {after for after in STATES if test(compiler.frame(state, after))}
        assert set(following(state)) == wanted


@pytest.mark.slow
@settings(max_examples=share(150))
@given(ACTIONS)
def test_the_next_states_are_those_that_the_action_allows(action: Expression) -> None:
    agree(And((closed(action), *WITHIN)))


@pytest.mark.slow
@settings(max_examples=share(33))
@given(ACTIONS, ACTIONS, ACTIONS)
def test_a_conjunction_of_rules_allows_what_each_of_them_does(
    a: Expression, b: Expression, c: Expression
) -> None:
    rules = (
        Square(closed(a), Apply("x")),
        Square(closed(b), Tuple((Apply("y"), Apply("x")))),
        Square(closed(c), Apply("z")),
    )
    agree(And((*rules, *WITHIN)))


@pytest.mark.slow
@settings(max_examples=share(100))
@given(st.lists(ACTIONS, min_size=1, max_size=3))
def test_initial_states_are_those_that_the_predicate_allows(actions: list[Expression]) -> None:
    compiler = compiler_of(MODULE)
    predicate = And(tuple(_unprimed(closed(action)) for action in actions))
    within = tuple(_unprimed(each) for each in WITHIN)
    steps = plan(compiler, And((predicate, *within)), MODULE.scope, initial=True)
    test = compiler.test(predicate, MODULE.scope)
    assert set(initial(compiler, steps)()) == {s for s in STATES if test(compiler.frame(s))}


def _unprimed(node: Any) -> Any:
    """The expression with the primes taken away; what stays, `[A]_v` and `Set` are left out."""
    if isinstance(node, Prime):
        return _unprimed(node.body)
    if isinstance(node, Square):
        return _unprimed(node.action)
    if isinstance(node, Unchanged):
        return Apply("=", (Apply("x"), Number(1)))
    if isinstance(node, Apply) and node.name == "Set":
        return Apply("=", tuple(map(_unprimed, node.args)))
    if isinstance(node, tuple):
        return tuple(map(_unprimed, node))
    if isinstance(node, Node):
        kind: Any = type(node)
        return kind(*(_unprimed(getattr(node, name)) for name in kind.__match_args__))
    return node
