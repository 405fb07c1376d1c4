"""Runs of a network whose local states have other numbers than it gives them.

Local states are numbered as they are found, which depends on how a network is searched. Its labels
tell a run all the same: in each state an event leads to one state only.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import BadTrace
from .network import Locals, Network
from .system import Label, State


def renumbered(
    network: Network, start: State, steps: Sequence[tuple[Label, State]]
) -> list[Locals]:
    """The states of a run as the network numbers them.

    Raises `BadTrace` where the network does not take these steps, or the states of the run are not
    those that it comes to, whatever their numbers: what is one state here has to be one there.
    """
    numbers = _Numbers(len(network.automata))
    (here,) = network.initial()
    if start != here or not numbers.match(start, here):  # it has the same numbers everywhere
        raise BadTrace(f"no run starts in {start!r}")
    states = [here]
    at: State = start
    for label, there in steps:
        led = next((to for by, to in network.successors(states[-1]) if by == label), None)
        if led is None:
            taken = ", ".join(str(by) for by, _ in steps[: len(states) - 1]) or "no event"
            raise BadTrace(f"{label} cannot be selected after {taken}")
        if not numbers.match(there, led):
            raise BadTrace(f"{label} does not lead from {at!r} to {there!r}")
        states.append(led)
        at = there
    return states


class _Numbers:
    """Which numbers of local states mean the same, one for one, for each automaton."""

    def __init__(self, automata: int) -> None:
        self._ours: list[dict[object, int]] = [{} for _ in range(automata)]
        self._theirs: list[dict[int, object]] = [{} for _ in range(automata)]

    def match(self, theirs: State, ours: Locals) -> bool:
        """Whether two states can be the same, given those that were matched before."""
        if not isinstance(theirs, tuple) or len(theirs) != len(ours):
            return False
        pairs = zip(self._ours, self._theirs, theirs, ours, strict=True)
        return all(
            known.setdefault(their, our) == our and back.setdefault(our, their) == their
            for known, back, their, our in pairs
        )
