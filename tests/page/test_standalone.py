"""A report: one file that says all, and opens without a server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from counterpoint.page.loaded import Loaded
from counterpoint.page.standalone import LONGEST, report_of
from counterpoint.target import find_target

from ..command_line import Run


def report(target: str, tmp_path: Path, **options: Any) -> Path:
    text, _ = report_of(Loaded(target, find_target(target), **options), lambda progress: None)
    file = tmp_path / "report.html"
    file.write_text(text, encoding="utf-8")
    return file


def recorded(file: Path) -> Any:
    found = re.search(r'id="recorded">(.*?)</script>', file.read_text(encoding="utf-8"), re.S)
    assert found is not None
    return json.loads(found[1])


def test_nothing_is_loaded_from_anywhere(tmp_path: Path) -> None:
    text = report("hot_cold", tmp_path).read_text(encoding="utf-8")
    addresses = re.findall(r'(?:src|href)="(?!#)([^"]*)"', text)
    assert all(address.startswith("data:") for address in addresses)
    assert "from './" not in text


@pytest.mark.parametrize("target", ["hot_cold:scalding", "peterson", "tictactoe", "tictactoe.led"])
def test_every_position_of_every_run_is_recorded(target: str, tmp_path: Path) -> None:
    data = recorded(report(target, tmp_path))
    rows = {row["name"]: row["steps"] for row in data["properties"]["rows"]}
    assert {name: len(run["walks"]) - 1 for name, run in data["runs"].items()} == {
        name: steps for name, steps in rows.items() if steps is not None
    }
    for run in data["runs"].values():
        assert [walk["at"] for walk in run["walks"]] == list(range(len(run["walks"])))
        assert len(run["columns"]) == len(run["walks"])


def test_a_text_in_a_file_cannot_end_the_script_that_holds_it(tmp_path: Path) -> None:
    file = tmp_path / "sly.py"
    file.write_text(
        "from counterpoint import Event, Program, sync, thread\n"
        "# </script><script>alert(1)</script>\n"
        "@thread\ndef sly():\n    yield sync(request=Event('</script>'))\n"
        "program = Program(sly())\n"
    )
    page = report(str(file), tmp_path)
    assert "alert(1)</script>" not in page.read_text(encoding="utf-8")
    assert recorded(page)["start"]["walks"][0]["at"] == 0


def test_of_a_very_long_run_the_first_steps_are_recorded(tmp_path: Path) -> None:
    file = tmp_path / "long_run.py"
    file.write_text(
        "from counterpoint import Event, Program, never, sync, thread\n"
        "@thread\ndef count():\n    for _ in range(300):\n"
        "        yield sync(request=Event('UP'))\n    yield sync(request=Event('TOP'))\n"
        "program = Program(count(), requirements={'low': never(Event('TOP'))})\n"
    )
    data = recorded(report(str(file), tmp_path))
    assert len(data["runs"]["low"]["walks"]) == LONGEST + 1


@pytest.mark.slow
def test_a_report_opens_without_a_server_and_its_run_is_stepped(
    open_page: Any, tmp_path: Path
) -> None:
    from playwright.sync_api import expect

    page = open_page(report("peterson", tmp_path).as_uri())
    expect(page.locator("#say")).to_have_text("From here it repeats for ever.")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".pos")).to_have_text("4 / 5")
    page.click(".st >> nth=0")
    expect(page.locator(".pos")).to_have_text("1 / 5")
    page.keyboard.press("Escape")
    expect(page.locator(".strip")).to_have_count(0)
    expect(page.locator(".sw")).to_have_count(0)


@pytest.mark.slow
def test_a_report_shows_values_and_says_that_nothing_can_be_clicked(
    open_page: Any, tmp_path: Path
) -> None:
    from playwright.sync_api import expect

    page = open_page(report("tictactoe.led", tmp_path).as_uri())
    expect(page.locator("#say")).to_have_text("The beginning.")
    expect(page.locator("#hint")).to_have_text("No property has a run to play.")
    expect(page.locator(".zone")).to_have_count(0)
    expect(page.locator("[data-act=undo]")).to_have_count(0)
    page.click("[data-act=inFull]")
    expect(page.locator("#in-full .val")).to_have_text("{}")


def test_the_command_writes_a_report_and_leaves_as_a_check_does(run: Run, tmp_path: Path) -> None:
    said = run("report", "hot_cold:scalding", "-o", "out.html")
    assert (said.code, said.out) == (
        1,
        "hot_cold:scalding: 26 states; written to out.html\n",
    )
    assert (tmp_path / "out.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert run("report", "hot_cold", "-o", "nowhere/out.html").code == 2
