"""Whether conditions can be true, compared with all values."""

from __future__ import annotations

import random
from itertools import product

from counterpoint.smv.meaning.satisfiable import is_possible
from counterpoint.terms.apply import all_true, any_true, apply, constant
from counterpoint.terms.evaluate import evaluate
from counterpoint.terms.solve import Solver, planned
from counterpoint.terms.sort import Bool, Interval, values
from counterpoint.terms.term import Op, Term, Variable

VARIABLES = (Variable("x", Interval(0, 3)), Variable("y", Interval(0, 2)), Variable("p", Bool()))
X, Y, P = VARIABLES


def some_condition(rng: random.Random, depth: int) -> Term:
    if depth == 0:
        leaf = rng.randrange(4)
        if leaf == 0:
            return P
        of = rng.choice((X, Y))
        at = constant(rng.randrange(4))
        return apply(Op.EQ, of, at) if leaf == 1 else apply(Op.LE, at, of)
    parts = [some_condition(rng, depth - 1) for _ in range(3)]
    kind = rng.randrange(3)
    return (all_true, any_true)[kind % 2](parts) if kind else apply(Op.NOT, parts[0])


def test_conditions_are_possible_if_some_values_make_them_true() -> None:
    rng = random.Random(11)
    rows = [
        dict(zip("xyp", row, strict=True)) for row in product(*(values(v.sort) for v in VARIABLES))
    ]
    answers = []
    for _ in range(300):
        condition = all_true(some_condition(rng, rng.randrange(3)) for _ in range(5))
        expected = any(evaluate(condition, row) for row in rows)
        answers.append(expected)
        assert is_possible(condition, 1 << 12) is expected
        assert is_possible(condition, 6) in (expected, None)
    assert {True, False} == set(answers)


def test_a_solver_gives_up_after_as_many_values_as_are_allowed() -> None:
    never = [apply(Op.LT, apply(Op.ADD, X, Y), X)]
    solver = Solver(planned(never, (X, Y)))
    assert (solver.has_some(3), solver.has_some(100)) == (None, False)
