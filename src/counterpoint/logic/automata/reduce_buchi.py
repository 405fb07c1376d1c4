"""Reduce generalised Buchi automata without changing which paths they accept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from ..components import components
from .budget import Budget
from .least import least


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A transition: the letters that must be true and false, and its marks, are bits of ints."""

    target: int
    true: int
    false: int
    marks: int


@dataclass(frozen=True, slots=True)
class Raw:
    """An automaton: the transitions of each state, and the number of acceptance sets.

    The first state is initial.
    """

    moves: tuple[tuple[Move, ...], ...]
    sets: int

    @property
    def size(self) -> tuple[int, int, int]:
        return len(self.moves), sum(map(len, self.moves)), self.sets


def reduced(raw: Raw, budget: Budget) -> Raw:
    """An equivalent automaton, with states merged and redundant transitions and sets removed."""
    while True:
        before, raw = raw, _merged(_without_idle_sets(_useful(raw)), budget)
        if raw.size == before.size:
            return raw


def _useful(raw: Raw) -> Raw:
    """The automaton without states that accept nothing, and without marks that have no effect."""
    parts = components([[move.target for move in moves] for moves in raw.moves])
    part_of = {state: number for number, part in enumerate(parts) for state in part}
    every = (1 << raw.sets) - 1
    accepting = {number for number, part in enumerate(parts) if _accepts(raw, part, every)}
    live: set[int] = set()
    for number, part in enumerate(parts):
        targets = {move.target for state in part for move in raw.moves[state]}
        if number in accepting or targets & live:
            live.update(part)

    def counted(state: int, move: Move) -> Move:
        inside = part_of[state] == part_of[move.target] and part_of[state] in accepting
        return move if inside else replace(move, marks=0)

    return _renumbered(
        {
            state: [counted(state, move) for move in raw.moves[state] if move.target in live]
            for state in live
        },
        raw.sets,
    )


def _accepts(raw: Raw, part: list[int], every: int) -> bool:
    """Whether some run that stays in a strongly connected component is accepted."""
    inside = [move for state in part for move in raw.moves[state] if move.target in set(part)]
    marks = 0
    for move in inside:
        marks |= move.marks
    return bool(inside) and marks == every


def _without_idle_sets(raw: Raw) -> Raw:
    """The automaton without redundant acceptance sets.

    A set is redundant if it includes another set, or all transitions within components.
    """
    parts = components([[move.target for move in moves] for moves in raw.moves])
    inside = [
        move.marks
        for part in parts
        for state in part
        for move in raw.moves[state]
        if move.target in set(part)
    ]
    kept = [number for number in range(raw.sets) if not all(m >> number & 1 for m in inside)]
    for number in list(kept):
        others = [other for other in kept if other != number]
        if any(all(m >> number & 1 for m in inside if m >> other & 1) for other in others):
            kept = others
    moves = tuple(
        tuple(replace(move, marks=_picked(move.marks, kept)) for move in row) for row in raw.moves
    )
    return Raw(moves, len(kept))


def _picked(mask: int, kept: list[int]) -> int:
    return sum(1 << place for place, number in enumerate(kept) if mask >> number & 1)


def _merged(raw: Raw, budget: Budget) -> Raw:
    """The automaton with states merged that have the same transitions (bisimulation)."""
    block = [0] * len(raw.moves)
    while True:
        looks = [
            (block[state], frozenset(replace(move, target=block[move.target]) for move in moves))
            for state, moves in enumerate(raw.moves)
        ]
        numbers = {look: number for number, look in enumerate(dict.fromkeys(looks))}
        finer = [numbers[look] for look in looks]
        if len(numbers) == len(set(block)):
            return _renumbered(
                {number: _needed(look[1], budget) for look, number in numbers.items()}, raw.sets
            )
        block = finer


def _needed(moves: Iterable[Move], budget: Budget) -> list[Move]:
    """The transitions without those that every run can replace by another one."""
    rows: dict[int, list[Move]] = {}
    for move in moves:
        rows.setdefault(move.target, []).append(move)
    return [move for row in rows.values() for move in _easiest(row, budget)]


def _easiest(row: list[Move], budget: Budget) -> list[Move]:
    """The transitions to one target that ask no more than another: fewer letters, more marks."""
    every = reduce(or_, (move.true | move.false | move.marks for move in row))
    width = every.bit_length()
    asked = {
        move.true | move.false << width | (every & ~move.marks) << 2 * width: move for move in row
    }
    return [asked[one] for one in least(asked, budget)]


def _renumbered(moves: dict[int, list[Move]], sets: int) -> Raw:
    """The states reachable from state 0, numbered in breadth-first order."""
    order = {0: 0}
    rows: list[tuple[Move, ...]] = []
    for state in (queue := [0]):
        row = []
        for move in moves.get(state, ()):
            if move.target not in order:
                order[move.target] = len(order)
                queue.append(move.target)
            row.append(replace(move, target=order[move.target]))
        rows.append(tuple(sorted(set(row))))
    return Raw(tuple(rows), sets)
