"""The operations of an engine that CTL, ATL, the mu-calculus and games are evaluated with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self, TypeVar

from ...logic.automata.automaton import Automaton
from ...logic.core import Core, Kind


class Region(Protocol):
    """A set of states: an array of bits, or a BDD."""

    def __and__(self, other: Self, /) -> Self: ...
    def __or__(self, other: Self, /) -> Self: ...
    def __invert__(self) -> Self: ...
    def __eq__(self, other: object, /) -> bool: ...


R = TypeVar("R", bound=Region)


class Algebra(Protocol[R]):
    """A transition system as an algebra of regions; `~` is the complement in `everything`."""

    @property
    def everything(self) -> R: ...

    @property
    def nothing(self) -> R: ...

    def refusal(self, goal: Core) -> str | None:
        """Why this engine cannot decide `goal`, asked before any work; None if it can."""

    def prop(self, text: str) -> R:
        """The states in which the atom is true; raises `UnknownAtom`."""

    def step(self, kind: Kind, region: R, label: str | None, team: frozenset[str]) -> R:
        """The states from which the next state is in `region`, in the sense of `kind` and `team`.

        With a `label`, only the steps that it names count.
        """

    def until(self, kind: Kind, team: frozenset[str], hold: R, goal: R) -> R:
        """The least X = goal | (hold & step(kind, X, None, team)): an attractor."""

    def paths(self, automaton: Automaton, letters: Sequence[R]) -> R:
        """The states from which a fair path is accepted; `letters[i]` is the region of letter i."""
