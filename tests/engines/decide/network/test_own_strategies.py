"""A strategy of the user's gets the same list of statements in a check as in a run."""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from typing import Any

import pytest

from counterpoint import (
    Answer,
    Body,
    Event,
    Program,
    Runner,
    Thread,
    check,
    events,
    never,
    sync,
    thread,
)
from counterpoint.bp.strategy import Said

EVENTS = events("A B C D")


@thread
def follows(
    script: tuple[tuple[str, Event, tuple[int, ...]], ...], kin: tuple[Thread, ...]
) -> Body:
    """Say one thing after the other, and start some of the kin with it."""
    for kind, event, started in script:
        said: dict[str, Any] = {} if kind == "silence" else {kind: event}
        yield sync(**said, start=[kin[number] for number in started])


def some_thread(chance: random.Random, generations: int) -> Thread:
    kin = [some_thread(chance, generations - 1) for _ in range(chance.randint(0, 2) * generations)]
    script = []
    for _ in range(chance.randint(1, 3)):
        kind = chance.choice(["request", "request", "request", "wait_for", "silence"])
        started = [number for number in range(len(kin)) if chance.random() < 0.6]
        script.append((kind, chance.choice(EVENTS), tuple(started)))
    return follows(tuple(script), tuple(kin))


def by_the_whole_list(statements: Sequence[Said]) -> list[Any]:
    """One of the requests, which one depends on all that is in the list, and on its order."""
    told = repr([(str(each.args[0]), str(said)) for each, said in statements])
    requests = [event for _, said in statements for event in said.request]
    return requests and [requests[zlib.crc32(told.encode()) % len(requests)]]


@pytest.mark.parametrize("seed", range(40))
def test_a_strategy_gets_the_same_list_in_a_check_as_in_a_run(seed: int) -> None:
    chance = random.Random(seed)
    roots = [some_thread(chance, 2) for _ in range(chance.randint(1, 3))]
    program = Program(*roots, strategy=by_the_whole_list, external=())
    run = Runner(program, seed=0).run(100).events
    for event in EVENTS:
        (verdict,) = check(program, never(event))
        assert (verdict.answer is Answer.HOLDS) == (event not in run)
