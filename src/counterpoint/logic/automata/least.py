"""Minimal sets of requirements, as bits of ints."""

from __future__ import annotations

from collections.abc import Iterable

from .budget import Budget


def least(sets: Iterable[int], budget: Budget) -> list[int]:
    """The minimal ones among the sets, smaller ones first: none contains another one.

    Raises `Refused` if the budget is exceeded.

    >>> least([0b110, 0b111, 0b001, 0b010], Budget())
    [1, 2]
    """
    kept: list[int] = []
    for one in sorted(set(sets), key=size):
        budget.compare(len(kept))
        others = ~one
        for smaller in kept:
            if not smaller & others:
                break
        else:
            kept.append(one)
    budget.require_few(len(kept))
    return kept


def size(one: int) -> tuple[int, int]:
    """A sort key: the number of elements, then the int itself, to make the order deterministic."""
    return one.bit_count(), one
