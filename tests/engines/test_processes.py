"""Several things computed at once, in processes of their own."""

from __future__ import annotations

import os
from multiprocessing import get_all_start_methods

import pytest

from counterpoint.engines import processes
from counterpoint.engines.processes import at_once

forks = pytest.mark.skipif("fork" not in get_all_start_methods(), reason="nothing can be forked")


@forks
def test_answers_come_in_the_order_of_the_questions() -> None:
    here = os.getpid()
    found = at_once([lambda n=n: (n, os.getpid() != here) for n in range(5)], workers=2)  # type: ignore[misc]
    assert found == [(n, True) for n in range(5)]


@forks
def test_what_comes_to_no_end_is_left_open() -> None:
    assert at_once([lambda: os._exit(1), lambda: 2], workers=1) == [None, 2]
    assert at_once([], workers=3) == []


def test_nothing_is_computed_where_processes_cannot_be_forked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(processes, "get_all_start_methods", lambda: ["spawn"])
    assert at_once([lambda: 1], workers=2) == [None]
