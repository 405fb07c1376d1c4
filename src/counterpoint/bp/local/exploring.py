"""Finding the local states of one b-thread before the search of the whole program needs them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from ...model.bits import bits
from ...model.network import Local
from .state.key_limits import TooLarge


class Growing(Protocol):
    """An automaton that finds its local states lazily."""

    locals: list[Local]

    @property
    def size(self) -> int:
        """How many local states are known, as far as they take work."""

    @property
    def replayed(self) -> int:
        """The number of steps that were replayed so far, only to reach known local states."""

    @property
    def is_too_much_work(self) -> bool:
        """Whether replaying and reading has taken more work than one b-thread is worth."""

    @property
    def moves(self) -> Sequence[dict[int, int]]:
        """For each local state, the known successors by event."""

    def step(self, local: int, event: int) -> int:
        """The local state that `event` leads to from `local`."""

    def refresh(self) -> bool:
        """Extend the masks of all local states to the whole alphabet.

        Returns whether any had to be extended.
        """


def explore_locally(automaton: Growing, limit: int, replays: int) -> bool:
    """Find local states breadth-first. Returns whether all are known.

    Those near the initial state are found first, as the search of the whole program needs them.
    Exploring stops at a size of more than `limit`, and after replaying `replays` steps, as happens
    for a b-thread with an unbounded number of states and many events in each. It also stops if a
    state is too large or the work too much.
    """
    enough = automaton.replayed + replays
    automaton.refresh()
    for local, event in _unknown(automaton):
        if automaton.size > limit or automaton.replayed >= enough:
            return False
        if automaton.is_too_much_work:
            return False
        try:
            automaton.step(local, event)
        except TooLarge:  # raised again if the search of the whole program gets there
            return False
    return True


def _unknown(automaton: Growing) -> Iterator[tuple[int, int]]:
    """The moves that were not followed yet, including those of local states found meanwhile."""
    for local, state in enumerate(automaton.locals):
        moves = automaton.moves[local]
        if len(moves) < state.hears.bit_count():
            yield from ((local, event) for event in bits(state.hears) if event not in moves)
