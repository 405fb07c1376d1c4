"""Walks that together take each step of each state of a graph.

States are reached by a shortest path, so that each step is checked once. After a step to a state
that was found in another way, the walk continues for a while: two histories that lead to the same
state must continue alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..certificate import Seen
from ..model.system import REST, Label
from ..model.walk import Walk
from .definition import Definition


def walks_through(whole: Definition, onward: int) -> Iterator[tuple[Seen, Walk]]:
    """Walks that together take each step except rests, each with the state that it is about.

    After a step to a state that was found in another way, they take up to `onward` more steps.
    """
    walker = _Walker(whole)
    yield from walker.along_the_tree()
    yield from walker.beside_it(onward)


class _Walker:
    def __init__(self, whole: Definition) -> None:
        self._whole = whole
        self._turns = [0] * len(whole.states)

    def along_the_tree(self) -> Iterator[tuple[Seen, Walk]]:
        """Walks along the steps by which states were first found."""
        whole = self._whole
        inner = {by[0] for by in whole.found_by if by is not None}
        passed: set[int] = set()
        for number, seen in enumerate(whole.states):
            if number not in inner:
                way, labels = self._way(number)
                known = sum(at in passed for at in way)  # they form a prefix of the way
                passed.update(way)
                yield seen, Walk(labels, known)

    def beside_it(self, onward: int) -> Iterator[tuple[Seen, Walk]]:
        """Walks along the steps to states that were first found by another step."""
        for number, seen in enumerate(self._whole.states):
            found: tuple[list[int], tuple[Label, ...]] | None = None
            for label, there in self._steps(number):
                if self._whole.found_by[there] != (number, label):
                    way, labels = found = found or self._way(number)
                    taken = (*labels, label, *self._onward(there, onward))
                    yield seen, Walk(taken, len(way))

    def _way(self, number: int) -> tuple[list[int], tuple[Label, ...]]:
        """The states on a shortest path to a state, and the labels of its steps.

        Rests are left out: they do not change the b-threads.
        """
        states, labels = [number], []
        while (by := self._whole.found_by[states[-1]]) is not None:
            if by[1] is REST:
                states[-1] = by[0]
                continue
            states.append(by[0])
            labels.append(by[1])
        return states[::-1], tuple(labels[::-1])

    def _steps(self, number: int) -> Sequence[tuple[Label, int]]:
        edges = self._whole.edges(number)
        return [(step.label, there) for there, step in edges if step.label is not REST]

    def _onward(self, number: int, steps: int) -> Iterator[Label]:
        """The labels of up to `steps` steps from a state on.

        Each visit to a state takes another of its steps, in turn.
        """
        for _ in range(steps):
            choices = self._steps(number)
            if not choices:
                return
            turn = self._turns[number] = (self._turns[number] + 1) % len(choices)
            label, number = choices[turn]
            yield label
