"""Runs of both targets for a way of classes, step by step, with the labels of the targets."""

from __future__ import annotations

from collections.abc import Iterator

from ...data import dataclass
from ...model.system import Label, State
from ...verdict import Trace
from .parting import Way
from .quotient import Quotient
from .saturated import TAU
from .union import Union


@dataclass(frozen=True, slots=True)
class Together:
    """A run of each target, and the numbers of the states of both runs that match, in order.

    `ends` are the numbers of their last states in the union.
    """

    first: Trace
    second: Trace
    matched: tuple[tuple[int, int], ...]
    ends: tuple[int, int]


class Runs:
    """Makes runs of states from runs of classes."""

    def __init__(self, union: Union, quotient: Quotient, *, weak: bool) -> None:
        self._union, self._quotient, self._weak = union, quotient, weak

    def together(self, way: Way) -> Together:
        """The runs of both along a way, up to the step that one of them cannot match."""
        first, second = (self._run(side, of) for side, of in enumerate((way.first, way.second)))
        matched = [(0, 0)]
        for turn in way.turns:
            first.go(turn.letter, turn.first)
            second.go(turn.letter, turn.second)
            matched.append((len(first.steps), len(second.steps)))
        if way.last is not None:
            leader = first if way.last.by_first else second
            leader.go(way.last.letter, way.last.there)
        return Together(first.trace, second.trace, tuple(matched), (first.at, second.at))

    def _run(self, side: int, class_: int) -> _Run:
        starts = self._union.initial(side).tolist()
        start = next(each for each in starts if self._quotient.of[each] == class_)
        return _Run(self._union, self._quotient, start, weak=self._weak)


class _Run:
    """A run of one side that grows."""

    def __init__(self, union: Union, quotient: Quotient, start: int, *, weak: bool) -> None:
        self._union, self._quotient, self._weak = union, quotient, weak
        self._side = union.side(start)
        self.at = start
        self.start = self._state(start)
        self.steps: list[tuple[Label, State]] = []

    @property
    def trace(self) -> Trace:
        """The run so far."""
        return Trace(self.start, tuple(self.steps))

    def _state(self, number: int) -> State:
        side = self._union.sides[self._side]
        found: State = side.seen(number - self._side * self._union.offset).state
        return found

    def go(self, letter: int, class_: int) -> None:
        """Take a step with this letter to a state of the class, and hidden steps around it."""
        for letter_, there in self._way(letter, class_):
            self.steps.append((self._label(letter_, there), self._state(there)))
            self.at = there

    def _way(self, letter: int, class_: int) -> list[tuple[int, int]]:
        """The letters and targets of a shortest such way, found breadth-first."""
        start = (self.at, self._weak and letter == TAU)
        before: dict[tuple[int, bool], tuple[tuple[int, bool], int] | None] = {start: None}
        for node in (todo := [start]):  # grows during the loop
            if node[1] and self._quotient.of[node[0]] == class_:
                return list(_back(before, node))[::-1]
            for by, there, done in self._onward(node, letter):
                if (there, done) not in before:
                    before[there, done] = (node, by)
                    todo.append((there, done))
        raise AssertionError("a class takes the steps of its states")

    def _onward(self, node: tuple[int, bool], letter: int) -> Iterator[tuple[int, int, bool]]:
        """The steps from a state, before or after the step with the letter is taken."""
        state, done = node
        steps = self._union.steps
        for k in range(int(steps.start[state]), int(steps.start[state + 1])):
            by, there = int(steps.letter[k]), int(steps.target[k])
            if by == letter and not done:
                yield by, there, True
            if by == TAU and self._weak:
                yield by, there, done

    def _label(self, letter: int, there: int) -> Label:
        """A label of the target for a step from here with this letter."""
        union, side = self._union, self._union.sides[self._side]
        begin = self._side * union.offset
        edges, name = side.graph.edges, union.letters[letter] if letter > 1 else None
        here = self.at - begin
        for k in range(int(edges.start[here]), int(edges.start[here + 1])):
            if int(edges.target[k]) == there - begin and side.names[int(edges.event[k])] == name:
                return side.label(k)
        raise AssertionError("a step of the union is one of a side")


def _back(
    before: dict[tuple[int, bool], tuple[tuple[int, bool], int] | None], node: tuple[int, bool]
) -> Iterator[tuple[int, int]]:
    while (found := before[node]) is not None:
        yield found[1], node[0]
        node = found[0]
