"""What can be observed of a state: what has to be seen when a run is tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..model.model import Model
from ..model.network import Network
from ..model.system import State, System

Observed = dict[str, str] | str
"""The values of a state by name, or a text."""

Observe = Callable[[State], Observed]


def observe_of(system: System) -> Observe:
    """Gives what can be observed of a state: as the system shows it.

    Of a program, that is which events can be selected: where its b-threads wait is its own affair.

    >>> from counterpoint.examples.hot_cold import program
    >>> network = program.network()
    >>> [observe_of(network)(state) for state in network.initial()]
    [{'can be selected': 'COLD'}]
    """
    if isinstance(system, Network):
        return lambda state: _offered(system, state)
    if isinstance(system, Model) and type(system).show is Model.show:
        shown = system.showing()
        return lambda state: shown(state)  # type: ignore[arg-type]
    return lambda state: _plain(system.show(state))


def _offered(network: Network, state: State) -> Observed:
    events = (str(network.alphabet[event]) for event in network.choices(state))  # type: ignore[arg-type]
    return {"can be selected": ", ".join(events)}


def _plain(shown: Mapping[str, str] | str) -> Observed:
    if isinstance(shown, Mapping):
        return {str(name): str(value) for name, value in shown.items()}
    return str(shown)
