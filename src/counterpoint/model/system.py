"""The waist's first form: anything whose states and steps can be enumerated."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from enum import Enum
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

State: TypeAlias = Hashable
Label: TypeAlias = Hashable


class Rest(Enum):
    """The label of the step that a state takes when nothing happens: it stays as it is."""

    REST = "rest"

    def __repr__(self) -> str:
        return "rest"

    __str__ = __repr__


REST: Final = Rest.REST


@runtime_checkable
class System(Protocol):
    """A transition system that can be enumerated; every run of it is endless.

    `successors` gives (label, state) pairs and is never empty: a state with nothing to do rests,
    by a step labelled `REST` to itself.
    """

    def initial(self) -> Iterable[State]:
        """The states in which a run may start."""

    def successors(self, state: Any) -> Iterable[tuple[Label, State]]:
        """The steps out of `state`, in a fixed order."""

    def show(self, state: Any) -> Mapping[str, str] | str:
        """`state` for a reader."""


class Trusted:
    """A mark of our own systems: what they give is sound, and nobody looks at it again."""

    __slots__ = ()


def atoms_of(system: Any) -> Mapping[str, Callable[[State], bool]]:
    """The named predicates of a system: its `atoms`, a mapping or a method that gives one."""
    atoms = getattr(system, "atoms", {})
    found: Mapping[str, Callable[[State], bool]] = atoms() if callable(atoms) else atoms
    return found
