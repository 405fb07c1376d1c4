"""Fair components of products with automata, in restricted Python.

Glossary: s state, v and u nodes, j edge, k step, e label, w word, i and x positions in a list.
"""

from __future__ import annotations

from ...native import Ptr, u64
from ..base.outcome import NONE
from .records import DueRecord, Judgement, Nodes, Steps, Way


def gather(v: u64, f: Judgement) -> u64:
    """Add to `seen` what the edges of v inside its component provide, and to `offered` its offers.

    A weak bit that v does not offer counts as seen. Returns the number of these edges.
    """
    steps = f.steps
    order = f.components.order
    words = f.due.words
    labels = f.due.labels
    here = f.here
    inner = 0
    s = f.product.state[v]
    k = steps.start[s]
    for w in range(words):
        here[w] = 0
    for j in range(f.product.start[v], f.product.start[v + 1]):
        inside = order[f.product.target[j]] == order[v]
        inner += inside
        for w in range(words):
            given = labels[steps.event[k] * words + w]
            here[w] |= given
            if inside != 0:
                f.seen[w] |= given | f.due.marks[f.product.marks[j] * words + w]
        k += 1
        if k == steps.start[s + 1]:
            k = steps.start[s]
    for w in range(words):
        f.offered[w] |= here[w]
        f.seen[w] |= f.due.weak[w] & ~here[w]
    return inner


def offers(s: u64, wanted: Ptr[u64], steps: Steps, due: DueRecord) -> u64:
    """1 if some step of state s provides a `wanted` bit, else 0."""
    words = due.words
    for k in range(steps.start[s], steps.start[s + 1]):
        for w in range(words):
            if due.labels[steps.event[k] * words + w] & wanted[w] != 0:
                return 1
    return 0


def broken(f: Judgement) -> u64:
    """0 if a component meets all obligations, 1 if it fails strong constraints only, else 2.

    The bits of the strong constraints that it fails remain in `offered`.
    """
    due = f.due
    answer = 0
    for w in range(due.words):
        if due.must[w] & ~f.seen[w] != 0:
            return 2
        f.offered[w] &= due.strong[w] & ~f.seen[w]
        if f.offered[w] != 0:
            answer = 1
    return answer


def keep_without(i: u64, top: u64, f: Judgement) -> u64:
    """Keep the nodes of a component that offer no bit of `offered`, for another search.

    Their order becomes 0, that of the others NONE. Returns the number of nodes that are kept.
    """
    kept = 0
    for x in range(i, top):
        v = f.components.stack[x]
        out = offers(f.product.state[v], f.offered, f.steps, f.due)
        f.components.order[v] = NONE if out != 0 else 0
        kept += 1 - out
    return kept


def judge(i: u64, most: u64, f: Judgement) -> u64:
    """Mark in `fair` the components with a loop that meets all obligations.

    If a component offers a strong constraint and never takes it, a fair loop must avoid the nodes
    that offer it: the other nodes are to be searched again. Returns the position where it paused.
    """
    stack = f.components.stack
    order = f.components.order
    bottom = f.components.nodes - f.components.closed
    stop = i - most if i - bottom > most else bottom
    while i > stop:
        top = i
        name = order[stack[i - 1]]
        inner = 0
        for w in range(f.due.words):
            f.seen[w] = 0
            f.offered[w] = 0
        while i > bottom and order[stack[i - 1]] == name:
            i -= 1
            inner += gather(stack[i], f)
        verdict = broken(f) if inner != 0 else 2
        if verdict == 0:
            for x in range(i, top):
                f.fair[stack[x]] = 1
        if verdict == 1:
            f.left += keep_without(i, top, f)
    return i


def spread(i: u64, most: u64, f: Judgement) -> u64:
    """Mark in `fair` all nodes from which a marked node can be reached.

    Returns the position where it paused.
    """
    stack = f.components.stack
    order = f.components.order
    start = f.components.start
    target = f.components.target
    fair = f.fair
    bottom = f.components.nodes - f.components.closed
    stop = i - most if i - bottom > most else bottom
    while i > stop:
        top = i
        name = order[stack[i - 1]]
        some = 0
        while i > bottom and order[stack[i - 1]] == name:
            i -= 1
            v = stack[i]
            some |= fair[v]
            j = start[v]
            while some == 0 and j < start[v + 1]:
                some = fair[target[j]]
                j += 1
        for x in range(i, top):
            fair[stack[x]] = some
    return i


def gives(j: u64, e: u64, way: Way) -> u64:
    """1 if edge j, a step with label e, provides a wanted bit or `here` has one, else 0."""
    f = way.judgement
    words = f.due.words
    for w in range(words):
        given = f.due.labels[e * words + w] | f.due.marks[f.product.marks[j] * words + w]
        if (given | f.here[w]) & way.wanted[w] != 0:
            return 1
    return 0


def not_offered(s: u64, f: Judgement) -> u64:
    """Set `here` to the weak bits that no step of state s provides; returns 0."""
    steps = f.steps
    words = f.due.words
    for w in range(words):
        f.here[w] = f.due.weak[w]
    for x in range(steps.start[s], steps.start[s + 1]):
        for w in range(words):
            f.here[w] &= ~f.due.labels[steps.event[x] * words + w]
    return 0


def walk(tail: u64, way: Way) -> u64:
    """1 if a shortest path was found from one of the first `tail` nodes of the queue, else 0."""
    f = way.judgement
    steps = f.steps
    product: Nodes = f.product
    queue = way.queue
    head = 0
    while head < tail:
        v = queue[head]
        head += 1
        s = product.state[v]
        k = steps.start[s]
        not_offered(s, f)
        for j in range(product.start[v], product.start[v + 1]):
            u = product.target[j]
            if way.within == 0 or f.components.order[u] == way.within:
                if u == way.goal or gives(j, steps.event[k], way) != 0:
                    way.last_node = v
                    way.last_edge = j
                    return 1
                if way.parents[u] == NONE:
                    way.parents[u] = v
                    way.vias[u] = j
                    queue[tail] = u
                    tail += 1
            k += 1
            if k == steps.start[s + 1]:
                k = steps.start[s]
    return 0
