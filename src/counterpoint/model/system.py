"""The first form of the waist: any system with states and steps that can be enumerated."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from enum import Enum
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

State: TypeAlias = Hashable
Label: TypeAlias = Hashable


class Rest(Enum):
    """The label of the step that a state takes when nothing happens: it stays unchanged."""

    REST = "rest"

    def __repr__(self) -> str:
        return "rest"

    __str__ = __repr__


REST: Final = Rest.REST


@runtime_checkable
class System(Protocol):
    """A transition system that can be enumerated; all its runs are infinite.

    `successors` gives (label, state) pairs and is never empty: a state without other steps has a
    step labelled `REST` to itself. A user's class may leave that step out.

    >>> class Clock:
    ...     def initial(self):
    ...         return [11]
    ...     def successors(self, hour):
    ...         return [("tick", hour % 12 + 1)]
    ...     def show(self, hour):
    ...         return f"{hour} o'clock"
    >>> isinstance(Clock(), System)
    True
    """

    def initial(self) -> Iterable[State]:
        """The initial states."""

    def successors(self, state: Any, /) -> Iterable[tuple[Label, State]]:
        """The steps out of a state, in a fixed order."""

    def show(self, state: Any, /) -> Mapping[str, str] | str:
        """`state` as text, or as texts by name."""


class Trusted:
    """Marks our own systems: their results are sound and are not validated."""

    __slots__ = ()
