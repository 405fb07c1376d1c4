"""Families: a b-thread together with those that it starts, as one automaton.

Which b-threads are alive depends on where their parent stands, so a family is explored as a whole:
its local state lists the living members in the order they were started, each with its own local
state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from ..model.network import Local
from .automaton import LocalAutomaton
from .identity import Key, value_key
from .strategy import Said
from .thread import Thread

Member: TypeAlias = tuple[int, int]
"""A member's automaton and its local state."""

MakeAutomaton: TypeAlias = Callable[[Thread], LocalAutomaton]


@dataclass(slots=True)
class _Joint:
    members: tuple[Member, ...]
    moves: dict[int, int] = field(default_factory=dict)


class Family:
    """The automaton of a b-thread and its descendants; `make` gives that of one of these."""

    def __init__(self, root: LocalAutomaton, make: MakeAutomaton) -> None:
        self.name = root.name
        self.rule = root.rule
        self.locals: list[Local] = []
        self._make = make
        self._kin: list[LocalAutomaton] = [root]
        self._kin_index: dict[tuple[object, Key | None], int] = {}
        self._joints: list[_Joint] = []
        self._index: dict[tuple[Member, ...], int] = {}
        self._enter(self._with_started([(0, 0)], [(0, 0)]))

    @property
    def moves(self) -> list[dict[int, int]]:
        return [joint.moves for joint in self._joints]

    def step(self, local: int, event: int) -> int:
        """Where `event` leads: members that hear it move, then those are added that this starts."""
        joint = self._joints[local]
        target = joint.moves.get(event)
        if target is None:
            target = joint.moves[event] = self._discover(joint, event)
        return target

    def refresh(self) -> None:
        """Bring every local state up to the alphabet as it is now."""
        for automaton in self._kin:
            automaton.refresh()
        for local, joint in enumerate(self._joints):
            self.locals[local] = self._local(joint.members)

    def growing_variable(self) -> str | None:
        """What grows: the number of b-threads, or a variable of the one with most local states."""
        if len(self._joints[-1].members) > 8:
            return "the number of b-threads that it starts"
        return max(self._kin, key=lambda automaton: len(automaton.locals)).growing_variable()

    def statements(self, local: int) -> Iterator[Said]:
        """What the members say in a local state."""
        for kin, state in self._joints[local].members:
            yield from self._kin[kin].statements(state)

    def _discover(self, joint: _Joint, event: int) -> int:
        members: list[Member] = []
        moved: list[Member] = []
        for kin, local in joint.members:
            automaton = self._kin[kin]
            if automaton.locals[local].hears >> event & 1:
                member = (kin, automaton.step(local, event))
                moved.append(member)
                if self._is_alive(member):
                    members.append(member)
            else:
                members.append((kin, local))
        return self._enter(self._with_started(members, moved))

    def _is_alive(self, member: Member) -> bool:
        """Whether a member still counts: it has something to say, or ends the whole run."""
        kin, local = member
        state = self._kin[kin].locals[local]
        return bool(state.voices or state.failure or state.crash)

    def _with_started(self, members: list[Member], arrived: list[Member]) -> list[Member]:
        """The members, and those started where the `arrived` ones stand now, and by these..."""
        for kin, local in arrived:
            said = self._kin[kin].said(local)
            started = [(self._kin_of(thread), 0) for thread in (said.start if said else ())]
            members += [member for member in started if self._is_alive(member)]
            members = self._with_started(members, started)
        return members

    def _kin_of(self, thread: Thread) -> int:
        key = (thread.rule.function, value_key((thread.args, thread.kwargs)))
        kin = self._kin_index.get(key) if key[1] is not None else None
        if kin is None:
            kin = self._kin_index[key] = len(self._kin)
            self._kin.append(self._make(thread))
        return kin

    def _enter(self, members: list[Member]) -> int:
        key = tuple(members)
        known = self._index.get(key)
        if known is None:
            known = self._index[key] = len(self._joints)
            self._joints.append(_Joint(key))
            self.locals.append(self._local(key))
        return known

    def _local(self, members: tuple[Member, ...]) -> Local:
        """What the members say together; the first that failed or crashed ends the run."""
        states = [self._kin[kin].locals[local] for kin, local in members]
        hears = interrupts = 0
        for state in states:
            hears |= state.hears
            interrupts |= state.interrupts
        return Local(
            tuple(voice for state in states for voice in state.voices),
            hears,
            interrupts,
            next((state.failure for state in states if state.failure), None),
            next((state.crash for state in states if state.crash), None),
        )
