"""Texts of data: the same in every process."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from counterpoint import Event
from counterpoint.bp.texts import text_of
from counterpoint.errors import BadEvent


@dataclass(frozen=True)
class Hand:
    cards: object


@dataclass(frozen=True)
class Own:
    cards: object

    def __repr__(self) -> str:
        return "Own"


class Pair(NamedTuple):
    left: object
    right: object = None


class Other(Pair):
    def __repr__(self) -> str:
        return "Other"


class Plain:
    def __init__(self, held: object) -> None:
        self.held = held

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plain) and self.held == other.held

    def __hash__(self) -> int:
        return hash(self.held)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Hand(frozenset("cab")), "Hand(cards=frozenset({'a','b','c'}))"),
        (Pair(frozenset("ba")), "Pair(left=frozenset({'a','b'}), right=None)"),
        (Own(1), "Own"),
        (Other(1), "Other"),
        (Plain({"b"}), "Plain(held={'b'})"),
        ({1: set()}, "{1:set()}"),
        (Hand(10**5000), f"Hand(cards={hex(10**5000)})"),
    ],
    ids=["data class", "named tuple", "own text", "own text of a tuple", "no text", "dict", "long"],
)
def test_texts_show_sets_in_order_and_no_addresses(value: object, text: str) -> None:
    assert text_of(value) == text


def test_events_within_events_have_their_text() -> None:
    event = Event("X")
    for _ in range(2_000):
        event = Event("X", event)
    assert str(event) == "X(" * 2_000 + "X" + ")" * 2_000


def test_a_text_that_doubles_with_each_event_is_refused_in_time() -> None:
    def doubled(times: int) -> Any:
        return Event("X", *[doubled(times - 1)] * 2) if times else Event("X")

    with pytest.raises(BadEvent, match="event X: its text is longer than 1,000,000 characters"):
        doubled(64)


def test_a_text_that_cannot_be_made_is_told() -> None:
    class Broken(Plain):
        def __repr__(self) -> str:
            raise ZeroDivisionError("no text")

    with pytest.raises(BadEvent, match="cannot be read: ZeroDivisionError: no text"):
        Event("X", Broken(1))


PRINTING = """
from dataclasses import dataclass
from counterpoint import Event
@dataclass(frozen=True)
class Hand:
    cards: frozenset
print(Event("X", Hand(frozenset(["clubs", "hearts", "spades", "diamonds"]))))
"""


def test_a_text_is_the_same_under_every_order_of_sets() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", PRINTING],
            env={"PYTHONHASHSEED": str(seed), "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in range(3)
    }
    assert len(said) == 1
