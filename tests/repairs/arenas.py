"""Small arenas given as tables, and what can be won on them, by trying everything."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, product

from counterpoint.repairs.arena import Arena, Offer, greatest


class Table(Arena):
    """An arena that a table lists; state 0 is initial."""

    def __init__(
        self,
        offers: Mapping[int, Sequence[Offer]],
        broken: frozenset[int] = frozenset(),
        dead: frozenset[int] = frozenset(),
    ) -> None:
        super().__init__()
        self.table = {state: tuple(of) for state, of in offers.items()}
        self.broken, self.dead = broken, dead
        events = {offer.event for of in self.table.values() for offer in of}
        self.labels = [chr(ord("a") + event) for event in range(max(events, default=0) + 1)]

    def initial(self) -> tuple[int, ...]:
        return (0,)

    def offers(self, state: int) -> tuple[Offer, ...]:
        return self.table[state]

    def breaks(self, state: int) -> bool:
        return state in self.broken

    def is_dead(self, state: int) -> bool:
        return state in self.dead and not self.table[state]


def random_table(seed: int, states: int = 4) -> Table:
    """An arena of some states with up to three offers each, of two ranks, some of them free."""
    chance = random.Random(seed)
    offers = {
        state: [
            Offer(
                event,
                tuple(sorted(chance.sample(range(states), chance.choice((1, 1, 1, 2))))),
                float(chance.choice((0, 0, 1))),
                free=chance.random() < 0.3,
                bad=chance.random() < 0.08,
            )
            for event in range(chance.choice((0, 1, 2, 3)))
        ]
        for state in range(states)
    }
    broken = frozenset(s for s in range(states) if chance.random() < 0.25)
    return Table(offers, broken, frozenset(range(states) if chance.random() < 0.5 else ()))


def supervisors(arena: Table) -> Iterator[Mapping[int, tuple[Offer, ...]]]:
    """What is left in each state, for every choice of what is forbidden there."""
    ways = [list(_left(arena.table[state])) for state in arena.table]
    for chosen in product(*ways):
        yield dict(zip(arena.table, chosen, strict=True))


def _left(offers: tuple[Offer, ...]) -> Iterator[tuple[Offer, ...]]:
    may = [offer for offer in offers if not offer.free]
    usual = greatest(offers)
    for forbidden in chain.from_iterable(combinations(may, n) for n in range(len(may) + 1)):
        left = greatest(offer for offer in offers if offer not in forbidden)
        if left or not usual:
            yield left


def is_kept(arena: Table, left: Mapping[int, tuple[Offer, ...]], start: int) -> bool:
    """Whether no run from a state breaks anything under a supervisor."""
    todo, seen = [start], set()
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        if arena.breaks(state) or (arena.is_dead(state) and not left[state]):
            return False
        for offer in left[state]:
            if offer.bad:
                return False
            todo += offer.targets
    return True
