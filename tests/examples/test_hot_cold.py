"""Hot and cold water: the rule that keeps it mild, and what happens without it."""

from __future__ import annotations

from counterpoint import check
from counterpoint.examples import hot_cold
from counterpoint.examples.hot_cold import COLD, HOT


def test_the_water_stays_mild() -> None:
    verdicts = check(hot_cold.program)
    assert verdicts
    assert not verdicts["assertions"].vacuous
    assert (verdicts.states, verdicts.transitions) == (7, 6)


def test_without_the_rule_the_water_scalds_at_once() -> None:
    verdicts = check(hot_cold.scalding)
    assert not verdicts["assertions"]
    assert verdicts["deadlock"]
    trace = verdicts["assertions"].trace
    assert trace is not None
    assert trace.events == (HOT, HOT)
    assert "hot water twice in a row" in verdicts["assertions"].reason


def test_a_rule_too_many_is_a_deadlock_that_names_who_blocks_whom() -> None:
    verdict = check(hot_cold.stuck)["deadlock"]
    assert not verdict
    assert verdict.trace is not None
    assert verdict.trace.events == (COLD, HOT, COLD)
    assert "HOT (requested by pour(HOT)) is blocked by save_hot_water" in verdict.reason
    assert "COLD (requested by pour(COLD)) is blocked by alternate" in verdict.reason


def test_the_free_taps_alone_have_one_state_for_each_pair_of_counts() -> None:
    assert check(hot_cold.program.only("pour")).states == 4 * 4
