"""Strongly connected components of the states of a graph."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ...alarm import require_going_on
from ..base.arrays import U32, U64, Bools, cells
from ..base.edges import Edges
from ..base.outcome import NONE, PAUSED
from . import component_kernel
from .records import Components

CHUNK = 1 << 20
"""Moves of a search between two checks of whether it must end."""


def search_for(nodes: int, start: U64, target: U32, order: U32) -> Components:
    """A search for components that has not begun; see `Components` for the meaning of `order`."""
    room = max(1, nodes)
    return Components(
        nodes=nodes,
        start=start,
        target=target,
        order=order,
        low=np.zeros(room, np.uint32),
        path=np.zeros(room, np.uint32),
        position=np.zeros(room, np.uint64),
        stack=np.zeros(room, np.uint32),
    )


def name_components(
    search: Components, kernel: Callable[[int, Components], int], chunk: int
) -> None:
    """Restart a search, and name the components of all nodes with order 0."""
    search.root = search.met = search.stacked = search.depth = search.closed = 0
    while kernel(chunk, search) == PAUSED:
        require_going_on()


def components_inside(edges: Edges, inside: Bools) -> U32:
    """For each state in `inside`, a number that identifies its component; NONE for other states.

    `inside` is an array of bool, and only steps between its states count.

    >>> edges = Edges(np.array([0, 1, 3, 4]), np.array([1, 0, 2, 2]), np.zeros(4))
    >>> names = components_inside(edges, np.array([True, True, True]))
    >>> bool(names[0] == names[1] != names[2])
    True
    """
    order: U32 = np.where(inside, np.uint32(0), np.uint32(NONE))
    start, target = cells(edges.start, np.uint64), cells(edges.target, np.uint32)
    search = search_for(len(inside), start, target, order)
    name_components(search, _library().components, CHUNK)
    return order


def on_cycles(edges: Edges, inside: Bools) -> Bools:
    """Which states are on a cycle that stays in `inside`: array of bool.

    >>> edges = Edges(np.array([0, 1, 3, 4]), np.array([1, 0, 2, 2]), np.zeros(4))
    >>> on_cycles(edges, np.array([True, False, True])).tolist()
    [False, False, True]
    """
    names = components_inside(edges, inside)
    _, number, sizes = np.unique(names, return_inverse=True, return_counts=True)
    found: Bools = sizes[number] > 1
    source = np.repeat(np.arange(len(inside)), np.diff(edges.start).astype(np.int64))
    found[source[source == edges.target]] = True
    return found & inside


@cache
def _library() -> Any:
    from ...native import build  # a cold command must feel instant

    return build(component_kernel.components)
