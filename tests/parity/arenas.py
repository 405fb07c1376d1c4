"""Random parity games, a writer of their files, and two solvers by the definition."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import product

from counterpoint.parity.read import Node, ParityArena

Strategy = dict[int, int]


def random_arena(
    rng: random.Random, nodes: int, priorities: int, *, start: bool = False
) -> ParityArena:
    """A game with nodes whose numbers have gaps, each with up to three successors."""
    numbers = rng.sample(range(2 * nodes), nodes)
    found = {
        number: Node(
            rng.randrange(priorities),
            rng.randrange(2),
            tuple(dict.fromkeys(rng.choices(numbers, k=rng.randrange(1, 4)))),
            rng.choice(("", f"n{number}", "alike")),
        )
        for number in numbers
    }
    return ParityArena(found, rng.choice(numbers) if start else None)


def written(arena: ParityArena, *, header: bool = True) -> str:
    """The file of a game."""
    lines = [f"parity {max(arena.nodes)};"] if header else []
    lines += [] if arena.start is None else [f"start {arena.start};"]
    for number, node in arena.nodes.items():
        name = f' "{node.name}"' if node.name else ""
        after = ",".join(map(str, node.successors))
        lines.append(f"{number} {node.priority} {node.owner} {after}{name};")
    return "\n".join(lines) + "\n"


def won_by_strategies(arena: ParityArena) -> set[int]:
    """The nodes that 0 wins: some strategy without memory beats each such strategy of 1."""
    mine, theirs = (list(_strategies(arena, owner)) for owner in (0, 1))
    won: set[int] = set()
    for one in mine:
        plays = [_winners(arena, {**one, **other}) for other in theirs]
        won |= {number for number in arena.nodes if all(number in play for play in plays)}
    return won


def _strategies(arena: ParityArena, owner: int) -> Iterator[Strategy]:
    own = [number for number, node in arena.nodes.items() if node.owner == owner]
    for chosen in product(*(arena.nodes[number].successors for number in own)):
        yield dict(zip(own, chosen, strict=True))


def _winners(arena: ParityArena, moves: Mapping[int, int]) -> set[int]:
    """The nodes from which the only play is won by 0."""
    found = set()
    for number in arena.nodes:
        at = number
        for _ in arena.nodes:
            at = moves[at]
        around, there = [at], moves[at]
        while there != at:
            around.append(there)
            there = moves[there]
        if max(arena.nodes[each].priority for each in around) % 2 == 0:
            found.add(number)
    return found


def won_by_measures(arena: ParityArena) -> set[int]:
    """The nodes that 0 wins, by small progress measures (Jurdzinski, STACS 2000).

    A measure has a count for each odd priority, the greatest first; None is beyond all of them.
    """
    nodes = arena.nodes
    odd = sorted({node.priority for node in nodes.values() if node.priority % 2}, reverse=True)
    most = [sum(node.priority == each for node in nodes.values()) for each in odd]
    before: dict[int, list[int]] = {number: [] for number in nodes}
    for number, node in nodes.items():
        for there in node.successors:
            before[there].append(number)
    measure: dict[int, tuple[int, ...] | None] = dict.fromkeys(nodes, (0,) * len(odd))

    def key(given: tuple[int, ...] | None) -> tuple[bool, tuple[int, ...]]:
        return given is None, given or ()

    def lifted(number: int) -> tuple[int, ...] | None:
        node = nodes[number]
        options = [progress(node.priority, measure[there]) for there in node.successors]
        return min(options, key=key) if node.owner == 0 else max(options, key=key)

    def progress(priority: int, after: tuple[int, ...] | None) -> tuple[int, ...] | None:
        """The least measure that is enough before `after`, at a node with this priority."""
        if after is None:
            return None
        kept = sum(each >= priority for each in odd)
        counts = list(after[:kept])
        if priority % 2:
            at = kept - 1
            while at >= 0 and counts[at] == most[at]:
                counts[at] = 0
                at -= 1
            if at < 0:
                return None
            counts[at] += 1
        return (*counts, *[0] * (len(odd) - kept))

    waiting = set(nodes)
    while waiting:
        number = waiting.pop()
        new = lifted(number)
        if key(new) > key(measure[number]):
            measure[number] = new
            waiting.update(before[number])
    return {number for number, given in measure.items() if given is not None}
