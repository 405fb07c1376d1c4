"""Local automata: all that one b-thread can do, found by replaying it.

A b-thread's local state depends only on the events it was resumed with, so each b-thread is
explored alone. A state is reached again by replaying the events that led to it, always on two fresh
generators side by side: where they differ, the b-thread depends on something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from ..errors import ImpureThread, OpaqueState, Place
from ..model.bits import bits
from ..model.explanation import Stand
from ..model.network import Failure, Local, Voice
from .event import Event
from .eventset import EventSet
from .identity import Key, state_key, value_key, variables
from .resume import Position, place_of, position_of, resume
from .strategy import Said, Strategy
from .surroundings import Surroundings
from .sync import Sync
from .thread import Body, Thread


@dataclass(eq=False)
class Alphabet:
    """The events that can be selected, numbered as they are found."""

    events: list[Event] = field(default_factory=list)
    index: dict[Event, int] = field(default_factory=dict)

    def number(self, event: Event) -> int:
        """The number of `event`; a new one if it was not known."""
        known = self.index.get(event)
        if known is None:
            known = self.index[event] = len(self.events)
            self.events.append(event)
        return known


class _Outcome(NamedTuple):
    """What a resumed b-thread did: it said something, ended, failed an assertion, or raised."""

    said: Sync | None = None
    key: Key = ()
    failure: Failure | None = None
    crash: Exception | None = None

    @property
    def identity(self) -> object:
        """What tells the local state that it has come to apart from the others."""
        return self.crash or self.failure or (self.key if self.said is not None else "ended")


@dataclass(slots=True)
class _Twins:
    """Two runs of a b-thread that were resumed with the same events, and where they stand."""

    bodies: tuple[Body, Body]
    outcome: _Outcome = _Outcome()
    position: Position = None


@dataclass(slots=True)
class _Known:
    """A local state: how it was reached, what it says, and its masks over the alphabet so far."""

    parent: int
    event: Event | None
    said: Sync | None
    stand: Stand
    failure: Failure | None = None
    crash: Exception | None = None
    covered: int = 0
    block: int = 0
    hears: int = 0
    interrupts: int = 0
    moves: dict[int, int] = field(default_factory=dict)


class Growing(Protocol):
    """An automaton that finds its local states as they are asked for."""

    locals: list[Local]

    @property
    def moves(self) -> Sequence[dict[int, int]]:
        """For each local state, where the events lead that were followed so far."""

    def step(self, local: int, event: int) -> int:
        """Where `event` leads from `local`."""

    def refresh(self) -> None:
        """Bring every local state up to the alphabet as it is now."""


def explore_locally(automaton: Growing, limit: int) -> bool:
    """Find local states until all are known (True) or more than `limit` are (False).

    The last one found is followed first: there the b-thread stands, and need not be replayed.
    """
    automaton.refresh()
    pending = [
        (local, event)
        for local, state in enumerate(automaton.locals)
        for event in bits(state.hears)
        if event not in automaton.moves[local]
    ]
    while pending and len(automaton.locals) <= limit:
        before = len(automaton.locals)
        automaton.step(*pending.pop())
        for local in range(before, len(automaton.locals)):
            pending += [(local, event) for event in bits(automaton.locals[local].hears)]
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
        self._thread = thread
        self._alphabet = alphabet
        self._strategy = strategy
        self._around = around
        self._known: list[_Known] = []
        self._index: dict[object, int] = {}
        self._ended: int | None = None
        self.locals: list[Local] = []
        self._cursor: tuple[int, _Twins] = (-1, self._fresh())
        self._note_state(-1, None, self._cursor[1])

    @property
    def moves(self) -> list[dict[int, int]]:
        return [known.moves for known in self._known]

    def said(self, local: int) -> Sync | None:
        """The statement of a local state; None where the b-thread is no more."""
        return self._known[local].said

    def statements(self, local: int) -> Iterator[Said]:
        """What is said in a local state: one statement, or none where the b-thread has ended."""
        said = self._known[local].said
        return iter(() if said is None else (Said(self._thread, said),))

    def step(self, local: int, event: int) -> int:
        """Where `event` leads from `local`, replaying the b-thread if that is not known."""
        moves = self._known[local].moves
        target = moves.get(event)
        if target is None:
            target = moves[event] = self._discover(local, event)
        return target

    def refresh(self) -> None:
        """Bring the masks of every local state up to the alphabet as it is now."""
        for local, known in enumerate(self._known):
            if known.covered < len(self._alphabet.events):
                self._cover(local, known, parked=None)

    def history(self, local: int) -> list[Event]:
        """The events that lead from the start to `local`."""
        events = []
        while local >= 0 and (event := self._known[local].event) is not None:
            events.append(event)
            local = self._known[local].parent
        return events[::-1]

    def growing_variable(self) -> str | None:
        """The variable with the most different values along the way to the last local state."""
        values: dict[str, set[object]] = {}
        twins = self._fresh()
        for event in self.history(len(self._known) - 1)[-64:]:
            self._advance(twins, event)
            if twins.outcome.said is not None:
                for name, value in variables(twins.bodies[0]).items():  # type: ignore[arg-type]
                    values.setdefault(name, set()).add(value_key(value))
        return max(values, key=lambda name: len(values[name]), default=None)

    # Finding local states

    def _discover(self, local: int, event: int) -> int:
        label = self._alphabet.events[event]
        known = self._known[local]
        if known.interrupts >> event & 1:
            return self._interrupt(local, label)
        twins = self._at(local)
        self._advance(twins, label)
        target = self._note_state(local, label, twins)
        self._cursor = (target, twins)
        return target

    def _at(self, local: int) -> _Twins:
        """Twins that stand at `local`."""
        at, twins = self._cursor
        self._cursor = (-1, twins)
        if at != local:
            twins = self._fresh()
            for event in self.history(local):
                self._advance(twins, event)
        return twins

    def _fresh(self) -> _Twins:
        twins = _Twins((self._thread.start(), self._thread.start()))
        self._advance(twins, None)
        return twins

    def _advance(self, twins: _Twins, event: Event | None) -> None:
        first, second = (self._resumed(body, event) for body in twins.bodies)
        if not _same(first, second):
            place = place_of(position_of(twins.bodies[0]))
            raise ImpureThread(self._difference(twins), place, thread=self.name)
        twins.outcome = first
        twins.position = position_of(twins.bodies[0]) or twins.position

    def _resumed(
        self, body: Body, event: Event | None
    ) -> _Outcome:
        before = position_of(body)
        try:
            said = resume(body, event, self.name)
            key = () if said is None else state_key(body, said)  # type: ignore[arg-type]
        except AssertionError as error:
            return _Outcome(failure=Failure(self.name, _raised_at(error), str(error)))
        except OpaqueState as error:
            error.thread = self.name
            return _Outcome(crash=error)
        except Exception as error:  # the user's own: passed on whole if the product gets there
            return _Outcome(crash=error)
        finally:
            self._check_surroundings(before, body)
        return _Outcome(said, key)

    def _check_surroundings(self, before: Position, body: Body) -> None:
        changed = self._around.changed()
        if changed is not None:
            raise ImpureThread(
                f"it changed {changed}, which lives outside of it: b-threads that share a value "
                "are coupled unseen. Tell other b-threads by an event instead",
                place_of(before or position_of(body)),
                thread=self.name,
            )

    def _difference(self, twins: _Twins) -> str:
        first, second = (variables(body) for body in twins.bodies)  # type: ignore[arg-type]
        for name in first.keys() & second.keys():
            if value_key(first[name]) != value_key(second[name]):
                return (
                    f"replaying the same events gave {name} = {first[name]!r} once and "
                    f"{second[name]!r} once: it depends on more than its events, such as "
                    "randomness, a clock, or a value that others change"
                )
        return "replaying the same events did not lead to the same state"

    def _interrupt(self, local: int, event: Event) -> int:
        """The state after `event` ended the b-thread: its handler may fail an assertion."""
        twins = self._at(local)
        said = twins.outcome.said
        twins.outcome = _Outcome()
        if said is not None and said.on_interrupt is not None:
            try:
                said.on_interrupt(event)
            except AssertionError as error:
                twins.outcome = _Outcome(failure=Failure(self.name, _raised_at(error), str(error)))
            except Exception as error:  # as for a resumed b-thread
                twins.outcome = _Outcome(crash=error)
            self._check_surroundings(twins.position, twins.bodies[0])
        return self._note_state(local, event, twins)

    def _note_state(self, parent: int, event: Event | None, twins: _Twins) -> int:
        outcome = twins.outcome
        known = self._index.get(identity := outcome.identity)
        if known is None:
            known = self._index[identity] = len(self._known)
            stand = Stand(self.name, self.rule, place_of(twins.position))
            state = _Known(parent, event, outcome.said, stand, outcome.failure, outcome.crash)
            self._known.append(state)
            self.locals.append(Local())
            self._hear_of(outcome.said)
            self._cover(known, state, parked=outcome.said)
        return known

    def _hear_of(self, said: Sync | None) -> None:
        for event in said.request if said else ():
            self._alphabet.number(event)
        self.spawns = self.spawns or bool(said and said.start)

    # Masks over the alphabet

    def _cover(self, local: int, known: _Known, parked: Sync | None) -> None:
        """Extend the masks of a local state to events that were found since.

        A predicate may read the b-thread's variables, so it is asked while a run stands there.
        """
        said = known.said
        if said is not None:
            sets = (said.block, said.hears, said.interrupt)
            if any(part.members is None for part in sets):
                said = parked or self._parked(local)
            self._extend(known, said)
        known.covered = len(self._alphabet.events)
        self.locals[local] = self._local(known)

    def _extend(self, known: _Known, said: Sync) -> None:
        for number in range(known.covered, len(self._alphabet.events)):
            event, bit = self._alphabet.events[number], 1 << number
            known.block |= bit * self._holds(said.block, event, known.stand)
            interrupted = self._holds(said.interrupt, event, known.stand)
            known.interrupts |= bit * interrupted
            known.hears |= bit * (interrupted or self._holds(said.hears, event, known.stand))

    def _parked(self, local: int) -> Sync:
        twins = self._fresh()
        for event in self.history(local):
            self._advance(twins, event)
        self._cursor = (local, twins)
        said = twins.outcome.said
        assert said is not None
        return said

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
            said.priority,
            said.hot,
        )
        return Local((voice,), known.hears, known.interrupts)


def _same(first: _Outcome, second: _Outcome) -> bool:
    if first.crash is not None or second.crash is not None:
        return type(first.crash) is type(second.crash)
    return (first.key, first.failure) == (second.key, second.failure)


def _raised_at(error: BaseException) -> Place | None:
    """The innermost line that the exception came from."""
    trace, place = error.__traceback__, None
    while trace is not None:
        place = Place.of_line(trace.tb_frame.f_code.co_filename, trace.tb_lineno)
        trace = trace.tb_next
    return place
