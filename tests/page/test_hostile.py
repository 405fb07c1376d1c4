"""Texts and pictures that would like to be more: on the page and in reports, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from counterpoint.page.loaded import Loaded
from counterpoint.page.standalone import report_of
from counterpoint.target import find_target

from . import hostile
from .conftest import Served, tab_of
from .hands import expect

Serve = Callable[..., Served]

pytestmark = pytest.mark.slow

WATCH = """
window.hit = 0;
window.broken = [];
addEventListener('securitypolicyviolation', (event) => {
  // Chromium reports handlers in trees that are only parsed, too; one on the page has its name.
  if (event.violatedDirective !== 'script-src-attr') broken.push(event.violatedDirective);
});
window.until = (done) => new Promise((end) => {
  const look = () => (done() ? end() : setTimeout(look, 2));
  look();
});
window.intruders = () => {
  const never = 'script,iframe,img,object,embed,link,meta,base,form,style,video,audio,math,'
    + 'foreignObject,template,a:not(.skip)';
  const picture = document.querySelector('[data-picture]')?.shadowRoot;
  const all = [...document.body.querySelectorAll('*'), ...(picture?.querySelectorAll('*') ?? [])];
  const found = all.filter((each) => each.matches(never)).map((each) => each.localName);
  const attributes = all.flatMap((each) => [...each.attributes]);
  const bad = attributes.filter(({ name, value }) => /^on/i.test(name)
    || (/^(xlink:)?href$|^src/.test(name) && !value.startsWith('#')));
  return [...found, ...bad.map((each) => each.name), ...broken, ...(hit ? ['hit'] : [])].join();
};
"""

BACK = """
async () => {
  const at = () => Number(document.querySelector('.pos b').textContent);
  const found = [];
  for (;;) {
    const here = at();
    const picture = document.querySelector('[data-picture]')?.shadowRoot;
    for (const text of picture?.querySelectorAll('text') ?? []) {
      text.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
    }
    const { x, width } = document.querySelector('#board').firstElementChild.getBoundingClientRect();
    const shown = (picture ?? document.querySelector('#board')).textContent;
    found.push({ here, intruders: intruders(), shown, place: [x, width] });
    if (!here) return found;
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
    await until(() => at() !== here);
  }
}
"""
"""Goes back along a run, clicks all that is written in pictures, and tells what is seen."""

FORBIDDEN = """
() => {
  const script = document.createElement('script');
  script.textContent = 'hit = 1';
  document.body.append(script);
  const other = document.createElement('script');
  other.src = 'data:text/javascript,hit=1';
  document.body.append(other);
  document.body.insertAdjacentHTML('beforeend',
    '<img src="https://outside.invalid" onerror="hit=1">'
    + '<iframe srcdoc="<script>parent.hit=1</script>"></iframe><style>* { color: red }</style>'
    + '<object data="https://outside.invalid"></object><a href="javascript:hit=1">a</a>');
  document.querySelector('a[href^=javascript]').click();
  fetch('https://outside.invalid').catch(() => {});
}
"""

Watched = Callable[[str], Any]

ONLY_PARSED = "Executing inline event handler violates"
"""What Chromium says of a handler that the policy forbids, also in a tree that is never shown."""


def is_complaint(said: Any) -> bool:
    return said.type == "error" and not said.text.startswith(ONLY_PARSED)


@pytest.fixture
def watched(tab: Callable[..., Any]) -> Iterator[Watched]:
    """Opens an address; nothing may run, be asked for elsewhere, or be complained about."""
    pages: list[Any] = []
    wrong: list[str] = []

    def dismiss(dialog: Any) -> None:
        wrong.append(dialog.message)
        dialog.dismiss()

    def begin(address: str) -> Any:
        page = tab()
        pages.append(page)
        page.add_init_script(WATCH)
        home = address.partition("#")[0]
        ours = (home, home.replace("http", "ws"), "data:")

        def note(sent: Any) -> None:
            if not sent.url.startswith(ours):
                wrong.append(sent.url)

        page.on("dialog", dismiss)
        page.on("popup", lambda popup: wrong.append(popup.url))
        page.on("request", note)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if is_complaint(said) else None)
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        return page

    yield begin
    for page in pages:
        page.close()
    assert wrong == []


def report(target: str, folder: Path) -> str:
    text, _ = report_of(Loaded(target, find_target(target)), lambda progress: None)
    file = folder / "report.html"
    file.write_text(text, encoding="utf-8")
    return file.as_uri()


def opened(
    where: str, make: Callable[[Path], str], serve: Serve, watched: Watched, folder: Path
) -> Any:
    """The page of a target or its report, at the end of the run that a check found."""
    target = make(folder)
    page = watched(report(target, folder) if where == "report" else serve(target).address)
    if where == "page":
        page.locator("[data-property]").first.click()
    expect(page.locator(".strip")).to_be_visible()
    page.keyboard.press("End")
    return page


def back(page: Any, steps: int) -> list[str]:
    """What is shown at each position of a run, from its start; nothing else may be there."""
    expect(page.locator(".pos b")).to_have_text(str(steps))
    found = page.evaluate(BACK)
    assert [each["here"] for each in found] == [*range(steps, -1, -1)]
    assert {each["intruders"] for each in found} == {""}
    assert {tuple(each["place"]) for each in found} == {(24, 343)}
    expect(page.locator("#say")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 1440
    return [each["shown"] for each in reversed(found)]


def shown(text: str) -> str:
    """A text as it is read from the page, where there is no NUL."""
    return text.replace("\0", "\ufffd")


WHERE = pytest.mark.parametrize("where", ["page", "report"])


@WHERE
def test_texts_of_a_program_are_seen_as_texts(
    where: str, serve: Serve, watched: Watched, tmp_path: Path
) -> None:
    page = opened(where, hostile.program, serve, watched, tmp_path)
    back(page, len(hostile.TEXTS))
    heads = page.locator(".st").evaluate_all("(all) => all.map((each) => each.ariaLabel)")
    for head, text in zip(heads, hostile.TEXTS, strict=False):
        assert shown(text) in head
    names = page.locator("#props b").all_text_contents()
    assert {shown(text) for text in hostile.TEXTS} <= set(names)
    expect(page.locator("#source")).to_contain_text("<script>hit=1</script>")


@WHERE
@pytest.mark.parametrize("make", [hostile.model, hostile.module], ids=["model", "module"])
def test_texts_that_are_values_are_seen_as_texts(
    where: str, make: Callable[[Path], str], serve: Serve, watched: Watched, tmp_path: Path
) -> None:
    texts = hostile.TEXTS if make is hostile.model else hostile.SAYABLE
    page = opened(where, make, serve, watched, tmp_path)
    for text, seen in zip(texts, back(page, len(texts) - 1), strict=True):
        assert shown(text) in seen


@WHERE
def test_texts_that_are_drawn_are_seen_as_texts(
    where: str, serve: Serve, watched: Watched, tmp_path: Path
) -> None:
    target = hostile.led(tmp_path)
    page = watched(report(target, tmp_path) if where == "report" else serve(target).address)
    assert set(page.locator("#board text").all_text_contents()) == set(hostile.SAYABLE)
    back(page, 0)


@WHERE
def test_of_pictures_only_what_is_drawn_is_left(
    where: str, serve: Serve, watched: Watched, tmp_path: Path
) -> None:
    page = opened(where, hostile.pictures, serve, watched, tmp_path)
    seen = back(page, len(hostile.PICTURES))
    numbers = [re.match(r"\d+", text) for text in seen]
    assert [int(found[0]) for found in numbers if found is not None] == [*range(len(seen))]


def test_what_a_policy_forbids_is_not_done_even_where_it_stands_on_the_page(
    serve: Serve, chromium: Any, tmp_path: Path
) -> None:
    for address in (serve("hot_cold").address, report("hot_cold", tmp_path)):
        page = tab_of(chromium)
        page.add_init_script(WATCH)
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        loaded: list[str] = []
        page.on("requestfinished", lambda sent, loaded=loaded: loaded.append(sent.url))
        page.evaluate(FORBIDDEN)
        page.evaluate("until(() => broken.length >= 7)")
        assert page.evaluate("hit") == 0
        # The icon of the tab is fetched at leisure.
        assert [url for url in loaded if not url.endswith("/icon.svg")] == []
        page.context.close()
