"""What the program behind a network says to an answer: whether it is the program's own."""

from __future__ import annotations

from functools import cached_property

from ...model.network import Network
from ...verdict import Trace
from .exploration import Exploration


class Behind:
    """The program that a network was made of, asked about answers that were found on the network.

    Each answer is the reason why one of the network may be none of the program; empty if it is one.
    """

    def __init__(self, network: Network) -> None:
        self._network = network

    def doubt(self, trace: Trace) -> str:
        """Of a run of the network."""
        return self._network.origin.rehearse(trace.events, endless=trace.loop is not None)

    def doubt_that_all_is_seen(self, found: Exploration) -> str:
        """Of what holds in all that was explored: it may wait for what only the outside sends."""
        return self._wandered or self._awaited(found)

    @cached_property
    def _wandered(self) -> str:
        return self._network.origin.wander()

    def _awaited(self, found: Exploration) -> str:
        network = self._network
        for t, visited in enumerate(found.visited if network.external is None else ()):
            for local in visited.nonzero()[0]:
                for label in network.origin.awaited(t, int(local)):
                    return (
                        f"{network.automata[t].name} waits for {label}, which no b-thread "
                        "requests: declare what may come from outside by external=[...], or "
                        "external=() if nothing may"
                    )
        return ""
