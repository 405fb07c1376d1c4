"""Check that the b-threads themselves behave as their local automata say, in each step."""

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
    """The claim that the automata of a network describe its b-threads.

    It is checked once for all answers about the network. After a step to a state that was found in
    another way, live runs continue for `onward` more steps.
    """

    def __init__(self, network: Network, onward: int) -> None:
        self._network = network
        self._onward = onward
        self._at: Seen | None = None
        self.unchecked: dict[str, None] = {NOT_RUN: None}

    def examine(self, seen: Seen) -> None:
        """Nothing to do: a single state does not show it. Random runs were compared beforehand."""

    def compare(self, whole: Definition) -> None:
        """Raise `Wrong` if b-threads that are run again do something else in some step.

        Raises `Doubted` if the difference may be due to state that cannot be observed.
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
        from .walks import walks_through  # loaded late: a sample does not need it

        for seen, walk in walks_through(whole, self._onward):
            self._at = seen
            yield walk
