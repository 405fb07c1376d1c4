"""Whether the b-threads themselves run as their local automata say, at each step of each state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..certificate import Seen
from ..errors import DifferentRun, Refused
from ..model.network import Network
from ..model.walk import Walk
from .wrong import Doubted, Wrong

if TYPE_CHECKING:
    from .definition import Definition

NOT_RUN = "that b-threads go on at each step as their automata say"


class Live:
    """The claim that the automata of a network are those of its b-threads.

    It is compared once, for all answers about the network. Live runs go so many steps `onward`
    where a step leads to a state that another way found.
    """

    def __init__(self, network: Network, onward: int) -> None:
        self._network = network
        self._onward = onward
        self._at: Seen | None = None
        self.unchecked: dict[str, None] = {NOT_RUN: None}

    def examine(self, seen: Seen) -> None:
        """One state does not show it: random runs were made before anything was said to hold."""

    def compare(self, whole: Definition) -> None:
        """Raise `Wrong` where b-threads that are run anew do something else at some step.

        Raises `Doubted` where that may be due to what cannot be seen.
        """
        if NOT_RUN not in self.unchecked:
            return
        try:
            doubt = self._network.origin.retrace(self._walks(whole))
        except DifferentRun as different:
            raise Wrong(different.message, self._at) from different
        except Refused as refused:
            self.unchecked[f"{NOT_RUN}: {refused.message}"] = None
            doubt = ""
        if doubt:
            raise Doubted(doubt)
        del self.unchecked[NOT_RUN]

    def _walks(self, whole: Definition) -> Iterator[Walk]:
        from .walks import walks_through  # a sample does without

        for seen, walk in walks_through(whole, self._onward):
            self._at = seen
            yield walk
