"""Links: what is written is read again."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.page.link import Link, read_link

NAMES = st.lists(st.text(min_size=1), max_size=4)

RUNS = st.text()


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


@pytest.mark.parametrize(
    ("fragment", "said"),
    [
        ("at=5", "at=5 is beyond the steps, and there are none"),
        ("p=GO~ON&at=3", "at=3 is beyond the steps, and 2 is the last one"),
        ("p=GO&at=zz", "at=zz is no number of steps"),
        ("p=GO&at=-3", "at=-3 is no number of steps"),
        ("p=GO&step=99", "step=99 is for a run, and no run is named"),
        ("by=O:foo", "by=O:foo is no part of a link, which are p=, at=, off=, run=, step="),
        ("GO", "GO is no part of a link, which are p=, at=, off=, run=, step="),
        ("p=GO&p=ON", "p= is given twice, and the first one counts"),
        ("at=0" + "&" * 20_000, "of the link 20,000 characters are read"),
    ],
)
def test_what_is_not_understood_is_told(fragment: str, said: str) -> None:
    assert read_link(fragment).unread == (said,)


@given(NAMES, NAMES, RUNS)
def test_what_is_written_is_understood(steps: list[str], off: list[str], run: str) -> None:
    assert read_link(str(Link(tuple(steps), 0, tuple(off), run, 1))).unread == ()
