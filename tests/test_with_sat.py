"""The wrapper of SAT solvers: counted literals by brute force, and questions in portions."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from counterpoint.alarm import Alarm, TimeIsUp
from counterpoint.with_sat import OTHER, QUICK, STRONG, SatSolver, counting


def is_possible(clauses: list[list[int]], true: set[int]) -> bool:
    return all(any((abs(n) in true) is (n > 0) for n in clause) for clause in clauses)


@pytest.mark.parametrize("name", [QUICK, STRONG, OTHER])
def test_answers_are_those_of_all_assignments(name: str) -> None:
    random = Random(name)
    for _ in range(30):
        clauses = [
            [random.choice((n, -n)) for n in random.sample(range(1, 6), random.randint(1, 3))]
            for _ in range(random.randint(1, 12))
        ]
        rows = [{n for n, bit in enumerate(bits, 1) if bit} for bits in product((0, 1), repeat=5)]
        solver = SatSolver(1, name)
        solver.extend(clauses)
        assumed = [random.choice((1, -1)), random.choice((2, -2))]
        wanted = any(is_possible([*clauses, *([n] for n in assumed)], row) for row in rows)
        assert solver.solve(assumed) is wanted
        if wanted:
            assert is_possible(clauses, {n for n in solver.model() if n > 0})
        else:
            core = [[n] for n in solver.core()]
            assert not any(is_possible([*clauses, *core], row) for row in rows)
        solver.close()


@pytest.mark.parametrize("count", range(1, 6))
def test_literals_are_counted(count: int) -> None:
    for most in range(count):
        clauses, more, top = counting(range(1, count + 1), most, count)
        solver = SatSolver(100)
        solver.extend(clauses)
        solver.room(top)
        for chosen in range(count + 1):
            for true in combinations(range(1, count + 1), chosen):
                given = [n if n in true else -n for n in range(1, count + 1)]
                for at_most in range(most + 1):
                    assert solver.solve([*given, -more[at_most]]) is (chosen <= at_most)


def test_a_question_that_takes_long_ends_when_the_time_is_up() -> None:
    pigeons = 11
    solver = SatSolver(100)
    at = [[bird * pigeons + hole + 1 for hole in range(pigeons)] for bird in range(pigeons + 1)]
    solver.extend(at)
    solver.extend([-a, -b] for column in zip(*at, strict=True) for a, b in combinations(column, 2))
    with pytest.raises(TimeIsUp):
        Alarm(0.05).run(solver.solve)
    assert solver.attempt() is None
    solver.close()
