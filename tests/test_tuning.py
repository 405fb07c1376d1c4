"""Every number that selects a path is tuned, and tests make it tiny."""

from __future__ import annotations

from dataclasses import fields

import pytest

from counterpoint.tuning import USUAL, Tuning

from .tunings import MIXED, STAY, TINY, TUNINGS


def changed(tuning: Tuning) -> set[str]:
    names = [field.name for field in fields(Tuning)]
    return {name for name in names if getattr(tuning, name) != getattr(USUAL, name)}


def test_all_is_tiny_that_does_not_say_why_it_stays() -> None:
    assert {field.name for field in fields(Tuning)} - changed(TINY) == STAY.keys()


def test_what_stays_does_so_in_each() -> None:
    assert not changed(MIXED) & STAY.keys()


@pytest.mark.parametrize("name", TUNINGS)
def test_shuffled_chunks_are_all_there(name: str) -> None:
    chunks = list(range(20))
    shuffled = TUNINGS[name].shuffled(chunks)
    assert sorted(shuffled) == chunks
    assert (shuffled == chunks) is (TUNINGS[name].seed is None)
    assert TUNINGS[name].shuffled(chunks) == shuffled
