"""Growth: which curve fits, and where memory ends."""

from __future__ import annotations

import math

import pytest

from counterpoint.sweeps.growth import bytes_of_state, fitted, said_of, series_of
from counterpoint.sweeps.rows import Row


def row(n: int, states: int, megabytes: float = 90.0, *, complete: bool = True, k: int = 1) -> Row:
    settings = {"n": str(n), "k": str(k)}
    return Row(settings, "holds", {}, states, None, complete, 0.1, megabytes)


def test_an_exponential_is_found() -> None:
    curve = fitted([(n, 5.0 * 3**n) for n in range(2, 8)])
    assert curve is not None
    assert not curve.is_power
    assert math.exp(curve.slope) == pytest.approx(3)
    assert curve.states(10) == pytest.approx(5 * 3**10)
    assert curve.reaches(5 * 3**20) == pytest.approx(20)


def test_a_power_is_found() -> None:
    curve = fitted([(n, 7.0 * n**4) for n in range(2, 8)])
    assert curve is not None
    assert curve.is_power
    assert curve.slope == pytest.approx(4)
    assert curve.reaches(7 * 50**4) == pytest.approx(50)


def test_few_points_foretell_nothing_and_what_does_not_grow_has_no_end() -> None:
    assert fitted([(1, 2.0), (2, 4.0)]) is None
    curve = fitted([(n, 9.0) for n in range(5)])
    assert curve is not None
    assert curve.reaches(100) is None


def test_there_is_a_series_for_each_value_of_the_other_parameters() -> None:
    rows = [row(n, 10**n, k=k) for k in (1, 2) for n in (3, 2)]
    first, second = series_of(rows)
    assert (first.name, first.title, second.title) == ("n", "k = 1", "k = 2")
    assert [x for x, _ in first.points] == [2.0, 3.0]
    assert series_of([row(1, 5)]) == []


def test_only_complete_checks_are_fitted() -> None:
    (series,) = series_of([row(1, 10), row(2, 100), row(3, 1000), row(4, 50, complete=False)])
    assert series.known == [(1.0, 10), (2.0, 100), (3.0, 1000)]


def test_where_memory_ends_is_said() -> None:
    rows = [row(n, 10**n, 90 + 10**n * 32 / (1 << 20)) for n in range(2, 8)]
    assert bytes_of_state(rows) == pytest.approx(32, rel=0.01)
    (series,) = series_of(rows)
    said = said_of(series, 32 * 10**9, rows)
    assert "is multiplied by 10.00 with each step of n" in said
    assert said.endswith("29.8 GB of memory end near n = 9.0")


def test_nothing_is_said_of_memory_if_all_checks_are_small() -> None:
    rows = [row(n, 10 * n) for n in range(1, 6)]
    assert bytes_of_state(rows) is None
    (series,) = series_of(rows)
    assert said_of(series, 1 << 30, rows) == "the number of states grows like the power 1.00 of n"
