"""The fixture that makes monitors: what they observe must conform at the end of a test."""

from __future__ import annotations

import pytest

from .files import TAP, run, write

pytestmark = pytest.mark.slow


def test_a_test_fails_if_what_its_monitor_observes_diverges_or_is_unknown(
    pytester: pytest.Pytester,
) -> None:
    write(
        pytester,
        tap_dot_py=TAP,
        test_taps_dot_py="""
from tap import COLD, HOT, mild


def test_good(counterpoint_monitor):
    assert counterpoint_monitor(mild()).observe(HOT)


def test_again(counterpoint_monitor):
    monitor = counterpoint_monitor(mild())
    monitor.observe(HOT)
    monitor.reset()


def test_idle(counterpoint_monitor):
    counterpoint_monitor(mild(), mapping=lambda _: None).observe(HOT)


def test_bad(counterpoint_monitor):
    monitor = counterpoint_monitor(mild(), coverage=True)
    for event in (HOT, COLD, COLD):
        monitor.observe(event)


def test_unknown(counterpoint_monitor):
    counterpoint_monitor(mild()).observe(None)


def test_unused(counterpoint_monitor):
    pass
""",
    )
    result = run(pytester, "test_taps.py", "-W", "default::pytest.PytestWarning")
    result.assert_outcomes(passed=6, errors=2, warnings=1)
    result.stdout.fnmatch_lines(["*observed no step, so that nothing was compared*"])
    result.stdout.fnmatch_lines(["*monitor: DIVERGES at line 3: COLD*", "*COLD is blocked by*"])
    result.stdout.fnmatch_lines(["*monitor: unknown from line 1 on*"])
