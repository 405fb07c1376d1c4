"""A walk along all arcs of a graph, each a given number of times, in restricted Python.

Hierholzer and Wiener, Mathematische Annalen 6 (1873).

Glossary: c circuit, k number of an arc, v node.
"""

from __future__ import annotations

from ..native import u64
from .records import CircuitRecord


def circuit(c: CircuitRecord, moves: u64) -> u64:
    """Go on with the walk for so many `moves`; returns 1 if it is not yet at its end."""
    while c.depth != 0:
        if moves == 0:
            return 1
        moves -= 1
        v = c.pending[c.depth - 1]
        while c.next[v] < c.start[v + 1] and c.left[c.next[v]] == 0:
            c.next[v] += 1
        if c.next[v] == c.start[v + 1]:
            c.depth -= 1
            if c.depth != 0:
                c.walk[c.length] = c.arrived[c.depth]
                c.length += 1
        else:
            k = c.next[v]
            c.left[k] -= 1
            c.pending[c.depth] = c.target[k]
            c.arrived[c.depth] = k
            c.depth += 1
    return 0
