"""Behavioral programs: rule sets that can be run, and checked."""

from __future__ import annotations

from typing import ClassVar

from ..displayed import Displayed
from ..model.network import Network
from ..model.notation import Notation
from ..tuning import USUAL, Tuning
from .ruleset import RuleSet


class Program(RuleSet, Displayed):
    """A behavioral program. It is an immutable value that can be run and checked repeatedly.

    `strategy` selects events (default: `Uniform()`). After an event of `final`, a state without a
    selectable event is no deadlock. `external` are the events that may come from outside. `owners`
    maps each player to the events that this player chooses. `weak` and `strong` are event sets
    under weak and strong fairness. `requirements` are named properties, or formulas as text.
    `show` draws a state as text, given the events selected so far.

    >>> from counterpoint import Event, never, sync, thread
    >>> HOT = Event("HOT")
    >>> @thread
    ... def pour(event):
    ...     yield sync(request=event)
    >>> program = Program(pour(HOT), requirements={"never hot": never(HOT)})
    >>> program.rules, program.without("pour").threads
    (('pour',), ())
    """

    notation: ClassVar = Notation.PROGRAM

    def network(self, tuning: Tuning | None = None) -> Network:
        """The program as a network of local automata, cached; see `network_of`.

        `tuning` None means the tuning of the last call, or `USUAL` if there is no network yet. The
        network is made again if `tuning` differs, if something that the b-threads can reach has
        changed, or if an interruption left the network incomplete.
        """
        network = self._network
        asked = tuning or (self._tuning if network else USUAL)
        if network is None or asked != self._tuning or not network.origin.is_current():
            from .local.network import network_of  # most runs of programs search nothing

            self.begins_search()
            self._network = None
            network, self._tuning = network_of(self, asked), asked
            self._network = network
        network.origin.refresh()  # an interruption may have come before it saw the last events
        return network
