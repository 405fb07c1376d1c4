"""Where an expression stands while it is compiled, and what it is compiled to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from ...data import dataclass
from ..scope import Local, Meaning, Scope
from ..tree import Expression

Frame: TypeAlias = list[Any]
"""The state, the next state, then slots for what is known on the way: see `Layout`."""

Run: TypeAlias = Callable[[Frame], Any]
"""What computes the value of an expression."""

Test: TypeAlias = Callable[[Frame], bool]
"""What tells whether an expression holds."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things stand in a frame, for states of `count` variables.

    A frame may begin with one of another layout, whose slots can still be read: then this one
    has its state behind it, at `now`.

    >>> Layout(2).next, Layout(2).first, Layout(2, now=7).next
    (2, 7, 9)
    """

    count: int
    now: int = 0

    @property
    def next(self) -> int:
        """Where the next state begins."""
        return self.now + self.count

    @property
    def found(self) -> int:
        """What a search has found so far."""
        return self.now + 2 * self.count

    @property
    def label(self) -> int:
        """The actions that are being taken."""
        return self.found + 1

    @property
    def level(self) -> int:
        """How deep the recursion is: one object for a frame and all its copies."""
        return self.found + 2

    @property
    def first(self) -> int:
        """The first slot for local values."""
        return self.found + 3


@dataclass(frozen=True, slots=True)
class Context:
    """What an expression is compiled against: names, the first free slot, whether it is primed."""

    scope: Scope
    depth: int
    primed: bool = False
    moment: int = 0
    """Which two states the frame holds: a value kept at another moment is not the same."""

    def at(self, scope: Scope) -> Context:
        """The same with other names."""
        return replace(self, scope=scope)

    def within(self, names: Mapping[str, Meaning]) -> Context:
        """The same, where these names mean something else."""
        return replace(self, scope=self.scope.within(names))

    def binding(self, *names: str) -> tuple[Context, tuple[int, ...]]:
        """The context in which these names stand in the next slots, and those slots."""
        slots = tuple(range(self.depth, self.depth + len(names)))
        meanings = {name: Local(name, slot) for name, slot in zip(names, slots, strict=True)}
        scope = self.scope.within(meanings)
        return replace(self, scope=scope, depth=self.depth + len(names)), slots

    def deeper(self, depth: int) -> Context:
        """The same with another first free slot."""
        return replace(self, depth=depth)

    def prime(self) -> Context:
        """The same in the next state."""
        return replace(self, primed=True)


@dataclass(frozen=True, slots=True)
class Closed:
    """An expression and the scope that gives its names a meaning."""

    expression: Expression
    scope: Scope


@dataclass(frozen=True, slots=True)
class Need:
    """A slot in which the value of a definition is kept once it was needed.

    It is the value in the next state if `primed`. None stands there as long as it is not known.
    """

    slot: int
    primed: bool
    moment: int

    def serves(self, cx: Context) -> bool:
        """Whether the value that is kept is the one that is meant in a context."""
        return self.primed == cx.primed and self.moment == cx.moment


NEED = "need"
"""The key of a definition's notes for its Need."""

UNKNOWN = object()
"""No value, as an answer to what the value of an expression is."""
