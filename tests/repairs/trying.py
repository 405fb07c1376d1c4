"""Additions found by trying all there are, by the definitions: for comparison with the search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from counterpoint.repairs.arena import Arena, Offer
from counterpoint.repairs.cube import Cubes, Vocabulary
from counterpoint.repairs.menu import Menu
from counterpoint.repairs.region import LosingRegion
from counterpoint.repairs.sequence import Item, Sequence, Shape, Statement
from counterpoint.repairs.trial import Proposal


def is_fine(arena: Arena, region: LosingRegion, proposal: Proposal) -> bool:
    """Whether an addition keeps everything that it must, from the definitions."""
    steps: dict[tuple[int, int], list[tuple[Offer, tuple[int, int]]]] = {}
    todo = [(state, 0) for state in arena.initial()]
    while todo:
        node = todo.pop()
        if node in steps:
            continue
        state, local = node
        chosen, usual = proposal.chosen(arena, state, local), arena.usual(state)
        left = {(offer.event, offer.targets) for offer in chosen}
        if (
            arena.breaks(state)
            or any(offer.bad for offer in chosen)
            or not (chosen or arena.may_rest(state, asked=proposal.asks(local)))
            or any(o.free and (o.event, o.targets) not in left for o in usual)
        ):
            return False
        steps[node] = [
            (offer, (target, proposal.after(local, offer.event)))
            for offer in chosen
            for target in offer.targets
        ]
        todo += [there for _, there in steps[node]]
    happens = {offer.event for of in steps.values() for offer, _ in of}
    if not region.events <= happens:
        return False
    return all(_recurs(steps, event) for event in region.recurring)


def _recurs(steps: dict[tuple[int, int], list[tuple[Offer, tuple[int, int]]]], event: int) -> bool:
    """Whether an event can happen again from every node."""
    can = {node for node, of in steps.items() if any(o.event == event for o, _ in of)}
    grown = True
    while grown:
        more = {node for node, of in steps.items() if any(t in can for _, t in of)} - can
        can |= more
        grown = bool(more)
    return can == steps.keys()


def sequences(shape: Shape, menu: Menu, size: int) -> Iterator[Sequence]:
    """All b-threads of a shape that name that many items."""
    rows = shape.statements
    slots = [(row, False, item) for row in range(rows) for item in menu.waits]
    slots += [(row, True, item) for row in range(rows) for item in menu.deeds]
    for chosen in combinations(slots, size):
        statements = tuple(
            Statement(_of(chosen, row, False), _of(chosen, row, True)) for row in range(rows)
        )
        for priority in menu.priorities if shape.requests else (None,):
            yield Sequence(statements, shape.loops, shape.requests, priority)


def _of(chosen: Iterable[tuple[int, bool, Item]], row: int, is_deed: bool) -> tuple[Item, ...]:
    return tuple(item for at, deed, item in chosen if at == row and deed is is_deed)


def cubes(words: Vocabulary, size: int) -> Iterator[Cubes]:
    """All single conditions with that many literals."""
    numbers = range(len(words.literals))
    for group, literals in product(range(len(words.groups)), combinations(numbers, size)):
        if all(words.speaks_of(literal, group) for literal in literals):
            yield Cubes(words, ((group, literals),))
