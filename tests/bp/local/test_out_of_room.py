"""B-threads that come to the end of the machine: one of two runs may get there, the other not."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from counterpoint import Body, Program, check, never, sync, thread
from counterpoint.bp.local import twins
from counterpoint.bp.local.state.identity import NestedTooDeep
from counterpoint.bp.resume import resume as usual

from .brute_force import A, B


@thread
def nests() -> Body:
    nested: Any = ()
    while True:
        yield sync(request=A)
        nested = (nested,)


@thread
def calls_itself() -> Body:
    def down(depth: Any) -> Any:
        return depth and 1 + down(depth - 1)

    depth = 1
    while True:
        yield sync(request=A)
        depth += 1
        down(depth)


@thread
def pour() -> Body:
    yield sync(request=A)
    yield sync(request=B)


def test_data_nested_too_deeply_are_no_difference_between_two_runs() -> None:
    with pytest.raises(NestedTooDeep, match="its data are nested too deeply to be read") as caught:
        check(Program(nests()), never(B))
    assert caught.value.thread == "nests"
    assert caught.value.place is not None
    assert "sync(request=A)" in caught.value.place.text


def test_calls_nested_too_deeply_are_no_difference_between_two_runs() -> None:
    with pytest.raises(RecursionError) as caught:
        check(Program(calls_itself()), never(B))
    assert any("in b-thread calls_itself" in note for note in caught.value.__notes__)


def test_one_of_two_runs_may_run_out_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = itertools.count()

    def resume(body: Any, event: Any, name: Any) -> Any:
        if next(calls) == 3:  # each of two runs is resumed twice
            raise MemoryError
        return usual(body, event, name)

    monkeypatch.setattr(twins, "resume", resume)
    with pytest.raises(MemoryError):
        check(Program(pour()), never(B))
