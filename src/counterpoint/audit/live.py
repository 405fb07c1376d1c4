"""Whether the b-threads themselves run as their local automata say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..certificate import Seen
from ..errors import Fault
from ..model.network import Network
from ..model.system import REST
from .wrong import Wrong

if TYPE_CHECKING:
    from .definition import Definition


class Live:
    """The claim that the automata of a network are those of its b-threads."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self.unchecked: dict[str, None] = {}

    def examine(self, seen: Seen) -> None:
        """One state does not show it: random runs were made before anything was said to hold."""

    def compare(self, whole: Definition) -> None:
        """Raise `Wrong` unless the b-threads can be run to every state that was found."""
        for seen, way in whole.ways():
            try:
                doubt = self._network.origin.rehearse([x for x in way if x is not REST])
            except Fault as fault:
                raise Wrong(fault.message, seen) from fault
            if doubt:
                self.unchecked[doubt] = None
                return
