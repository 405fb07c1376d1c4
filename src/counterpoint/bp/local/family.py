"""Families: a b-thread together with the b-threads that it starts, as one automaton.

Which b-threads are alive depends on the local state of their parent, so a family is explored as a
whole. Its local state lists the living members in the order they were started, each with its own
local state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from ...model.network import Local, together
from ..event import Event
from ..resume import GENERATIONS, endless_starting
from ..strategy import Said
from ..thread import Thread
from .automaton import LocalAutomaton
from .state.identity import Key, value_key
from .timed import Timed

Member: TypeAlias = tuple[int, int]
"""A member of a family: the number of its automaton, and its local state."""

Single: TypeAlias = LocalAutomaton | Timed
"""The automaton of one b-thread."""

MakeAutomaton: TypeAlias = Callable[[Thread], Single]

_ENDLESS: tuple[Member, ...] = ((-1, -1),)
"""The members in a state where b-threads start others without end."""


class Family:
    """The automaton of a b-thread and its descendants. `make` makes that of a descendant."""

    def __init__(self, root: Single, make: MakeAutomaton) -> None:
        self.name = root.name
        self.rule = root.rule
        self._alphabet = root.alphabet
        self._outside = root.outside
        self.locals: list[Local] = []
        self._make = make
        self._kin: list[Single] = [root]
        self._kin_index: dict[tuple[object, Key | None], int] = {}
        self.moves: list[dict[int, int]] = []
        self._joints: list[tuple[Member, ...]] = []
        self._index: dict[tuple[Member, ...], int] = {}
        self._parents: dict[int, tuple[int, int]] = {}
        self._is_behind = False
        self._arrive([(0, 0)], [(0, 0)])

    @property
    def threads(self) -> tuple[Thread, ...]:
        """The b-threads that were found to be started, and the first one."""
        return tuple(thread for automaton in self._kin for thread in automaton.threads)

    @property
    def size(self) -> int:
        """The number of local states that are known."""
        return len(self.locals)

    @property
    def replayed(self) -> int:
        """The number of steps of its members that were replayed so far."""
        return sum(automaton.replayed for automaton in self._kin)

    def step(self, local: int, event: int) -> int:
        """The local state that `event` leads to: members that hear it move and may start others."""
        moves = self.moves[local]
        target = moves.get(event)
        if target is None:
            with self._alphabet.changing():
                self.refresh()  # the masks of a member may not include the event yet
                target = moves[event] = self._discover(self._joints[local], event)
                if target:  # not the initial state
                    self._parents.setdefault(target, (local, event))
        return target

    def history(self, local: int) -> list[Event]:
        """The events that lead from the start to `local`."""
        events = []
        while local:
            local, event = self._parents[local]
            events.append(self._alphabet.events[event])
        return events[::-1]

    def found_by(self, local: int) -> tuple[int, int]:
        """The earlier local state, and the event, by which a local state was found."""
        return self._parents[local]

    def refresh(self) -> bool:
        """Extend the masks of all local states to the whole alphabet.

        Returns whether any had to be extended.
        """
        with self._alphabet.changing():
            # Stays true if an interruption comes before all states are extended.
            was_behind, self._is_behind = self._is_behind, True
            behind = [automaton for automaton in self._kin if automaton.refresh()]
            is_behind = was_behind or bool(behind)
            for local, members in enumerate(self._joints if is_behind else ()):
                if members is not _ENDLESS:
                    self.locals[local] = self._local(members)
            self._is_behind = False
        return is_behind

    def variables(self, local: int) -> dict[str, dict[str, object]]:
        """The local variables of each member, by its name. The first of several members counts."""
        found: dict[str, dict[str, object]] = {}
        for kin, state in reversed(self._joints[local]):
            found |= self._kin[kin].variables(state)
        return found

    def growth(self) -> str:
        """A text that says what grows: the number of b-threads, or the variables of one of them.

        That is the one with the most local states.
        """
        if len(self._joints[-1]) > 8:
            return ": the number of b-threads that it starts takes ever new values"
        return max(self._kin, key=lambda automaton: len(automaton.locals)).growth()

    @property
    def is_too_much_work(self) -> bool:
        """Whether replaying and reading a member has taken more work than one b-thread is worth."""
        return any(automaton.is_too_much_work for automaton in self._kin)

    def statements(self, local: int) -> Iterator[Said]:
        """Iterate over the statements of the members in a local state."""
        for kin, state in self._joints[local]:
            yield from self._kin[kin].statements(state)

    def _discover(self, joint: tuple[Member, ...], event: int) -> int:
        members: list[Member] = []
        moved: list[Member] = []
        for kin, local in joint:
            automaton = self._kin[kin]
            if automaton.locals[local].hears >> event & 1:
                member = (kin, automaton.step(local, event))
                moved.append(member)
                if self._is_alive(member):
                    members.append(member)
            else:
                members.append((kin, local))
        return self._arrive(members, moved)

    def _is_alive(self, member: Member) -> bool:
        """Whether a member still counts: it makes a statement, or its error ends the whole run."""
        kin, local = member
        state = self._kin[kin].locals[local]
        return bool(state.voices) or state.failure is not None or state.crash is not None

    def _arrive(self, members: list[Member], arrived: list[Member]) -> int:
        """Return the joint state of the members and of all b-threads that the `arrived` ones start.

        These are started generation by generation.
        """
        generations = 0
        while arrived:
            started = [
                (self._kin_of(thread), 0)
                for kin, local in arrived
                for thread in self._kin[kin].starts(local)
            ]
            generations += 1
            if generations > GENERATIONS:
                return self._enter(_ENDLESS, Local(crash=endless_starting(self.name)))
            members = members + [member for member in started if self._is_alive(member)]
            arrived = started
        return self._enter(tuple(members))

    def _kin_of(self, thread: Thread) -> int:
        arguments = value_key((thread.args, thread.kwargs), self._outside)
        key = (thread.rule.function, arguments)
        kin = self._kin_index.get(key) if arguments is not None else None
        if kin is None:
            kin = self._kin_index[key] = len(self._kin)
            self._kin.append(self._make(thread))
        return kin

    def _enter(self, members: tuple[Member, ...], local: Local | None = None) -> int:
        known = self._index.get(members)
        if known is None:
            known = len(self.locals)
            # In an order that leaves a whole automaton, whenever an interruption comes.
            self._joints[known:] = [members]
            self.moves[known:] = [{}]
            self.locals.append(local or self._local(members))
            self._index[members] = known
        return known

    def _local(self, members: tuple[Member, ...]) -> Local:
        """The members as one local state."""
        return together(self._kin[kin].locals[local] for kin, local in members)
