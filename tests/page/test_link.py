"""Links: what is written is read again."""

from __future__ import annotations

from urllib.parse import urlsplit

from hypothesis import given
from hypothesis import strategies as st

from counterpoint.page.link import Link, read_link

NAMES = st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1), max_size=4)


RUNS = st.text(st.characters(exclude_categories=["Cs", "Cc"]))


@given(NAMES, NAMES, st.integers(0, 4), RUNS)
def test_a_link_is_read_as_it_was_written(
    steps: list[str], off: list[str], at: int, run: str
) -> None:
    link = Link(tuple(steps), min(at, len(steps)), tuple(off), run, at if run else 0)
    assert read_link(str(link)) == link


@given(NAMES, NAMES)
def test_a_link_survives_in_an_address(steps: list[str], off: list[str]) -> None:
    link = Link(tuple(steps), len(steps), tuple(off))
    fragment = urlsplit(f"http://127.0.0.1:1/#{link}").fragment
    assert read_link(fragment) == link


@given(st.text())
def test_whatever_stands_in_an_address_is_read_somehow(fragment: str) -> None:
    link = read_link(fragment)
    assert link.at is not None
    assert 0 <= link.at <= len(link.steps)
