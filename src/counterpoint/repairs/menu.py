"""What statements of an added b-thread may name: events, and sets of them that the program uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from ..bp.event import Event
from ..bp.program import Program
from ..bp.thread import is_plain
from ..data import dataclass
from ..model.network import Network
from .program_arena import LEAST
from .sequence import Item, Shape


@dataclass(frozen=True, slots=True)
class Menu:
    """What statements may name: items to wait for, and to block or request; and the priorities."""

    waits: tuple[Item, ...]
    deeds: tuple[Item, ...]
    priorities: tuple[float, ...] = ()

    def of(self, shape: Shape, outside: int) -> Menu:
        """The same for one shape: no b-thread requests an event of the mask `outside`."""
        if not shape.requests:
            return self
        deeds = tuple(item for item in self.deeds if not item.mask & outside)
        return replace(self, deeds=deeds)


def menu_of(program: Program, network: Network, may: int, happening: int, most: int) -> Menu:
    """The events of `happening`, and up to `most` sets of them; only those of `may` as deeds.

    Other events need not be waited for, as they must never happen; but they may be blocked.

    Sets are: all events of a name, those of a player, and those that b-threads name together, also
    with the other names that have the same data. Events with data that has no short text are left
    out. Without the strategy `Priority` there are no priorities to choose from.
    """
    events: list[Event] = network.alphabet  # type: ignore[assignment]
    writable = [n for n, event in enumerate(events) if _is_writable(event)]

    def items(usable: list[int]) -> tuple[Item, ...]:
        sets = list(_sets(program, network, usable))[:most]
        return (*(Item(1 << n, (n,)) for n in usable), *sets)

    waits = items([n for n in writable if happening >> n & 1])
    known = {item.mask: item for item in (*waits, *items(writable))}
    deeds = tuple(item for item in known.values() if not item.mask & ~may)
    return Menu(waits, deeds, _priorities(program, network))


def _is_writable(event: Event) -> bool:
    return all(map(is_plain, (*event.args, *event.fields.values())))


def _sets(program: Program, network: Network, usable: list[int]) -> Iterator[Item]:
    """The sets of two events or more, each once, those of a name first."""
    events: list[Event] = network.alphabet  # type: ignore[assignment]
    known = sum(1 << n for n in usable)
    seen: set[int] = set()
    named: dict[str, int] = {}
    for n in usable:
        named[events[n].name] = named.get(events[n].name, 0) | 1 << n
    for name, mask in named.items():
        if mask.bit_count() > 1:
            seen.add(mask)
            yield _item(mask, name)
    owned = (sum(1 << n for n in usable if events[n] in owned) for owned in program.owners.values())
    for mask in (*owned, *_renamed(_stated(network, known), events, usable)):
        if mask.bit_count() > 1 and mask not in seen and mask != known:
            seen.add(mask)
            yield _item(mask)


def _item(mask: int, name: str = "") -> Item:
    return Item(mask, tuple(n for n in range(mask.bit_length()) if mask >> n & 1), name)


def _stated(network: Network, known: int) -> Iterator[int]:
    """The sets of events that b-threads request, block or wait for together."""
    for automaton in network.automata:
        for local in automaton.locals:
            yield local.hears & known
            for voice in local.voices:
                yield voice.block & known
                yield sum(1 << n for n in {*voice.request}) & known


def _renamed(masks: Iterable[int], events: list[Event], usable: list[int]) -> Iterator[int]:
    """The sets, and those with the same data under one other name."""
    numbers = {events[n]: n for n in usable}
    names = dict.fromkeys(events[n].name for n in usable)
    given = list(dict.fromkeys(masks))
    yield from given
    for mask in given:
        of = [events[n] for n in usable if mask >> n & 1]
        if len({event.name for event in of}) == 1:
            for name in names:
                there = [numbers.get(Event(name, *e.args, **e.fields)) for e in of]
                if None not in there:
                    yield sum(1 << n for n in there if n is not None)


def ranks_requests(program: Program) -> bool:
    """Whether the priority of a request decides: without that, requests only add to the others."""
    return program.strategy.reads_priority and program.strategy.is_ranked


def _priorities(program: Program, network: Network) -> tuple[float, ...]:
    """A number above each priority that requests have, and below the next one."""
    if not ranks_requests(program):
        return ()
    ranks = {
        voice.rank
        for automaton in network.automata
        for local in automaton.locals
        for voice in local.voices
        if voice.request and voice.rank > LEAST
    }
    ordered = sorted(ranks)
    between = [_between(low, high) for low, high in pairwise(ordered)]
    lowest = [ordered[0] - 1] if ordered else [1]
    return (*lowest, *between, *([ordered[-1] + 1] if ordered else []))


def _between(low: float, high: float) -> float:
    return low + 1 if low + 1 < high else (low + high) / 2
