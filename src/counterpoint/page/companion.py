"""A second target beside the first: where the same run leads it, and what matches what there.

The companion follows a walk by the reference semantics of both targets, as far as they look alike;
hidden steps that change nothing observed do not count. It keeps all its states that the run may
have led to, and shows one of them, with the way to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from ..audit.form import Form
from ..audit.observed import Letter, Looks, ObservedSide
from ..audit.reference import Reference, form_of
from ..certificate import Past, Seen
from ..data import dataclass
from ..errors import NothingToCheck, UnknownAtom
from ..logic.formula import atoms_of
from ..model.naming import spelt
from ..model.system import REST, Label, System
from ..observation.columns import views_of
from ..observation.guess import guessed, guessed_labels
from ..observation.map_file import read_map
from ..observation.view import View
from ..report.score.presenter import presenter_of
from ..report.score.view import seen, squares_of, view_data
from ..verdict import system_of
from .walk import Walk

MOST = 400
"""States that a step may lead the companion to; where there are more, that is said."""

Way: TypeAlias = tuple[tuple[Label, Seen], ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A state of the companion, and the place before with the steps that led from there."""

    seen: Seen
    before: Place | None = None
    steps: Way = ()


class Companion:
    """The target called `name` beside a first one; the views say what both have in common."""

    def __init__(self, name: str, target: Any, first: View, second: View) -> None:
        self.name = name
        self._target = target
        self._views = first, second
        self._side = _side(name, system_of(target), second)
        self._presenter = presenter_of(target)
        self._is_cut = False

    def data(self, walk: Walk) -> dict[str, Any]:
        """The companion at the position of a walk, as plain data.

        `matched` says how many steps of the walk it could follow, `took` what it did in the last of
        them, and `steps` what it can do, each with the name of the matching step of the first. If
        it `is_cut`, more steps than were tried may match.
        """
        self._is_cut = False
        first = _side("", walk.system, self._views[0])
        states = _along(first, walk)
        places, matched = self._followed(first, walk, states)
        place = next(iter(places.values()), None)
        is_here = matched == walk.at and place is not None
        return {
            "name": self.name,
            "matched": matched,
            "view": None if place is None else self._view(place),
            "took": [] if place is None else [spelt(label) for label, _ in place.steps],
            "steps": self._steps(first, walk, states[-1], place) if is_here and place else [],
            "lacks": self._lacks(first, walk, states[-1], places) if is_here else [],
            "is_cut": self._is_cut,
        }

    # Following ------------------------------------------------------------------------------------

    def _followed(
        self, first: ObservedSide, walk: Walk, states: Sequence[Seen]
    ) -> tuple[dict[Seen, Place], int]:
        """The places after as many steps as can be followed, and the number of these steps."""
        places = self._starts(first.looks(states[0]))
        for k, label in enumerate(walk.labels):
            after = self._after(first, places, states[k], label, states[k + 1])
            if not after or not places:
                return places, k
            places = after
        return places, len(walk.labels)

    def _starts(self, looks: Looks) -> dict[Seen, Place]:
        starts = (Place(start) for start in self._side.reference.starts())
        return {place.seen: place for place in starts if self._side.looks(place.seen) == looks}

    def _after(
        self, first: ObservedSide, places: dict[Seen, Place], here: Seen, label: Label, there: Seen
    ) -> dict[Seen, Place]:
        """The places that match a step of the first; the same ones if the step is silent."""
        if first.is_silent(here, label, there):
            return places
        found: dict[Seen, Place] = {}
        looks, letter = first.looks(there), first.letter(label)
        for place in places.values():
            for path in self._ways(place.seen, letter):
                end = path[-1][1]
                if end not in found and self._side.looks(end) == looks and self._has_room(found):
                    found[end] = Place(end, place, path)
        return found

    def _ways(self, start: Seen, letter: Letter) -> Iterator[Way]:
        """The ways of silent steps and then one that is not, with this name."""
        side = self._side
        paths: dict[Seen, Way] = {start: ()}
        for here in (todo := [start]):  # grows during the loop
            for step in side.reference.steps(here):
                path = (*paths[here], (step.label, step.there))
                if not side.is_silent(here, step.label, step.there):
                    if side.letter(step.label) == letter:
                        yield path
                elif step.there not in paths and self._has_room(paths):
                    paths[step.there] = path
                    todo.append(step.there)

    def _has_room(self, found: Mapping[Seen, object]) -> bool:
        """Whether another state may be looked at; what is found is cut otherwise."""
        self._is_cut = self._is_cut or len(found) >= MOST
        return len(found) < MOST

    # What is shown --------------------------------------------------------------------------------

    def _view(self, place: Place) -> dict[str, Any]:
        before = [] if place.before is None else [place.before.seen.state]
        states = [*before, place.seen.state]
        return view_data(self._target, self._presenter, states, _labels(place))

    def _steps(
        self, first: ObservedSide, walk: Walk, here: Seen, place: Place
    ) -> list[dict[str, Any]]:
        """What the companion can do; a step that changes nothing observed needs no match."""
        offered = [
            (choice.name, first.letter(choice.label), first.looks(there))
            for choice in walk.choices
            if not first.is_silent(here, choice.label, there := _next(first, here, choice))
        ]
        found = []
        for step in self._side.reference.steps(place.seen):
            if step.label is REST:
                continue
            silent = self._side.is_silent(place.seen, step.label, step.there)
            wanted = self._side.letter(step.label), self._side.looks(step.there)
            matching = [] if silent else [name for name, *rest in offered if (*rest,) == wanted]
            found.append(
                {
                    "label": spelt(step.label),
                    "name": matching[0] if matching else None,
                    "silent": silent,
                    "square": self._square(place, step.label, step.there),
                }
            )
        return found

    def _square(self, place: Place, label: Label, there: Seen) -> int | None:
        """The square of a board that a step marks; None if it marks none, or several."""
        labels = _labels(place)
        now = seen(self._target, place.seen.state, labels)
        marked = squares_of(now, seen(self._target, there.state, [*labels, label]))
        return marked[0] if len(marked) == 1 else None

    def _lacks(
        self, first: ObservedSide, walk: Walk, here: Seen, places: dict[Seen, Place]
    ) -> list[str]:
        """The names of the steps of the first that the companion cannot match."""
        return [
            choice.name
            for choice in walk.choices
            if not self._after(first, places, here, choice.label, _next(first, here, choice))
        ]


def companion_of(
    names: tuple[str, str], first: Any, second: Any, map_path: str | Path | None
) -> Companion:
    """The second of two targets, which are called `names`, beside the first one.

    What they have in common is in a map, or guessed from names; raises `BadMap` or
    `NothingToCheck`.
    """
    if map_path is not None:
        return Companion(names[1], second, *views_of(read_map(map_path), *names))
    systems = system_of(first), system_of(second)
    guess = guessed(*systems)
    labels = guessed_labels(*(_labels_near(system) for system in systems))
    if not guess.common and not labels:
        raise NothingToCheck(
            f"{names[0]} and {names[1]} have no name in common: give a map, "
            "--map FILE, such as the bundled one_game.toml"
        )
    views = (replace(view, labels=labels) for view in (guess.first, guess.second))
    return Companion(names[1], second, *views)


def _labels_near(system: System) -> list[Label]:
    """The labels of the steps from the first states of a target."""
    reference = Reference(system)
    found: dict[Label, None] = {}
    known = dict.fromkeys(islice(reference.starts(), MOST))
    for here in (todo := list(known)):  # grows during the loop
        for step in reference.steps(here):
            found[step.label] = None
            if step.there not in known and len(todo) < MOST:
                known[step.there] = None
                todo.append(step.there)
    return list(found)


def _labels(place: Place) -> list[Label]:
    """The labels of the way to a place, without rests."""
    found: list[Label] = []
    at: Place | None = place
    while at is not None:
        found[:0] = [label for label, _ in at.steps if label is not REST]
        at = at.before
    return found


def _next(side: ObservedSide, here: Seen, choice: Any) -> Seen:
    return side.reference.after(here, choice.label, choice.state)


def _side(name: str, system: System, view: View) -> ObservedSide:
    """A system seen through a view, with states that record what the view asks of the past."""
    form = form_of(system)
    texts = (atom.text for condition in view.conditions for atom in atoms_of(condition.formula))
    past = [past for text in dict.fromkeys(texts) if (past := _past(text, form)) is not None]
    return ObservedSide(name, Reference(system, past), view)


_ONCE = re.compile(r"once\((.*)\)")


def _past(text: str, form: Form) -> Past | None:
    """What an atom asks of the past; None if it is about the present state."""
    if once := _ONCE.fullmatch(text):
        return Past(text, once[1], ever=True)
    if text.startswith("enabled("):
        return None
    try:
        form.atom(text)
    except UnknownAtom:
        return Past(text, text, ever=False)
    return None


def _along(first: ObservedSide, walk: Walk) -> list[Seen]:
    """The states of the walk up to its position, with what they record of the past."""
    found = [Seen(walk.start)]
    for step in walk.steps[: walk.at]:
        found.append(first.reference.after(found[-1], step.label, step.state))
    return found
