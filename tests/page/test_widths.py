"""The page at each width: nothing runs into what is beside it, and what is meant is in sight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from .conftest import Served
from .hands import expect

Serve = Callable[..., Served]

pytestmark = pytest.mark.slow


WIDTHS = (1440, 1024, 768, 390)


def each_width(page: Any) -> Iterator[int]:
    """Makes the window as wide, each in turn."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function("new Promise((done) => requestAnimationFrame(() => done(true)))")
        yield width


@pytest.mark.parametrize(
    "target",
    [
        "tictactoe",
        "tictactoe.led",
        "breakout.led",
        "BehavioralTicTacToe",
        "nim",
        "peterson",
    ],
)
def test_nothing_scrolls_sideways(serve: Serve, open_page: Any, target: str) -> None:
    page = open_page(serve(target).address)
    page.locator(".sq.open, .zone, .evb:not([aria-disabled])").first.click()
    expect(page.locator(".pos b")).not_to_have_text("0")
    for width in each_width(page):
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_in_two_columns_the_reasons_are_under_the_score(serve: Serve, open_page: Any) -> None:
    page = open_page(serve("nim").address, width=1024)
    expect(page.locator(".mid > #panel-why")).to_be_visible()
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator(".right > #panel-why")).to_be_visible()


HEADS_INSIDE = """
() => [...document.querySelectorAll('.st')].every((head) => {
  const range = document.createRange();
  range.selectNodeContents(head.querySelector('b'));
  return range.getBoundingClientRect().width <= head.clientWidth;
})
"""


@pytest.mark.parametrize(
    ("target", "link"),
    [
        ("delivery", "Order(parcel=1)~Pack(parcel=1)~Cancel(parcel=1)~Refund(parcel=1)"),
        ("tictactoe", "X(0,0)~O(1,1)"),
        ("hot_cold", "COLD~HOT~COLD"),
    ],
)
def test_the_head_of_a_column_does_not_run_into_the_next(
    serve: Serve, open_page: Any, target: str, link: str
) -> None:
    page = open_page(f"{serve(target).address}#p={link}")
    expect(page.locator(".st")).to_have_count(link.count("~") + 2)
    for width in each_width(page):
        assert page.evaluate(HEADS_INSIDE), width


def test_on_a_phone_the_source_is_opened_at_its_line(serve: Serve, open_page: Any) -> None:
    address = serve("tictactoe").address + "#p=X(0,0)~O(1,1)"
    page = open_page(address, width=390, height=844)
    page.click("#tab-source")
    line = page.locator("#source .hit").bounding_box()
    assert page.locator("#source").bounding_box()["y"] <= line["y"]
    assert line["y"] + line["height"] <= page.locator("#transport").bounding_box()["y"]


WORDS_WHOLE = """
() => [...document.querySelectorAll('.state .val.word')].map((value) => {
  const range = document.createRange();
  range.selectNodeContents(value);
  return range.getClientRects().length;
})
"""


def test_a_value_that_is_a_word_stays_whole(serve: Serve, open_page: Any) -> None:
    page = open_page(serve("alternating_bit").address)
    for width in each_width(page):
        assert page.locator(".state .val.word").all_text_contents() == ["nothing", "nothing"]
        assert page.evaluate(WORDS_WHOLE) == [1, 1], width
        board = page.locator("#board").bounding_box()
        assert page.locator(".state").bounding_box()["width"] <= board["width"], width


def test_a_new_game_is_begun_at_the_right(serve: Serve, open_page: Any) -> None:
    page = open_page(serve("nim").address)
    tools, begin = page.locator("#tools"), page.locator("[data-act=restart]")
    for width in each_width(page):
        box, button = tools.bounding_box(), begin.bounding_box()
        assert abs(box["x"] + box["width"] - button["x"] - button["width"]) <= 4, width
        if width == max(WIDTHS):
            assert box["height"] < 2 * button["height"]
