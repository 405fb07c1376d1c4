"""Vacuity of properties of b-programs: whether no b-thread could break a property."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from ..certificate import Seen
from ..model.network import Local, Network, Voice
from ..model.property import (
    Never,
    NoDeadlock,
    NoFailedAssertion,
    NoHotCycle,
    NoHotTermination,
    Plain,
)
from .properties import is_among
from .wrong import Wrong


class Hollow:
    """The claim that no b-thread ever does what a property is about.

    With `stays`, the claim is instead that the b-threads that could do it never leave their first
    statement. An event that comes although nobody requests it needs a state where nothing requested
    can be selected.
    """

    def __init__(self, wanted: Plain, network: Network, *, stays: bool) -> None:
        self._wanted, self._network, self._stays = wanted, network, stays
        self._does = _doer(wanted, network)
        self.unchecked: dict[str, None] = {}

    def examine(self, seen: Seen) -> None:
        """Raise `Wrong` if a b-thread does it in this state.

        With `stays`, raise it if a b-thread that could do it left its first statement.
        """
        if self._is_about_the_outside and self._is_quiet(seen):
            raise Wrong(f"{self._wanted} is said to be vacuous, and the outside has a turn", seen)
        for part, local in zip(self._network.automata, seen.state, strict=True):
            if not self._stays:
                broken = self._does(part.locals[local])
            else:
                broken = local != 0 and any(map(self._does, part.locals))
            if broken:
                raise Wrong(f"{self._wanted} is said to be vacuous, and {part.name} is there", seen)

    @property
    def _is_about_the_outside(self) -> bool:
        if not isinstance(self._wanted, Never):
            return False
        outside = (self._network.alphabet[event] for event in self._network.unrequested)
        return any(label in self._wanted.events for label in outside)

    def _is_quiet(self, seen: Seen) -> bool:
        """Whether events that nobody requests may come in this state."""
        network = self._network
        goes_on = all(local.failure is None for local in network.locals_of(seen.state))
        return goes_on and not network.internal_events(seen.state)

    def compare(self, whole: object) -> None:
        """Nothing to do: each state was examined."""


def _doer(wanted: Plain, network: Network) -> Callable[[Local], bool]:
    """A test whether a local state does what the property is about."""
    match wanted:
        case Never(events):
            alphabet = network.alphabet
            return _some(lambda voice: any(alphabet[event] in events for event in voice.request))
        case NoFailedAssertion():
            return lambda local: local.failure is not None
        case NoDeadlock():
            return _some(lambda voice: bool(voice.request))
        case NoHotTermination():
            return _some(lambda voice: voice.hot)
        case NoHotCycle(threads):
            names = set(threads)
            return _some(lambda voice: voice.hot and (not names or is_among(voice, names)))
        case _:
            assert_never(wanted)


def _some(says: Callable[[Voice], bool]) -> Callable[[Local], bool]:
    return lambda local: any(map(says, local.voices))
