"""Sets of states as answers: to count, test, sample and combine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from ...arguments import require_seed, says_what_it_takes
from ...certificate import Audited
from ...displayed import Displayed
from ...errors import Misuse
from ...figure import figure
from ...model.system import State
from .space import Space


class StateSet(Displayed):
    """A set of states of one system; `len`, `in`, iteration and `& | - ^ ~` as for Python's sets.

    `~` is the complement in the states that were asked about: the reachable ones, or all encoded
    ones. Only sets of the same space can be combined; anything else raises `Misuse`. `note` says
    what a state records besides the state of the system, if anything. `audited` is what the
    reference semantics checked of a set that is the answer to a question.

    >>> from counterpoint import StateSpace
    >>> from counterpoint.examples.peterson import model
    >>> space = StateSpace(model())
    >>> waiting, inside = space.where("waiting0"), space.where("critical1")
    >>> len(waiting), len(waiting & inside), waiting <= ~inside
    (14, 2, False)
    """

    __slots__ = ("_region", "_space", "audited")

    def __init__(self, space: Space[Any], region: Any, audited: Audited | None = None) -> None:
        self._space = space
        self._region = region
        self.audited = audited

    @property
    def note(self) -> str:
        return self._space.note

    @property
    def region(self) -> Any:
        """The set in the form that the engine uses."""
        return self._region

    @property
    def space(self) -> Space[Any]:
        """The space that the set belongs to."""
        return self._space

    @property
    def count(self) -> int:
        """The number of states, even if it is too large for `len`."""
        return self._space.count(self._region)

    def __len__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        return self.count > 0

    def __contains__(self, state: State) -> bool:
        return self._space.contains(self._region, state)

    def __iter__(self) -> Iterator[State]:
        return self._space.members(self._region)

    @says_what_it_takes
    def sample(self, count: int = 1, *, seed: int = 0) -> list[State]:
        """At most `count` distinct states of the set, the same ones for the same seed."""
        _require_number(count, "sample")
        require_seed(seed)
        if count >= self.count:
            return list(self)
        return list(islice(self._space.sample(self._region, count, random.Random(seed)), count))

    def shown(self, count: int = 5) -> list[object]:
        """The first `count` states, as their system shows them."""
        _require_number(count, "shown")
        return [self._space.show(state) for state in islice(self, count)]

    def __and__(self, other: StateSet) -> StateSet:
        return StateSet(self._space, self._region & self._same(other))

    def __or__(self, other: StateSet) -> StateSet:
        return StateSet(self._space, self._region | self._same(other))

    def __sub__(self, other: StateSet) -> StateSet:
        return StateSet(self._space, self._region & ~self._same(other))

    def __xor__(self, other: StateSet) -> StateSet:
        return (self - other) | (other - self)

    def __invert__(self) -> StateSet:
        return StateSet(self._space, ~self._region)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StateSet):
            return NotImplemented
        return bool(self._region == self._same(other))

    def __le__(self, other: StateSet) -> bool:
        return not self - other

    def __ge__(self, other: StateSet) -> bool:
        return other <= self

    def isdisjoint(self, other: StateSet) -> bool:
        """Whether no state belongs to both."""
        return not self & other

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{figure(self.count)} of {figure(self._space.states)} states>"

    def _same(self, other: object) -> Any:
        if not isinstance(other, StateSet) or other._space is not self._space:
            raise Misuse(
                "only sets from one space can be combined: ask both of one StateSpace (there, what "
                "is asked about events, or endless paths of a large model, has a space of its own)"
            )
        return other._region


def _require_number(count: object, asked: str) -> None:
    if type(count) is not int or count < 0:
        raise Misuse(f"{asked}() takes a number of states from 0 up, not {count!r}")
