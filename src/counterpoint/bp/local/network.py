"""A program as a network: the local automata of its b-threads, over one alphabet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from ...errors import DifferentRun, ImpureThread, OpaqueState, UnknownAtom
from ...model.network import Locals, Network, Origin, is_whole
from ...model.property import Labels
from ...model.system import Label
from ...model.walk import Walk
from ...tuning import USUAL, Tuning
from ..event import Event
from ..eventset import NONE, listed
from ..lint import (
    lacking_data,
    many_ticks,
    matching_nothing,
    names_nobody,
    never_selected,
    unheard,
    warnings_about,
)
from ..texts import may_show_an_order, shown
from ..thread import Thread
from ..tick import Tick
from ..unyielded import never_yielded
from .alphabet import Alphabet, refuse_tick
from .automaton import LocalAutomaton
from .bytecode.blind_sets import Orders
from .bytecode.mentions import hides_a_library
from .exploring import explore_locally
from .family import Family, Single
from .found import Found, Part, found_of
from .outside.deciding import Deciding
from .outside.owners import Seen
from .outside.started import copies_what_is_ready
from .outside.surroundings import Surroundings
from .processes.trust import ByThread, Given, Trust
from .state.builtin_state import frames_can_be_read
from .timed import Timed

if TYPE_CHECKING:
    from ..ruleset import RuleSet

T = TypeVar("T")


def network_of(program: RuleSet, tuning: Tuning = USUAL) -> Network:
    """Make the network of `program`. An automaton is complete unless it has very many states.

    Raises `ImpureThread` if a b-thread depends on more than its events, `OpaqueState` if b-threads
    cannot be read at all, and any exception that making the generator of a b-thread raises.
    """
    if not frames_can_be_read():
        raise OpaqueState("this Python hides the value stack of generators from gc")
    if file := hides_a_library():
        raise OpaqueState(
            f"{file} has the name of a module of Python's library, by which b-threads that use it "
            "are judged: give it another name"
        )
    origin = _ProgramOrigin(program, tuning)
    network = Network(
        automata=tuple(origin.parts),
        alphabet=origin.alphabet.events,  # type: ignore[arg-type]
        external=origin.external,
        final=program.final,
        first_only=program.strategy.first_only,
        select=None if program.strategy.is_ranked else origin.select,
        origin=origin,
        owners=program.owners,
        weak=program.weak,
        strong=(*program.strong, *origin.time),
        timed=tuple(origin.alphabet.timeouts),
        tick=origin.alphabet.tick,
    )
    origin.trust.network = network
    return network


class _ProgramOrigin(Origin):
    """The program behind a network. It answers what only the b-threads themselves can answer."""

    def __init__(self, program: RuleSet, tuning: Tuning) -> None:
        self.program = program
        self.tuning = tuning
        self.alphabet = Alphabet()
        self._given: dict[Thread, Given] = {}
        self._ready_seen = Seen.NOTHING
        self._around: dict[object, tuple[Thread, Surroundings]] = {}
        for thread in program.threads:
            self._surroundings(thread)
        self._deciding = Deciding(program)
        self.trust = Trust(program, self._doubts, lambda: self._deciding.doubts, tuning)
        self.external = self._numbered_external()
        self._orders = Orders()
        self.parts: list[Part] = self._orders.settled(self._explored)
        while self.alphabet.settle_unit():
            self.parts = self._orders.settled(self._explored)
        self.alphabet.is_settled = True
        if self.alphabet.tick is not None:
            refuse_tick((*self._mentioned(), *self.alphabet.events[: self.alphabet.tick]))
        self.refresh()

    def again(self) -> tuple[Any, ...]:
        self.refresh()  # an interrupted search may have found events last
        found = tuple(map(found_of, self.parts))
        return _network_again, (self.program, self.tuning, tuple(self.alphabet.events), found)

    def find_again(self, events: Sequence[Event], found: Sequence[Found]) -> None:
        """Find events and local states again, with the same numbers; raises `DifferentRun`."""
        for event in events:
            if not isinstance(event, Tick):  # which is numbered already, or never
                self.alphabet.number(event)
        if self.alphabet.events != list(events):
            raise DifferentRun("its b-threads are not what they were when it was pickled")
        self.refresh()
        for part, of in zip(self.parts, found, strict=True):
            of.again(part)
        if len(self.alphabet.events) > len(events):
            raise DifferentRun("its b-threads are not what they were when it was pickled")
        self.refresh()
        for part, of in zip(self.parts, found, strict=True):
            of.require_said(part)

    @property
    def switched_off(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(thread.rule.name for thread in self.program.switched_off))

    def is_current(self) -> bool:
        """Whether everything that the automata depend on is unchanged, and all are consistent.

        An interruption or an error while a local state was being added leaves an automaton
        inconsistent.
        """
        around = (self.alphabet.data, *(each for _, each in self._around.values()))
        return not (
            self.alphabet.unfinished
            or any(each.changed() for each in around)
            or any(given.has_changed for given in self._given.values())
            or self._deciding.has_changed
        )

    def _doubts(self) -> Iterator[ByThread]:
        """The doubts about the b-threads and about the data of their events."""
        for thread, given in self._given.items():
            yield from ((f"b-thread {thread.name}", each) for each in given.doubts)
        for thread, around in self._around.values():
            who = f"b-thread {thread.name}"
            yield from ((who, each.at(thread.rule.place)) for each in around.doubts)
        yield from (("an event", each) for each in self.alphabet.data.doubts)

    def _numbered_external(self) -> tuple[int, ...] | None:
        declared = self.program.external
        return None if declared is None else tuple(map(self.alphabet.number, declared))

    def _automaton(self, thread: Thread, name: str | None = None) -> Single:
        automaton = LocalAutomaton(
            thread,
            name or thread.name,
            self.alphabet,
            self.program.strategy,
            self._surroundings(thread),
            self.tuning,
            self._orders,
        )
        return Timed(automaton, self.tuning) if self.alphabet.unit else automaton

    @property
    def time(self) -> tuple[Labels, ...]:
        """The fairness constraint that time goes on, however often outside events come."""
        alphabet = self.alphabet
        if alphabet.tick is None:
            return ()
        return (frozenset(alphabet.events[n] for n in (*alphabet.timeouts, alphabet.tick)),)

    def _surroundings(self, thread: Thread) -> Surroundings:
        """What the code of a b-thread can reach, computed once for all b-threads of a function."""
        function = thread.rule.function
        if function not in self._around:
            around = _blaming(thread, lambda: Surroundings(function))
            self._around[function] = thread, around
        self._look_at_what_is_ready(thread, self._around[function][1])
        if thread not in self._given:
            self._given[thread] = _blaming(thread, lambda: Given(thread, self.alphabet.data))
        return self._around[function][1]

    def _look_at_what_is_ready(self, thread: Thread, around: Surroundings) -> None:
        """If one b-thread can see whether objects have cached values, watch these for all."""
        if copies_what_is_ready(thread):
            around.see_what_is_ready(Seen.CHANGING)
        self._ready_seen = max(self._ready_seen, around.ready_seen)
        for _, known in self._around.values():
            known.see_what_is_ready(self._ready_seen)

    def _explored(self) -> list[Part]:
        """Explore the automata. One that starts b-threads or is not complete becomes a family."""
        program = self.program
        named = zip(program.threads, program.names, strict=True)
        self._ahead: Counter[int] = Counter()
        self.alphabet.unfinished = 0  # automata that were begun before are discarded
        parts: list[Part] = [self._automaton(thread, name) for thread, name in named]
        enough = [part.replayed + self.tuning.local_replays for part in parts]
        known = -1
        while known != len(self.alphabet.events):
            known = len(self.alphabet.events)
            for index, part in enumerate(parts):
                left = enough[index] - part.replayed  # one budget for all rounds
                done = self._find_ahead(index, part, self.tuning.local_states, left)
                if not isinstance(part, Family) and (part.spawns or not done):
                    parts[index] = Family(part, self._automaton)
                    self._ahead[index] = 0
                    enough[index] += self.tuning.local_replays
                    known = -1
        return parts

    def grow(self, automaton: int) -> None:
        part = self.parts[automaton]
        more = part.size * 5 // 4
        self._find_ahead(automaton, part, more, self.tuning.local_replays // 20)
        self.refresh()

    def found_ahead(self, automaton: int) -> int:
        return self._ahead[automaton]

    def _find_ahead(self, index: int, part: Part, limit: int, replays: int) -> bool:
        before = len(part.locals)
        done = explore_locally(part, limit, replays)
        self._ahead[index] += len(part.locals) - before
        return done

    def refresh(self) -> None:
        for part in self.parts:
            part.refresh()

    def history(self, automaton: int, local: int) -> tuple[Label, ...]:
        return tuple(self.parts[automaton].history(local))

    def local_after(self, automaton: int, labels: Iterable[Label]) -> int:
        part, local = self.parts[automaton], 0
        for label in labels:
            event = self.alphabet.number(label)  # type: ignore[arg-type]
            self.refresh()  # the event may be one that nobody requested so far
            if not part.locals[local].hears >> event & 1:
                raise DifferentRun(f"it does not react to {label} any more", thread=part.name)
            local = part.step(local, event)
        return local

    def labels(self) -> tuple[Label, ...]:
        return tuple(dict.fromkeys((*self._requested, *self._mentioned())))

    def _mentioned(self) -> Iterator[Event]:
        for part in self.parts:
            for local in range(len(part.locals)):
                for said in part.statements(local):
                    for events in (said.sync.hears, said.sync.interrupt, said.sync.block):
                        yield from listed(events)

    def variables(self, automaton: int, local: int) -> dict[str, dict[str, object]]:
        return self.parts[automaton].variables(local)

    def shown(self, value: object) -> str:
        if may_show_an_order(value):
            raise UnknownAtom(
                f"the text of a {type(value).__qualname__} may show the order of a set, which "
                "differs from process to process: let it sort them, or ask about another variable"
            )
        return shown(value)

    def unbounded(self, automaton: int, limit: str) -> str:
        part = self.parts[automaton]
        return (
            f"b-thread {part.name} has more than {len(part.locals) - 1:,} local states"
            f"{part.growth()}. Raise {limit} if that is meant"
        )

    def select(self, state: Locals) -> tuple[int, ...]:
        """The numbers of the events that the program's own strategy selects in a state."""
        said = [
            statement
            for part, local in zip(self.parts, state, strict=True)
            for statement in part.statements(local)
        ]
        return tuple(self.alphabet.index[e] for e in self.program.strategy.selectable(said))

    def awaited(self, automaton: int, local: int) -> tuple[Label, ...]:
        heard = (
            event
            for statement in self.parts[automaton].statements(local)
            for events in (statement.sync.hears, statement.sync.interrupt)
            for event in listed(events)
        )
        return tuple(event for event in heard if event not in self._requested)

    def hears(self, automaton: int, local: int, label: Event) -> bool:
        return label not in self._requested and any(
            events.holds(label)
            for statement in self.parts[automaton].statements(local)
            for events in (statement.sync.hears, statement.sync.interrupt)
        )

    @cached_property
    def _requested(self) -> frozenset[Event]:
        """The events that b-threads of the whole program, with all rules on, may request.

        Declared outside events are included.
        """
        whole = (
            _ProgramOrigin(self.program.whole(), self.tuning) if self.program.switched_off else self
        )
        return frozenset(whole.alphabet.events)

    def rehearse(self, labels: Sequence[Label], *, endless: bool = False) -> str:
        self.refresh()  # an interrupted search may have found events last
        reason = self.trust.rehearse(labels, endless)  # type: ignore[arg-type]
        self._deciding.require_unchanged()
        return reason

    def retrace(self, walks: Iterable[Walk]) -> str:
        self.refresh()  # an interrupted search may have found events last
        reason = self.trust.retrace(walks)
        self._deciding.require_unchanged()
        return reason

    def wander(self, *, crashes: bool = False) -> str:
        self.refresh()  # an interrupted search may have found events last
        reason = self.trust.wander(crashes=crashes)
        self._deciding.require_unchanged()
        return reason

    def warnings(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._warnings()))

    def _warnings(self) -> Iterator[str]:
        everyone = self.program.whole().threads
        named = {name for thread in everyone for name in (thread.name, thread.rule.name)}
        # Members of a family may have names that are not known here.
        if not any(isinstance(part, Family) for part in self.parts):
            yield from names_nobody(self.program.strategy, named)
        events = self.alphabet.events
        for part in self.parts:
            for thread in part.threads:
                yield from never_yielded(thread.name, thread.rule)
            for local in range(len(part.locals)):
                for said in part.statements(local):
                    yield from warnings_about(part.name, said.sync, self.program.strategy)
                    yield from matching_nothing(part.name, said.sync, events)
                    yield from lacking_data(part.name, said.sync, events)
        if self.alphabet.unit:
            yield from many_ticks(self.alphabet.timeouts.values(), self.alphabet.unit)
        if not self.program.switched_off and all(map(is_whole, self.parts)):
            yield from self._without_effect()

    def _without_effect(self) -> Iterator[str]:
        """The warnings about events that have no effect, as all events are known here."""
        program, events = self.program, self.alphabet.events
        for name, sets in (
            ("final", (program.final,)),
            ("weak", program.weak),
            ("strong", program.strong),
        ):
            for each in sets:
                yield from never_selected(name, each, events) if each != NONE else ()
        said = (
            statement.sync
            for part in self.parts
            for local in range(len(part.locals))
            for statement in part.statements(local)
        )
        yield from unheard(program.external or (), said)


def _network_again(
    program: RuleSet, tuning: Tuning, events: Sequence[Event], found: Sequence[Found]
) -> Network:
    """The network that was pickled so; raises what `network_of` raises, and `DifferentRun`."""
    network = network_of(program, tuning)
    assert isinstance(network.origin, _ProgramOrigin)
    network.origin.find_again(events, found)
    return network


def _blaming(thread: Thread, look: Callable[[], T]) -> T:
    """Return the result of `look`. An `ImpureThread` gets the name and place of the b-thread."""
    try:
        return look()
    except ImpureThread as error:
        error.thread, error.place = thread.name, error.place or thread.rule.place
        raise
