"""The context that an expression is compiled in, and the types of compiled closures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum
from typing import Any, Final, TypeAlias

from ...data import dataclass
from ..scope import Local, Meaning, Scope
from ..tree import Expression

Frame: TypeAlias = list[Any]
"""The current state, the next state, then slots for intermediate values: see `Layout`."""

Run: TypeAlias = Callable[[Frame], Any]
"""A closure that computes the value of an expression."""

Test: TypeAlias = Callable[[Frame], bool]
"""A closure that returns whether an expression holds."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The positions in a frame, for states of `count` variables.

    A frame may begin with a frame of another layout, which remains readable. Then the state of this
    layout follows it, from position `now` on.

    >>> Layout(2).next, Layout(2).first, Layout(2, now=7).next
    (2, 7, 9)
    """

    count: int
    now: int = 0

    @property
    def next(self) -> int:
        """The position of the first variable of the next state."""
        return self.now + self.count

    @property
    def found(self) -> int:
        """The position of the list of results of a search."""
        return self.now + 2 * self.count

    @property
    def label(self) -> int:
        """The position of the tuple of actions that are being taken."""
        return self.found + 1

    @property
    def level(self) -> int:
        """The position of the `Level` object: all copies of a frame share this recursion depth."""
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
    """Which pair of states the frame holds.

    A value that is cached at one moment is not valid at another.
    """

    def at(self, scope: Scope) -> Context:
        """The same context with another scope."""
        if scope is self.scope:
            return self
        return Context(scope, self.depth, self.primed, self.moment)  # faster than `replace`

    def within(self, names: Mapping[str, Meaning]) -> Context:
        """The same context, in which these names mean something else."""
        return self.at(self.scope.within(names))

    def binding(self, *names: str) -> tuple[Context, tuple[int, ...]]:
        """The context in which these names are held by the next free slots, and those slots."""
        slots = tuple(range(self.depth, self.depth + len(names)))
        meanings = {name: Local(name, slot) for name, slot in zip(names, slots, strict=True)}
        scope = self.scope.within(meanings)
        return replace(self, scope=scope, depth=self.depth + len(names)), slots

    def deeper(self, depth: int) -> Context:
        """The same context with another first free slot."""
        return replace(self, depth=depth)

    def prime(self) -> Context:
        """The same context, in the next state."""
        return replace(self, primed=True)


@dataclass(frozen=True, slots=True)
class Closed:
    """An expression and the scope that gives its names a meaning."""

    expression: Expression
    scope: Scope


@dataclass(frozen=True, slots=True)
class Need:
    """A slot that caches the value of a definition once it is first needed.

    If `primed`, it is the value in the next state. The slot is None until the value is computed.
    """

    slot: int
    primed: bool
    moment: int

    def serves(self, cx: Context) -> bool:
        """Whether the cached value is the one that the definition has in a context."""
        return self.primed == cx.primed and self.moment == cx.moment


NEED = "need"
"""The key in `Defined.notes` for the `Need` of a definition."""


class Unknown(Enum):
    """The class of a mark, which is the same one in every process."""

    UNKNOWN = "unknown"


UNKNOWN: Final = Unknown.UNKNOWN
"""Marks a value that is not known at compile time."""
