"""Sets of states of programs on disk: those that are found in memory."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from counterpoint import Body, Event, Program, StateSet, solve, sync, thread, where
from counterpoint.errors import Refused, UnknownAtom
from counterpoint.examples.hot_cold import program as hot_cold
from counterpoint.examples.philosophers import program as philosophers
from counterpoint.tuning import Tuning
from tests.tunings import UNHURRIED

SMALL = Tuning(
    disk_bits=1, disk_piece=2, disk_small=1, disk_block=1, disk_chunk=1, audited_least=60.0
)


@thread
def count() -> Body:
    """Counts up to three."""
    for number in range(3):
        yield sync(request=Event("Tick", number))
    number = 7
    yield sync(wait_for=Event("Nothing"))


PROGRAMS = {
    "philosophers": (
        philosophers(n=4),
        (
            "requested(TakeLeft(1))",
            "blocked(TakeLeft(2)) & !hot",
            "enabled(TakeLeft(2)) | enabled(rest)",
            "!enabled(rest)",
        ),
    ),
    "counting": (
        Program(count(), *philosophers(n=2).threads),
        ("count.number = 2", "count.number > 0 & !(count.number = 7)"),
    ),
    "hot_cold": (hot_cold, ("requested(HOT)", "enabled(COLD)", "hot -> requested(COLD)")),
}


def members(found: StateSet) -> list[str]:
    return sorted(map(str, found))


@pytest.mark.usefixtures("fresh_heap")
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("tuning", [UNHURRIED, SMALL], ids=["usual", "small"])
def test_the_states_are_those_that_are_found_in_memory(
    name: str, tuning: Tuning, tmp_path: Path
) -> None:
    program, formulas = PROGRAMS[name]
    for formula in formulas:
        known = where(program, formula)
        found = where(program, formula, disk=tmp_path / "states", tuning=tuning)
        assert members(found) == members(known)
        assert members(~found) == members(~known)
        assert set(found.sample(5)) <= set(known)
        assert all(state in found for state in known.sample(5))
        assert found.audited is not None
        assert found.audited.passed
        assert found.space.engine == "disk"
        del found
        gc.collect()
    assert list(tmp_path.iterdir()) == []


def test_workers_find_the_same(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="the extra cluster is not installed")
    program, (formula, *_) = PROGRAMS["philosophers"]
    found = where(program, formula, cluster="local:2", disk=tmp_path)
    assert found.space.engine == "cluster"
    assert members(found) == members(where(program, formula))


@pytest.mark.parametrize(
    ("formula", "error", "said"),
    [
        ("EF blocked(TakeLeft(2))", Refused, "only formulas about the state itself"),
        ("TakeLeft(1)", Refused, "not about what led to it"),
        ("once(TakeLeft(1))", Refused, "not about what led to it"),
        ("nosuch", UnknownAtom, "no event of the program"),
        ("requested(NoSuch)", UnknownAtom, "no b-thread requests"),
    ],
)
def test_what_is_more_than_the_state_is_refused_before_the_search(
    formula: str, error: type[Exception], said: str, tmp_path: Path
) -> None:
    program: Program = PROGRAMS["philosophers"][0]
    with pytest.raises(error, match=said):
        where(program, formula, disk=tmp_path / "states")
    assert list(tmp_path.iterdir()) == []


def test_games_of_programs_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="only formulas about the state itself"):
        solve(hot_cold, player="pour", goal="G !hot", disk=tmp_path / "states")
    assert list(tmp_path.iterdir()) == []
