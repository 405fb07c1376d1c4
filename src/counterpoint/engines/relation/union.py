"""Both sides of a comparison as one graph, with what is observed as numbers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from ..base.arrays import Bools, Ints
from .saturated import TAU
from .side import Side
from .steps import Steps, numbered

CHANGE = 1
"""The letter of a hidden step that changes something observed."""


class Union:
    """The states of the first side, then those of the second, numbered together.

    A letter is `TAU`, `CHANGE`, or, from 2 on, a common name of labels: `letters` has the texts. If
    the relation is not `weak`, all hidden steps are alike, and have the letter `TAU`.
    """

    def __init__(self, first: Side, second: Side, *, weak: bool) -> None:
        self._weak = weak
        self.sides = (first, second)
        self.offset = first.states
        self.states = first.states + second.states
        named = dict.fromkeys(
            name for side in self.sides for name in side.names if name is not None
        )
        hidden = _unused(("tau" if weak else "hidden", "change"), named)
        self.letters: tuple[str, ...] = (*hidden, *named)
        self.observation, self.observations = numbered(*self._columns())
        self.steps = self._steps({name: n for n, name in enumerate(self.letters)})

    @property
    def conditions(self) -> tuple[str, ...]:
        """The names of the conditions that are observed."""
        return tuple(condition.name for condition in self.sides[0].view.conditions)

    @property
    def values(self) -> tuple[str, ...]:
        """The names of the values that are observed."""
        return tuple(value.name for value in self.sides[0].view.values)

    @property
    def sees_labels(self) -> bool:
        """Whether some label is observed."""
        return len(self.letters) > CHANGE + 1

    def side(self, state: int) -> int:
        """Whether a state belongs to the first side, 0, or to the second, 1."""
        return int(state >= self.offset)

    def initial(self, side: int) -> Ints:
        """The numbers of the initial states of a side."""
        return self.sides[side].initial + side * self.offset

    def value(self, value: int, state: int) -> str:
        """The value, given by its number, in a state."""
        side = self.side(state)
        return self.sides[side].values[value][state - side * self.offset]

    @cached_property
    def truths(self) -> list[Bools]:
        """For each condition, where it is true."""
        pairs = zip(*(side.conditions for side in self.sides), strict=True)
        return [np.concatenate(pair) for pair in pairs]

    def _columns(self) -> Iterator[Ints]:
        """What is observed in each state, as columns of numbers."""
        yield np.zeros(self.states, np.int64)
        for begin in range(0, len(self.truths), 62):
            column = np.zeros(self.states, np.int64)
            for bit, truth in enumerate(self.truths[begin : begin + 62]):
                column |= truth.astype(np.int64) << bit
            yield column
        for texts in zip(*(side.values for side in self.sides), strict=True):
            known: dict[str, int] = {}
            both = (text for of in texts for text in of)
            yield np.fromiter((known.setdefault(t, len(known)) for t in both), np.int64)

    def _steps(self, numbers: dict[str, int]) -> Steps:
        columns: list[tuple[Ints, Ints, Ints]] = []
        for number, side in enumerate(self.sides):
            source = side.source + number * self.offset
            target = side.target + number * self.offset
            of_label = np.array([-1 if n is None else numbers[n] for n in side.names], np.int64)
            letter = of_label[side.graph.edges.event]
            changes = self.observation[source] != self.observation[target]
            hidden = letter < 0
            letter[hidden] = np.where(changes & self._weak, CHANGE, TAU)[hidden]
            columns.append((source, letter, target))
        source, letter, target = (np.concatenate(parts) for parts in zip(*columns, strict=True))
        return Steps(self.states, source, letter, target)


def _unused(wanted: tuple[str, ...], taken: dict[str, None]) -> tuple[str, ...]:
    """The names, each with as many underscores as it needs to be no other's."""
    found = []
    for name in wanted:
        while name in taken:
            name += "_"
        found.append(name)
    return tuple(found)
