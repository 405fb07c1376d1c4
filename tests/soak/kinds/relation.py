"""Pairs of small systems: every relation between them against its definition, all of it audited."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from counterpoint import Comparison
from counterpoint import compare as compared
from counterpoint.tuning import USUAL, Tuning
from tests.engines.relation.toys import HIDING, MAP, Toy, a_toy, changed, difference, related
from tests.tunings import TUNINGS

from ..compare import Tally

STEPWISE = {
    "simulation": (False, False),
    "bisimulation": (False, True),
    "weak-simulation": (True, False),
    "weak-bisimulation": (True, True),
}
OF_RUNS = {"traces": False, "refinement": True}


@dataclass(frozen=True)
class Case:
    first: Toy
    second: Toy
    hides: bool
    tuning: Tuning = USUAL


def draw(random: Random) -> Case:
    first = a_toy(random)
    second = changed(first, random) if random.randrange(3) else a_toy(random)
    tuning = TUNINGS[random.choice(sorted(TUNINGS))]
    return Case(first, second, random.randrange(2) == 1, tuning)


def compare(case: Case, tally: Tally) -> None:
    for relation, (weak, mutual) in STEPWISE.items():
        with tally.answering("steps", relation):
            found = _asked(case, relation)
            wanted = related(case.first, case.second, weak=weak, mutual=mutual, hides=case.hides)
            tally.same("steps", relation, found.answer.value, "holds" if wanted else "fails")
            _shown(relation, found, case, tally)
    for relation, weak in OF_RUNS.items():
        with tally.answering("runs", relation):
            found = _asked(case, relation)
            length = difference(case.first, case.second, weak=weak, hides=case.hides)
            tally.same("runs", relation, found.answer.value, "holds" if length is None else "fails")
            if found.difference is not None:
                tally.same("length", relation, len(found.difference.first.steps), length)
            _shown(relation, found, case, tally)


def _asked(case: Case, relation: str) -> Comparison:
    return compared(
        case.first,
        case.second,
        relation=relation,
        map=HIDING if case.hides else MAP,
        audit="all",
        tuning=case.tuning,
    )


def _shown(relation: str, found: Comparison, case: Case, tally: Tally) -> None:
    """A difference has a run of each, and a formula, which was evaluated."""
    if found.difference is None:
        return
    with tally.answering("difference", relation):
        found.difference.first.replay(case.first)
        found.difference.second.replay(case.second)
        tally.true("difference", relation, bool(found.difference.formula))


def show(case: Case) -> str:
    return (
        "from tests.engines.relation.toys import Toy\n\n"
        f"first = {case.first!r}\nsecond = {case.second!r}\n"
        f"# {'no labels' if case.hides else 'labels'}, {case.tuning!r}"
    )
