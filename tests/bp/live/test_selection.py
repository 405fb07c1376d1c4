"""What a strategy of the user's raises passes through whole, and says where it came from."""

from __future__ import annotations

from typing import Any, NoReturn

import pytest

from counterpoint import (
    Body,
    Program,
    Runner,
    Strategy,
    check,
    events,
    sync,
    thread,
)

A, B = events("A B")


@thread
def ask() -> Body:
    yield sync(request=[A, B])


class Selectable(Strategy):
    def selectable(self, statements: Any) -> NoReturn:
        raise LookupError


class Choose(Strategy):
    def choose(self, events: Any, chance: Any) -> NoReturn:
        raise LookupError


class Rank(Strategy):
    def rank(self, thread: Any, sync: Any) -> NoReturn:
        raise LookupError


def own(statements: Any) -> NoReturn:
    raise LookupError


@pytest.mark.parametrize(
    ("strategy", "note"),
    [
        (Selectable(), "in strategy Selectable(), asked which events are selectable"),
        (Choose(), "in strategy Choose(), asked to choose one of A, B"),
        (Rank(), "in strategy Rank(), asked to rank ask"),
        (own, "in strategy own, asked which events are selectable"),
    ],
)
def test_an_exception_says_which_strategy_it_came_from_and_what_that_was_asked(
    strategy: Any, note: Any
) -> None:
    with pytest.raises(LookupError) as raised:
        Runner(Program(ask(), strategy=strategy), seed=1).run()
    assert raised.value.__notes__ == [note]


def test_a_check_says_so_of_a_function() -> None:
    with pytest.raises(LookupError) as raised:
        check(Program(ask(), strategy=own))
    assert "in strategy own, asked which events are selectable" in raised.value.__notes__
