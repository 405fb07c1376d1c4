"""What a person does at the page, and a file to play."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ..patience import PATIENCE

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect
expect.set_options(timeout=1000 * PATIENCE)

TAPS = '''
from counterpoint import Program, events, never, sync, thread

HOT, COLD, TEA = events("HOT COLD TEA")

@thread
def pour(water):
    """Pour twice."""
    for _ in range(2):
        yield sync(request=water)

@thread
def alternate():
    """Cold first."""
    while True:
        yield sync(wait_for=COLD, block=HOT)
        yield sync(wait_for=HOT, block=COLD)

program = Program(pour(HOT), pour(COLD), alternate(), requirements={"no tea": never(TEA)})
'''


LONG = """
from counterpoint import Event, Program, sync, thread

@thread
def count():
    while True:
        yield sync(request=[Event("UP"), Event("DOWN")])

program = Program(count())
"""


def square(page: Any, row: int, column: int) -> Any:
    return page.locator(".sq").nth(3 * row + column)


def play(page: Any, *squares: tuple[int, int]) -> None:
    """Click squares, each as soon as it is open and the one before it has its mark."""
    for row, column in squares:
        here = square(page, row, column)
        expect(here).to_have_attribute("aria-disabled", "false")
        here.click()
        expect(here).to_have_class(re.compile(r"\bhas\b"))


def said(page: Any, text: str) -> None:
    expect(page.locator("#say")).to_have_text(text)


def middle(element: Any) -> tuple[float, float]:
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
