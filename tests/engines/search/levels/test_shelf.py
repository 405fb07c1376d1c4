"""The folder of a search: nothing is half written, and only finished levels count."""

from __future__ import annotations

import errno
from pathlib import Path

import numpy as np
import pytest

from counterpoint.engines.base.arrays import U64
from counterpoint.engines.search.levels.shelf import Manifest, Shelf, is_full
from counterpoint.errors import BadCheckpoint


def keys(*rows: tuple[int, ...]) -> U64:
    return np.array(rows, np.uint64)


def begun(folder: Path, width: int = 2) -> Shelf:
    shelf = Shelf(folder / "shelf", width)
    shelf.begin()
    return shelf


def test_keys_are_read_as_they_were_written_whole_and_in_blocks(tmp_path: Path) -> None:
    shelf = begun(tmp_path)
    wanted = keys((1, 2), (3, 4), (5, 6))
    path = shelf.level(0, 7)
    shelf.write(path, wanted)
    assert shelf.read(path).tolist() == wanted.tolist()
    assert [len(block) for block in shelf.blocks(path, 2)] == [2, 1]
    assert shelf.rows(path) == 3
    assert shelf.read(shelf.level(9, 9)).shape == (0, 2)


def test_a_manifest_comes_back(tmp_path: Path) -> None:
    shelf = begun(tmp_path)
    assert shelf.read_manifest("model") is None
    written = Manifest("model", 2, 3, [[1, 0], [4, 5]], {"steps": 9})
    shelf.write_manifest(written)
    assert shelf.read_manifest("model") == written


@pytest.mark.parametrize("text", ["", "[", '{"format": 99}'])
def test_a_manifest_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    shelf = begun(tmp_path)
    (shelf.folder / "manifest.json").write_text(text)
    with pytest.raises(BadCheckpoint):
        shelf.read_manifest("model")


def test_the_folder_of_another_search_is_refused(tmp_path: Path) -> None:
    shelf = begun(tmp_path)
    shelf.write_manifest(Manifest("model", 2, 3, [], {}))
    with pytest.raises(BadCheckpoint, match="another search"):
        shelf.read_manifest("other")


def test_what_an_unfinished_level_left_is_removed(tmp_path: Path) -> None:
    shelf = begun(tmp_path)
    left = shelf.scratch(1, 2)
    shelf.write(left, keys((1, 2)))
    begun(tmp_path)
    assert not left.exists()


def test_a_file_that_has_no_space_is_not_there(tmp_path: Path) -> None:
    shelf = begun(tmp_path)

    class Full(np.ndarray):
        def tofile(self, *_: object, **_more: object) -> None:
            raise OSError(errno.ENOSPC, "no space left on device")

    with pytest.raises(OSError, match="no space") as error:
        shelf.write(shelf.level(0, 0), keys((1, 2)).view(Full))
    assert is_full(error.value)
    assert list(shelf.folder.rglob("*.keys")) == list(shelf.folder.rglob("*.new")) == []
