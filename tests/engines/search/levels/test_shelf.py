"""The folder of a search: only finished levels count, and damage is seen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from counterpoint.engines.base.arrays import U64
from counterpoint.engines.search.levels.journal import JOURNAL, Journal, Level, Part
from counterpoint.engines.search.levels.shelf import Shelf
from counterpoint.errors import BadCheckpoint


def keys(*rows: tuple[int, ...]) -> U64:
    return np.array(rows, np.uint64)


def shelf(folder: Path, of: str = "model") -> Shelf:
    return Shelf(folder / "shelf", of, 2, 4, 2)


FIRST, SECOND, THIRD = keys((1, 2), (3, 4), (5, 6)), keys((0, 9)), keys((7, 7))


def written(folder: Path) -> Shelf:
    of = shelf(folder)
    assert of.open() == []
    of.files.append(1, FIRST)
    of.commit({"steps": 9})
    of.files.append(1, SECOND)
    of.files.append(1, THIRD)
    of.commit({})
    return of


def test_levels_come_back(tmp_path: Path) -> None:
    written(tmp_path).close()
    again = shelf(tmp_path)
    first, second = again.open()
    assert isinstance(first, Level)
    assert (first.states, first.notes, second.states) == (3, {"steps": 9}, 2)
    run = again.files.run(1, first.parts[1])
    assert run.read(0, 3).tolist() == FIRST.tolist()
    assert run.firsts.tolist() == [1, 5]
    run = again.files.run(1, second.parts[1])
    assert run.read(0, 2).tolist() == [*SECOND.tolist(), *THIRD.tolist()]
    again.close()


def test_what_is_forced_to_the_disk_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterpoint.engines.search.levels.shelf.SYNCED_EVERY", -1.0)
    synced: list[int] = []
    monkeypatch.setattr("os.fsync", synced.append)
    written(tmp_path).close()
    assert len(synced) == 4  # a shard and the journal, for each of two levels
    again = shelf(tmp_path)
    assert [level.states for level in again.open()] == [3, 2]
    again.close()


def test_an_unfinished_level_is_cut_off(tmp_path: Path) -> None:
    of = written(tmp_path)
    of.files.append(1, keys((8, 8), (9, 9)))
    of.files.append(2, keys((8, 8)))
    work = of.files.work_file()
    work.write_text("a run")
    of.journal.close()
    again = shelf(tmp_path)
    levels = again.open()
    assert [level.states for level in levels] == [3, 2]
    again.files.append(1, keys((6, 6)))
    assert again.commit({}).parts[1].start == 5
    assert not work.exists()
    again.close()


def test_a_line_that_was_not_written_to_its_end_is_cut_off(tmp_path: Path) -> None:
    written(tmp_path).close()
    journal = tmp_path / "shelf" / "levels.jsonl"
    shard = tmp_path / "shelf" / "shard-00001.keys"
    whole, states = journal.read_bytes(), shard.read_bytes()
    for end in range(whole.index(b"\n") + 1, len(whole)):
        journal.write_bytes(whole[:end])
        shard.write_bytes(states)
        again = shelf(tmp_path)
        levels = again.open()
        assert len(levels) == whole[:end].count(b"\n") - 1
        again.close()


@pytest.mark.parametrize("text", ["", "[", "00000000 {}\n"])
def test_a_journal_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    written(tmp_path).close()
    (tmp_path / "shelf" / "levels.jsonl").write_text(text)
    with pytest.raises(BadCheckpoint, match="cannot be read"):
        shelf(tmp_path).open()


def test_the_folder_of_another_search_is_refused(tmp_path: Path) -> None:
    written(tmp_path).close()
    with pytest.raises(BadCheckpoint, match="another search"):
        shelf(tmp_path, "other").open()


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "shelf").mkdir()
    (tmp_path / "shelf" / "letter.txt").write_text("Dear Ada")
    with pytest.raises(BadCheckpoint, match="other files"):
        shelf(tmp_path).open()
    assert (tmp_path / "shelf" / "letter.txt").exists()


def test_states_that_are_damaged_are_noticed(tmp_path: Path) -> None:
    written(tmp_path).close()
    file = tmp_path / "shelf" / "shard-00001.keys"
    whole = file.read_bytes()
    file.write_bytes(whole[:8] + b"\1" + whole[9:])
    again = shelf(tmp_path)
    levels = again.open()
    with pytest.raises(BadCheckpoint, match="damaged"):
        again.files.run(1, levels[0].parts[1])
    assert again.cut(levels, 0) == []
    again.files.append(1, FIRST)
    again.commit({"steps": 9})
    again.close()
    last = shelf(tmp_path)
    assert [level.states for level in last.open()] == [3]
    last.close()


def test_a_level_of_which_states_are_missing_is_forgotten(tmp_path: Path) -> None:
    written(tmp_path).close()
    file = tmp_path / "shelf" / "shard-00001.keys"
    file.write_bytes(file.read_bytes()[:-8])
    again = shelf(tmp_path)
    assert [level.states for level in again.open()] == [3]
    again.close()
    file.unlink()
    last = shelf(tmp_path)
    assert last.open() == []
    last.close()


@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_search_that_was_ended_while_it_removed_its_files_begins_anew(
    tmp_path: Path, left: int
) -> None:
    of = written(tmp_path)
    of.journal.end()
    of.close()
    folder = tmp_path / "shelf"
    for path in sorted(folder.glob("shard-*"))[left:]:
        path.unlink()
    again = shelf(tmp_path)
    assert again.open() == []
    again.files.append(1, FIRST)
    again.commit({})
    again.close()
    last = shelf(tmp_path)
    assert [level.states for level in last.open()] == [3]
    last.discard()
    assert not folder.exists()


def test_what_somebody_else_put_there_stays(tmp_path: Path) -> None:
    of = written(tmp_path)
    (tmp_path / "shelf" / "note.txt").write_text("hello")
    of.discard()
    assert [path.name for path in (tmp_path / "shelf").iterdir()] == ["note.txt"]


def test_a_folder_with_nothing_but_a_lock_was_made_for_a_search(tmp_path: Path) -> None:
    (tmp_path / "shelf").mkdir()
    (tmp_path / "shelf" / "lock").touch()
    (tmp_path / "shelf" / "levels.jsonl.new").write_text("half a li")
    written(tmp_path).discard()
    assert not (tmp_path / "shelf" / "levels.jsonl.new").exists()


def test_a_folder_that_was_there_stays(tmp_path: Path) -> None:
    (tmp_path / "shelf").mkdir()
    written(tmp_path).discard()
    assert list((tmp_path / "shelf").iterdir()) == []


def test_a_folder_that_was_made_is_removed_also_by_a_later_search(tmp_path: Path) -> None:
    written(tmp_path).close()
    again = shelf(tmp_path)
    again.open()
    again.discard()
    assert not (tmp_path / "shelf").exists()


def test_a_part_has_a_checksum(tmp_path: Path) -> None:
    of = written(tmp_path)
    of.files.append(3, FIRST)
    level = of.commit({})
    assert level.parts == {3: Part(0, 3, level.parts[3].check)}
    assert level.parts[3].check
    of.close()


def test_a_line_that_is_missing_or_repeated_ends_the_journal(tmp_path: Path) -> None:
    def levels_of(order: list[int]) -> int:
        path = tmp_path / JOURNAL
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(lines[n] for n in order))
        again = Journal(tmp_path, {"of": "it"})
        found = len(again.open())
        again.close()
        path.write_bytes(b"".join(lines))
        return found

    journal = Journal(tmp_path, {"of": "it"})
    journal.open()
    for number in range(4):
        journal.write(Level({}, {"number": number}))
    journal.close()
    assert levels_of([0, 1, 2, 3, 4]) == 4
    assert levels_of([0, 1, 3, 4]) == 1
    assert levels_of([0, 1, 2, 2, 3, 4]) == 2
    assert levels_of([0, 2, 1, 3, 4]) == 0
