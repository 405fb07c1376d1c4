"""Finding the local states of one b-thread before the search of the whole asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from ...model.bits import bits
from ...model.network import Local
from .room import TooLarge


class Growing(Protocol):
    """An automaton that finds its local states as they are asked for."""

    locals: list[Local]

    @property
    def replayed(self) -> int:
        """How many steps were replayed so far, only to stand where the b-thread stood before."""

    @property
    def is_too_much_work(self) -> bool:
        """Whether more was replayed and read than one b-thread is worth."""

    @property
    def moves(self) -> Sequence[dict[int, int]]:
        """For each local state, where the events lead that were followed so far."""

    def step(self, local: int, event: int) -> int:
        """Where `event` leads from `local`."""

    def refresh(self) -> bool:
        """Bring every local state up to the alphabet as it is now; whether one had to be."""


def explore_locally(automaton: Growing, limit: int, replays: int) -> bool:
    """Find local states until all are known (True), or it becomes more than is wise (False).

    Those near the start are found first: they are what a search of the whole asks for. More than
    `limit` states are too many, and so are more than `replays` steps that are replayed, which it
    takes to explore a b-thread that is wide and unbounded.
    """
    enough = automaton.replayed + replays
    automaton.refresh()
    for local, event in _unknown(automaton):
        if len(automaton.locals) > limit or automaton.replayed >= enough:
            return False
        if automaton.is_too_much_work:
            return False
        try:
            automaton.step(local, event)
        except TooLarge:  # where the whole gets there it is raised again
            return False
    return True


def _unknown(automaton: Growing) -> Iterator[tuple[int, int]]:
    """The moves that were not followed yet, those of the local states found meanwhile too."""
    for local, state in enumerate(automaton.locals):
        moves = automaton.moves[local]
        if len(moves) < state.hears.bit_count():
            yield from ((local, event) for event in bits(state.hears) if event not in moves)
