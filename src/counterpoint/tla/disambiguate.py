"""Distinguishes steps with the same label by what they change, since players choose by labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..data import dataclass
from .places import change
from .steps import Taken
from .values import show

State = tuple[Any, ...]

UNNAMED = "step"
"""The label of a step without a named action."""


@dataclass(frozen=True, slots=True)
class Distinguished(Taken):
    """The actions of a step, and a text `by` that distinguishes it from others with these actions.

    >>> from .steps import Action
    >>> str(Distinguished((Action("Put"),), 'board[2] = "X"')), str(Distinguished((None,)))
    ('Put: board[2] = "X"', 'step')
    """

    by: str = ""

    def __str__(self) -> str:
        return ": ".join(filter(None, (Taken.__str__(self) or UNNAMED, self.by)))


def named(steps: Iterable[tuple[Taken, State]]) -> list[tuple[Taken, State]]:
    """The distinct steps; those without a name get the label `UNNAMED`."""
    found = dict.fromkeys(steps)
    return [
        (label if label.names else Distinguished(label.actions), there) for label, there in found
    ]


def disambiguated(
    names: Sequence[str], state: State, steps: Iterable[tuple[Taken, State]]
) -> list[tuple[Taken, State]]:
    """The steps out of a state, relabelled so that equal labels lead to the same state.

    >>> from .steps import Action
    >>> put = Taken((Action("Put"),))
    >>> steps = [(put, (1, 1)), (put, (2, 1))]
    >>> [str(label) for label, _ in disambiguated(["x", "y"], (0, 0), steps)]
    ['Put: x = 1', 'Put: x = 2']
    """
    steps = list(steps)
    alike: dict[Taken, list[State]] = {}
    for label, there in steps:
        alike.setdefault(label, []).append(there)
    labels = {
        (label, there): Distinguished(label.actions, by) if by else label
        for label, ways in alike.items()
        for there, by in zip(ways, _apart(names, state, ways), strict=True)
    }
    return [(labels[step], step[1]) for step in steps]


def _apart(names: Sequence[str], state: State, ways: Sequence[State]) -> list[str]:
    """For each successor, the changes that distinguish it, of the first variables that suffice."""
    said: list[list[str]] = [[] for _ in ways]
    for place, name in enumerate(names):
        if len({tuple(each) for each in said}) == len(ways):
            break
        if len({there[place] for there in ways}) > 1:
            for each, there in zip(said, ways, strict=True):
                each.append(change(name, state[place], there[place]))
    if len({tuple(each) for each in said}) == len(ways):
        return [", ".join(each) for each in said]
    return [
        ", ".join(f"{name} = {show(value)}" for name, value in zip(names, there, strict=True))
        for there in ways
    ]
