"""What was found of an automaton, to find the same again in another process."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import TypeAlias

from ...data import dataclass
from ...errors import DifferentRun
from ...model.network import Local, Voice
from .family import Family, Single

Part: TypeAlias = Single | Family


@dataclass(frozen=True, slots=True)
class Found:
    """The local states of an automaton: `ways` has for each, but the first, how it was found.

    That is the number of an earlier one, and an event. `moves` are all moves that are known, and
    `said` is a digest of what its b-threads say in these local states.
    """

    ways: tuple[tuple[int, int], ...]
    moves: tuple[Mapping[int, int], ...]
    said: str

    def again(self, part: Part) -> None:
        """Find the same of an automaton that has just been made, with the same numbers.

        Raises `DifferentRun` if its b-threads do something else.
        """
        for local, (before, event) in enumerate(self.ways, 1):
            _require(part, self._leads(part, before, event, local))
        for before, moves in enumerate(self.moves):
            for event, local in moves.items():
                _require(part, self._leads(part, before, event, local))

    def require_said(self, part: Part) -> None:
        """Raise `DifferentRun` if b-threads say something else, over the same alphabet."""
        _require(part, _said(part, len(self.moves)) == self.said)

    @staticmethod
    def _leads(part: Part, before: int, event: int, local: int) -> bool:
        """Whether an event leads from one local state to another, which may be the next one."""
        hears = part.locals[before].hears >> event & 1
        return bool(hears) and part.step(before, event) == local


def found_of(part: Part) -> Found:
    """What was found of an automaton; its masks must be those for the whole alphabet."""
    states = len(part.locals)
    ways = tuple(map(part.found_by, range(1, states)))
    return Found(ways, tuple(map(dict, part.moves)), _said(part, states))


def _require(part: Part, is_alike: bool) -> None:
    if not is_alike:
        raise DifferentRun("it is not what it was when the program was pickled", thread=part.name)


def _said(part: Part, states: int) -> str:
    """A digest of the first local states, in which places in files do not matter."""
    return sha256(repr([_local(local) for local in part.locals[:states]]).encode()).hexdigest()


def _local(local: Local) -> tuple[object, ...]:
    failure = local.failure and local.failure.message
    crash = local.crash and type(local.crash).__qualname__  # its text may name an address
    sets = local.hears, local.interrupts, local.comes
    return tuple(map(_voice, local.voices)), *sets, failure, crash


def _voice(of: Voice) -> tuple[object, ...]:
    who = of.stand.thread, of.stand.rule
    return *who, of.request, of.block, of.rank, of.priority, of.hot, of.hears, of.interrupts
