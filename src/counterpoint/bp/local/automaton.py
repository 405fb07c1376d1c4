"""Local automata: all that one b-thread can do, found by replaying it.

The local state of a b-thread depends only on the events it was resumed with. So each b-thread is
explored alone, always on two generators side by side (`Twins`): if they differ, the b-thread
depends on something else. A step needs twins that stand at its source state. Twins that arrived
there earlier, on any path, are kept and resumed. If there are none, the events on the path to the
state are replayed, from the nearest earlier state on this path at which twins are kept. So a chain
of states takes time linear in its length, however many events lead from each state to the next.

This detects everything that a replay from the start would detect. The two runs are compared at each
step. Twins that arrive at a state on different paths and continue from there show that these paths
continue alike, which the replay of one path does not show. That the same events also lead to the
same state *later* is checked when the first, second, fourth, eighth... replay is saved: then the
state is replayed from the start. Together these checks take at most as many steps as the longest
path, times the binary logarithm of the number of saved replays.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace

from ...data import dataclass
from ...errors import BadSync, LimitReached
from ...model.bits import mask_of
from ...model.explanation import Stand
from ...model.network import Failure, Local, Voice
from ...tuning import USUAL, Tuning
from ..armed import armed, timeouts_of
from ..event import Event
from ..eventset import EventSet
from ..explain import priority_of
from ..resume import place_of
from ..strategy import Said, Strategy
from ..sync import Sync
from ..thread import Thread
from .alphabet import Alphabet
from .bytecode.blind_sets import Orders
from .growing import growing_variables, listed, take_new_values
from .outside.started import own_copy
from .outside.surroundings import Surroundings
from .stands import Stands
from .state.identity import Key, value_key, variables
from .state.key_limits import KeyLimits, TooLarge
from .state.reader import Outside
from .twins import Replayer, Twins


@dataclass(slots=True)
class _Known:
    """A local state: how it was reached, its statement, and its masks over the alphabet so far.

    `starts` are copies of the b-threads that it starts, made when the statement was yielded.
    `covered` is the number of events that the masks cover.
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


class LocalAutomaton:
    """The automaton of one b-thread. It grows as `step` finds local states.

    `spawns` says whether some statement starts other b-threads. `replayed` is the number of steps
    that were replayed.
    """

    def __init__(
        self,
        thread: Thread,
        name: str,
        alphabet: Alphabet,
        strategy: Strategy,
        around: Surroundings,
        tuning: Tuning = USUAL,
        orders: Orders | None = None,
    ) -> None:
        self.name = name
        self.rule = thread.rule.name
        self.spawns = False
        self.replayed = 0
        self.locals: list[Local] = []
        self.moves: list[dict[int, int]] = []
        self._thread = thread
        self.alphabet = alphabet
        self._strategy = strategy
        self._replayer = Replayer(thread, name, around, alphabet.data, orders or Orders())
        self._known: list[_Known] = []
        self._index: dict[Hashable, int] = {}
        self._unsettled: set[int] = set()  # states that events found later may concern
        self._stands = Stands(tuning.local_stands)
        self._tuning = tuning
        self._covered = 0  # number of events that the masks of all local states cover
        self._read = 0  # number of parts of local states that were read
        self._named = 0  # number of events that no other b-thread requested before
        self._most = KeyLimits(tuning.local_work, tuning.local_bytes)  # for one local state
        self._last = 0  # the local state at which twins were left last
        self._spared = 0  # number of replays saved by twins that were kept
        self._note_state(-1, None, self._replayer.replay(()))

    @property
    def outside(self) -> Outside:
        """The objects outside of the b-thread, by their identity."""
        return self._replayer.outside

    @property
    def threads(self) -> tuple[Thread, ...]:
        """The one b-thread that it is the automaton of."""
        return (self._thread,)

    @property
    def size(self) -> int:
        """The number of local states that are known."""
        return len(self.locals)

    def said(self, local: int) -> Sync | None:
        """The statement in a local state, None if the b-thread makes none there, or ends there."""
        said = self._known[local].said
        return None if said is None or said.ends else said

    def starts(self, local: int) -> tuple[Thread, ...]:
        """The b-threads that are started in a local state."""
        return self._known[local].starts

    def statements(self, local: int) -> Iterator[Said]:
        """Iterate over the statement in a local state: one, or none if the b-thread has ended."""
        said = self.said(local)
        return iter(() if said is None else (Said(self._thread, said),))

    def step(self, local: int, event: int) -> int:
        """The local state that `event` leads to from `local`. Replays the b-thread if unknown."""
        moves = self.moves[local]
        target = moves.get(event)
        if target is None:
            with self.alphabet.changing():
                target = moves[event] = self._discover(local, event)
        return target

    def refresh(self) -> bool:
        """Extend the masks of all local states to the whole alphabet.

        Returns whether any had to be extended.
        """
        events = len(self.alphabet.events)
        if self._covered == events:
            return False
        with self.alphabet.changing():
            behind = [n for n in self._unsettled if self._known[n].covered < events]
            self.alphabet.learned += len(behind)
            for local in behind:
                self._cover(local, self._known[local])
            self._covered = events
        return bool(behind)

    def history(self, local: int) -> list[Event]:
        """The events that lead from the start to `local`."""
        events = []
        while local >= 0 and (event := self._known[local].event) is not None:
            events.append(event)
            local = self._known[local].parent
        return events[::-1]

    def found_by(self, local: int) -> tuple[int, int]:
        """The earlier local state, and the event, by which a local state was found."""
        known = self._known[local]
        assert known.event is not None, "the initial state was not found by an event"
        return known.parent, self.alphabet.index[known.event]

    def variables(self, local: int) -> dict[str, dict[str, object]]:
        """The local variables of the b-thread in a local state, under the name of the b-thread."""
        if self.said(local) is None:
            return {}
        with self.alphabet.changing():
            twins = self._at(local)
            self._leave(local, twins)
        return {self.name: variables(twins.bodies[0])}

    def growth(self) -> str:
        """A text: the place of the last local state found, and which variables grow up to it."""
        last = max((n for n, known in enumerate(self._known) if known.said), default=0)
        with self.alphabet.changing():
            names = growing_variables(self._replayer, self.history(last))
        place = self._known[last].stand.place
        where = f" at {place} ({place.text})" if place else ""
        return f"{where}: {take_new_values(names)}" if names else where

    @property
    def is_too_much_work(self) -> bool:
        """Whether replaying, reading and updating took more work than one b-thread is worth."""
        tuning = self._tuning
        beside = self._read // tuning.local_parts + self._taught * tuning.local_learning
        return self.replayed + beside > tuning.local_work

    @property
    def _taught(self) -> int:
        """How often local states of any b-thread were updated for events of this b-thread."""
        return self.alphabet.learned * self._named // max(1, len(self.alphabet.events))

    # Finding local states

    def _discover(self, local: int, event: int) -> int:
        if self.is_too_much_work:
            raise self._too_much()
        label = self.alphabet.events[event]
        twins = self._at(local)
        if self._known[local].interrupts >> event & 1:
            self._replayer.interrupt(twins, label)
        else:
            self._replayer.advance(twins, label)
        return self._note_state(local, label, twins)

    def _at(self, local: int) -> Twins:
        """Return twins that stand at `local`. They are not kept any more."""
        way: list[Event] = []
        at = local
        while (twins := self._stands.take(at)) is None and self._known[at].event is not None:
            way.append(self._known[at].event)  # type: ignore[arg-type]
            at = self._known[at].parent
        if twins is None or way:
            return self._brought(local, twins, way[::-1])
        if local != self._last:
            self._spared += 1
            if self._spared.bit_count() == 1:
                self._leave(local, twins)
                return self._brought(local, None, self.history(local))
        return twins

    def _brought(self, local: int, twins: Twins | None, way: list[Event]) -> Twins:
        """Bring `twins`, or fresh ones for None, to `local` by the events `way`.

        Raises `ImpureThread` if they arrive in another state.
        """
        if self.is_too_much_work:
            raise self._too_much()
        self.replayed += len(way)
        twins = self._replayer.replay(way) if twins is None else self._replayer.follow(twins, way)
        if self._index.get(twins.outcome.identity) != local:
            raise self._replayer.impure(twins, "the same events led to another state")
        return twins

    def _leave(self, local: int, twins: Twins) -> None:
        """Keep twins that stand at `local` for later steps."""
        self._last = local
        if self.said(local) is not None:
            wanted = self.locals[local].hears.bit_count() - len(self.moves[local])
            self._stands.leave(local, twins, wanted)

    def _too_much(self) -> LimitReached:
        found = f"{len(self._known):,} local states"
        return LimitReached(
            f"b-thread {self.name} takes too much work after {found}{self.growth()}. "
            "Let it forget what it does not need, or give check a "
            f"tuning=Tuning(local_work=...) above {self._tuning.local_work:,} if that is meant"
        )

    def _require_small(self, key: Key, twins: Twins) -> None:
        """Raise `TooLarge` if values grow so fast that one more step might take for ever.

        The initial state may have any size, and later states at least this size.
        """
        if not self._known:
            self._most = self._most.with_room_for(key)
        elif len(key) > self._most.parts:
            raise TooLarge(self._too_much().message)
        elif self._most.is_exceeded_by_a_value(key):
            raise self._too_large(twins)

    def _too_large(self, twins: Twins) -> TooLarge:
        place = place_of(twins.position)
        where = f" at {place} ({place.text})" if place else ""
        keys = {n: value_key(v, self.outside) for n, v in variables(twins.bodies[0]).items()}
        names = [name for name, key in keys.items() if self._most.is_exceeded_by_a_value(key)]
        return TooLarge(
            f"b-thread {self.name} holds a value of more than {self._most.bytes:,} bytes{where}"
            f"{': ' if names else ''}{listed(names)}. Let it forget what it does not need, or give "
            f"check a tuning=Tuning(local_bytes=...) above {self._tuning.local_bytes:,} if that is "
            "meant"
        )

    def _note_state(self, parent: int, event: Event | None, twins: Twins) -> int:
        """Return the number of the local state at which the twins stand. Adds it if it is new."""
        outcome = twins.outcome
        if outcome.reading is not None:
            self._read += len(outcome.reading.key)
            self._require_small(outcome.reading.key, twins)
        known = self._index.get(outcome.identity)
        if known is not None:
            self._leave(known, twins)
            return known
        said, stand = outcome.said, Stand(self.name, self.rule, place_of(twins.position))
        starts = tuple(map(own_copy, said.start)) if said else ()
        self._hear_of(said)
        state = _Known(parent, event, said, stand, outcome.failure, outcome.crash, starts)
        try:
            return self._add(state, twins)
        except BaseException:
            # An interruption leaves a state without masks: no event may lead to it.
            self._index.pop(outcome.identity, None)
            raise

    def _add(self, state: _Known, twins: Twins) -> int:
        """Add the local state at which the twins stand; returns its number."""
        known = len(self.locals)
        self._known[known:] = [state]
        self.moves[known:] = [{}]
        self.locals.append(Local())
        self._index[twins.outcome.identity] = known
        self._leave(known, twins)
        self._cover(known, state)
        return known

    def _hear_of(self, said: Sync | None) -> None:
        known = len(self.alphabet.events)
        for event in said.request if said else ():
            self.alphabet.number(event)
        for timeout in timeouts_of(said) if said else ():
            self.alphabet.time(timeout, self.name)
        self._named += len(self.alphabet.events) - known
        self.spawns = self.spawns or bool(said and said.start)

    # Masks over the alphabet

    def _cover(self, local: int, known: _Known) -> None:
        """Extend the masks of a local state to the events that were found since.

        A predicate may read the b-thread's variables, so it is called while twins stand there.
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
        known.covered = len(self.alphabet.events)
        self.locals[local] = self._local(known)

    def _ask(self, local: int, known: _Known) -> None:
        """Extend the masks by calling predicates. Raises `ImpureThread` if they change anything."""
        twins = self._at(local)
        said = twins.outcome.said
        assert said is not None
        self._extend(known, said)
        self._replayer.check_unmoved(twins)
        self._leave(local, twins)

    def _extend(self, known: _Known, said: Sync) -> None:
        known.block |= self._mask(said.block, known)
        known.interrupts |= self._mask(said.interrupt, known)
        known.hears |= known.interrupts | self._mask(said.hears, known)

    def _mask(self, events: EventSet, known: _Known) -> int:
        """The mask of the events that belong to a set; of the new events only, for a predicate."""
        if events.members is not None:
            index = self.alphabet.index
            return mask_of(index[event] for event in events.members if event in index)
        numbers = range(known.covered, len(self.alphabet.events))
        new = ((n, self.alphabet.events[n]) for n in numbers if n != self.alphabet.tick)
        return mask_of(n for n, event in new if self._holds(events, event, known.stand))

    def _is_settled(self, events: EventSet) -> bool:
        """Whether no event that is found later can belong to a set."""
        index = self.alphabet.index
        return events.members is not None and all(event in index for event in events.members)

    def _holds(self, events: EventSet, event: Event, stand: Stand) -> bool:
        try:
            return events.holds(event)
        except BadSync as error:
            error.place = error.place or stand.place
            raise
        except Exception as error:
            error.add_note(
                f"while {stand.thread} at {stand.place} was asked about the event {event}: "
                "a predicate must answer for every event that can be requested"
            )
            raise

    def _local(self, known: _Known) -> Local:
        if known.failure is not None or known.crash is not None:
            return Local(failure=known.failure, crash=known.crash)
        if known.said is None or known.said.ends:
            return Local()
        return self._voiced(known, known.said, known.hears, known.interrupts)

    def armed(self, local: int, running: int, due: int, since: float) -> Local:
        """A local state with timeouts: it does not hear those that run, and those due may come.

        It has been waiting `since` so many seconds.
        """
        known = self._known[local]
        assert known.said is not None
        assert self.alphabet.tick is not None
        comes = due | (1 << self.alphabet.tick if running else 0)
        hears, interrupts = known.hears & ~running | comes, known.interrupts & ~running
        local_ = self._voiced(known, armed(known.said), hears, interrupts)
        voices = tuple(replace(voice, since=since) for voice in local_.voices)
        return Local(voices, hears, interrupts, comes)

    def _voiced(self, known: _Known, said: Sync, hears: int, interrupts: int) -> Local:
        voice = Voice(
            known.stand,
            tuple(map(self.alphabet.number, said.request)),
            known.block,
            self._strategy.rank(self._thread, said),
            priority_of(said, self._thread, self._strategy),
            said.hot,
            hears,
            interrupts,
        )
        return Local((voice,), hears, interrupts)
