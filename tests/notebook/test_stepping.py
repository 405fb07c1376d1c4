"""Displays in a browser: they are stepped without a script, and readable in both themes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from counterpoint import check

from ..page.conftest import context_of
from .programs import scalding
from .shown import SHOWN, counter

FRAME = "<!doctype html><meta charset='utf-8'><body data-jp-theme-light='{}'>{}"


@pytest.fixture(scope="module")
def context(chromium: Any) -> Iterator[Any]:
    """A context in which no script of a page runs, as in a notebook that is not trusted."""
    found = context_of(chromium, java_script_enabled=False)
    yield found
    found.close()


@pytest.fixture
def opened(context: Any) -> Callable[..., Any]:
    """Opens displays, one below the other."""

    def open_(*shown: Any, light: bool = True) -> Any:
        tab = context.new_page()
        tab.set_content(FRAME.format(str(light).lower(), "".join(s._repr_html_() for s in shown)))
        return tab

    return open_


def where(tab: Any, output: int = 0) -> list[str]:
    """The positions of the runs of an output that are seen."""
    seen = tab.locator(".counterpoint").nth(output).locator(".nav > span:not(.stop)")
    return list(seen.locator("visible=true").all_inner_texts())


@pytest.mark.slow
def test_a_run_is_stepped_by_its_heads_its_arrows_and_the_keyboard(
    opened: Callable[..., Any],
) -> None:
    tab = opened(check(counter(4), "deadlock").trace)
    assert where(tab) == ["step 4 of 4"]
    tab.get_by_title("the step before").locator("visible=true").click()
    assert where(tab) == ["step 3 of 4"]
    tab.keyboard.press("ArrowLeft")
    assert where(tab) == ["step 2 of 4"]
    tab.get_by_title("The start").click()
    assert where(tab) == ["the start of 4 steps"]
    tab.get_by_title("the next step").locator("visible=true").click()
    assert where(tab) == ["step 1 of 4"]


@pytest.mark.slow
def test_several_outputs_are_stepped_each_for_itself(opened: Callable[..., Any]) -> None:
    verdict = check(scalding)["never twice hot"]
    tab = opened(verdict, verdict)
    tab.get_by_title("The start").nth(1).click()
    assert [where(tab, 0), where(tab, 1)] == [["step 2 of 2"], ["the start of 2 steps"]]


@pytest.mark.slow
def test_pressing_an_arrow_does_not_move_the_page(opened: Callable[..., Any]) -> None:
    tab = opened(*(check(scalding) for _ in range(6)))
    arrow = tab.get_by_title("the step before").locator("visible=true").nth(4)
    arrow.scroll_into_view_if_needed()
    before = arrow.bounding_box()
    arrow.click()
    nav = tab.locator(".nav").locator("visible=true").nth(4)
    assert abs(nav.bounding_box()["y"] - before["y"]) < 40


@pytest.mark.slow
@pytest.mark.parametrize("light", [True, False])
@pytest.mark.parametrize("kind", ["verdicts of a program", "verdicts of a model", "graph"])
def test_texts_stand_out_from_what_is_behind_them(chromium: Any, kind: str, light: bool) -> None:
    tab = context_of(chromium).new_page()
    tab.set_content(FRAME.format(str(light).lower(), SHOWN[kind]()._repr_html_()))
    low = tab.evaluate(LOW_CONTRASTS)
    assert low == []
    tab.context.close()


LOW_CONTRASTS = """() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, under) => [0, 1, 2].map((k) => top[k] * top[3] + under[k] * (1 - top[3]));
  const behind = (element) => {
    if (!element) return [255, 255, 255];
    const own = rgba(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, behind(element.parentElement));
  };
  const luminance = (colour) => {
    const [r, g, b] = colour.map((c) => c / 255)
      .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const found = [];
  for (const element of document.querySelectorAll('.counterpoint *')) {
    const text = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.data.trim()).join('');
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    if (!text || style.fontSize === '0px' || style.visibility === 'hidden' || !box.width) continue;
    if (element.matches('style, title')) continue;
    const svg = element.closest('svg');
    const ink = rgba(svg ? style.fill : style.color);
    const under = behind(svg ? svg.parentElement : element);
    const ratio = contrast(over(ink, under), under);
    if (ratio < 4.5) found.push(`${text.slice(0, 40)}: ${ratio.toFixed(2)}`);
  }
  return found;
}"""
"""The texts with a contrast below 4.5, which is what WCAG asks for."""
