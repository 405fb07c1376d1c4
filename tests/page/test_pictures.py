"""Pictures in a real browser: what a program draws is clicked, and what it leaves out is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import Served
from .hands import TAPS, expect, middle, said

Serve = Callable[..., Served]

pytestmark = pytest.mark.slow


CELLS = [
    ("x wins.", [1, 4, 2, 5, 3]),
    ("o wins.", [1, 4, 2, 5, 9, 6]),
    ("Nobody wins.", [1, 2, 3, 5, 4, 6, 8, 7, 9]),
]


@pytest.mark.parametrize(("result", "cells"), CELLS)
def test_the_game_of_document_two_is_played_by_clicks_in_its_window(
    serve: Serve, open_page: Any, result: str, cells: list[int]
) -> None:
    page = open_page(serve("tictactoe.led").address)
    page.select_option("[data-by=o]", "person")
    said(page, "x's turn.")
    for cell in cells:
        page.click(f'.zone[data-event="cell({cell})"]')
        expect(page.locator(f'[data-event="cell({cell})"]')).to_have_count(0)
    said(page, result)
    page.click("[data-act=restart]")
    expect(page.locator(".zone[data-event]")).to_have_count(9)


@pytest.mark.parametrize("how", ["mouse", "keyboard"])
def test_the_restart_that_a_program_draws_begins_a_new_game(
    serve: Serve, open_page: Any, how: str
) -> None:
    page = open_page(serve("tictactoe.led").address)
    for cell in (5, 1):
        page.click(f'.zone[data-event="cell({cell})"]')
        expect(page.locator(f'[data-event="cell({cell})"]')).to_have_count(0)
    expect(page.locator(".pos")).to_have_text("4 / 4")
    restart = page.locator("[data-restart]").and_(page.get_by_role("button", name="New game"))
    if how == "mouse":
        page.mouse.click(*middle(restart))
    else:
        restart.focus()
        page.keyboard.press("Enter")
    expect(page.locator(".pos")).to_have_text("0 / 0")
    expect(page.locator(".zone[data-event]")).to_have_count(9)


def test_a_phone_has_a_button_for_each_move_beside_a_picture(serve: Serve, open_page: Any) -> None:
    page = open_page(serve("tictactoe.led").address, width=390)
    expect(page.locator(".zone[data-event]")).to_have_count(9)
    expect(page.locator(".evb")).to_have_count(9)
    page.click(".evb >> text=cell(5)")
    expect(page.locator(".pos")).to_have_text("2 / 2")
    assert "cell(5)" not in page.locator(".evb b").all_text_contents()


def test_what_is_different_in_a_set_is_written_and_the_set_is_a_key_away(
    serve: Serve, open_page: Any
) -> None:
    page = open_page(serve("tictactoe.led").address + "#p=cell(5)~cell(1)")
    expect(page.locator(".col[data-col='2'] .vl").first).to_contain_text("+(`o, 1)")
    expect(page.locator(".st").nth(1)).to_have_attribute(
        "aria-label", re.compile(r"changed: state \+\(`o, 1\)")
    )
    page.focus("[data-act=inFull]")
    page.keyboard.press("Enter")
    expect(page.locator("[data-act=inFull]")).to_be_focused()
    expect(page.locator("[data-act=inFull]")).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#in-full .val")).to_have_text("{(`o, 1), (`x, 5)}")


DRAWN = TAPS.replace(
    "program = ",
    """
def show(done):
    return (
        '<svg viewBox="0 0 200 100"><rect data-event="HOT" width="90" height="90"/>'
        f'<rect data-event="COLD" x="100" width="90" height="90"/><text>{len(done)}</text></svg>'
    )

program = """,
).replace("requirements=", "show=show, requirements=")


def test_a_picture_of_the_programs_own_is_shown_and_clicked(
    serve: Serve, open_page: Any, tmp_path: Path
) -> None:
    file = tmp_path / "drawn_taps.py"
    file.write_text(DRAWN)
    page = open_page(serve(str(file)).address)
    expect(page.locator('[data-event="HOT"]')).not_to_have_attribute("role", "button")
    page.click('[data-event="COLD"]')
    expect(page.locator("#board text")).to_have_text("1")
    page.focus('[data-event="HOT"]')
    page.keyboard.press("Enter")
    expect(page.locator("#board text")).to_have_text("2")


MATCHES = """
from counterpoint import Model, step

def heap(left, t):
    zones = "".join(
        f'<rect data-event="take({n})" aria-label="Take {n}" x="{100 * n}" width="90" height="90"/>'
        for n in (1, 2)
    )
    lit = "".join(f'<circle data-last="take({n})" cx="{100 * n}" cy="95" r="5"/>' for n in (1, 2))
    return f'<svg viewBox="0 0 300 100">{zones}{lit}<text>{left}</text></svg>'

model = Model("matches", show=lambda left, t: "|" * left, view=heap)
left, t = model.var("left", range(5), init=4), model.var("t", range(1, 3), init=1)
model.turns(player1=t == 1, player2=t == 2)
model.atom("p1_wins", (left == 0) & (t == 2))
model.atom("p2_wins", (left == 0) & (t == 1))

@model.action(n=(1, 2))
def take(n):
    return step(when=left >= n, set={left: left - n, t: 3 - t})
"""


def test_the_view_of_a_model_has_values_on_its_buttons_and_lights_the_last_move(
    serve: Serve, open_page: Any, tmp_path: Path
) -> None:
    file = tmp_path / "matches.py"
    file.write_text(MATCHES)
    page = open_page(serve(str(file)).address)
    page.select_option("[data-by=player2]", "person")
    expect(page.locator(".zone[data-event]")).to_have_count(2)
    expect(page.locator("[data-last].last")).to_have_count(0)
    page.click("[data-act=values]")
    told = page.locator("[data-worth]")
    expect(told).to_have_text(["2", "1"])
    expect(told.nth(0)).to_be_visible()
    expect(told.nth(0)).to_have_attribute("data-worth", "wins")
    expect(told.nth(1)).to_have_attribute("data-worth", "loses")
    label = page.locator('[data-event="take(1)"]')
    expect(label).to_have_attribute("aria-label", re.compile(r"^Take 1\. wins in 2"))
    expect(page.locator(".evb")).to_have_count(0)
    page.click("[data-act=values]")
    expect(page.locator("[data-worth]")).to_have_count(0)
    expect(label).to_have_attribute("aria-label", "Take 1")
    page.click('.zone[data-event="take(2)"]')
    expect(page.locator('[data-last="take(2)"]')).to_be_visible()
    expect(page.locator('[data-last="take(1)"]')).to_be_hidden()
    expect(page.locator("#board text")).to_have_text("2")


LARGE = """/$
initialState := 0
nextState := 1 - currentState if clicked & (clickX-500)^2 + (clickY-400)^2 < 10000; currentState
    otherwise
images := {text("big", point(500,400), 100, color(0,0,255)),
    segment(point(0,0), point(900,700), color(255,0,0))}
$/
"""


def test_a_round_region_is_one_stop_and_the_window_keeps_its_colours_and_sizes(
    serve: Serve, open_page: Any, tmp_path: Path
) -> None:
    file = tmp_path / "large.led"
    file.write_text(LARGE)
    page = open_page(serve(str(file)).address)
    expect(page.locator("#board [role=button]")).to_have_count(1)
    expect(page.locator("#board text")).to_have_css("font-size", "100px")
    expect(page.locator("#board line")).to_have_css("stroke", "rgb(255, 0, 0)")
    page.focus("#board .zone")
    page.keyboard.press("Enter")
    expect(page.locator(".pos")).to_have_text("1 / 1")
