"""Automata of b-threads with timeouts: a local state also says how long its statement has stood.

Time passes in ticks of a length that divides all timeouts of the program. That suffices: what can
happen in real time, with outside events at any moment, also happens if each moment is moved to a
whole number of ticks, as a timeout only compares a time with a whole number of them, and includes
that moment (T. Henzinger, Z. Manna, A. Pnueli, What Good Are Digital Clocks?, ICALP 1992).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...model.bits import mask_of
from ...model.network import Local
from ...tuning import USUAL, Tuning
from ..armed import armed, timeouts_of
from ..event import Event
from ..strategy import Said
from ..sync import Sync
from ..thread import Thread
from ..tick import plain
from ..timeout import length
from .automaton import LocalAutomaton
from .state.reader import Outside


class Timed:
    """The automaton of one b-thread, in which ticks lead from local state to local state.

    A local state is one of `inner`, and the number of ticks since it was entered. They are counted
    only up to the last of its timeouts.
    """

    def __init__(self, inner: LocalAutomaton, tuning: Tuning = USUAL) -> None:
        self.name = inner.name
        self.rule = inner.rule
        self.alphabet = inner.alphabet
        self.inner = inner
        self._ticks = tuning.local_ticks
        self.locals: list[Local] = []
        self.moves: list[dict[int, int]] = []
        self._at: list[tuple[int, int]] = []
        self._index: dict[tuple[int, int], int] = {}
        self._parents: dict[int, tuple[int, int]] = {}
        self._is_behind = False
        self._enter((0, 0))

    @property
    def spawns(self) -> bool:
        """As for the automaton without time."""
        return self.inner.spawns

    @property
    def threads(self) -> tuple[Thread, ...]:
        """The b-thread that it is the automaton of."""
        return self.inner.threads

    @property
    def outside(self) -> Outside:
        """The objects outside of the b-thread, by their identity."""
        return self.inner.outside

    @property
    def size(self) -> int:
        """The number of local states without time, or the share of all if that is more."""
        return max(self.inner.size, len(self.locals) // self._ticks)

    @property
    def replayed(self) -> int:
        """The number of steps that were replayed."""
        return self.inner.replayed

    @property
    def is_too_much_work(self) -> bool:
        """Whether replaying and reading took more work than one b-thread is worth."""
        return self.inner.is_too_much_work

    def step(self, local: int, event: int) -> int:
        """The local state that an event, or the tick, leads to from `local`."""
        moves = self.moves[local]
        target = moves.get(event)
        if target is None:
            at, ticks = self._at[local]
            is_tick = event == self.alphabet.tick
            there = (at, ticks + 1) if is_tick else (self.inner.step(at, event), 0)
            target = self._enter(there)
            if target:  # not the initial state
                self._parents.setdefault(target, (local, event))
            moves[event] = target
        return target

    def history(self, local: int) -> list[Event]:
        """The events and ticks that lead from the start to `local`."""
        events = []
        while local:
            local, event = self._parents[local]
            events.append(self.alphabet.events[event])
        return events[::-1]

    def found_by(self, local: int) -> tuple[int, int]:
        """The earlier local state, and the event or tick, by which a local state was found."""
        return self._parents[local]

    def refresh(self) -> bool:
        """Extend the masks of all local states to the whole alphabet.

        Returns whether any had to be extended.
        """
        # Stays true if an interruption comes before all states are extended.
        was_behind, self._is_behind = self._is_behind, True
        is_behind = self.inner.refresh() or was_behind
        if is_behind:
            self.locals[:] = map(self._local, self._at)
        self._is_behind = False
        return is_behind

    def variables(self, local: int) -> dict[str, dict[str, object]]:
        """The local variables of the b-thread in a local state, under the name of the b-thread."""
        return self.inner.variables(self._at[local][0])

    def growth(self) -> str:
        """A text that says what grows: the number of ticks, or as for the automaton without."""
        ticks = max(ticks for _, ticks in self._at)
        if ticks * 2 < len(self.locals):
            return self.inner.growth()
        return f": its timeouts last {ticks:,} ticks of {plain(self.alphabet.unit)} s or more"

    def starts(self, local: int) -> tuple[Thread, ...]:
        """The b-threads that are started in a local state."""
        at, ticks = self._at[local]
        return () if ticks else self.inner.starts(at)

    def statements(self, local: int) -> Iterator[Said]:
        """Iterate over the statement in a local state: one, or none if the b-thread has ended."""
        at, ticks = self._at[local]
        for thread, said in self.inner.statements(at):
            yield Said(thread, armed(said, self._due(said, ticks)) if said.has_timeouts else said)

    def _due(self, said: Sync, ticks: int) -> tuple[Event, ...]:
        passed = ticks * self.alphabet.unit
        return tuple(timeout for timeout in timeouts_of(said) if length(timeout) <= passed)

    def _enter(self, at: tuple[int, int]) -> int:
        known = self._index.get(at)
        if known is None:
            known = len(self.locals)
            # In an order that leaves a whole automaton, whenever an interruption comes.
            self._at[known:] = [at]
            self.moves[known:] = [{}]
            self.locals.append(self._local(at))
            self._index[at] = known
        return known

    def _local(self, at: tuple[int, int]) -> Local:
        """A local state after some ticks: which of its timeouts are due, and which run."""
        state, ticks = at
        local, said = self.inner.locals[state], self.inner.said(state)
        if not local.voices or said is None or not said.has_timeouts:
            return local
        due = self._due(said, ticks)
        running = [timeout for timeout in timeouts_of(said) if timeout not in due]
        since = plain(ticks * self.alphabet.unit)
        return self.inner.armed(state, self._mask(running), self._mask(due), since)

    def _mask(self, timeouts: Iterable[Event]) -> int:
        return mask_of(map(self.alphabet.number, timeouts))
