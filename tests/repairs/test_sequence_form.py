"""Added b-threads: the smallest ones are found that there are, and they are fine."""

from __future__ import annotations

import random

import pytest

from counterpoint import Body, Event, Priority, Program, never, no_deadlock, sync, thread
from counterpoint.engines.base.limits import NO_LIMITS
from counterpoint.model.property import Property
from counterpoint.repairs.counted import CountedClauses
from counterpoint.repairs.menu import menu_of
from counterpoint.repairs.program_arena import ProgramArena
from counterpoint.repairs.region import LosingRegion
from counterpoint.repairs.search import Checked, Extent, Search
from counterpoint.repairs.sequence import Shape
from counterpoint.repairs.sequence_form import SequenceForm

from ..share import share
from .trying import is_fine, sequences

EVENTS = tuple(Event("E", number) for number in range(3))

BAD = Event("BAD")

BLOCKING = (Shape(1, False), Shape(2, False), Shape(2, True))
REQUESTING = (Shape(1, True, True), Shape(2, True, True))


@thread
def voice(says: tuple[tuple[tuple[int, ...], tuple[int, ...], int | None], ...]) -> Body:
    """Statements in a row, again and again: requests, blocks, and a priority."""
    while True:
        for request, block, priority in says:
            yield sync(
                request=[EVENTS[n] for n in request],
                wait_for=() if request else EVENTS,
                block=[EVENTS[n] for n in block],
                priority=priority,
            )


@thread
def detector(pattern: tuple[int, ...]) -> Body:
    """After these events in a row, something bad is requested before all else."""
    for number in pattern:
        while (yield sync(wait_for=EVENTS)) is not EVENTS[number]:
            pass
    yield sync(request=BAD, priority=9)


def random_program(seed: int) -> Program:
    chance = random.Random(seed)
    voices = [
        voice(
            tuple(
                (
                    tuple(chance.sample(range(3), chance.choice((0, 1, 1, 2)))),
                    tuple(chance.sample(range(3), chance.choice((0, 0, 1)))),
                    chance.choice((None, 1, 2)),
                )
                for _ in range(chance.choice((1, 2)))
            )
        )
        for _ in range(2)
    ]
    pattern = tuple(chance.choice(range(3)) for _ in range(chance.choice((1, 2))))
    strategy = Priority() if chance.random() < 0.5 else None
    return Program(*voices, detector(pattern), strategy=strategy)


@pytest.mark.parametrize("seed", range(share(200)))
def test_the_smallest_addition_is_found(seed: int) -> None:
    program, most = random_program(seed), 3
    network = program.network()
    wanted: list[Property] = [never(BAD), no_deadlock()]
    may = sum(1 << n for n, e in enumerate(network.alphabet) if e != BAD)
    ranked = program.strategy.reads_priority
    arena = ProgramArena(network, may, wanted, requests=ranked)
    region = LosingRegion(arena, NO_LIMITS)
    shapes = [*BLOCKING, *(REQUESTING if ranked else ())]
    menu = menu_of(program, network, may, may, 4)
    fine = {
        size
        for size in range(1, most + 1)
        for shape in shapes
        for each in sequences(shape, menu, size)
        if _is_sensible(each, shape) and is_fine(arena, region, each)
    }
    if region.is_lost:
        assert not fine
        return
    forms = [SequenceForm(arena, region, shape, menu, CountedClauses(50), most) for shape in shapes]
    search = Search(arena, region, forms, lambda proposal: Checked(True), Extent(most, 50, 50))
    found = [each.size for each in search.run()]
    assert found[:1] == sorted(fine)[:1]
    assert set(found) <= fine


def _is_sensible(each: object, shape: Shape) -> bool:
    """Whether a b-thread is of its shape: each statement but the last of a row is left.

    A last one that is empty stands for the end.
    """
    statements = each.statements  # type: ignore[attr-defined]
    last = statements[-1]
    moves = [of.wait or (shape.requests and of.deed) for of in statements]
    does = any(of.deed for of in statements)
    return does and (all(moves) if shape.loops else all(moves[:-1]) and not last.wait)
