"""Temporal formulas as formulas of linear time: the same runs satisfy both."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.errors import Refused
from counterpoint.logic.formula import (
    Atom,
    Const,
    Formula,
    Junction,
    Junctor,
    Not,
    Temporal,
    Tense,
)
from counterpoint.tla.compiler import Compiler
from counterpoint.tla.evaluate.context import Closed
from counterpoint.tla.modules import load
from counterpoint.tla.scope import Scope, Value
from counterpoint.tla.spec import Asked, Translation, assumptions, flatten, to_formula
from counterpoint.tla.syntax import read_expression
from counterpoint.tla.tree import And as AndTree
from counterpoint.tla.tree import Angle, Apply, Expression, Fair, If, Or, Quantified
from tests.share import share

from ..modules.files import read, write
from .formulas import NOW, STATES, STEPS, loaded
from .models import closed

LOADED = loaded()
Run = tuple[Sequence[tuple[int, ...]], int]
"""The states of a run, and the one to which the last one leads back."""


def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pair = st.tuples(inner, inner)
    return st.one_of(
        inner.map(lambda one: f"[]({one})"),
        inner.map(lambda one: f"<>({one})"),
        inner.map(lambda one: f"~({one})"),
        pair.map(lambda p: f"(({p[0]}) ~> ({p[1]}))"),
        pair.map(lambda p: rf"(({p[0]}) /\ ({p[1]}))"),
        pair.map(lambda p: rf"(({p[0]}) \/ ({p[1]}))"),
        pair.map(lambda p: f"(({p[0]}) => ({p[1]}))"),
        pair.map(lambda p: f"(({p[0]}) <=> ({p[1]}))"),
        st.tuples(NOW, inner, inner).map(lambda p: f"(IF {p[0]} THEN {p[1]} ELSE {p[2]})"),
        inner.map(lambda one: rf"(\A i \in 0..1 : (x = i => {one}))"),
        inner.map(lambda one: rf"(\E i \in 0..1 : (y = i /\ {one}))"),
    )


LEAVES = st.one_of(
    NOW.map(lambda one: f"({one})"),
    STEPS.map(lambda one: f"[][{one}]_<<x, y>>"),
    STEPS.map(lambda one: f"<><<{one}>>_x"),
    st.sampled_from(["WF_x(Move)", "SF_<<x, y>>(x' = y /\\ y' = z)", "WF_y(x = 0 /\\ y' = 1 - y)"]),
)
FORMULAS = st.recursive(LEAVES, grown, max_leaves=4)
RUNS = st.lists(st.sampled_from(STATES), min_size=1, max_size=4).flatmap(
    lambda states: st.tuples(st.just(states), st.integers(0, len(states) - 1))
)


class Meaning:
    """What formulas mean on one run, straight from the definitions of TLA+."""

    def __init__(self, run: Run, compiler: Compiler) -> None:
        self.states, self.back = run
        self.compiler = compiler

    def later(self, here: int) -> range:
        """All positions that come from here on."""
        return range(min(here, self.back), len(self.states))

    def then(self, here: int) -> int:
        return here + 1 if here + 1 < len(self.states) else self.back

    def step(self, node: Expression, scope: Scope, here: int) -> bool:
        test = self.compiler.test(node, scope)
        frame = self.compiler.frame(self.states[here], self.states[self.then(here)])
        return test(frame)

    def fair(self, node: Fair, scope: Scope, here: int) -> bool:
        taken = Angle(node.action, node.subscript)
        cycle = range(self.back, len(self.states))
        enabled = [self.enabled(taken, scope, i) for i in cycle]
        neglected = any(enabled) if node.strong else all(enabled)
        return not neglected or any(self.step(taken, scope, i) for i in cycle)

    def enabled(self, action: Expression, scope: Scope, here: int) -> bool:
        test = self.compiler.test(action, scope)
        return any(test(self.compiler.frame(self.states[here], there)) for there in STATES)

    def of(self, node: Expression, scope: Scope, here: int) -> bool:
        def sub(part: Expression, at: int = here) -> bool:
            return self.of(part, scope, at)

        match node:
            case Apply("[]", (one,)):
                return all(sub(one, at) for at in self.later(here))
            case Apply("<>", (one,)):
                return any(sub(one, at) for at in self.later(here))
            case Apply("~>", (one, other)):
                return all(
                    any(sub(other, later) for later in self.later(at))
                    for at in self.later(here)
                    if sub(one, at)
                )
            case Apply("~", (one,)):
                return not sub(one)
            case Apply("=>", (one, other)):
                return not sub(one) or sub(other)
            case Apply("<=>", (one, other)):
                return sub(one) == sub(other)
            case AndTree(parts):
                return all(map(sub, parts))
            case Or(parts):
                return any(map(sub, parts))
            case If(test, one, other):
                return sub(one) if sub(test) else sub(other)
            case Quantified(kind, (bound,), body):
                assert bound.set is not None
                chosen = all if kind == "A" else any
                return chosen(self.bound(body, bound.names[0], i, scope, here) for i in (0, 1))
            case Fair():
                return self.fair(node, scope, here)
            case _:
                return self.step(node, scope, here)

    def bound(self, body: Expression, name: str, value: int, scope: Scope, here: int) -> bool:
        return self.of(body, scope.within({name: Value(value)}), here)


def holds(asked: Asked, run: Run, compiler: Compiler) -> bool:
    """Whether a run satisfies a formula of linear time; atoms of steps look one step back.

    The run is unrolled once, so that each position has one before it.
    """
    states, back = run
    whole = [*states, *states[back:]]
    loop = len(states)
    tests = {name: compiler.test(one.expression, one.scope) for name, one in asked.atoms.items()}

    def atom(name: str, here: int) -> bool:
        if not asked.atoms[name].of_steps:
            return tests[name](compiler.frame(whole[here]))
        return here > 0 and tests[name](compiler.frame(whole[here - 1], whole[here]))

    def later(here: int) -> range:
        return range(min(here, loop), len(whole))

    def of(formula: Formula, here: int) -> bool:
        match formula:
            case Const(value):
                return value
            case Atom(name):
                return atom(name, here)
            case Not(one):
                return not of(one, here)
            case Junction(junctor, one, other):
                a, b = of(one, here), of(other, here)
                return {
                    Junctor.AND: a and b, Junctor.OR: a or b,
                    Junctor.IMPLIES: not a or b, Junctor.IFF: a == b,
                }[junctor]  # fmt: skip
            case Temporal(Tense.NEXT, (one,)):
                return of(one, here + 1 if here + 1 < len(whole) else loop)
            case Temporal(Tense.GLOBALLY, (one,)):
                return all(of(one, at) for at in later(here))
            case Temporal(Tense.FINALLY, (one,)):
                return any(of(one, at) for at in later(here))
            case _:
                raise AssertionError(formula)

    return of(asked.formula, 0)


@settings(max_examples=share(33))
@given(FORMULAS, RUNS)
def test_a_run_satisfies_the_formula_if_it_satisfies_the_translation(
    written: str, run: Run
) -> None:
    formula = Closed(read_expression(written), LOADED.scope)
    compiler = Compiler(["x", "y", "z"])
    asked = to_formula(formula.expression, formula.scope)
    meant = Meaning(run, compiler).of(formula.expression, formula.scope, 0)
    assert holds(asked, run, compiler) == meant


TEXT = r"""
EXTENDS Naturals
VARIABLES x, q
vars == <<x, q>>
Next == x' = x + 1 /\ UNCHANGED q
P(i) == x = i
Live(i) == P(i) ~> P(i + 1)
"""


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("[](x = 1)", "G (x = 1)"),
        ("[][Next]_vars", "G X {[Next]_vars}"),
        ("<><<Next>>_x", "F X {<<Next>>_x}"),
        ("x = 1 ~> q = 2", "G (x = 1 -> F (q = 2))"),
        ("WF_vars(Next)", "F G {ENABLED <<Next>>_vars} -> G F X {<<Next>>_vars}"),
        ("SF_vars(Next)", "G F {ENABLED <<Next>>_vars} -> G F X {<<Next>>_vars}"),
        ("[](x = 1 => [][Next]_vars)", "G (x = 1 -> G X {[Next]_vars})"),
        (r"\A i \in 1..2 : Live(i)", "G (P(1) -> F {P(1 + 1)}) & G (P(2) -> F {P(2 + 1)})"),
        (r"\A i \in 1..2 : <>(x = 0)", "F (x = 0) & F (x = 0)"),
        (r"\A i \in {} : <>P(i)", "true"),
        (r"\E i \in {} : <>P(i)", "false"),
        ("CASE x = 1 -> <>P(2) [] OTHER -> []P(3)",
         "x = 1 & F P(2) | !(x = 1) & G P(3)"),
        ("LET k == 4 IN <>P(k)", "F P(k)"),
        ("x' = x", "X {x' = x}"),
    ],
)  # fmt: skip
def test_formulas_in_linear_time(formula: str, shown: str) -> None:
    read_ = closed(read(TEXT), formula)
    assert str(to_formula(read_.expression, read_.scope).formula) == shown


@pytest.mark.parametrize(
    ("formula", "why"),
    [
        ("[]P(1) -+-> []P(2)", "-+-> is not decided"),
        (r"\EE z : [](z = x)", "it hides variables"),
        (r"\A i \in {x} : <>P(i)", "its set is not constant, not finite or too large"),
        (r"\A i \in Nat : <>P(i)", "its set is not constant, not finite or too large"),
        ("CASE x = 1 -> <>P(2) [] x = 2 -> []P(3)", "this has no meaning as a formula of runs"),
    ],
)
def test_what_cannot_be_decided_is_refused_with_the_reason(formula: str, why: str) -> None:
    read_ = closed(read(TEXT), formula)
    with pytest.raises(Refused) as raised:
        to_formula(read_.expression, read_.scope)
    assert raised.value.message.endswith(f"cannot be checked: {why}")


def test_the_same_text_in_two_scopes_is_two_atoms() -> None:
    loaded = read(TEXT + "\nAt(p) == LET k == p IN []<>(x = k)\nBoth == At(1) /\\ At(2)\n")
    read_ = closed(loaded, "Both")
    asked = to_formula(read_.expression, read_.scope)
    assert str(asked.formula) == "G F (x = k) & G F {x = k #2}"
    compiler = Compiler(["x", "q"])
    one, two = (compiler.test(a.expression, a.scope) for a in asked.atoms.values())
    assert [(one(f), two(f)) for f in (compiler.frame((1, 0)), compiler.frame((2, 0)))] == [
        (True, False), (False, True),
    ]  # fmt: skip


def test_assumptions_that_cannot_be_used_are_kept_with_the_reason() -> None:
    loaded = read(TEXT)
    spec = flatten(
        closed(loaded, r"x = 0 /\ []<>P(3) /\ \EE z : [](z = x)").expression, loaded.scope
    )
    usable, hidden = assumptions(spec, Translation())
    assert (str(usable.formula), usable.reason) == ("G F P(3)", "")
    assert hidden.formula is None
    assert hidden.reason == "\\EE z : [](z = x) cannot be checked: it hides variables"


def test_enabled_in_an_instance_is_about_the_variables_of_its_module(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        Top="EXTENDS Naturals\nVARIABLE a\nM == INSTANCE Abstract WITH h <- a % 2\n"
        "Init == a = 0\nNext == a' = a + 2\nSpec == Init /\\ [][Next]_a\n"
        "Mixed == a = 0 /\\ M!Open\n",
        Abstract="EXTENDS Naturals\nVARIABLE h\nFlip == h' = 1 - h\nOpen == ENABLED Flip\n"
        "Live == WF_h(Flip)\n",
    )
    top = load(path)
    live = closed(top, "M!Live")
    asked = to_formula(live.expression, live.scope)
    assert str(asked.formula) == "F G {ENABLED <<Flip>>_h} -> G F X {<<Flip>>_h}"
    mixed = closed(top, "<>Mixed")
    mixed_asked = to_formula(mixed.expression, mixed.scope)
    compiler = Compiler(["a"])
    for atom in (asked.atoms["ENABLED <<Flip>>_h"], mixed_asked.atoms["Mixed"]):
        assert compiler.test(atom.expression, atom.scope)(compiler.frame((0,)))
