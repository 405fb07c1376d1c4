"""Products of graphs and automata, in restricted Python.

Glossary: v node, s state, q automaton state, t transition, j edge, k step, w word, a automaton.
"""

from __future__ import annotations

from ...native import u64
from ..base.outcome import DONE, FULL, PAUSED
from .records import Nodes, Steps, Transitions


def is_open(t: u64, s: u64, a: Transitions) -> u64:
    """1 if transition t is enabled in state s, else 0."""
    words = a.words
    for w in range(words):
        here = a.letters[s * words + w]
        if a.true[t * words + w] & ~here != 0 or a.false[t * words + w] & here != 0:
            return 0
    return 1


def add_block(v: u64, t: u64, steps: Steps, a: Transitions, nodes: Nodes) -> u64:
    """Write the edges of node v for transition t; returns 0."""
    q = a.to[t]
    kind = a.kind[t]
    j = nodes.edges
    found = nodes.count
    s = nodes.state[v]
    for k in range(steps.start[s], steps.start[s + 1]):
        to = steps.target[k]
        pair = q * steps.states + to
        if nodes.number[pair] == 0:
            nodes.state[found] = to
            nodes.mode[found] = q
            found += 1
            nodes.number[pair] = found
        nodes.target[j] = nodes.number[pair] - 1
        nodes.marks[j] = kind
        j += 1
    nodes.count = found
    nodes.edges = j
    return 0


def expand(until: u64, steps: Steps, a: Transitions, nodes: Nodes) -> u64:
    """Build the product breadth-first, up to node `until`; returns DONE, PAUSED or FULL."""
    while nodes.next < nodes.count:
        v = nodes.next
        if v >= until:
            return PAUSED
        s = nodes.state[v]
        q = nodes.mode[v]
        most = (steps.start[s + 1] - steps.start[s]) * (a.first[q + 1] - a.first[q])
        if nodes.count + most > nodes.room or nodes.edges + most > nodes.edge_room:
            nodes.needed = most
            return FULL
        for t in range(a.first[q], a.first[q + 1]):
            if is_open(t, s, a) != 0:
                add_block(v, t, steps, a, nodes)
        nodes.start[v + 1] = nodes.edges
        nodes.next = v + 1
    return DONE
