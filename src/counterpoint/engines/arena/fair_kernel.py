"""Products with automata and their fair components, in restricted Python.

A node of the product is a pair of a state of the graph and a state of the automaton. The edges out
of a node come in blocks, one for each transition that is open, and each block has one edge for
every step of the graph's state, in their order: so an edge need not say which step it is.

What a loop owes is a row of `W` words: bits of acceptance sets, which edges' marks give, and bits
of constraints of fairness, which the labels of steps give. A `weak` bit is also given by leaving a
node that offers no step with it. Each bit of `must` is owed, a `strong` bit only if it is offered.

Glossary: n states, N nodes, L words of letters, W words of dues, s state, q automaton's state,
t transition, v and u nodes, j edge, k step, e label, w word, i place in the list of nodes.
"""

from __future__ import annotations

from ...native import (
    Ptr,
    at,
    u8,
    u16,
    u32,
    u64,
)
from ..network.kernel import (
    DONE,
    FULL,
    NONE,
    PAUSED,
)

# Slots of the status block while a product is built.
FOUND = 0
NEXT = 1
EDGES = 2
NEEDED = 3

# Slots of the status block while components are searched.
ROOT = 0
MET = 1
STACKED = 2
DEPTH = 3
CLOSED = 4
COMPONENTS = 5
LEFT = 6

# Slots of the status block of a walk.
LAST_NODE = 0
LAST_EDGE = 1

STATUS_SLOTS = 8


def is_open(L: u64, letters: Ptr[u64], true: Ptr[u64], false: Ptr[u64]) -> u64:
    """1 if all letters of `true` and none of `false` are among the letters of a state."""
    for w in range(L):
        if true[w] & ~letters[w] != 0 or false[w] & letters[w] != 0:
            return 0
    return 1


def add_block(
    v: u64, q: u64, n: u64, kind: u64, step_from: Ptr[u64], step_to: Ptr[u32], number: Ptr[u32],
    state: Ptr[u32], mode: Ptr[u32], target: Ptr[u32], marks: Ptr[u16], status: Ptr[u64],
) -> u64:  # fmt: skip
    """The number of edges after those are written that lead from v to automaton's state q."""
    j = status[EDGES]
    found = status[FOUND]
    for k in range(step_from[state[v]], step_from[state[v] + 1]):
        pair = q * n + step_to[k]
        if number[pair] == 0:
            state[found] = step_to[k]
            mode[found] = q
            found += 1
            number[pair] = found
        target[j] = number[pair] - 1
        marks[j] = kind
        j += 1
    status[FOUND] = found
    status[EDGES] = j
    return j


def expand(
    until: u64, node_room: u64, edge_room: u64, n: u64, L: u64, step_from: Ptr[u64],
    step_to: Ptr[u32], letters: Ptr[u64], first: Ptr[u32], true: Ptr[u64], false: Ptr[u64],
    to: Ptr[u32], kinds: Ptr[u16], number: Ptr[u32], state: Ptr[u32], mode: Ptr[u32],
    start: Ptr[u64], target: Ptr[u32], marks: Ptr[u16], status: Ptr[u64],
) -> u64:  # fmt: skip
    """Build the product breadth first, up to node `until`; says why it came back.

    `number` holds 1 + the number of each pair that was met, 0 for the others.
    """
    v = status[NEXT]
    while v < status[FOUND]:
        if v >= until:
            return PAUSED
        s = state[v]
        q = mode[v]
        most = (step_from[s + 1] - step_from[s]) * (first[q + 1] - first[q])
        if status[FOUND] + most > node_room or status[EDGES] + most > edge_room:
            status[NEEDED] = most
            return FULL
        for t in range(first[q], first[q + 1]):
            if is_open(L, at(letters, s * L), at(true, t * L), at(false, t * L)) != 0:
                add_block(
                    v, to[t], n, kinds[t], step_from, step_to, number, state, mode, target, marks,
                    status,
                )  # fmt: skip
        v += 1
        start[v] = status[EDGES]
        status[NEXT] = v
    return DONE


def close(v: u64, N: u64, order: Ptr[u32], stack: Ptr[u32], status: Ptr[u64]) -> u64:
    """The height of the stack once the component of v has moved to the list at its other end."""
    name = NONE - 1 - status[COMPONENTS]
    status[COMPONENTS] += 1
    stacked = status[STACKED]
    free = N - status[CLOSED]
    u = NONE
    while u != v:
        stacked -= 1
        free -= 1
        u = stack[stacked]
        stack[free] = u
        order[u] = name
    status[CLOSED] = N - free
    status[STACKED] = stacked
    return stacked


def next_root(N: u64, order: Ptr[u32], status: Ptr[u64]) -> u64:
    """The next node that is in no component yet, NONE if there is none."""
    root = status[ROOT]
    while root < N and order[root] != 0:
        root += 1
    status[ROOT] = root
    return root if root < N else NONE


def next_child(
    v: u64, d: u64, start: Ptr[u64], target: Ptr[u32], order: Ptr[u32], low: Ptr[u32],
    position: Ptr[u64],
) -> u64:  # fmt: skip
    """The next node to go into from v, at place d of the path; NONE when v is done."""
    j = position[d]
    lowest = low[d]
    u = NONE
    while j < start[v + 1] and u == NONE:
        if order[target[j]] == 0:
            u = target[j]
        elif order[target[j]] < lowest:
            lowest = order[target[j]]
        j += 1
    position[d] = j
    low[d] = lowest
    return u


def components(
    N: u64, most: u64, start: Ptr[u64], target: Ptr[u32], order: Ptr[u32], low: Ptr[u32],
    path: Ptr[u32], position: Ptr[u64], stack: Ptr[u32], status: Ptr[u64],
) -> u64:  # fmt: skip
    """Name the components of the nodes whose `order` is 0; PAUSED after about `most` nodes.

    Tarjan's algorithm (SIAM J. Comput. 1, 1972) without recursion. `order` is a number from 1 up
    while a node's component is open, then its name, from NONE - 1 down; NONE keeps a node out.
    `low` and `position` belong to the places of `path`. The list of closed nodes grows from the end
    of `stack` down: components that can be reached from another stand behind it.
    """
    depth = status[DEPTH]
    for _ in range(most):
        if depth == 0:
            u = next_root(N, order, status)
            if u == NONE:
                status[DEPTH] = 0
                return DONE
        else:
            u = next_child(path[depth - 1], depth - 1, start, target, order, low, position)
        if u != NONE:  # go into u
            status[MET] += 1
            order[u] = status[MET]
            low[depth] = status[MET]
            path[depth] = u
            position[depth] = start[u]
            depth += 1
            stack[status[STACKED]] = u
            status[STACKED] += 1
        else:  # leave the last node
            depth -= 1
            if low[depth] == order[path[depth]]:
                close(path[depth], N, order, stack, status)
            elif low[depth] < low[depth - 1]:
                low[depth - 1] = low[depth]
    status[DEPTH] = depth
    return PAUSED


def gather(
    v: u64, W: u64, step_from: Ptr[u64], event: Ptr[u32], state: Ptr[u32], start: Ptr[u64],
    target: Ptr[u32], marks: Ptr[u16], order: Ptr[u32], given_by_label: Ptr[u64],
    given_by_mark: Ptr[u64], weak: Ptr[u64], seen: Ptr[u64], offered: Ptr[u64], here: Ptr[u64],
) -> u64:  # fmt: skip
    """The number of v's edges inside its component; adds to what is `seen` and `offered` there."""
    inner = 0
    k = step_from[state[v]]
    for w in range(W):
        here[w] = 0
    for j in range(start[v], start[v + 1]):
        inside = order[target[j]] == order[v]
        inner += inside
        for w in range(W):
            given = given_by_label[event[k] * W + w]
            here[w] |= given
            if inside != 0:
                seen[w] |= given | given_by_mark[marks[j] * W + w]
        k += 1
        if k == step_from[state[v] + 1]:
            k = step_from[state[v]]
    for w in range(W):
        offered[w] |= here[w]
        seen[w] |= weak[w] & ~here[w]
    return inner


def offers(
    s: u64, W: u64, step_from: Ptr[u64], event: Ptr[u32], given_by_label: Ptr[u64],
    wanted: Ptr[u64],
) -> u64:  # fmt: skip
    """1 if some step of state s gives a `wanted` bit."""
    for k in range(step_from[s], step_from[s + 1]):
        for w in range(W):
            if given_by_label[event[k] * W + w] & wanted[w] != 0:
                return 1
    return 0


def broken(
    W: u64, must: Ptr[u64], strong: Ptr[u64], seen: Ptr[u64], offered: Ptr[u64]
) -> u64:  # fmt: skip
    """0 if a component owes nothing, 1 if only what is left in `offered`, 2 if it is hopeless."""
    answer = 0
    for w in range(W):
        if must[w] & ~seen[w] != 0:
            return 2
        offered[w] &= strong[w] & ~seen[w]
        if offered[w] != 0:
            answer = 1
    return answer


def keep_without(
    i: u64, top: u64, W: u64, step_from: Ptr[u64], event: Ptr[u32], state: Ptr[u32],
    order: Ptr[u32], stack: Ptr[u32], given_by_label: Ptr[u64], wanted: Ptr[u64],
) -> u64:  # fmt: skip
    """The number of nodes of a component that offer no `wanted` bit: these are searched again."""
    kept = 0
    for x in range(i, top):
        v = stack[x]
        out = offers(state[v], W, step_from, event, given_by_label, wanted)
        order[v] = NONE if out != 0 else 0
        kept += 1 - out
    return kept


def judge(
    i: u64, most: u64, N: u64, W: u64, step_from: Ptr[u64], event: Ptr[u32], state: Ptr[u32],
    start: Ptr[u64], target: Ptr[u32], marks: Ptr[u16], order: Ptr[u32], stack: Ptr[u32],
    given_by_label: Ptr[u64], given_by_mark: Ptr[u64], must: Ptr[u64], weak: Ptr[u64],
    strong: Ptr[u64], seen: Ptr[u64], offered: Ptr[u64], here: Ptr[u64], fair: Ptr[u8],
    status: Ptr[u64],
) -> u64:  # fmt: skip
    """Mark in `fair` the components with a loop that owes nothing; the place where it paused.

    Where a strong constraint is offered and never taken no loop may be offered it: such nodes get
    the order NONE, and the others of the component 0, so that they are searched again.
    """
    bottom = N - status[CLOSED]
    stop = i - most if i - bottom > most else bottom
    while i > stop:
        top = i
        name = order[stack[i - 1]]
        inner = 0
        for w in range(W):
            seen[w] = 0
            offered[w] = 0
        while i > bottom and order[stack[i - 1]] == name:
            i -= 1
            inner += gather(
                stack[i], W, step_from, event, state, start, target, marks, order, given_by_label,
                given_by_mark, weak, seen, offered, here,
            )  # fmt: skip
        verdict = broken(W, must, strong, seen, offered) if inner != 0 else 2
        if verdict == 0:
            for x in range(i, top):
                fair[stack[x]] = 1
        if verdict == 1:
            status[LEFT] += keep_without(
                i, top, W, step_from, event, state, order, stack, given_by_label, offered
            )
    return i


def spread(
    i: u64, most: u64, N: u64, start: Ptr[u64], target: Ptr[u32], order: Ptr[u32],
    stack: Ptr[u32], fair: Ptr[u8], status: Ptr[u64],
) -> u64:  # fmt: skip
    """Mark in `fair` all that leads to a node marked; the place where it paused."""
    bottom = N - status[CLOSED]
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


def gives(
    j: u64, e: u64, W: u64, marks: Ptr[u16], given_by_label: Ptr[u64], given_by_mark: Ptr[u64],
    extra: Ptr[u64], wanted: Ptr[u64],
) -> u64:  # fmt: skip
    """1 if edge j, a step with label e, gives a `wanted` bit, or `extra` has one."""
    for w in range(W):
        given = given_by_label[e * W + w] | given_by_mark[marks[j] * W + w] | extra[w]
        if given & wanted[w] != 0:
            return 1
    return 0


def walk(
    tail: u64, goal: u64, within: u64, W: u64, step_from: Ptr[u64], event: Ptr[u32],
    state: Ptr[u32], start: Ptr[u64], target: Ptr[u32], marks: Ptr[u16], order: Ptr[u32],
    given_by_label: Ptr[u64], given_by_mark: Ptr[u64], weak: Ptr[u64], wanted: Ptr[u64],
    here: Ptr[u64], parents: Ptr[u32], vias: Ptr[u64], queue: Ptr[u32], status: Ptr[u64],
) -> u64:  # fmt: skip
    """1 when a shortest walk was found that ends with an edge to `goal` or one that is `wanted`.

    It starts at one of the first `tail` nodes of `queue`, whose `parents` are themselves, and stays
    in the component `within` (0: anywhere). All other `parents` must be NONE.
    """
    head = 0
    while head < tail:
        v = queue[head]
        head += 1
        k = step_from[state[v]]
        for w in range(W):
            here[w] = weak[w]
        for x in range(step_from[state[v]], step_from[state[v] + 1]):
            for w in range(W):
                here[w] &= ~given_by_label[event[x] * W + w]
        for j in range(start[v], start[v + 1]):
            u = target[j]
            if within == 0 or order[u] == within:
                given = gives(j, event[k], W, marks, given_by_label, given_by_mark, here, wanted)
                if u == goal or given != 0:
                    status[LAST_NODE] = v
                    status[LAST_EDGE] = j
                    return 1
                if parents[u] == NONE:
                    parents[u] = v
                    vias[u] = j
                    queue[tail] = u
                    tail += 1
            k += 1
            if k == step_from[state[v] + 1]:
                k = step_from[state[v]]
    return 0
