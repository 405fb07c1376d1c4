"""Strongly connected components of a small graph.

Tarjan: Depth-first search and linear graph algorithms. SIAM J. Comput. 1(2), 1972.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def components(targets: Sequence[Sequence[int]]) -> list[list[int]]:
    """The strongly connected components, each after those that it leads to.

    `targets` has the successors of each state, by number.

    >>> components([[1], [2], [1, 3], []])
    [[3], [2, 1], [0]]
    """
    found: list[list[int]] = []
    component: list[int]
    low: dict[int, int] = {}
    stack: list[int] = []
    done: set[int] = set()
    for root in range(len(targets)):
        if root in low:
            continue
        walk: list[tuple[int, int, Iterator[int]]] = []
        _enter(root, targets, low, stack, walk)
        while walk:
            state, number, onward = walk[-1]
            target = next(onward, None)
            if target is None:
                walk.pop()
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[state])
                if low[state] == number:
                    found.append(component := [])
                    while not component or component[-1] != state:
                        component.append(stack.pop())
                    done.update(component)
            elif target not in low:
                _enter(target, targets, low, stack, walk)
            elif target not in done:
                low[state] = min(low[state], low[target])
    return found


def _enter(
    state: int,
    targets: Sequence[Sequence[int]],
    low: dict[int, int],
    stack: list[int],
    walk: list[tuple[int, int, Iterator[int]]],
) -> None:
    low[state] = len(low)
    stack.append(state)
    walk.append((state, low[state], iter(targets[state])))
