"""Frames that note what is looked at."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from counterpoint.errors import Fault
from counterpoint.tla.cells.frames import Unread, Watching, unknown


def frame_of(*values: object, read: Callable[[int], int] = unknown) -> Watching:
    frame = Watching(values)
    frame.read = read
    return frame


def test_a_value_is_read_once_and_only_when_it_is_asked_for() -> None:
    asked: list[int] = []

    def read(cell: int) -> int:
        asked.append(cell)
        return 10 * cell

    frame = frame_of(Unread(lambda m: m.read(3)), Unread(lambda m: m.read(4)), read=read)
    assert asked == []
    assert (frame[1], frame[1], asked) == (40, 40, [4])


def test_a_copy_reads_for_itself_and_by_the_same_means() -> None:
    frame = frame_of(Unread(lambda m: m.read(1)), read=lambda cell: cell + 1)
    copy = frame.copy()
    assert type(copy) is Watching
    copy[0] = "other"
    assert (copy[0], frame[0]) == ("other", 2)


def test_slices_and_loops_read_what_they_give() -> None:
    frame = frame_of(7, Unread(lambda m: m.read(1)), [], read=lambda cell: 8)
    assert frame[0:2] == [7, 8]
    assert list(frame_of(Unread(lambda m: 5), 6)) == [5, 6]


def test_a_list_that_stands_in_a_frame_is_no_slice() -> None:
    found: list[int] = []
    frame = frame_of(found)
    assert frame[0] is found


def test_what_was_not_read_cannot_be_used() -> None:
    unread = Unread(lambda m: 1)
    with pytest.raises(Fault):
        assert unread == 1
    with pytest.raises(Fault):
        assert unread
    with pytest.raises(TypeError):
        {unread}  # noqa: B018


def test_a_constant_that_reads_a_cell_is_a_fault() -> None:
    with pytest.raises(Fault, match="cell 9 was read"):
        frame_of(Unread(lambda m: m.read(9)))[0]
