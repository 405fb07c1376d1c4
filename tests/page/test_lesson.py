"""The program of the lesson for a class, on a page that is seen from the last row."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import Served
from .hands import expect, said

Serve = Callable[..., Served]

pytestmark = pytest.mark.slow

DRINKS = str(Path(__file__).parents[2] / "docs" / "tutorials" / "drinks.py")
TITLE = "who pays can get tea"
TITLES = ".props li > div > b[data-property]"

CONTRASTS = """
(query) => {
  const pixel = (colour) => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (colour) => pixel(colour).map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, n) => sum + part * [0.2126, 0.7152, 0.0722][n], 0);
  const grounds = ['.score', '.st.sel']
    .map((each) => getComputedStyle(document.querySelector(each)).backgroundColor);
  return [...document.querySelectorAll(query)].flatMap((band) => grounds.map((ground) => {
    const [low, high] = [light(getComputedStyle(band).fill), light(ground)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  }));
}
"""

CUT = """
() => [...document.querySelectorAll('.props code')]
  .filter((each) => each.scrollWidth > each.clientWidth).length
"""


@pytest.fixture
def page(serve: Serve, open_page: Any) -> Any:
    return open_page(serve(DRINKS).address, width=1280)


def test_the_title_of_a_property_plays_its_run_as_its_button_does(page: Any) -> None:
    expect(page.locator(TITLES)).to_have_text([TITLE])
    for pressed in (page.locator(TITLES), page.get_by_role("button", name=TITLE)):
        pressed.click()
        said(page, "The run begins.")
        page.keyboard.press("Escape")
        said(page, "Choose an event.")


def test_the_end_of_a_run_says_what_is_true_from_there_on(page: Any) -> None:
    page.locator(TITLES).click()
    said(page, "The run begins.")
    page.keyboard.press("End")
    said(page, f"Here “{TITLE}” is broken.")
    expect(page.locator("#hint")).to_have_text("COIN came from outside. From here on: AG !TEA.")


def test_the_reasons_say_which_moment_they_are_about(page: Any) -> None:
    heading = page.locator("#h-why")
    expect(heading).to_have_text("Why now")
    page.click("[data-name=COIN]")
    expect(heading).to_have_text("Why before step 1, COIN")
    expect(page.locator("#why-meta")).to_have_text("step 1 of 1")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_one_rule_that_blocks_is_seen_from_afar_and_the_legend_looks_the_same(
    page: Any, theme: str
) -> None:
    page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
    for bands in (".staves .col:not(.fut) .blk", "#legend .blk"):
        first = page.locator(bands).first
        expect(first).to_have_attribute("height", "3")
        assert min(page.evaluate(CONTRASTS, bands)) >= 3


def test_more_events_that_are_blocked_make_a_thicker_band(serve: Serve, open_page: Any) -> None:
    page = open_page(serve("tictactoe").address)
    expect(page.locator(".staves .blk").first).to_have_attribute("height", "6")


def test_a_long_formula_is_shown_whole(page: Any) -> None:
    expect(page.locator(".props code").first).to_contain_text("G (TEA")
    assert page.evaluate(CUT) == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_run_that_is_played_can_be_read_by_everyone(page: Any, theme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
    page.locator(TITLES).click()
    said(page, "The run begins.")
    page.keyboard.press("End")
    said(page, f"Here “{TITLE}” is broken.")
    page.mouse.move(0, 0)
    violations = axe.run(page).response["violations"]
    assert [f"{each['id']}: {each['nodes'][0]['html']}" for each in violations] == []


def test_the_page_says_what_b_threads_say_in_the_words_of_the_code(page: Any) -> None:
    page.click("[data-name=COIN]")
    page.click("[data-name=BUTTON]")
    expect(page.locator(".pos")).to_have_text("3 / 3")
    expect(page.locator("#legend")).to_contain_text("requested, selected")
    shown = page.locator("main").inner_text().lower()
    for word in ("asked", "woke", "forbade", "forbid", "tied"):
        assert word not in shown
