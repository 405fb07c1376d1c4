"""Strongly connected components, in restricted Python.

Tarjan's algorithm (SIAM J. Comput. 1, 1972) without recursion.

Glossary: v and u nodes, j edge, d index on the path, c search.
"""

from __future__ import annotations

from ...native import u64
from ..base.outcome import DONE, NONE, PAUSED
from .records import Components


def close(v: u64, c: Components) -> u64:
    """Name the component of v, and move it from the stack to the list at its end; returns 0."""
    name = NONE - 1 - c.named
    c.named += 1
    stack = c.stack
    stacked = c.stacked
    free = c.nodes - c.closed
    u = NONE
    while u != v:
        stacked -= 1
        free -= 1
        u = stack[stacked]
        stack[free] = u
        c.order[u] = name
    c.closed = c.nodes - free
    c.stacked = stacked
    return 0


def next_root(c: Components) -> u64:
    """The next unvisited node; NONE if there is none."""
    root = c.root
    while root < c.nodes and c.order[root] != 0:
        root += 1
    c.root = root
    return root if root < c.nodes else NONE


def next_child(v: u64, d: u64, c: Components) -> u64:
    """The next unvisited successor of v, the node at index d of the path; NONE if v is done."""
    order = c.order
    target = c.target
    j = c.position[d]
    end = c.start[v + 1]
    lowest = c.low[d]
    u = NONE
    while j < end and u == NONE:
        if order[target[j]] == 0:
            u = target[j]
        elif order[target[j]] < lowest:
            lowest = order[target[j]]
        j += 1
    c.position[d] = j
    c.low[d] = lowest
    return u


def go_into(u: u64, depth: u64, c: Components) -> u64:
    """Visit u and append it to the path; returns the new length of the path."""
    c.met += 1
    c.order[u] = c.met
    c.low[depth] = c.met
    c.path[depth] = u
    c.position[depth] = c.start[u]
    c.stack[c.stacked] = u
    c.stacked += 1
    return depth + 1


def leave(depth: u64, c: Components) -> u64:
    """Remove the last node from the path, and close its component if it is the root of one.

    Returns the new length of the path.
    """
    d = depth - 1
    if c.low[d] == c.order[c.path[d]]:
        close(c.path[d], c)
    elif c.low[d] < c.low[d - 1]:
        c.low[d - 1] = c.low[d]
    return d


def components(most: u64, c: Components) -> u64:
    """Name the components of the nodes with `order` 0.

    Returns DONE, or PAUSED after `most` moves; a node takes two, onto the path and off it.
    """
    depth = c.depth
    for _ in range(most):
        if depth == 0:
            u = next_root(c)
            if u == NONE:
                c.depth = 0
                return DONE
        else:
            u = next_child(c.path[depth - 1], depth - 1, c)
        depth = go_into(u, depth, c) if u != NONE else leave(depth, c)
    c.depth = depth
    return PAUSED
