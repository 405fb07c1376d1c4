"""What tells of a target, chosen by what the target is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Protocol

from ...model.model import Model
from ...model.notation import Notation, notation_of
from ...model.system import Label
from ...verdict import system_of
from .values import ValuesTeller
from .voice import Voices


class Teller(Protocol):
    """Tells of a target as plain data."""

    kind: str
    voices: Voices

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The rows of the score in their groups: rules, variables, actions."""

    @property
    def files(self) -> list[str]:
        """The files that the target stands in, the most important one first."""

    def column(self, state: Any, label: Label | None, there: Any = None) -> Any:
        """What every row shows at a state, where a step is taken; None at the end of a walk."""

    def why(self, state: Any, label: Label | None, there: Any = None) -> Any:
        """Why a step could be taken and what it did; without one, what can be done."""


def teller_of(target: Any, whole: Any = None) -> Teller:
    """What tells of `target`, in which some rules of `whole` are off.

    >>> from counterpoint.examples.nim import model
    >>> teller_of(model()).kind
    'model'
    """
    whole = target if whole is None else whole
    notation = notation_of(target)
    if notation is Notation.MODULE:
        from .module import ModuleTeller  # all else does without TLA+

        return ModuleTeller(target, whole)
    if notation is Notation.PROGRAM:
        from .program import ProgramTeller  # models and modules do without b-threads

        return ProgramTeller(target, whole)
    if notation is Notation.LED:
        from .led import LedTeller  # all else does without LED

        return LedTeller(target)
    system: Any = system_of(target)
    if isinstance(system, Model):
        from .model import ModelTeller

        return ModelTeller(system)
    return ValuesTeller(system)


def values_of(teller: Teller, state: Any) -> Mapping[str, str]:
    """The values of a state by name; none for a program, whose state is where b-threads stand."""
    return teller.values(state) if isinstance(teller, ValuesTeller) else {}


def likeness_of(teller: Teller) -> Callable[[Any], Hashable] | None:
    """What is equal for states that a declared symmetry takes as one; None where none is."""
    return teller.likeness if isinstance(teller, ValuesTeller) else None


def sorts_of(teller: Teller) -> Mapping[str, str]:
    """What the variables range over, as far as that is known."""
    return teller.sorts() if isinstance(teller, ValuesTeller) else {}
