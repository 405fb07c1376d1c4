"""What can be observed of a state: what has to be seen when a run is tried."""

from __future__ import annotations

from collections.abc import Callable
from json import JSONEncoder
from typing import Any

from ..model.capabilities import as_json_of
from ..model.model import Model
from ..model.network import Network
from ..model.system import State, System

Observed = dict[str, Any] | str
"""The values of a state by name, as data for JSON, or a text."""

Observe = Callable[[State], Observed]


def observe_of(system: System) -> Observe:
    """Gives what can be observed of a state: its values, or what the system shows.

    Of a program, that is which events can be selected: where its b-threads wait is its own affair.

    >>> from counterpoint.examples.hot_cold import program
    >>> network = program.network()
    >>> [observe_of(network)(state) for state in network.initial()]
    [{'can be selected': ['COLD']}]
    """
    if isinstance(system, Network):
        return lambda state: _offered(system, state)
    return as_json_of(system)


def _offered(network: Network, state: State) -> Observed:
    events = [str(network.alphabet[event]) for event in network.choices(state)]  # type: ignore[arg-type]
    return {"can be selected": events}


def writing_of(system: System) -> Callable[[State], str]:
    """Gives what can be observed of a state as JSON text on one line.

    There may be a million states, so the texts of the values of a model are made once.

    >>> from counterpoint.examples.nim import model
    >>> game = model(piles=(1, 2))
    >>> [writing_of(game)(state) for state in game.initial()]
    ['{"pile0": 1, "pile1": 2, "t": 1}']
    """
    if isinstance(system, Model) and type(system).show is Model.show:
        return system.writing()  # type: ignore[return-value]
    encode, observe = JSONEncoder(ensure_ascii=False).encode, observe_of(system)
    return lambda state: encode(observe(state))
