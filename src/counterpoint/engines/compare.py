"""`compare`: whether two targets of any notation behave alike, and where they first differ."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

from ..arguments import takes
from ..errors import Misuse, NothingToCheck, Undecided
from ..observation.columns import views_of
from ..observation.guess import guessed, guessed_labels
from ..observation.map_file import FIRST_SECOND, MapFile, map_of, read_map
from ..observation.relation import Relation, relation_of
from ..observation.view import Hidden, View
from ..verdict import Answer, system_of
from .base.ending import in_time
from .base.options import SearchOptions, task_of
from .base.task import Task
from .relation.comparison import Compared, Comparison, Observed
from .relation.decision import Decision
from .relation.evidence import audited, difference_of
from .relation.side import Side, explored
from .relation.union import Union


class CompareOptions(SearchOptions, total=False):
    """The options of `compare`: those of a search, and how the targets are compared.

    `relation` is the name of a relation, by default that of the map, or else `bisimulation`. `map`
    is the path of a map, or a mapping of the same form; without it, what the targets have in common
    is guessed from names. `names` are what the targets are called, as the map knows them.
    """

    relation: str | None
    map: str | Path | Mapping[str, Any] | None
    names: tuple[str, str]


@takes(CompareOptions)
def compare(first: Any, second: Any, **options: Unpack[CompareOptions]) -> Comparison:
    """Whether the second target does what the first one does, in the sense of a relation.

    Only finite runs and steps count, not fairness. Raises `BadMap` for a map that does not fit the
    targets, and `NothingToCheck` if nothing is common to both.

    >>> from counterpoint.examples.nim import model
    >>> bool(compare(model(piles=(1, 2)), model(piles=(1, 2))))
    True
    >>> found = compare(model(piles=(1, 2)), model(piles=(1, 3)))
    >>> found.answer.value, found.difference.changes
    ('fails', (('pile1', '2', '3'),))
    """
    began = time.perf_counter()
    names = _names(options.pop("names", FIRST_SECOND))
    given, wanted = options.pop("map", None), options.pop("relation", None)
    map_file = None if given is None else _map(given)
    said = wanted or (map_file.relation if map_file else None) or Relation.BISIMULATION.value
    search: Any = options  # what is left are the options of a search
    asking = _Asking(relation_of(said), names, task_of(search))
    found = asking.answer((first, second), map_file)
    return replace(found, seconds=time.perf_counter() - began)


def _names(names: object) -> tuple[str, str]:
    match names:
        case (str() as one, str() as other):
            return one, other
    raise Misuse(f"names= takes two texts, one for each target, not {names!r}")


def _map(given: object) -> MapFile:
    if isinstance(given, Mapping):
        return map_of(given)
    if isinstance(given, str | Path):
        return read_map(given)
    raise Misuse(f"map= takes the path of a map, or a mapping of its form, not {given!r}")


class _Asking:
    """One question: explores both targets, decides, and has the answer audited."""

    def __init__(self, relation: Relation, names: tuple[str, str], task: Task) -> None:
        self.relation, self.names, self.task = relation, names, task
        self._known: list[Side] = []
        self._observed = Observed()

    def answer(self, targets: tuple[Any, Any], map_file: MapFile | None) -> Comparison:
        """The answer; unknown if a limit ends the work."""
        try:
            return in_time(self.task, lambda: self._answer(targets, map_file))
        except Undecided as error:
            return self._result(Answer.UNKNOWN, reason=error.message)

    def _answer(self, targets: tuple[Any, Any], map_file: MapFile | None) -> Comparison:
        began = time.perf_counter()
        if map_file is None:
            sides = self._guessed(targets)
        else:
            sides = self._explored(targets, views_of(map_file, *self.names))
        for side in sides:
            if not len(side.initial):
                raise NothingToCheck(f"{side.name} has no initial state")
        union = Union(*sides, weak=self.relation.is_weak)
        self._observed = replace(
            self._observed,
            conditions=union.conditions,
            values=union.values,
            labels=union.letters[2:],
        )
        decision = Decision(union, self.relation, self.task.limits)
        fails = decision.failing is not None
        found = self._result(
            Answer.FAILS if fails else Answer.HOLDS,
            classes=decision.classes,
            difference=difference_of(decision, self.task.tuning) if fails else None,
        )
        return audited(found, decision, self.task, time.perf_counter() - began)

    def _explored(self, targets: tuple[Any, Any], views: tuple[View, View]) -> tuple[Side, Side]:
        for name, target, view in zip(self.names, targets, views, strict=True):
            self._known.append(explored(name, target, view, self.task))
        first, second = self._known
        return first, second

    def _guessed(self, targets: tuple[Any, Any]) -> tuple[Side, Side]:
        first, second = (system_of(target, self.task.tuning) for target in targets)
        guess = guessed(first, second)
        sides = self._explored(targets, (guess.first, guess.second))
        labels = guessed_labels(*(side.graph.labels for side in sides))
        if not guess.common and isinstance(labels, Hidden):
            raise NothingToCheck(
                "there is nothing to compare by: no variable, atom or label of "
                f"{self.names[0]} is called like one of {self.names[1]}: give a map (--map)"
            )
        for side in sides:
            side.observe(labels)
        self._observed = Observed(
            guessed=True, only_first=guess.only_first, only_second=guess.only_second
        )
        return sides

    def _result(self, answer: Answer, **found: Any) -> Comparison:
        return Comparison(
            self.relation,
            answer,
            self._compared(0),
            self._compared(1),
            self._observed,
            notes=tuple(self._notes()),
            **found,
        )

    def _compared(self, side: int) -> Compared:
        if side >= len(self._known):
            return Compared(self.names[side], 0, 0)
        of = self._known[side]
        return Compared(of.name, of.states, of.graph.transitions)

    def _notes(self) -> list[str]:
        unfair = [side.name for side in self._known if side.restricts]
        notes = [f"{side.name}: {side.note}" for side in self._known if side.note]
        if unfair:
            notes.append(f"all runs of {' and '.join(unfair)} are compared, fair or not")
        return notes
