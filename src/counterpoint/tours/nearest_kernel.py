"""The nearest arc on which something new is covered, in restricted Python.

Glossary: k number of an arc, s search, u and v nodes.
"""

from __future__ import annotations

from ..native import M64, u64
from .records import NearestRecord


def nearest(s: NearestRecord) -> u64:
    """The arc that covers most of what is new among the nearest that do; M64 if there is none."""
    for head in range(s.tail):
        u = s.queue[head]
        s.seen[u] = s.turn
        s.distance[u] = 0
        s.via[u] = 0
    found = M64
    most = 0
    tail = s.tail
    head = 0
    while head < tail:
        u = s.queue[head]
        head += 1
        if found != M64 and s.distance[u] > s.far:
            break
        for k in range(s.start[u], s.start[u + 1]):
            if s.fresh[k] > most:
                most = s.fresh[k]
                found = k
                s.far = s.distance[u]
            v = s.target[k]
            if found == M64 and s.seen[v] != s.turn:
                s.seen[v] = s.turn
                s.distance[v] = s.distance[u] + 1
                s.via[v] = k + 1
                s.queue[tail] = v
                tail += 1
    return found
