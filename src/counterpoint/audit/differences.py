"""Check a difference between two targets by their reference semantics.

It is a run of each; they match, up to a step of one that the other cannot match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from ..certificate import Audited, Seen
from ..data import dataclass
from ..model.system import Label
from ..observation.relation import Relation
from .observed import Letter, ObservedSide
from .relations import Followers, weak_steps
from .wrong import Wrong


@dataclass(frozen=True, slots=True)
class Ran:
    """A run of a side: its start, its labels with the states that they lead to."""

    side: ObservedSide
    start: Any
    steps: Sequence[tuple[Label, Any]]
    states: tuple[Seen, ...]

    def between(self, begin: int, end: int) -> list[Letter]:
        """The common names of the steps between two states that are not silent."""
        return [
            self.side.letter(self.steps[at][0])
            for at in range(begin, end)
            if not self.side.is_silent(self.states[at], self.steps[at][0], self.states[at + 1])
        ]

    def require_run(self) -> None:
        """Raise `Wrong` unless the side has this run."""
        reference, name = self.side.reference, self.side.name
        if not reference.is_start(self.states[0]):
            raise Wrong(f"the run of {name} begins in no initial state", self.states[0])
        for (here, there), (label, _) in zip(pairwise(self.states), self.steps, strict=True):
            if not reference.takes(here, label, there):
                raise Wrong(f"{label} is no step of {name}", here)


def ran(side: ObservedSide, start: Any, steps: Sequence[tuple[Label, Any]]) -> Ran:
    """A run of a side, with what its states record of the past."""
    states = [Seen(start)]
    for label, there in steps:
        states.append(side.reference.after(states[-1], label, there))
    return Ran(side, start, steps, tuple(states))


Runs: TypeAlias = tuple[Ran, Ran]


def audit_difference(
    runs: Runs, matched: Sequence[tuple[int, int]], relation: Relation, *, by_first: bool
) -> Audited:
    """The result of checking a difference: both are runs, they match, and the last step does not.

    That no other run of the second matches is checked where runs are compared as wholes.
    """
    fault = ""
    try:
        for run in runs:
            run.require_run()
        _require_matched(runs, matched)
        if relation.is_of_runs:
            _require_unmatched(runs, relation)
        else:
            _require_last(runs, matched[-1], relation, side=0 if by_first else 1)
    except Wrong as wrong:
        fault = wrong.what
    looked = sum(len(run.states) for run in runs)
    return Audited(looked, looked, (), fault)


def _require_matched(runs: Runs, matched: Sequence[tuple[int, int]]) -> None:
    """Raise `Wrong` unless the runs look alike where they match, and take the same steps."""
    first, second = runs
    for one, other in matched if _has_steps(runs) else ():
        if first.side.looks(first.states[one]) != second.side.looks(second.states[other]):
            raise Wrong("the runs do not look alike where they match", first.states[one])
    for before, after in pairwise(matched):
        if first.between(before[0], after[0]) != second.between(before[1], after[1]):
            raise Wrong("the runs do not take the same steps", first.states[before[0]])


def _has_steps(runs: Runs) -> bool:
    return any(run.steps for run in runs)


def _require_last(runs: Runs, last: tuple[int, int], relation: Relation, *, side: int) -> None:
    """Raise `Wrong` if the step after the last match can be matched by one that looks alike.

    Without a step, the initial states have to look different.
    """
    mine, other = runs[side], runs[1 - side]
    there = mine.states[-1]
    answers: Iterator[Seen] = iter([other.states[0]])
    if _has_steps(runs):
        letters = mine.between(last[side], len(mine.states) - 1)
        answers = _answers(other.side, other.states[last[1 - side]], letters, relation)
    if any(other.side.looks(answer) == mine.side.looks(there) for answer in answers):
        raise Wrong(f"{other.side.name} can match the last step", there)


def _answers(
    side: ObservedSide, seen: Seen, letters: list[Letter], relation: Relation
) -> Iterator[Seen]:
    """The states after a step of the side with such letters: none of them, if it is silent."""
    silent, letter = not letters, letters[0] if letters else None
    if relation.is_weak:
        return weak_steps(side, seen, letter, silent=silent)
    return (there for by, there in side.steps(seen) if by == letter)


def _require_unmatched(runs: Runs, relation: Relation) -> None:
    """Raise `Wrong` if the second has a run that looks like the shown one of the first."""
    first, second = runs
    follow = Followers((first.side, second.side), relation)
    starts = [t for start in second.side.reference.starts() for t in follow.around(start)]
    others = follow.alike(first.states[0], starts)
    for (here, there), (label, _) in zip(pairwise(first.states), first.steps, strict=True):
        others = follow.alike(there, follow.followers(here, label, there, others))
    if others:
        raise Wrong("the second has a run that looks the same", first.states[-1])
