"""Progress of a search on standard error."""

from __future__ import annotations

import pytest

from counterpoint.engines.base.task import Progress
from counterpoint.progress import progress_text, watching


def test_progress_says_how_many_states_and_how_fast() -> None:
    assert progress_text(Progress(2_000_000, 1_000, 0.5)) == (
        "2,000,000 states, 1,000 waiting, 4,000,000 states/s"
    )
    assert progress_text(Progress(1, 1, 0.0)).endswith(" 0 states/s")


def test_progress_of_a_cluster_is_that_of_all_workers() -> None:
    said = progress_text(Progress(2_000_000, 1_000, 0.5, workers=3))
    assert said == "2,000,000 states, 1,000 waiting, 4,000,000 states/s, 3 workers"


def test_a_search_for_repairs_says_which_size_it_is_at() -> None:
    assert progress_text(Progress(0, 0, 12.3, size=3, tried=1204)) == "size 3, 1,204 tried, 12 s"


def test_elsewhere_than_on_a_terminal_plain_lines_come_now_and_then(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with watching() as watch:
        for tenth in range(1, 121):
            watch(Progress(tenth * 1000, 10, tenth / 10))
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "50,000 states, 10 waiting, 10,000 states/s",
        "100,000 states, 10 waiting, 10,000 states/s",
    ]


def test_a_search_that_follows_another_counts_from_its_own_start(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with watching() as watch:
        for seconds in (5.0, 0.1, 4.0, 5.1):
            watch(Progress(100, 1, seconds))
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_on_a_terminal_one_line_is_written_over_and_over(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    with watching() as watch:
        watch(Progress(100, 1, 0.1))
        assert capsys.readouterr().err == ""
        watch(Progress(700_000, 1, 0.7))
    assert "700,000 states" in capsys.readouterr().err
