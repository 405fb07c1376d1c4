"""The workspace: files are followed, and what became of a position is said."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from counterpoint.page.tab import Tab
from counterpoint.page.workspace import MOST_TABS, Workspace
from counterpoint.target import find_target

from ..patience import PATIENCE

TAPS = """
from counterpoint import Program, events, sync, thread

HOT, COLD = events("HOT COLD")

@thread
def pour(water):
    for _ in range(2):
        yield sync(request=water)

@thread
def alternate():
    while True:
        yield sync(wait_for=COLD, block=HOT)
        yield sync(wait_for=HOT, block=COLD)

program = Program(pour(HOT), pour(COLD), alternate())
"""


class Watched:
    """A workspace that follows a file, with one tab."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.messages: list[dict[str, Any]] = []
        file.write_text(TAPS)
        self.workspace = Workspace(file.name, lambda: find_target(str(file)), watch=True)
        self.tab: Tab = self.workspace.open("", "", self.messages.append, lambda pause, call: None)

    def save(self, text: str) -> dict[str, Any]:
        """The notice after a file was saved."""
        self.file.write_text(text)
        assert self.workspace.look()
        return next(m for m in reversed(self.messages) if m["type"] == "notice")


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Watched:
    monkeypatch.setattr(sys, "path", [*sys.path])
    return Watched(tmp_path / "watched_taps.py")


def test_a_file_that_does_not_change_is_left_alone(watched: Watched) -> None:
    assert not watched.workspace.look()


def test_a_position_that_still_exists_is_kept(watched: Watched) -> None:
    watched.tab.handle({"do": "step", "name": "COLD"})
    notice = watched.save(TAPS.replace("range(2)", "range(3)"))
    assert (notice["kept"], notice["changed"]) == (True, ["pour"])
    assert [str(label) for label in watched.tab.walk.labels] == ["COLD"]


def test_a_position_that_is_gone_is_cut_and_it_is_said_where(watched: Watched) -> None:
    for name in ("COLD", "HOT", "COLD"):
        watched.tab.handle({"do": "step", "name": name})
    notice = watched.save(TAPS.replace("range(2)", "range(1)"))
    assert (notice["kept"], notice["lost"]) == (False, "step 3, COLD, is not possible")
    assert watched.tab.walk.at == 2


def test_new_and_missing_rules_are_named(watched: Watched) -> None:
    notice = watched.save(TAPS.replace("def alternate", "def take_turns").replace(
        "alternate()", "take_turns()"
    ))  # fmt: skip
    assert (notice["new"], notice["gone"]) == (["take_turns"], ["alternate"])


def test_rules_that_are_off_stay_off(watched: Watched) -> None:
    watched.tab.handle({"do": "switch", "rules": ["alternate"], "on": False})
    watched.save(TAPS.replace("range(2)", "range(3)"))
    assert watched.tab.off == {"alternate"}


@pytest.mark.parametrize(
    ("written", "instead", "line", "text"),
    [
        ("def pour(water):", "def pour(water:", 7, "'(' was never closed"),
        ("HOT, COLD = ", "HOT = ", 17, "NameError: name 'COLD' is not defined"),
        ("yield sync(request=water)", "pass", 7, "@thread was put on pour"),
        ("program = ", "nothing = ", 0, "it has no 'program'"),
        ("yield sync(request=water)", "yield 3", 9, "yield"),
    ],
)
def test_an_error_is_shown_with_its_place_and_the_game_goes_on(
    watched: Watched, written: str, instead: str, line: int, text: str
) -> None:
    notice = watched.save(TAPS.replace(written, instead))
    assert (notice["kind"], notice["line"]) == ("error", line)
    assert text in notice["text"]
    watched.tab.handle({"do": "step", "name": "COLD"})
    assert watched.tab.walk.at == 1
    assert watched.save(TAPS)["kind"] == "reloaded"
    assert watched.workspace.fault is None


def test_a_file_saved_twice_in_a_moment_is_read_twice(watched: Watched) -> None:
    first = watched.save(TAPS.replace("range(2)", "range(3)"))
    second = watched.save(TAPS.replace("range(2)", "range(4)"))
    assert first["changed"] == second["changed"] == ["pour"]


def test_a_file_that_is_away_for_a_moment_is_no_error(watched: Watched) -> None:
    watched.file.unlink()
    watched.workspace.look()
    watched.file.write_text(TAPS)
    watched.workspace.look()
    watched.tab.handle({"do": "step", "name": "COLD"})
    assert watched.tab.walk.at == 1


def test_a_module_is_followed_too(tmp_path: Path) -> None:
    file = tmp_path / "Clock.tla"
    text = (
        "---- MODULE Clock ----\nEXTENDS Naturals\nVARIABLE h\n"
        "Init == h = 0\nTick == h < 3 /\\ h' = h + 1\nSpec == Init /\\ [][Tick]_h\n"
        "THEOREM Spec => [](h < 5)\n====\n"
    )
    file.write_text(text)
    workspace = Workspace("Clock", lambda: find_target(str(file)), watch=True)
    messages: list[dict[str, Any]] = []
    tab = workspace.open("", "", messages.append, lambda pause, call: None)
    tab.handle({"do": "step", "name": "Tick"})
    file.write_text(text.replace("h < 3", "h <"))
    workspace.look()
    assert (messages[-1]["kind"], messages[-1]["line"]) == ("error", 6)
    file.write_text(text.replace("h < 3", "h < 4"))
    workspace.look()
    assert tab.walk.at == 1


def test_tabs_that_were_left_are_forgotten_in_the_end() -> None:
    workspace = Workspace("hot_cold", lambda: find_target("hot_cold"))
    tabs = []
    for _ in range(MOST_TABS + 3):
        tab = workspace.open("", "", lambda message: None, lambda pause, call: None)
        tabs.append(workspace.id_of(tab))
        workspace.leave(tab)
    known = [tab for tab in tabs if workspace.tab_of(tab)]
    assert known == tabs[-MOST_TABS:]


def test_a_file_that_the_target_imports_is_followed_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    rules, file = tmp_path / "rules_beside.py", tmp_path / "uses_rules_beside.py"
    rules.write_text(TAPS.partition("program")[0])
    file.write_text(
        "from counterpoint import Program\nfrom rules_beside import COLD, HOT, pour\n"
        "program = Program(pour(HOT), pour(COLD))\n"
    )
    workspace = Workspace(str(file), lambda: find_target(str(file)), watch=True)
    messages: list[dict[str, Any]] = []
    workspace.open("", "", messages.append, lambda pause, call: None)
    rules.write_text(TAPS.partition("program")[0].replace("range(2)", "range(3)"))
    assert workspace.look()
    notice = next(message for message in messages if message["type"] == "notice")
    assert notice["changed"] == ["pour"]
    file.write_text(file.read_text().replace("pour(HOT), ", ""))
    assert workspace.look()
    assert workspace.loaded.version == 3


def test_a_configuration_beside_a_module_is_followed_too(tmp_path: Path) -> None:
    file, config = tmp_path / "Light.tla", tmp_path / "Light.cfg"
    file.write_text(
        "---- MODULE Light ----\nVARIABLE on\nInit == on = FALSE\nNext == on' = ~on\n"
        "Spec == Init /\\ [][Next]_on\nDark == on = FALSE\n====\n"
    )
    config.write_text("SPECIFICATION Spec\n")
    workspace = Workspace(str(file), lambda: find_target(str(file)), watch=True)
    config.write_text("SPECIFICATION Spec\nINVARIANT Dark\n")
    assert workspace.look()
    assert "Dark" in [one.name for one in workspace.loaded.wanted(workspace.loaded.off)]


def test_a_file_whose_reading_never_ends_is_said_and_the_next_version_is_read(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterpoint.page.workspace.PATIENCE", 0.2)
    notice = watched.save("import time\nwhile True: time.sleep(0.1)\n")
    assert (notice["kind"], notice["file"]) == ("error", "watched_taps.py")
    assert "it has been loading for 0.2 seconds" in notice["text"]
    assert not watched.workspace.look()
    monkeypatch.setattr("counterpoint.page.workspace.PATIENCE", PATIENCE)
    assert watched.save(TAPS.replace("range(2)", "range(3)"))["kind"] == "reloaded"
    assert watched.workspace.fault is None


def test_a_rule_that_never_waits_is_given_up_when_the_next_version_is_saved(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterpoint.page.workspace.PATIENCE", 0.2)
    before = set(threading.enumerate())
    spinning = TAPS.replace("    for _ in range(2)", "    while True: pass\n    for _ in range(2)")
    assert "it has been loading" in watched.save(spinning)["text"]
    (reading,) = set(threading.enumerate()) - before
    monkeypatch.setattr("counterpoint.page.workspace.PATIENCE", PATIENCE)
    assert watched.save(TAPS.replace("range(2)", "range(3)"))["kind"] == "reloaded"
    reading.join(PATIENCE)
    assert not reading.is_alive()


@pytest.mark.parametrize("error", ["KeyboardInterrupt", "SystemExit", "GeneratorExit"])
def test_a_file_that_would_end_python_ends_nothing(watched: Watched, error: str) -> None:
    notice = watched.save(f"raise {error}\n")
    assert (notice["kind"], notice["line"], notice["text"]) == ("error", 1, error)
    assert watched.save(TAPS.replace("range(2)", "range(3)"))["kind"] == "reloaded"


def test_a_file_that_cannot_be_decoded_is_named(watched: Watched) -> None:
    watched.file.write_bytes(b'word = "caf\xe9"\n')
    assert watched.workspace.look()
    notice = next(m for m in reversed(watched.messages) if m["type"] == "notice")
    assert notice["file"] == "watched_taps.py"
    assert "this is no text in UTF-8" in notice["text"]
