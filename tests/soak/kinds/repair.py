"""Repairs of small models and programs: the smallest there are, by trying all additions."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.repairs.test_cube_form import test_the_smallest_guard_is_found as guard_is_smallest
from tests.repairs.test_sequence_form import test_the_smallest_addition_is_found as is_smallest

from ..compare import Tally

SHARE = 0.5


@dataclass(frozen=True)
class Case:
    seed: int
    of_program: bool


def draw(random: Random) -> Case:
    return Case(random.randrange(1 << 30), random.randrange(2) == 1)


def compare(case: Case, tally: Tally) -> None:
    who = "b-threads" if case.of_program else "guards"
    with tally.answering(who, case.seed):
        (is_smallest if case.of_program else guard_is_smallest)(case.seed)
        tally.true(who, case.seed, True)


def show(case: Case) -> str:
    where = "sequence_form" if case.of_program else "cube_form"
    return f"# tests/repairs/test_{where}.py, seed {case.seed}"
