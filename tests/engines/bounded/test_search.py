"""Searches for bad states against the list of all states: answers, lengths, and invariants."""

from __future__ import annotations

from random import Random

import pytest

from counterpoint.engines.bounded.confirm import Confirmed, confirmed
from counterpoint.engines.bounded.induction import Induction, Longest
from counterpoint.engines.bounded.invariant import minimized
from counterpoint.engines.bounded.machine import Run
from counterpoint.engines.bounded.reach import Proof
from counterpoint.engines.bounded.search import Search
from counterpoint.stopped import NOT_STOPPED, Cause, Stopped
from counterpoint.tuning import USUAL, Tuning
from tests.share import share
from tests.tunings import MIXED, TINY

from .machines import distance, drawn, require_invariant, require_run

ALONE = {
    "runs": Tuning(bounded_shares=(1, 0, 0)),
    "induction": Tuning(bounded_shares=(1, 1, 0)),
    "frames": Tuning(bounded_shares=(0, 0, 1)),
    "frames that try everything": Tuning(bounded_shares=(0, 0, 1), bounded_failures=100),
    "usual": USUAL,
    "tiny": TINY,
    "mixed": MIXED,
}


@pytest.mark.parametrize("name", ALONE)
def test_every_search_finds_what_a_list_of_states_shows(name: str) -> None:
    random, tuning = Random(name), ALONE[name]
    for _ in range(share(400)):
        machine = drawn(random)
        expected = distance(machine)
        ended = Search(machine, tuning).ended(None if name != "runs" else 40)
        match ended.found:
            case Run() as run:
                require_run(machine, run)
                if name not in ("tiny", "mixed"):
                    assert len(run.steps) == expected
            case Proof(cubes) as proof:
                assert expected is None
                require_invariant(machine, cubes)
                assert confirmed(proof, machine, USUAL) == Confirmed()
            case Induction() | Longest() as proof:
                assert expected is None
                assert confirmed(proof, machine, USUAL) == Confirmed()
            case None:
                assert expected is None
                assert name == "runs"
                assert ended.depth == 40


def test_minimized_invariants_stay_invariants() -> None:
    random, fewer = Random(5), 0
    tuning = Tuning(bounded_shares=(0, 0, 1), bounded_failures=0)
    for _ in range(share(1000)):
        machine = drawn(random)
        found = Search(machine, tuning).ended().found
        if isinstance(found, Proof):
            less = minimized(found, machine, tuning)
            require_invariant(machine, less.cubes)
            assert sum(map(len, less.cubes)) <= sum(map(len, found.cubes))
            fewer += less != found
    assert fewer


def test_a_proof_that_lacks_something_is_not_confirmed() -> None:
    """What a broken proof violates by definition is what the other solver says."""
    random, seen = Random(11), set()
    for _ in range(share(500)):
        machine = drawn(random)
        width = len(machine.latches)
        cubes = tuple(
            tuple(
                at * random.choice((1, -1)) for at in range(1, width + 1) if random.random() < 0.6
            )
            for _ in range(random.randint(0, 3))
        )
        try:
            require_invariant(machine, cubes)
            right = True
        except AssertionError:
            right = False
        said = confirmed(Proof(cubes), machine, USUAL).wrong
        assert (said == "") is right
        seen.add(said)
    assert len(seen) == 4


def test_an_induction_that_is_too_short_is_not_confirmed() -> None:
    random, refused = Random(2), 0
    for _ in range(share(300)):
        machine = drawn(random)
        found = Search(machine, Tuning(bounded_shares=(1, 1, 0))).ended().found
        if isinstance(found, Induction) and found.depth:
            refused += confirmed(Induction(found.depth - 1), machine, USUAL) != Confirmed()
    assert refused


def test_that_all_runs_end_is_not_confirmed_if_one_goes_on() -> None:
    random, met = Random(3), set()
    for _ in range(share(300)):
        machine = drawn(random)
        found = Search(machine, ALONE["runs"]).ended(20).found
        if isinstance(found, Longest) and found.depth > 0:
            met.add(confirmed(Longest(found.depth - 1), machine, USUAL).wrong)
    assert met == {"a bad state is reached, or a run is longer"}


def test_a_search_ends_at_its_depth_and_when_it_is_asked_to() -> None:
    random = Random(1)
    machine = next(m for m in iter(lambda: drawn(random), None) if distance(m) is None)
    deep = Search(machine, ALONE["runs"]).ended(7)
    assert (deep.found, deep.depth) == (None, 7)
    enough = Stopped("enough", Cause.MEMORY)
    ended = Search(machine, ALONE["runs"]).ended(None, lambda n: enough if n > 3 else NOT_STOPPED)
    assert (ended.found, ended.depth, ended.stopped) == (None, 4, enough)
