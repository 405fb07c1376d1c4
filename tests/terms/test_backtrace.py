"""Conditions over many truth values have the solutions that all choices show."""

from __future__ import annotations

import random
from itertools import product

import pytest

from counterpoint.terms.backtrace import MANY, Backtracer, solver_of
from counterpoint.terms.evaluate import meaning
from counterpoint.terms.solve import Solver
from counterpoint.terms.sort import Bool, Interval
from counterpoint.terms.term import Apply, Literal, Op, Term, Variable
from tests.share import share

BOOL = Bool()
CHOSEN = [Variable(f"i{number}", BOOL) for number in range(MANY + 2)]
STATE = [Variable(name, BOOL) for name in "pq"]
NUMBER = Variable("n", Interval(0, 3))


def random_conditions(rng: random.Random) -> list[Term]:
    known = Apply(Op.LT, (NUMBER, Literal(2, Interval(2, 2))), BOOL)
    found: list[Term] = [*CHOSEN, *STATE, known, Literal(True, BOOL)]
    for _ in range(rng.randrange(1, 25)):
        op = rng.choice((Op.NOT, Op.AND, Op.OR, Op.EQ, Op.ITE))
        many = {Op.NOT: 1, Op.EQ: 2, Op.ITE: 3}.get(op, rng.randrange(4))
        found.append(Apply(op, tuple(rng.choice(found) for _ in range(many)), BOOL))
    return [rng.choice(found[-5:]) for _ in range(rng.randrange(1, 4))]


@pytest.mark.parametrize("seed", range(share(60)))
def test_the_solutions_are_those_of_all_choices_each_once(seed: int) -> None:
    rng = random.Random(seed)
    conditions = random_conditions(rng)
    solver = solver_of(conditions, CHOSEN)
    values = {"p": rng.random() < 0.5, "q": rng.random() < 0.5, "n": rng.randrange(4)}
    names = [variable.name for variable in CHOSEN]
    found = [tuple(each[name] for name in names) for each in solver.of(values)]
    holds = [meaning(condition) for condition in conditions]
    wanted = {
        choice
        for choice in product((False, True), repeat=len(names))
        if all(of({**values, **dict(zip(names, choice, strict=True))}) for of in holds)
    }
    assert len(found) == len(set(found))
    assert set(found) == wanted


def test_a_solution_is_found_among_very_many_choices() -> None:
    many = [Variable(f"i{number}", BOOL) for number in range(200)]
    term: Term = many[0]
    for at, variable in enumerate(many[1:]):
        op = Op.AND if at % 2 else Op.OR
        term = Apply(Op.NOT, (Apply(op, (term, variable), BOOL),), BOOL)
    solver = solver_of([term, Apply(Op.NOT, (many[-1],), BOOL)], many)
    assert isinstance(solver, Backtracer)
    found = next(solver.of({}))
    assert meaning(term)(found)
    assert not found["i199"]
    assert next(solver_of([term, Apply(Op.NOT, (term,), BOOL)], many).of({}), None) is None


def test_what_is_small_or_no_logic_is_solved_as_before() -> None:
    assert isinstance(solver_of(CHOSEN[:3], CHOSEN[:3]), Solver)
    total = Apply(Op.ITE, (CHOSEN[0], NUMBER, Literal(1, Interval(1, 1))), Interval(0, 3))
    odd = Apply(Op.EQ, (total, NUMBER), BOOL)
    assert isinstance(solver_of([odd, *CHOSEN[1:3]], CHOSEN), Solver)
