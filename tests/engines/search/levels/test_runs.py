"""Sorted runs: parts of them are what they are in the whole."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.engines.search.levels.keys import Keys
from counterpoint.engines.search.levels.runs import Run, RunWriter, run_of, slices
from tests.share import share

KEYS = Keys(2, 64)
ROWS = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 3)), min_size=1, max_size=60)


def runs(given: list[tuple[int, int]], block: int, folder: Path) -> list[Run]:
    """The same keys as a run in memory and as runs in files, written at once or in parts."""
    keys = KEYS.distinct(np.array(given, np.uint64))
    (folder / "other").write_bytes(b"\0" * 48)
    one = RunWriter(folder / "run", 2, block)
    one.add(keys)
    other = RunWriter(folder / "other", 2, block, start=3)
    for part in np.array_split(keys, 4):
        if len(part):
            other.add(part)
    assert one.check == other.check
    return [run_of(keys, block), one.run(), other.run()]


@given(ROWS, st.integers(1, 5), st.integers(0, 13), st.integers(0, 13))
@settings(max_examples=share(100), deadline=None, derandomize=True)
def test_the_keys_between_two_words_are_found(
    given: list[tuple[int, int]], block: int, low: int, high: int
) -> None:
    wanted = [list(key) for key in sorted(set(given)) if low <= key[0] < high]
    with TemporaryDirectory() as folder:
        for run in runs(given, block, Path(folder)):
            assert run.between(low, high).tolist() == wanted
            assert run.between(0, 1 << 64).tolist() == list(map(list, sorted(set(given))))


@given(ROWS, ROWS, st.integers(1, 5))
@settings(max_examples=share(100), deadline=None, derandomize=True)
def test_the_wanted_keys_in_a_run_are_marked(
    given: list[tuple[int, int]], asked: list[tuple[int, int]], block: int
) -> None:
    wanted = KEYS.distinct(np.array(asked, np.uint64))
    with TemporaryDirectory() as folder:
        for run in runs(given, block, Path(folder)):
            marks = np.zeros(len(wanted), np.uint8)
            run.mark(wanted, KEYS, marks)
            assert marks.tolist() == [int(tuple(key) in set(given)) for key in wanted.tolist()]
            assert run.has(wanted[:1], KEYS) == bool(marks[0])


def test_slices_divide_a_range() -> None:
    assert list(slices(0, 10, 5, 2)) == [(0, 3), (3, 6), (6, 10)]
    assert list(slices(0, 2, 100, 1)) == [(0, 1), (1, 2)]
    assert list(slices(0, 1 << 64, 0, 9)) == [(0, 1 << 64)]
