"""What b-threads do outside of the process outlasts a search: it confirms no counterexample."""

from __future__ import annotations

import os
import queue
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from counterpoint import Answer, Body, Program, check, events, sync, thread
from counterpoint.bp.local.outside.opaque import Doubt
from counterpoint.bp.local.outside.surroundings import Surroundings

A, B = events("A B")
HOME = Path.cwd()
QUEUE: queue.SimpleQueue[Any] = queue.SimpleQueue()


@thread
def makes_a_file() -> Body:
    yield sync(wait_for=B)
    yield sync(request=A)
    with open("made", "w"):
        pass


@thread
def looks_for_it() -> Body:
    yield sync(request=B)
    if os.path.exists("made"):
        raise AssertionError("it is there already")


@thread
def moves() -> Body:
    yield sync(wait_for=B)
    yield sync(request=A)
    os.chdir("..")


@thread
def looks_where_it_is() -> Body:
    yield sync(request=B)
    if not os.path.exists("here"):
        raise AssertionError("it moved already")


@pytest.mark.parametrize(
    ("writes", "reads"), [(makes_a_file, looks_for_it), (moves, looks_where_it_is)]
)
def test_what_a_search_left_behind_is_no_counterexample(
    writes: Any, reads: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").touch()
    (verdict,) = check(Program(writes(), reads(), external=()), "assertions")
    assert verdict.answer is Answer.UNKNOWN
    assert "outside of the process" in verdict.reason


def doubts(function: Any) -> Any:
    return {each.doubt for each in Surroundings(function).doubts}


@pytest.mark.parametrize(
    "function",
    [
        lambda: open("x"),  # noqa: SIM115
        lambda: os.umask(0),
        lambda: sqlite3.connect("x"),
        lambda: HOME.joinpath("x"),
        lambda: exec("1"),
    ],
)
def test_what_may_change_files_reaches_outside(function: Any) -> None:
    assert Doubt.OUTSIDE in doubts(function)


@pytest.mark.parametrize("function", [lambda: QUEUE.put(1), lambda: globals()])
def test_what_lies_in_memory_does_not(function: Any) -> None:
    assert doubts(function) & {Doubt.OPAQUE, Doubt.OUTSIDE} == {Doubt.OPAQUE}
