"""Local automata: all that one b-thread can do, found by replaying it.

A b-thread's local state depends only on the events it was resumed with, so each b-thread is
explored alone. A state is reached again by replaying the events that led to it, always on two fresh
generators side by side: where they differ, the b-thread depends on something else.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import field
from typing import Protocol

from ...data import dataclass
from ...model.bits import bits, mask_of
from ...model.explanation import Stand
from ...model.network import Failure, Local, Voice
from ..event import Event
from ..eventset import EventSet
from ..explain import priority_of
from ..resume import place_of
from ..strategy import Said, Strategy
from ..sync import Sync
from ..thread import Thread
from .contents import data_of
from .identity import value_key, variables
from .reader import Outside
from .started import own_copy
from .surroundings import Surroundings
from .twins import Replayer, Twins


@dataclass(eq=False)
class Alphabet:
    """The events that can be selected, numbered as they are found."""

    events: list[Event] = field(default_factory=list)
    index: dict[Event, int] = field(default_factory=dict)
    data: Surroundings = field(default_factory=Surroundings)
    """What the events carry, which b-threads that receive them share."""

    def number(self, event: Event) -> int:
        """The number of `event`; a new one if it was not known."""
        known = self.index.get(event)
        if known is None:
            known = self.index[event] = len(self.events)
            self.events.append(event)
            self.data.adopt(data_of(event))
        return known


@dataclass(slots=True)
class _Known:
    """A local state: how it was reached, what it says, and its masks over the alphabet so far.

    `starts` are the b-threads that it starts, as they were when the statement was made.
    """

    parent: int
    event: Event | None
    said: Sync | None
    stand: Stand
    failure: Failure | None = None
    crash: BaseException | None = None
    starts: tuple[Thread, ...] = ()
    covered: int = 0
    block: int = 0
    hears: int = 0
    interrupts: int = 0


class Growing(Protocol):
    """An automaton that finds its local states as they are asked for."""

    locals: list[Local]

    @property
    def replayed(self) -> int:
        """How many steps were replayed so far, only to stand where the b-thread stood before."""

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
    pending = deque(
        (local, event)
        for local, state in enumerate(automaton.locals)
        for event in bits(state.hears)
        if event not in automaton.moves[local]
    )
    while pending and len(automaton.locals) <= limit and automaton.replayed < enough:
        before = len(automaton.locals)
        automaton.step(*pending.popleft())
        for local in range(before, len(automaton.locals)):
            pending.extend((local, event) for event in bits(automaton.locals[local].hears))
    return not pending


class LocalAutomaton:
    """The automaton of one b-thread; it grows as `step` finds local states.

    `spawns` tells that some statement starts other b-threads.
    """

    def __init__(
        self,
        thread: Thread,
        name: str,
        alphabet: Alphabet,
        strategy: Strategy,
        around: Surroundings,
    ) -> None:
        self.name = name
        self.rule = thread.rule.name
        self.spawns = False
        self.replayed = 0
        self.locals: list[Local] = []
        self.moves: list[dict[int, int]] = []
        self._thread = thread
        self._alphabet = alphabet
        self._strategy = strategy
        self._replayer = Replayer(thread, name, around, alphabet.data)
        self._known: list[_Known] = []
        self._index: dict[Hashable, int] = {}
        self._unsettled: set[int] = set()  # the states that events yet to be found may concern
        self._cursor: tuple[int, Twins] = (-1, twins := self._replayer.replay(()))
        self._note_state(-1, None, twins)

    @property
    def outside(self) -> Outside:
        """The objects that live outside of the b-thread, by their identity."""
        return self._replayer.outside

    def said(self, local: int) -> Sync | None:
        """The statement of a local state; None where the b-thread is no more."""
        return self._known[local].said

    def starts(self, local: int) -> tuple[Thread, ...]:
        """The b-threads that are started in a local state."""
        return self._known[local].starts

    def statements(self, local: int) -> Iterator[Said]:
        """What is said in a local state: one statement, or none where the b-thread has ended."""
        said = self._known[local].said
        return iter(() if said is None else (Said(self._thread, said),))

    def step(self, local: int, event: int) -> int:
        """Where `event` leads from `local`, replaying the b-thread if that is not known."""
        moves = self.moves[local]
        target = moves.get(event)
        if target is None:
            target = moves[event] = self._discover(local, event)
        return target

    def refresh(self) -> bool:
        """Bring the masks of every local state up to the alphabet; whether one had to be."""
        behind = [n for n in self._unsettled if self._known[n].covered < len(self._alphabet.events)]
        for local in behind:
            self._cover(local, self._known[local])
        return bool(behind)

    def history(self, local: int) -> list[Event]:
        """The events that lead from the start to `local`."""
        events = []
        while local >= 0 and (event := self._known[local].event) is not None:
            events.append(event)
            local = self._known[local].parent
        return events[::-1]

    def variables(self, local: int) -> dict[str, dict[str, object]]:
        """The local variables that the b-thread has in a local state, under its name."""
        if self._known[local].said is None:
            return {}
        return {self.name: variables(self._at(local).bodies[0])}

    def growing_variable(self) -> str | None:
        """The variable with the most different values along the way to the last local state."""
        values: dict[str, set[object]] = {}
        way = self.history(len(self._known) - 1)[:64]
        twins = self._replayer.replay(())
        for event in way:
            self._replayer.advance(twins, event)
            for name, value in variables(twins.bodies[0]).items():
                values.setdefault(name, set()).add(value_key(value, self.outside))
        return max(values, key=lambda name: len(values[name]), default=None)

    # Finding local states

    def _discover(self, local: int, event: int) -> int:
        label = self._alphabet.events[event]
        twins = self._at(local)
        self._cursor = (-1, twins)
        if self._known[local].interrupts >> event & 1:
            self._replayer.interrupt(twins, label)
        else:
            self._replayer.advance(twins, label)
        return self._note_state(local, label, twins)

    def _at(self, local: int) -> Twins:
        """Twins that stand at `local`; the cursor is left there."""
        at, twins = self._cursor
        if at != local:
            history = self.history(local)
            self.replayed += len(history)
            twins = self._replayer.replay(history)
            if self._index.get(twins.outcome.identity) != local:
                raise self._replayer.impure(twins, "the same events led to another state")
            self._cursor = (local, twins)
        return twins

    def _note_state(self, parent: int, event: Event | None, twins: Twins) -> int:
        """The number of the local state that the twins have come to, new or not."""
        outcome = twins.outcome
        known = self._index.setdefault(outcome.identity, len(self._known))
        self._cursor = (known, twins)
        if known == len(self._known):
            said, stand = outcome.said, Stand(self.name, self.rule, place_of(twins.position))
            starts = tuple(map(own_copy, said.start)) if said else ()
            state = _Known(parent, event, said, stand, outcome.failure, outcome.crash, starts)
            self._known.append(state)
            self.locals.append(Local())
            self.moves.append({})
            self._hear_of(said)
            self._cover(known, state)
        return known

    def _hear_of(self, said: Sync | None) -> None:
        for event in said.request if said else ():
            self._alphabet.number(event)
        self.spawns = self.spawns or bool(said and said.start)

    # Masks over the alphabet

    def _cover(self, local: int, known: _Known) -> None:
        """Extend the masks of a local state to events that were found since.

        A predicate may read the b-thread's variables, so it is asked while a run stands there.
        """
        said = known.said
        sets = () if said is None else (said.block, said.hears, said.interrupt)
        if not all(events.never_changes for events in sets):
            self._ask(local, known)
        elif said is not None:
            self._extend(known, said)
        if all(map(self._is_settled, sets)):
            self._unsettled.discard(local)
        else:
            self._unsettled.add(local)
        known.covered = len(self._alphabet.events)
        self.locals[local] = self._local(known)

    def _ask(self, local: int, known: _Known) -> None:
        """Extend the masks by what predicates say; asking must change nothing."""
        twins = self._at(local)
        said = twins.outcome.said
        assert said is not None
        self._extend(known, said)
        self._replayer.check_unmoved(twins)

    def _extend(self, known: _Known, said: Sync) -> None:
        known.block |= self._mask(said.block, known)
        known.interrupts |= self._mask(said.interrupt, known)
        known.hears |= known.interrupts | self._mask(said.hears, known)

    def _mask(self, events: EventSet, known: _Known) -> int:
        """Which events of the alphabet belong to a set; a predicate is asked about new ones."""
        if events.members is not None:
            index = self._alphabet.index
            return mask_of(index[event] for event in events.members if event in index)
        new = range(known.covered, len(self._alphabet.events))
        return mask_of(n for n in new if self._holds(events, self._alphabet.events[n], known.stand))

    def _is_settled(self, events: EventSet) -> bool:
        """Whether no event that is yet to be found can belong to a set."""
        index = self._alphabet.index
        return events.members is not None and all(event in index for event in events.members)

    def _holds(self, events: EventSet, event: Event, stand: Stand) -> bool:
        try:
            return events.holds(event)
        except Exception as error:
            error.add_note(
                f"while {stand.thread} at {stand.place} was asked about the event {event}: "
                "a predicate must answer for every event that can be requested"
            )
            raise

    def _local(self, known: _Known) -> Local:
        if known.failure is not None or known.crash is not None:
            return Local(failure=known.failure, crash=known.crash)
        if known.said is None:
            return Local()
        said = known.said
        voice = Voice(
            known.stand,
            tuple(map(self._alphabet.number, said.request)),
            known.block,
            self._strategy.rank(self._thread, said),
            priority_of(said, self._thread, self._strategy),
            said.hot,
            known.hears,
            known.interrupts,
        )
        return Local((voice,), known.hears, known.interrupts)
