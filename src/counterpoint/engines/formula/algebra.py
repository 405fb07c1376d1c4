"""What an engine offers, and all that CTL, ATL, the mu-calculus and games ask of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self, TypeVar

from ...logic.automaton import Automaton
from ...logic.core import Core, Kind


class Region(Protocol):
    """A set of states: an array of bits, or a BDD."""

    def __and__(self, other: Self, /) -> Self: ...
    def __or__(self, other: Self, /) -> Self: ...
    def __invert__(self) -> Self: ...
    def __eq__(self, other: object, /) -> bool: ...


R = TypeVar("R", bound=Region)


class Algebra(Protocol[R]):
    """One transition system, seen as an algebra of regions; `~` stays within `everything`."""

    @property
    def everything(self) -> R: ...

    @property
    def nothing(self) -> R: ...

    def refusal(self, goal: Core) -> str | None:
        """Why this engine cannot decide `goal`, asked before any work; None if it can."""

    def prop(self, text: str) -> R:
        """The states in which the atom is true; raises `UnknownAtom`."""

    def step(self, kind: Kind, region: R, label: str | None, team: frozenset[str]) -> R:
        """The states whose next state is as `kind` says."""

    def until(self, kind: Kind, team: frozenset[str], hold: R, goal: R) -> R:
        """The least X = goal | (hold & step(kind, X, None, team)): an attractor."""

    def paths(self, automaton: Automaton, letters: Sequence[R]) -> R:
        """The states from which some fair path is accepted; `letters` are what its labels ask."""
