"""The page as it is heard, and played without a mouse: names, what is announced, the focus."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import Served, tab_of
from .hands import LONG, expect, play, said, square

Serve = Callable[..., Served]

pytestmark = pytest.mark.slow

FOCUSED = """
() => {
  const outer = document.activeElement;
  const { dataset, id } = outer.shadowRoot?.activeElement ?? outer;
  return dataset.k ?? dataset.square ?? id;
}
"""

HEARD = """
() => {
  window.heard = [];
  const told = document.querySelector('#told');
  new MutationObserver(() => window.heard.push(told.textContent))
    .observe(told, { childList: true, characterData: true, subtree: true });
}
"""


UNNAMED = re.compile(r"- (button|switch|checkbox|combobox|link|tab)(?: \[.*)?:?$")


def unnamed(page: Any) -> list[str]:
    """What can be pressed and has no name, as a reader of the screen would hear it."""
    heard = page.locator("body").aria_snapshot().splitlines()
    return [line for line in heard if UNNAMED.search(line.strip())]


@pytest.mark.parametrize("target", ["tictactoe", "tictactoe.led", "peterson", "MendedTicTacToe"])
def test_everything_that_can_be_pressed_has_a_name(
    serve: Serve, open_page: Any, target: str
) -> None:
    page = open_page(serve(target).address)
    assert unnamed(page) == []


def test_everything_has_a_name_before_the_first_message_comes(serve: Serve, chromium: Any) -> None:
    page = tab_of(chromium, java_script_enabled=False)
    page.goto(serve("tictactoe").address)
    assert page.get_by_role("button", name="Properties: Checking").count() == 1
    assert unnamed(page) == []
    page.context.close()


def test_a_move_and_its_answer_are_announced_once(serve: Serve, chromium: Any) -> None:
    page = tab_of(chromium)  # its clock is stopped, and with it that of all tabs beside it
    page.goto(serve("tictactoe").address)
    expect(page.locator("#told")).to_have_text("You are X. Click any square.")
    page.evaluate(HEARD)
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # it is told when nothing has happened for a while
    play(page, (0, 0))
    said(page, "Your turn.")
    page.clock.run_for(1000)
    expect(page.locator("#told")).to_have_text("X(0,0), then O(1,1). Your turn.")
    page.click("[data-act=undo]")
    said(page, "You are X. Click any square.")
    page.clock.run_for(1000)
    expect(page.locator("#told")).to_have_text("Step 0 of 2. You are X. Click any square.")
    assert page.evaluate("window.heard.length") == 2
    page.context.close()


def test_the_answers_of_a_check_are_announced(serve: Serve, open_page: Any) -> None:
    page = open_page(serve("peterson").address)
    expect(page.locator("#checked")).to_have_text("Properties: 3 hold, 1 fails")
    expect(page.get_by_role("button", name=re.compile("^Properties: 3"))).to_be_visible()


def test_squares_say_where_they_are_and_what_is_in_them(serve: Serve, open_page: Any) -> None:
    page = open_page(serve("tictactoe").address)
    play(page, (0, 0))
    said(page, "Your turn.")
    assert page.get_by_role("grid", name="Board").get_by_role("row").count() == 3
    expect(square(page, 0, 0)).to_have_attribute("aria-label", "Row 1, column 1: X")
    expect(square(page, 0, 1)).to_have_attribute(
        "aria-label", "Row 1, column 2: empty. Enter plays X(0,1)"
    )


def test_the_score_is_a_table_with_headers(serve: Serve, open_page: Any) -> None:
    page = open_page(serve("tictactoe").address + "#p=X(0,0)~O(1,1)")
    table = page.get_by_role("table", name="What each rule said, a column for each step")
    columns = table.get_by_role("columnheader").all_text_contents()
    assert columns == ["Rule", "Step 1: X(0,0)", "Step 2: O(1,1)", "Now"]
    row = table.get_by_role("row").filter(has=page.get_by_role("rowheader", name="center"))
    assert row.get_by_role("cell").all_text_contents() == [
        "requested, blocked",
        "requested, selected",
        "requested, blocked",
    ]


def test_the_table_of_a_long_walk_has_the_steps_beside_the_selected_one(
    serve: Serve, open_page: Any, tmp_path: Path
) -> None:
    file = tmp_path / "long_walk_heard.py"
    file.write_text(LONG)
    page = open_page(serve(str(file)).address + "#p=" + "~".join(["UP"] * 40) + "&at=20")
    heads = page.locator("#score-table th[scope=col]")
    expect(heads.nth(1)).to_have_text("Step 8: UP")
    expect(heads).to_have_count(26)


@pytest.mark.parametrize("target", ["tictactoe.led", "nim", "tictactoe"])
def test_the_focus_is_never_lost_by_a_move(serve: Serve, open_page: Any, target: str) -> None:
    page = open_page(serve(target).address)
    page.keyboard.press("b")
    for move in range(2):
        before = page.locator(".pos").text_content()
        page.keyboard.press("Enter")
        expect(page.locator(".pos")).not_to_have_text(before)
        expect(page.locator("#told")).to_have_text(re.compile("Your turn|You are|wins"))
        assert page.evaluate(FOCUSED), f"after move {move + 1}"
        assert page.evaluate(FOCUSED) != "zrestart"
        if target == "tictactoe":
            page.keyboard.press("ArrowDown")


def test_the_focus_stays_on_an_arrow_that_leads_no_further(serve: Serve, open_page: Any) -> None:
    page = open_page(serve("tictactoe").address + "#p=X(0,0)~O(1,1)")
    page.focus("[data-act=prev]")
    for at in (1, 0):
        page.keyboard.press("Enter")
        expect(page.locator(".pos")).to_have_text(f"{at} / 2")
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUSED) == "tprev"
    expect(page.locator("[data-act=prev]")).to_have_attribute("aria-disabled", "true")


def test_a_phone_has_tabs_for_its_panels(serve: Serve, open_page: Any) -> None:
    page = open_page(serve("tictactoe").address, width=390)
    page.get_by_role("tab", name="Why").click()
    expect(page.get_by_role("tabpanel")).to_have_attribute("id", "panel-why")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("tab", name="Properties")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tabpanel")).to_have_attribute("id", "panel-props")
