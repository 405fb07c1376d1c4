"""Measurements of memory are used for some milliseconds, not longer."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from counterpoint.engines.base import meter


def test_memory_is_measured_again_when_a_measurement_is_old(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, taken = [5.0], [1 << 20]
    monkeypatch.setattr(meter, "time", SimpleNamespace(perf_counter=lambda: now[0]))
    monkeypatch.setattr(meter, "resident", lambda: taken[0])
    measured = meter.Meter()
    taken[0] += meter.ALLOWANCE + 500
    now[0] += meter.LASTS / 2
    assert (measured.used, measured.exceeds(499)) == (0, False)
    now[0] += meter.LASTS
    assert (measured.used, measured.exceeds(499), measured.exceeds(500)) == (500, True, False)
    taken[0] -= 200
    assert measured.used == 500
    now[0] += 2 * meter.LASTS
    assert measured.used == 300
