"""What is no text in UTF-8 is refused with the place of the first byte that tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterpoint.errors import BadConfig, BadLed, BadTarget, Place
from counterpoint.reading import text_in
from counterpoint.target import find_target


@pytest.mark.parametrize(
    ("data", "says", "column"),
    [
        (b"a\nb\xff", "the byte ff", 2),
        ("a\nä\0".encode(), "the byte 00", 2),
        (b"a\n\0\xff", "the byte 00", 1),
        ("ab".encode("utf-16"), "UTF-16", 0),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, says: str, column: int, tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes(data)
    with pytest.raises(BadConfig, match=f"{says}.*save the file in UTF-8") as raised:
        text_in(tmp_path / "t", BadConfig)
    assert raised.value.place is not None
    assert raised.value.place.column == column


def test_old_texts_may_have_bytes_that_mean_nothing(tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes(b"\\* M\xfcller\r\nx")
    assert text_in(tmp_path / "t", BadConfig, replaces=True) == "\\* M\ufffdller\nx"


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(BadLed, match="cannot be read: Is a directory"):
        text_in(tmp_path, BadConfig, unreadable=BadLed)


@pytest.mark.parametrize("data", [b"program\0 = 1", b"\xff\xfea\0", b"x = '\xe4'"])
def test_a_python_file_that_is_no_text_is_no_target(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "binary.py").write_bytes(data)
    with pytest.raises(BadTarget, match="UTF-8"):
        find_target(str(tmp_path / "binary.py"))


def test_a_users_own_mistake_in_python_is_not_explained_away(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("program = = 1")
    with pytest.raises(SyntaxError):
        find_target(str(tmp_path / "wrong.py"))


@pytest.mark.parametrize("name", ["d.tla", "d.led", "d.py"])
def test_a_folder_is_no_target(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(BadTarget, match="is a folder, and a target is a file"):
        find_target(str(tmp_path / name))


def test_no_more_is_read_of_a_file_than_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "t").write_text("0123456789")
    assert text_in(tmp_path / "t", BadConfig, largest=10) == "0123456789"
    with pytest.raises(BadConfig, match="more than 9 bytes, and no more are read") as raised:
        text_in(tmp_path / "t", BadConfig, largest=9)
    assert raised.value.place == Place(str(tmp_path / "t"), 1)


@pytest.mark.parametrize(("name", "code"), [("M.led", "CP800"), ("M.cfg", "CP703")])
def test_large_texts_are_refused_before_they_take_memory(
    name: str, code: str, tmp_path: Path
) -> None:
    (tmp_path / "M.tla").write_text("---- MODULE M ----\n====\n")
    (tmp_path / name).write_text("(" * 1_000_001)
    target = tmp_path / name if name == "M.led" else tmp_path / "M.tla"
    with pytest.raises((BadConfig, BadLed), match=f"{code}.*more than 1,000,000 bytes") as raised:
        find_target(str(target))
    assert raised.value.place == Place(str(tmp_path / name), 1)
