"""Walks that take each step of each state of a graph.

A state is reached by a shortest way, so that what comes after a step is looked at once for each
step. Where it leads to a state that another way found, the walk goes on for a while: what was taken
to be one state has to go on alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..certificate import Seen
from ..model.system import REST, Label
from ..model.walk import Walk
from .definition import Definition


def walks_through(whole: Definition, onward: int) -> Iterator[tuple[Seen, Walk]]:
    """Walks that together take each step, rests left out, and the state that each is about.

    Beyond a step to a state that was found otherwise they take so many steps `onward`.
    """
    walker = _Walker(whole)
    yield from walker.along_the_tree()
    yield from walker.beside_it(onward)


class _Walker:
    def __init__(self, whole: Definition) -> None:
        self._whole = whole
        self._turns = [0] * len(whole.states)

    def along_the_tree(self) -> Iterator[tuple[Seen, Walk]]:
        """The steps by which states were found."""
        whole = self._whole
        inner = {by[0] for by in whole.found_by if by is not None}
        passed: set[int] = set()
        for number, seen in enumerate(whole.states):
            if number not in inner:
                way, labels = self._way(number)
                known = sum(at in passed for at in way)  # the ones in front
                passed.update(way)
                yield seen, Walk(labels, known)

    def beside_it(self, onward: int) -> Iterator[tuple[Seen, Walk]]:
        """The steps to states that were found otherwise."""
        for number, seen in enumerate(self._whole.states):
            found: tuple[list[int], tuple[Label, ...]] | None = None
            for label, there in self._steps(number):
                if self._whole.found_by[there] != (number, label):
                    way, labels = found = found or self._way(number)
                    taken = (*labels, label, *self._onward(there, onward))
                    yield seen, Walk(taken, len(way))

    def _way(self, number: int) -> tuple[list[int], tuple[Label, ...]]:
        """The states on a shortest way to a state, and the labels of its steps.

        Where it is reached by a rest, b-threads are where they were before it.
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
        """Steps from a state on; each time that it is left the next of its steps is taken."""
        for _ in range(steps):
            choices = self._steps(number)
            if not choices:
                return
            turn = self._turns[number] = (self._turns[number] + 1) % len(choices)
            label, number = choices[turn]
            yield label
