"""Repairs of small models and programs: the smallest there are, by trying all additions."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.repairs.test_cube_form import test_the_smallest_guard_is_found as guard_is_smallest
from tests.repairs.test_every_addition import (
    test_an_addition_is_found_exactly_if_there_is_one as is_found,
)
from tests.repairs.test_sequence_form import test_the_smallest_addition_is_found as is_smallest

from ..compare import Tally
from ..formula import some

SHARE = 0.5

KINDS = {"guards": guard_is_smallest, "b-threads": is_smallest, "all": is_found}


@dataclass(frozen=True)
class Case:
    asked: tuple[tuple[str, int], ...]


def draw(random: Random) -> Case:
    def one() -> tuple[str, int]:
        return random.choice(sorted(KINDS)), random.randrange(1 << 30)

    return Case((one(), *some(random, 8, one)))


def compare(case: Case, tally: Tally) -> None:
    for kind, seed in case.asked:
        with tally.answering(kind, seed):
            KINDS[kind](seed)
            tally.true(kind, seed, True)


def show(case: Case) -> str:
    return "\n".join(f"# {KINDS[kind].__module__}, seed {seed}" for kind, seed in case.asked)
