"""Runs of a target, kept as arrays: there may be millions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, overload

import numpy as np

from ..data import dataclass
from ..engines.base.arrays import Ints
from ..model.system import Label, State
from ..verdict import Trace


class States:
    """States by number: `at` reads those that are first asked for, and keeps them.

    `many` reads those with some numbers, which are not kept.
    """

    def __init__(self, many: Callable[[Ints], Iterator[State]]) -> None:
        self.many = many
        self._kept: dict[int, State] = {}

    def at(self, numbers: Ints) -> list[State]:
        """The states with these numbers."""
        listed = numbers.tolist()
        if left := [number for number in dict.fromkeys(listed) if number not in self._kept]:
            self._kept.update(zip(left, self.many(np.array(left, np.int64)), strict=True))
        return [self._kept[number] for number in listed]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Runs(Sequence[Trace]):
    """Runs as a sequence of traces, each of which is made when it is asked for.

    Run k takes the labels with the numbers label[start[k]], ..., label[start[k + 1] - 1], and goes
    through one state more than labels: `visits` says where these are in `state`, which has numbers
    of `states`.
    """

    start: Ints
    label: Ints
    state: Ints
    labels: tuple[Label, ...]
    states: States

    def __len__(self) -> int:
        return len(self.start) - 1

    @property
    def steps(self) -> int:
        """The number of steps in all runs."""
        return len(self.label)

    @property
    def met(self) -> tuple[Ints, Ints]:
        """The numbers of the states, each once, in the order in which the runs come to them.

        And for each element of `state`, its place among these.
        """
        first = np.full(int(self.state.max(initial=-1)) + 1, -1, np.int64)
        first[self.state[::-1]] = np.arange(len(self.state))[::-1]  # what is written last stays
        numbers = np.flatnonzero(first >= 0)
        numbers = numbers[np.argsort(first[numbers])]
        first[numbers] = np.arange(len(numbers))
        return numbers, first[self.state]

    @overload
    def __getitem__(self, index: int) -> Trace: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Trace, ...]: ...
    def __getitem__(self, index: int | slice) -> Trace | tuple[Trace, ...]:
        if isinstance(index, slice):
            return tuple(self[k] for k in range(*index.indices(len(self))))
        return self.beginning(range(len(self))[index], self.steps)

    def beginning(self, number: int, most: int) -> Trace:
        """The first `most` steps of a run, or all of them if there are fewer."""
        label = self.label[self.start[number] : self.start[number + 1]][:most]
        begun, *states = self.states.at(self.state[self.visits(number)][: most + 1])
        labels = (self.labels[n] for n in label.tolist())
        return Trace(begun, tuple(zip(labels, states, strict=True)))

    def visits(self, number: int) -> slice:
        """Where in `state` the states of the run with a number are."""
        first, end = self.start[number : number + 2].tolist()
        return slice(first + number, end + number + 1)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Runs, tuple)):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{len(self):,} runs with {self.steps:,} steps>"

    def __reduce__(self) -> tuple[Any, ...]:
        numbers = np.unique(self.state)
        states = dict(zip(numbers.tolist(), self.states.many(numbers), strict=True))
        return _unpickled, (self.start, self.label, self.state, self.labels, states)


def _unpickled(
    start: Ints, label: Ints, state: Ints, labels: tuple[Label, ...], states: dict[int, State]
) -> Runs:
    return Runs(start, label, state, labels, States(partial(_kept, states)))


def _kept(states: dict[int, State], numbers: Ints) -> Iterator[State]:
    return map(states.__getitem__, numbers.tolist())
