"""What is asked of a system beside its steps: where runs start, atoms of states, fairness."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ..certificate import Seen
from ..data import dataclass
from ..errors import UnknownAtom
from ..model.capabilities import begins_of
from ..model.network import Network
from ..model.system import Label, System, atoms_of

Truth: TypeAlias = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Fair:
    """What a fair run does not neglect: the steps that `counts` is true of.

    It is told the label of a step and what is seen after it. Weak: they are not enabled for ever
    without being taken. Strong: not enabled again and again without being taken again and again.
    They are enabled where `enabled` is true; without it, where there are such steps.
    """

    strong: bool
    counts: Callable[[Label, Seen], bool]
    enabled: Callable[[Seen], bool] | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """Whether a run `begins` in a state, the test that an `atom` stands for, and what is fair."""

    begins: Truth
    atom: Callable[[str], Truth]
    fairness: tuple[Fair, ...] = ()


def form_of(system: System) -> Form:
    """The form of a system; its `atom` raises `UnknownAtom`."""
    if isinstance(system, Network):
        from .of_network import form_of_network  # each form is loaded when it is used

        return form_of_network(system)
    from ..model.model import Model  # programs do without models and their terms

    if isinstance(system, Model):
        from .of_model import form_of_model

        return form_of_model(system)
    return Form(_begins(system), lambda text: _named(system, text))


def _begins(system: System) -> Truth:
    """Whether a state is an initial one; a system may be able to say so without listing them."""
    return begins_of(system) or frozenset(system.initial()).__contains__


def _named(system: System, text: str) -> Truth:
    known = atoms_of(system)
    if text not in known:
        raise UnknownAtom(f"there is no atom {text!r}; there are {', '.join(known) or 'none'}")
    return known[text]
