"""The object that describes a target, chosen by the kind of target."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Protocol

from ...model.model import Model
from ...model.notation import Notation, notation_of
from ...model.system import Label
from ...verdict import system_of
from .values import ValuesPresenter
from .voice import Voices


class Presenter(Protocol):
    """Describes a target as plain data."""

    kind: str
    voices: Voices

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The rows of the score in their groups: rules, variables, actions."""

    @property
    def files(self) -> list[str]:
        """The source files of the target, the most important one first."""

    def column(self, state: Any, label: Label | None, there: Any = None) -> Any:
        """What every row shows at a state where a step is taken; no step at the end of a walk."""

    def why(self, state: Any, label: Label | None, there: Any = None) -> Any:
        """Why a step could be taken and what it did; without a label, what can be done."""


def presenter_of(target: Any, whole: Any = None) -> Presenter:
    """The object that describes `target`, in which some rules of `whole` may be switched off.

    >>> from counterpoint.examples.nim import model
    >>> presenter_of(model()).kind
    'model'
    """
    whole = target if whole is None else whole
    notation = notation_of(target)
    if notation is Notation.MODULE:
        from .module import ModulePresenter  # imported here because only modules need TLA+

        return ModulePresenter(target, whole)
    if notation is Notation.PROGRAM:
        from .program import ProgramPresenter  # imported here because only programs need b-threads

        return ProgramPresenter(target, whole)
    if notation is Notation.LED:
        from .led import LedPresenter  # imported here because only LED texts need LED

        return LedPresenter(target)
    system: Any = system_of(target)
    if isinstance(system, Model):
        from .model import ModelPresenter

        return ModelPresenter(system)
    return ValuesPresenter(system)


def values_of(presenter: Presenter, state: Any) -> Mapping[str, str]:
    """The values of a state by name; none for a program, where a state is where b-threads wait."""
    return presenter.values(state) if isinstance(presenter, ValuesPresenter) else {}


def likeness_of(presenter: Presenter) -> Callable[[Any], Hashable] | None:
    """Maps all states that a declared symmetry identifies to equal keys; None without symmetry."""
    return presenter.likeness if isinstance(presenter, ValuesPresenter) else None


def sorts_of(presenter: Presenter) -> Mapping[str, str]:
    """The sorts of the variables that are known."""
    return presenter.sorts() if isinstance(presenter, ValuesPresenter) else {}
