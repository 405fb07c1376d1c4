"""A report: one file that says all, and opens without a server."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from counterpoint.page.loaded import Loaded
from counterpoint.page.standalone import report_of
from counterpoint.report.score.held import held, left_out
from counterpoint.target import find_target

from ..command_line import Run


def report(target: str, tmp_path: Path, *, most: int = 2000, **options: Any) -> Path:
    file = tmp_path / "report.html"
    file.write_text(reported(target, most, **options), encoding="utf-8")
    return file


@cache
def reported(target: str, most: int, **options: Any) -> str:
    """The report of a target, made once for all tests that look at it."""
    loaded = Loaded(target, find_target(target), **options)
    text, _ = report_of(loaded, lambda progress: None, most=most)
    return text


def recorded(file: Path) -> Any:
    found = re.search(r'id="recorded">(.*?)</script>', file.read_text(encoding="utf-8"), re.S)
    assert found is not None
    return json.loads(found[1])


def test_nothing_is_loaded_from_anywhere(tmp_path: Path) -> None:
    text = report("hot_cold", tmp_path).read_text(encoding="utf-8")
    addresses = re.findall(r'(?:src|href)="(?!#)([^"]*)"', text)
    assert all(address.startswith("data:") for address in addresses)
    assert "from './" not in text


@pytest.mark.parametrize("target", ["hot_cold:scalding", "peterson", "tictactoe"])
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


LONG = """
from counterpoint import Program, events, never, sync, thread
UP, TOP, GO, BACK = events("UP TOP GO BACK")
@thread
def count(steps):
    for _ in range(steps):
        yield sync(request=UP)
    yield sync(request=TOP)
@thread
def rounds(before, around):
    for _ in range(before):
        yield sync(request=UP)
    while True:
        for _ in range(around - 1):
            yield sync(request=GO)
        yield sync(request=BACK)
"""


def long_run(tmp_path: Path, of: str, wanted: str, most: int) -> Any:
    file = tmp_path / "long_run.py"
    file.write_text(f"{LONG}program = Program({of}, requirements={{'it': {wanted}}})\n")
    return recorded(report(str(file), tmp_path, most=most))["runs"]["it"]


@pytest.mark.parametrize(("steps", "most"), [(201, 2000), (201, 60), (1000, 100)])
def test_a_long_run_is_broken_where_it_ends(tmp_path: Path, steps: int, most: int) -> None:
    run = long_run(tmp_path, f"count({steps - 1})", "never(TOP)", most)
    *others, last = run["walks"]
    assert last["say"]["title"] == "Here “it” is broken."
    assert run["columns"][-1]["number"] == last["trace"]["steps"] == steps
    assert [walk["say"]["title"] for walk in others if "broken" in walk["say"]["title"]] == []
    assert all(f"is broken at step {steps}, the last" in said(walk) for walk in others)
    assert run["columns"][-2]["label"] == "TOP"


@pytest.mark.parametrize(
    ("before", "around", "most"), [(3, 300, 2000), (3, 300, 60), (300, 700, 90), (1000, 2, 60)]
)
def test_a_long_lasso_keeps_its_loop(tmp_path: Path, before: int, around: int, most: int) -> None:
    run = long_run(tmp_path, f"rounds({before}, {around})", "'F G {GO}'", most)
    last = run["walks"][-1]
    assert last["say"]["title"] == "From here it repeats for ever."
    assert {walk["loop"] for walk in run["walks"]} == {last["loop"]}
    assert run["columns"][last["loop"]]["number"] == before
    assert run["columns"][-1]["number"] == before + around
    assert f"steps {before + 1} to {before + around} repeat for ever" in said(last)


def said(walk: Any) -> str:
    return "".join(part for part in walk["say"]["parts"] if isinstance(part, str))


def test_what_is_left_out_of_a_run_is_told_where_it_lacks(tmp_path: Path) -> None:
    run = long_run(tmp_path, "count(999)", "never(TOP)", 60)
    (gap,) = [n for n, column in enumerate(run["columns"]) if "gap" in column]
    told = "941 of them are left out of this report: 30 to 970"
    assert {walk["trace"]["left_out"] for walk in run["walks"]} == {told}
    assert [column["number"] for column in run["columns"]] == [*range(30), *range(971, 1001)]
    assert run["columns"][gap]["gap"] == 941
    before, after = run["walks"][gap], run["walks"][gap + 1]
    assert "Here steps 30 to 970 are left out." in said(before)
    assert "Before this, steps 30 to 970 are left out." in said(after)
    assert not any(node["taken"] for node in before["around"]["next"])
    assert [(node["step"], node["at"]) for node in after["around"]["back"]] == [
        (969, None),
        (970, None),
    ]


def test_the_positions_that_are_held_of_a_run_are_its_ends_and_where_its_loop_begins() -> None:
    for steps in range(80):
        for loop in (None, *range(steps)):
            for most in (6, 9, 30):
                found = held(steps, loop, most)
                assert {0, steps} <= set(found)
                assert loop is None or loop in found
                assert len(found) <= most + 2
                assert steps >= most or found == list(range(steps + 1))
                assert bool(left_out(found)) == (len(found) <= steps)


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
def test_a_report_of_a_long_run_has_the_numbers_of_the_run(open_page: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    long_run(tmp_path, "rounds(300, 700)", "'F G {GO}'", 90)
    page = open_page((tmp_path / "report.html").as_uri())
    expect(page.locator("#say")).to_have_text("From here it repeats for ever.")
    expect(page.locator(".pos")).to_have_text("1000 / 1000")
    expect(page.locator("#why-meta")).to_have_text("step 1000 of 1000")
    expect(page.locator(".strip")).to_contain_text("are left out of this report: 30 to 284 and")
    expect(page.locator("#sheet .rep")).to_have_count(2)
    page.keyboard.press("Home")
    for _ in range(29):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".pos")).to_have_text("29 / 1000")
    expect(page.locator("#hint")).to_contain_text("Here steps 30 to 284 are left out.")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".pos")).to_have_text("285 / 1000")
    expect(page.locator("#why-meta")).to_have_text("step 285 of 1000")
    assert page.locator(".st.gap").first.get_attribute("title") == "Steps 30 to 284 are left out"


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
