"""What an audit needs of a system besides its steps: initial states, atoms, fairness."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ..certificate import Seen
from ..data import dataclass
from ..errors import UnknownAtom
from ..model.capabilities import atoms_of, begins_of
from ..model.network import Network
from ..model.system import Label, System

Truth: TypeAlias = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Fair:
    """A fairness constraint: the steps for which `counts` is true must not be neglected.

    `counts` gets the label of a step and the state seen after it. Weak: the steps are not enabled
    for ever without being taken. Strong: they are not enabled infinitely often without being taken
    infinitely often. They are enabled where `enabled` is true, or by default where there is such a
    step.
    """

    strong: bool
    counts: Callable[[Label, Seen], bool]
    enabled: Callable[[Seen], bool] | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """The initial states, atoms and fairness of a system.

    `begins` tests whether a state is initial. `atom` maps the text of an atom to its test of
    states.
    """

    begins: Truth
    atom: Callable[[str], Truth]
    fairness: tuple[Fair, ...] = ()


def form_of(system: System) -> Form:
    """The form of a system; its `atom` raises `UnknownAtom` for an unknown text."""
    if isinstance(system, Network):
        from .of_network import form_of_network  # each form is loaded only when it is used

        return form_of_network(system)
    from ..model.model import Model  # loaded late: programs need no models and terms

    if isinstance(system, Model):
        from .of_model import form_of_model

        return form_of_model(system)
    return Form(_begins(system), lambda text: _named(system, text))


def _begins(system: System) -> Truth:
    """A test whether a state is initial.

    A system may provide it as `begins`, to avoid listing its initial states.
    """
    return begins_of(system) or frozenset(system.initial()).__contains__


def _named(system: System, text: str) -> Truth:
    known = atoms_of(system)
    if text not in known:
        raise UnknownAtom(f"there is no atom {text!r}; there are {', '.join(known) or 'none'}")
    return known[text]
