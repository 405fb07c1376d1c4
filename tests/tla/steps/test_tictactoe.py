"""Rules of a game, conjoined: the number of states at each stage."""

from __future__ import annotations

import pytest

from .exploring import all_of, explored
from .tictactoe import RULES

STAGES = [
    ("Init2", ["Spec2", "Free2"], 6_046),
    ("Init3", ["Spec3"], 5_478),
    ("Init3", ["Spec5"], 3_278),
    ("Init3", ["Spec6"], 1_350),
    ("Init3", ["Spec6Mended"], 590),
    ("Init3", ["Spec7"], 220),
    ("Init3", ["Spec7Mended"], 62),
]


@pytest.mark.slow
@pytest.mark.parametrize(("init", "specs", "states"), STAGES, ids=[each[1][0] for each in STAGES])
def test_each_stage_has_its_states(init: str, specs: list[str], states: int) -> None:
    assert explored(RULES, init, all_of(*specs)).distinct == states


def test_a_conjunction_does_not_multiply_its_ways() -> None:
    found = explored(RULES, "Init3", "Spec7Mended")
    assert found.distinct == 62
    assert found.generated < 6 * 62


@pytest.mark.slow
def test_the_order_of_the_rules_does_not_matter() -> None:
    rules = "[EndNext]_endVars /\\ [TurnsNext]_turnVars /\\ [MarksNext]_boardVars"
    body = f"{RULES}\nBackwards == {rules} /\\ [CentreNext]_endVars /\\ [ThirdNext]_endVars"
    assert explored(body, "Init3", "Backwards").distinct == 1_350
