"""States of a search are found again, whether few or many of them are asked for."""

from __future__ import annotations

import dataclasses

import pytest

from counterpoint import Answer, Program, check, never
from counterpoint.engines.search.network.exploration import Exploration
from counterpoint.engines.search.network.explore import explore
from counterpoint.engines.search.network.numbers import Numbers
from counterpoint.tuning import Tuning

from ... import programs as p


def found(threads: int, cells: str) -> Exploration:
    """A search of some b-threads, each of which counts for itself, with its rows in some type."""
    rules = [p.request(event, times=2) for event in (p.A, p.B)]
    network = Program(*rules * threads).network()
    searched = explore(network)
    return dataclasses.replace(searched, cells=searched.cells.astype(cells))


def test_a_program_without_any_rule_has_one_state_that_passes_its_audit() -> None:
    program = Program(p.request(p.A), external=()).without("request")
    verdicts = check(program, "deadlock", never(p.A), "G true", audit="all")
    assert [each.answer for each in verdicts] == [Answer.HOLDS] * 3


@pytest.mark.parametrize("cells", ["uint8", "int16", "int32", "int64"])
@pytest.mark.parametrize("threads", [1, 2, 3, 5])
@pytest.mark.parametrize("scanned", [0, 1, 1 << 20])
def test_each_state_has_its_number_and_what_is_none_has_none(
    threads: int, cells: str, scanned: int
) -> None:
    searched = dataclasses.replace(found(threads, cells), tuning=Tuning(numbers_scanned=scanned))
    numbers = Numbers(searched)
    states = [searched.state(number) for number in range(searched.states)]
    assert len(states) > 1
    assert [numbers.number(state) for state in states] == list(range(len(states)))
    far, huge = (99,) * (2 * threads), (1 << 70,) * (2 * threads)
    for stranger in [far, huge, states[0][:-1], (*states[0], 0), "state"]:
        assert numbers.number(stranger) is None
