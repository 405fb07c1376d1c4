"""Diagrams as a table of their nodes, which can be pickled and means the same to any package."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from ...data import dataclass
from .diagram import Diagram, Diagrams


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The nodes of some diagrams, each after those below it.

    Node 0 is the constant false and node 1 the constant true. `nodes` has three numbers for each
    of the others: its bit, and the nodes for true and for false. `roots` are the nodes of the
    diagrams.
    """

    nodes: array[int]
    roots: tuple[int, ...]

    def diagrams(self, on: Diagrams) -> Iterator[Diagram]:
        """The diagrams, made of functions of `on`; raises `Exhausted`."""
        made = [on.false, on.true]
        rows = iter(self.nodes)
        for bit, then, otherwise in zip(rows, rows, rows, strict=True):
            made.append(on.bit(bit).ite(made[then], made[otherwise]))
        return map(made.__getitem__, self.roots)


def table_of(on: Diagrams, roots: Sequence[Diagram]) -> Table:
    """The table of some diagrams of `on`.

    >>> from counterpoint.engines.symbolic.machine import diagrams
    >>> on = diagrams("oxidd", 2, 1 << 20)
    >>> table = table_of(on, [on.bit(0) & on.bit(1), on.true])
    >>> table.nodes.tolist(), table.roots
    ([1, 1, 0, 0, 2, 0], (3, 1))
    """
    number = {on.false: 0, on.true: 1}
    nodes = array("Q")
    waiting = list(roots)
    while waiting:
        here = waiting[-1]
        branches = None if here in number else here.branch()
        if branches is None:
            waiting.pop()
            continue
        bit, *below = branches
        if later := [node for node in below if node not in number]:
            waiting += later
            continue
        number[here] = len(number)
        nodes.extend((bit, number[below[0]], number[below[1]]))
    return Table(nodes, tuple(number[root] for root in roots))
