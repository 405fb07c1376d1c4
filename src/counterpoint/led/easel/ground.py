"""Partitioning the window into places that a program distinguishes.

A place is a box of mouse positions. Evaluating the program asks questions about the mouse, such as
comparisons of its coordinates. A place is cut where the answer differs within it, and a question
about one place is asked of all. So places with the same answers behave alike in every state where
no other questions are asked. If there are others, their answers are compared first. Two places are
never identified unless they are known to behave alike.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from ...data import dataclass
from ...errors import NotPlayable
from ...tuning import USUAL, Tuning
from ..shapes import HEIGHT, WIDTH
from ..values.spread import Box, Split
from ..values.value import Value
from .stage import Found, Place, Stage

MOST_PLACES = 20_000
"""The most places into which the window is cut."""

WINDOW = Box(0, 0, WIDTH, HEIGHT)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The next state for the mouse in these boxes, and whether the step is a restart."""

    value: Value
    restarts: bool
    boxes: tuple[Box, ...]


class Ground:
    """The places of the window, for clicks or for a mouse that only moves.

    If `points` is not empty, it has the only positions. `keys` has the questions asked so far.
    """

    def __init__(
        self,
        stage: Stage,
        clicked: bool,
        start: Value,
        points: Iterable[Box] = (),
        tuning: Tuning = USUAL,
    ) -> None:
        self._most_keys = tuning.click_questions
        self.stage = stage
        self.clicked = clicked
        self.start = start
        self.places = [Place(box) for box in points or (WINDOW,)]
        self.keys: dict[Hashable, None] = {}

    # Learning -------------------------------------------------------------------------------------

    def learn(self, state: Value) -> list[Found]:
        """Cut places and add questions for a state; returns what can follow it.

        Afterwards, the answers distinguish all positions that matter in this state, unless that
        would take more questions than the limit.
        """
        known: dict[Place, Found] = {}
        while True:
            count = len(self.places)
            found = [one for group in self.groups() for one in self._seen(state, group, known)]
            new = dict.fromkeys(key for one in found for key in one.asked if key not in self.keys)
            if new and len(self.keys) + len(new) <= self._most_keys:
                self._ask_all(new)
            elif len(self.places) == count:
                return found

    def _seen(self, state: Value, group: list[Place], known: dict[Place, Found]) -> Iterator[Found]:
        """What follows at the first place of a group, and at more of them if they may differ."""
        for place in group:
            todo = [place]
            while todo:
                here = todo.pop()
                try:
                    if here not in known:
                        known[here] = self._next(state, here)
                except Split as split:
                    todo += self._cut(here, split)
                else:
                    yield known[here]
            if place in known and not known[place].opaque:
                break

    def _next(self, state: Value, place: Place) -> Found:
        return self.stage.next(state, place, self.clicked, self.start)

    def _ask_all(self, new: Iterable[Hashable]) -> None:
        """Ask all places these questions, which were asked of one."""
        self.keys.update(dict.fromkeys(new))
        todo = list(self.places)
        while todo:
            place = todo.pop()
            try:
                for key in new:
                    if key not in place.answers:
                        place.answers[key] = self.stage.answer(place, key, self.clicked)
            except Split as split:
                todo += self._cut(place, split)

    def _cut(self, place: Place, split: Split) -> list[Place]:
        """Replace a place by the two parts that it is split into, and return these."""
        if len(self.places) >= MOST_PLACES:
            raise too_many()
        pieces = [Place(box, place.answers) for box in place.box.cut(split.axis, split.at)]
        at = self.places.index(place)
        self.places[at : at + 1] = pieces
        return pieces

    def groups(self) -> list[list[Place]]:
        """The places, grouped by their answers to all questions."""
        found: dict[tuple[Any, ...], list[Place]] = {}
        keys = list(self.keys)
        for place in self.places:
            found.setdefault(tuple([place.answers[key] for key in keys]), []).append(place)
        return list(found.values())

    # Using what was learned -----------------------------------------------------------------------

    def outcomes(self, state: Value, group: list[Place]) -> list[Outcome]:
        """The outcomes in a state at the places of a group, usually one for all of them."""
        try:
            found = self._next(state, group[0])
        except Split:
            return self._each(state, group)
        if found.opaque or not found.asked.keys() <= self.keys.keys():
            return self._each(state, group)
        return [Outcome(found.value, found.restarts, tuple([place.box for place in group]))]

    def _each(self, state: Value, group: list[Place]) -> list[Outcome]:
        """The outcomes in a state, evaluated place by place, cutting them further where needed."""
        known: list[Found] = []
        boxes: dict[tuple[Value, bool], list[Box]] = {}
        todo = list(reversed(group))
        while todo:
            place = todo.pop()
            try:
                found = self._alike(place, known) or self._next(state, place)
            except Split as split:
                if len(todo) > MOST_PLACES:
                    raise too_many() from None
                todo += [Place(box) for box in reversed(place.box.cut(split.axis, split.at))]
                continue
            if not found.opaque and found not in known:
                known.append(found)
            boxes.setdefault((found.value, found.restarts), []).append(place.box)
        return [Outcome(*key, tuple(many)) for key, many in boxes.items()]

    def _alike(self, place: Place, known: list[Found]) -> Found | None:
        """A result of `known` that also applies to a place, since it gives the same answers."""
        for found in known:
            if all(self._answers(place, key, answer) for key, answer in found.asked.items()):
                return found
        return None

    def _answers(self, place: Place, key: Hashable, answer: Any) -> bool:
        try:
            given = place.answers.get(key)
            if given is None:
                given = self.stage.answer(place, key, self.clicked)
            return bool(given == answer)
        except Split:
            return False

    def holding(self, x: int, y: int) -> Iterator[Place]:
        """The place that contains a position."""
        return (place for place in self.places if place.box.holds(x, y))


def too_many() -> NotPlayable:
    """The error that there are too many places."""
    return NotPlayable(
        f"more than {MOST_PLACES:,} places of the window would have to be told apart: what comes "
        "next depends on the very position of the mouse. Give the positions that matter, "
        'as in --set clicks="[(150,650), (250,650)]"'
    )
