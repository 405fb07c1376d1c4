"""Runs of a network in which local states have other numbers than the network gives them.

Local states are numbered in the order of discovery, which depends on how a network is searched. The
labels determine a run all the same: in each state, an event leads to only one state.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import BadTrace
from .network import Locals, Network
from .system import Label, State


def renumbered(
    network: Network, start: State, steps: Sequence[tuple[Label, State]]
) -> list[Locals]:
    """The states of a run with the network's numbers.

    Raises `BadTrace` if the network cannot take these steps, or if its states do not correspond to
    the states of the run one to one.
    """
    numbers = _Numbers(len(network.automata))
    (here,) = network.initial()
    if start != here or not numbers.match(start, here):  # its numbers are the same everywhere
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
    """For each automaton, the one-to-one correspondence of numbers of local states."""

    def __init__(self, automata: int) -> None:
        self._ours: list[dict[object, int]] = [{} for _ in range(automata)]
        self._theirs: list[dict[int, object]] = [{} for _ in range(automata)]

    def match(self, theirs: State, ours: Locals) -> bool:
        """Whether two states can be the same, given the pairs matched before."""
        if not isinstance(theirs, tuple) or len(theirs) != len(ours):
            return False
        pairs = zip(self._ours, self._theirs, theirs, ours, strict=True)
        return all(
            known.setdefault(their, our) == our and back.setdefault(our, their) == their
            for known, back, their, our in pairs
        )
