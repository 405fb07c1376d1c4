"""Linear formulas on lassos by definition, and whether an automaton accepts a lasso."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import assert_never

from counterpoint.logic.automata.automaton import Automaton
from counterpoint.logic.core import (
    All,
    Both,
    Core,
    Either,
    Linear,
    Next,
    Now,
    Prop,
    Release,
    Some,
    Truth,
    Until,
)


@dataclass(frozen=True)
class Lasso:
    """An endless path: what is true in each of its states; after the last comes state `back`."""

    states: tuple[frozenset[str], ...]
    back: int

    def after(self, place: int) -> int:
        return place + 1 if place + 1 < len(self.states) else self.back


def lassos(props: str, longest: int) -> Iterator[Lasso]:
    """Every lasso over some propositions with at most so many states."""
    letters = [
        frozenset(prop for prop, there in zip(props, chosen, strict=True) if there)
        for chosen in product((False, True), repeat=len(props))
    ]
    for length in range(1, longest + 1):
        for states in product(letters, repeat=length):
            yield from (Lasso(states, back) for back in range(length))


def true_in(core: Core, state: frozenset[str]) -> bool:
    """A state formula without steps, by definition."""
    match core:
        case Truth(value):
            return value
        case Prop(text, positive):
            return (text in state) is positive
        case All(parts):
            return all(true_in(part, state) for part in parts)
        case Some(parts):
            return any(true_in(part, state) for part in parts)
        case _:
            raise AssertionError(core)


def satisfies(lasso: Lasso, path: Linear) -> bool:
    """Whether a lasso satisfies a linear formula."""
    return _places(lasso, path)[0]


def _places(lasso: Lasso, path: Linear) -> list[bool]:
    """Where on the lasso a formula is true."""
    every = range(len(lasso.states))
    match path:
        case Now(of):
            return [true_in(of, state) for state in lasso.states]
        case Both(parts):
            below = [_places(lasso, part) for part in parts]
            return [all(part[place] for part in below) for place in every]
        case Either(parts):
            below = [_places(lasso, part) for part in parts]
            return [any(part[place] for part in below) for place in every]
        case Next(of):
            then = _places(lasso, of)
            return [then[lasso.after(place)] for place in every]
        case Until(left, right):
            return _until(lasso, _places(lasso, left), _places(lasso, right))
        case Release(left, right):
            freed = [not value for value in _places(lasso, left)]
            lost = [not value for value in _places(lasso, right)]
            return [not value for value in _until(lasso, freed, lost)]
        case _:
            assert_never(path)


def _until(lasso: Lasso, hold: list[bool], goal: list[bool]) -> list[bool]:
    """By walking: twice the length is enough to have seen every state."""

    def comes(place: int) -> bool:
        for _ in range(2 * len(lasso.states)):
            if goal[place]:
                return True
            if not hold[place]:
                return False
            place = lasso.after(place)
        return False

    return [comes(place) for place in range(len(lasso.states))]


def accepts(automaton: Automaton, lasso: Lasso) -> bool:
    """Whether some run on the lasso takes moves of each acceptance set again and again."""
    moves: dict[tuple[int, int], list[tuple[tuple[int, int], frozenset[int]]]] = {}
    todo = [(state, 0) for state in automaton.initial]
    while todo:
        node = todo.pop()
        if node in moves:
            continue
        state, place = node
        moves[node] = [
            ((move.target, lasso.after(place)), move.marks)
            for move in automaton.transitions
            if move.source == state and _open(automaton, move.true, move.false, lasso.states[place])
        ]
        todo += [target for target, _ in moves[node]]
    reached = {node: _reached(node, moves) for node in moves}
    return any(
        node in reached[node] and _all_marks(node, moves, reached, automaton.acceptance)
        for node in moves
    )


def _open(
    automaton: Automaton, true: frozenset[int], false: frozenset[int], state: frozenset[str]
) -> bool:
    letters = automaton.letters
    return all(true_in(letters[n], state) for n in true) and not any(
        true_in(letters[n], state) for n in false
    )


Node = tuple[int, int]
Moves = dict[Node, list[tuple[Node, frozenset[int]]]]


def _reached(start: Node, moves: Moves) -> set[Node]:
    """What is reached by at least one move."""
    seen: set[Node] = set()
    todo = [start]
    while todo:
        for target, _ in moves[todo.pop()]:
            if target not in seen:
                seen.add(target)
                todo.append(target)
    return seen


def _all_marks(node: Node, moves: Moves, reached: dict[Node, set[Node]], sets: int) -> bool:
    """Whether the moves among those nodes that `node` reaches and is reached by have all marks."""
    around = {other for other in reached[node] if node in reached[other]}
    marks = {
        mark
        for source in around
        for target, marked in moves[source]
        if target in around
        for mark in marked
    }
    return marks == set(range(sets))
