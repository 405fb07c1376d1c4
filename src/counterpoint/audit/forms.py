"""The form of a system of any kind, for its audit."""

from __future__ import annotations

from ..errors import UnknownAtom
from ..model.capabilities import atoms_of, begins_of
from ..model.network import Network
from ..model.system import System
from .form import Form, Truth


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
