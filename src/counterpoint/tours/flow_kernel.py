"""A flow of least cost by primal and dual steps, in restricted Python.

Prices only rise. A unit may move along an arc, or be taken back from one, where that costs nothing
at the prices: the price of the target is that of the source and the cost of the arc. Units move on
shortest such ways (Dinic's algorithm); where there are none left, the price of every node that no
unit can reach rises by one. Costs are whole numbers, so no arc becomes cheaper than its prices say.

Ford and Fulkerson, Flows in Networks, chapter III (1962); Dinic, Soviet Math. Doklady 11 (1970).

Glossary: f flow, i position on a path, k number of an arc, n number of an arc on a list, u and v
nodes, x units.
"""

from __future__ import annotations

from ..native import M64, u64
from .records import FlowRecord

BACK = 1 << 63
"""Marks an arc of a path on which a unit is taken back."""


def is_open(v: u64, f: FlowRecord) -> u64:
    """1 if units can come from node v for nothing more than its price, else 0."""
    if f.spare[v] != 0:
        return 1
    return 1 if f.entry[v] != 0 and f.price[v] == f.fee else 0


def is_free(k: u64, f: FlowRecord) -> u64:
    """1 if arc k costs nothing at the prices, else 0."""
    return 1 if f.price[f.source[k]] + f.cost[k] == f.price[f.target[k]] else 0


def reach(f: FlowRecord) -> u64:
    """Set `level` of all nodes; returns how many nodes that want units can be reached."""
    tail = 0
    for v in range(f.nodes):
        f.level[v] = 0
        f.out_next[v] = f.start[v]
        f.in_next[v] = f.begin[v]
        if is_open(v, f) != 0:
            f.level[v] = 1
            f.queue[tail] = v
            tail += 1
    head = 0
    found = 0
    while head < tail:
        u = f.queue[head]
        head += 1
        if f.wants[u] != 0:
            found += 1
        for k in range(f.start[u], f.start[u + 1]):
            v = f.target[k]
            if f.level[v] == 0 and is_free(k, f) != 0:
                f.level[v] = f.level[u] + 1
                f.queue[tail] = v
                tail += 1
        for n in range(f.begin[u], f.begin[u + 1]):
            k = f.inward[n]
            v = f.source[k]
            if f.level[v] == 0 and f.used[k] != 0 and is_free(k, f) != 0:
                f.level[v] = f.level[u] + 1
                f.queue[tail] = v
                tail += 1
    return found


def onward(u: u64, f: FlowRecord) -> u64:
    """The next arc on which a unit at node u can move one level up, or M64 if there is none."""
    while f.out_next[u] < f.start[u + 1]:
        k = f.out_next[u]
        if f.level[f.target[k]] == f.level[u] + 1 and is_free(k, f) != 0:
            return k
        f.out_next[u] = k + 1
    while f.in_next[u] < f.begin[u + 1]:
        k = f.inward[f.in_next[u]]
        if f.level[f.source[k]] == f.level[u] + 1 and f.used[k] != 0 and is_free(k, f) != 0:
            return k | BACK
        f.in_next[u] += 1
    return M64


def send(root: u64, length: u64, v: u64, f: FlowRecord) -> u64:
    """Send units from `root` along the first `length` arcs of the path to v; returns how many."""
    x = f.wants[v]
    if f.spare[root] != 0 and f.spare[root] < x:
        x = f.spare[root]
    for i in range(length):
        k = f.path[i]
        if k >= BACK and f.used[k - BACK] < x:
            x = f.used[k - BACK]
    for i in range(length):
        k = f.path[i]
        if k >= BACK:
            f.used[k - BACK] -= x
        else:
            f.used[k] += x
    f.wants[v] -= x
    if f.spare[root] != 0:
        f.spare[root] -= x
    else:
        f.entered[root] += x
    return x


def supply(root: u64, f: FlowRecord) -> u64:
    """Send units from `root` until none can be sent up the levels; returns how many were."""
    sent = 0
    length = 0
    u = root
    while is_open(root, f) != 0:
        if f.wants[u] != 0:
            sent += send(root, length, u, f)
            length = 0
            u = root
            continue
        k = onward(u, f)
        if k != M64:
            f.path[length] = k
            length += 1
            u = f.source[k - BACK] if k >= BACK else f.target[k]
        elif length == 0:
            break
        else:  # a dead end: pass it by
            f.level[u] = 0
            length -= 1
            k = f.path[length]
            u = f.target[k - BACK] if k >= BACK else f.source[k]
    return sent


def augment(f: FlowRecord) -> u64:
    """Send units up the levels until no more can be sent; returns how many were."""
    sent = 0
    for v in range(f.nodes):
        if f.level[v] == 1 and is_open(v, f) != 0:
            sent += supply(v, f)
    f.wanting -= sent
    return sent


def lift(f: FlowRecord) -> u64:
    """Raise the price of each node that no unit can reach; returns how many there are."""
    lifted = 0
    for v in range(f.nodes):
        if f.level[v] == 0:
            f.price[v] += 1
            lifted += 1
    f.dearest += 1
    return lifted
