"""Reasons why results for a network may be false for the program that it was made from."""

from __future__ import annotations

from functools import cached_property

from ....model.network import Network
from ....model.system import Label
from ....verdict import Trace
from .judge import Looked


class Doubts:
    """Tests whether the program behaves like the network; each reason is empty if it does."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def of_run(self, trace: Trace) -> str:
        """Why a run of the network may not be a run of the program."""
        return self._network.origin.rehearse(trace.events, endless=trace.loop is not None)

    def of_all(self, found: Looked) -> str:
        """Why the program may do more than was explored, such as react to events from outside."""
        return self._wandered or self._awaited(found)

    @cached_property
    def _wandered(self) -> str:
        return self._network.origin.wander()

    def _awaited(self, found: Looked) -> str:
        network = self._network
        for t, visited in enumerate(found.visited if network.external is None else ()):
            for local in visited.nonzero()[0]:
                for label in network.origin.awaited(t, int(local)):
                    return awaits(network, t, label)
        return ""


def awaits(network: Network, number: int, label: Label) -> str:
    """That a b-thread waits for an event that only comes from outside, which is not declared."""
    return (
        f"{network.automata[number].name} waits for {label}, which no b-thread requests: declare "
        "what may come from outside by external=[...], or external=() if nothing may"
    )
