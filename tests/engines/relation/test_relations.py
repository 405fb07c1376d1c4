"""Every relation is what its definition says, on random pairs of small systems."""

from __future__ import annotations

import random

import pytest

from counterpoint.engines.compare import compare
from counterpoint.engines.relation.comparison import Comparison
from counterpoint.verdict import Answer
from tests.share import share

from .toys import HIDING, MAP, Toy, a_toy, changed, difference, related

STEPWISE = [
    ("simulation", False, False),
    ("bisimulation", False, True),
    ("weak-simulation", True, False),
    ("weak-bisimulation", True, True),
]


def pairs(seed: int, number: int) -> list[tuple[Toy, Toy]]:
    rng = random.Random(seed)
    found = []
    for _ in range(number):
        first = a_toy(rng)
        found.append((first, changed(first, rng) if rng.random() < 0.6 else a_toy(rng)))
    return found


def answer(first: Toy, second: Toy, relation: str, *, hides: bool) -> Comparison:
    found = compare(first, second, relation=relation, map=HIDING if hides else MAP, audit="all")
    assert found.answer is not Answer.UNKNOWN, found.reason
    return found


def require_shown(found: Comparison, first: Toy, second: Toy) -> None:
    """A difference has runs of both, and a formula; that it distinguishes them was evaluated."""
    shown = found.difference
    assert shown is not None
    shown.first.replay(first)
    shown.second.replay(second)
    assert shown.formula


@pytest.mark.parametrize("hides", [False, True])
@pytest.mark.parametrize(("relation", "weak", "mutual"), STEPWISE)
def test_steps_are_matched_as_the_greatest_fixpoint_says(
    relation: str, weak: bool, mutual: bool, hides: bool
) -> None:
    for first, second in pairs(len(relation) + hides, share(60)):
        found = answer(first, second, relation, hides=hides)
        assert bool(found) is related(first, second, weak=weak, mutual=mutual, hides=hides)
        if not found:
            require_shown(found, first, second)


@pytest.mark.parametrize("hides", [False, True])
@pytest.mark.parametrize(("relation", "weak"), [("traces", False), ("refinement", True)])
def test_runs_are_included_as_the_sets_of_followers_say(
    relation: str, weak: bool, hides: bool
) -> None:
    for first, second in pairs(70 + weak + 2 * hides, share(60)):
        found = answer(first, second, relation, hides=hides)
        length = difference(first, second, weak=weak, hides=hides)
        assert bool(found) is (length is None)
        if found.difference is not None:
            require_shown(found, first, second)
            assert len(found.difference.first.steps) == length


def test_finer_relations_imply_coarser_ones() -> None:
    implied = {
        "bisimulation": ["weak-bisimulation", "simulation"],
        "simulation": ["weak-simulation", "traces"],
        "weak-bisimulation": ["weak-simulation"],
        "weak-simulation": ["refinement"],
        "traces": ["refinement"],
    }
    for first, second in pairs(90, share(40)):
        holds = {
            relation: bool(answer(first, second, relation, hides=False))
            for relation in (*implied, "refinement")
        }
        for relation, others in implied.items():
            assert all(holds[other] for other in others if holds[relation])


def test_every_relation_is_reflexive_and_bisimulation_symmetric() -> None:
    for first, second in pairs(91, share(25)):
        for relation in ("traces", "refinement", *(name for name, _, _ in STEPWISE)):
            assert answer(first, first, relation, hides=False)
        for relation in ("bisimulation", "weak-bisimulation"):
            there = answer(first, second, relation, hides=False)
            assert bool(there) is bool(answer(second, first, relation, hides=False))
