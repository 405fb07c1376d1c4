"""Replaying a b-thread: always as two runs side by side, which must do the same.

Two runs share nothing but objects outside of the b-thread, so everything that both refer to is
watched from then on. If the runs differ, the b-thread depends on more than its events.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple

from ...data import dataclass
from ...errors import ImpureThread, OpaqueState, Place
from ...identity import identity
from ...model.network import Failure
from ..event import Event
from ..resume import Position, finish, interrupt, place_of, position_of, resume
from ..sync import Sync
from ..thread import AnyBody, Thread
from .bytecode.blind_sets import Orders, SeesOrder
from .interrupted import warn_of_interrupted
from .outside.contents import GENERATOR, MAKE_A_CHOICE
from .outside.started import Started, copied
from .outside.surroundings import Surroundings
from .state.identity import (
    NestedTooDeep,
    Reading,
    read_state,
    read_value,
    value_key,
    variables,
)
from .state.reader import Outside

_DEEPER = 11
"""The number of calls by which the second twin is resumed deeper in the call stack.

So the twins differ if a b-thread depends on this depth. A prime, as code might use a remainder of
the depth.
"""


class Outcome(NamedTuple):
    """What a resumed b-thread did: it made a statement, ended, failed an assertion, or raised."""

    said: Sync | None = None
    reading: Reading | None = None
    failure: Failure | None = None
    crash: BaseException | None = None

    @property
    def identity(self) -> Hashable:
        """What distinguishes the local state that was reached from the others."""
        if self.crash is not None:
            return identity(self.crash)
        return self.failure or (self.reading.key if self.reading else "ended")

    @property
    def ran_out_of_room(self) -> bool:
        """Whether a limit of the machine ended the run, so that another run may differ."""
        return isinstance(self.crash, RecursionError | MemoryError | NestedTooDeep)

    def looks_like(self, other: Outcome) -> bool:
        """Whether the outcomes are the same, apart from the texts of errors."""
        if self.crash is not None or other.crash is not None:
            return type(self.crash) is type(other.crash)
        if self.failure is not None and other.failure is not None:
            return self.failure.place == other.failure.place
        return self.identity == other.identity


@dataclass(slots=True)
class Twins:
    """Two runs of a b-thread that were resumed with the same events, and where they stand."""

    bodies: tuple[AnyBody, AnyBody]
    started: tuple[Started, Started]
    outcomes: tuple[Outcome, Outcome] = (Outcome(), Outcome())
    position: Position = None

    @property
    def outcome(self) -> Outcome:
        return self.outcomes[0]

    def __del__(self) -> None:
        for body in self.bodies:
            try:
                body.close()
            except Exception:  # the run is not needed any more, so its errors do not matter
                continue


class Replayer:
    """Makes runs of one b-thread, as often as they are needed.

    `around` watches what the b-thread can reach, `data` the data of events. `orders` are the
    variables with sets that are identified by their layout although the code shows no order.
    """

    def __init__(
        self,
        thread: Thread,
        name: str,
        around: Surroundings,
        data: Surroundings,
        orders: Orders,
    ) -> None:
        self.name = name
        self._recipe = thread
        self._around = around
        self._data = data
        self._orders = orders
        self._adopt_arguments(thread)

    @property
    def outside(self) -> Outside:
        """The objects outside of the b-thread, by their identity."""
        return self._around.met

    def replay(self, history: Iterable[Event]) -> Twins:
        """Make fresh twins, and resume them with the events of `history`."""
        twins = Twins((self._recipe.start(), self._recipe.start()), (Started(), Started()))
        return self.follow(twins, (None, *history))

    def follow(self, twins: Twins, events: Sequence[Event | None]) -> Twins:
        """Resume the twins with the events, and return them. Only the last state is read."""
        *before, last = events
        for event in before:
            self._retrace(twins, event)
        self.advance(twins, last)
        return twins

    def _retrace(self, twins: Twins, event: Event | None) -> None:
        """Resume both twins to a state that was read before and need not be read again.

        Raises `ImpureThread` if they raise or end, or change what is outside.
        """
        before = position_of(twins.bodies[0])
        try:
            said = [resume(body, event, self.name) for body in twins.bodies]
        except KeyboardInterrupt as stopped:
            warn_of_interrupted(stopped, self.name)
            raise
        except (RecursionError, MemoryError):
            raise
        except Exception as error:
            raise self.impure(twins, "the same events led to an error") from error
        self._check_surroundings(before, twins.bodies[0])
        for started, statement in zip(twins.started, said, strict=True):
            self._check_started(started, statement, before, twins.bodies[0])
        if None in said:
            raise self.impure(twins, "the same events led to another state")

    def advance(self, twins: Twins, event: Event | None) -> None:
        """Resume both twins. Raises `ImpureThread` if they differ or change what is outside."""
        self._both(twins, lambda body, _: resume(body, event, self.name))
        twins.position = position_of(twins.bodies[0]) or twins.position

    def interrupt(self, twins: Twins, event: Event) -> None:
        """End both twins by `event`. The handler and `finally` clauses may fail an assertion."""

        def end(body: AnyBody, said: Sync | None) -> None:
            assert said is not None
            interrupt(body, said, event, self.name)

        self._both(twins, end)

    def check_unmoved(self, twins: Twins) -> None:
        """Raise `ImpureThread` if calling predicates at this local state changed anything."""
        outcome = twins.outcome
        self._check_surroundings(twins.position, twins.bodies[0])
        now = self._read(twins.bodies[0], outcome.said)
        if now is None or outcome.reading is None or now.key != outcome.reading.key:
            raise self.impure(twins, "asking a predicate changed the b-thread")

    def impure(self, twins: Twins, what: str) -> ImpureThread:
        """The error for a b-thread that depends on more than its events. `what` is how it shows."""
        place = place_of(position_of(twins.bodies[0]) or twins.position)
        return ImpureThread(
            f"{what}: it depends on more than its events, such as randomness, a clock, a value "
            "that others change, or a class that it makes anew in each run",
            place,
            thread=self.name,
        )

    def _both(self, twins: Twins, act: Callable[[AnyBody, Sync | None], Sync | None]) -> None:
        """Do the same with both twins, and compare the outcomes."""
        before = position_of(twins.bodies[0])
        first = self._outcome(twins, 0, act)
        self._check_surroundings(before, twins.bodies[0])
        second = _deeper(_DEEPER, lambda: self._outcome(twins, 1, act))
        while self._adopt_shared(twins, first, second):
            first, second = (
                outcome._replace(reading=self._read(body, outcome.said))
                for body, outcome in zip(twins.bodies, (first, second), strict=True)
            )
        if not first.looks_like(second):
            first = second = self._out_of_room(twins, first, second)
        for started, outcome in zip(twins.started, (first, second), strict=True):
            self._check_started(started, outcome.said, before, twins.bodies[0])
        twins.outcomes = (first, second)
        for outcome in twins.outcomes:
            if outcome.reading is not None:
                outcome.reading.forget()

    def _out_of_room(self, twins: Twins, *outcomes: Outcome) -> Outcome:
        """The outcome that a limit of the machine caused. Raises `ImpureThread` without one."""
        for outcome in outcomes:
            if outcome.ran_out_of_room:
                return outcome
        raise self.impure(twins, self._difference(twins))

    def _outcome(
        self, twins: Twins, which: int, act: Callable[[AnyBody, Sync | None], Sync | None]
    ) -> Outcome:
        body = twins.bodies[which]
        try:
            said = self._act(act, body, twins.outcomes[which].said)
            if said is not None and said.ends:
                finish(body, self.name)
            return Outcome(said, self._read(body, said))
        except AssertionError as error:
            return Outcome(failure=Failure(self.name, _raised_at(error), _text_of(error)))
        except SeesOrder:
            raise
        except OpaqueState as error:
            error.thread = self.name
            return Outcome(crash=error)
        except (Exception, SystemExit, GeneratorExit) as error:
            # It is raised again, unchanged, if the search of the whole program gets here.
            return Outcome(crash=error)

    def _act(
        self, act: Callable[[AnyBody, Sync | None], Sync | None], body: AnyBody, said: Sync | None
    ) -> Sync | None:
        try:
            return act(body, said)
        except KeyboardInterrupt as stopped:
            warn_of_interrupted(stopped, self.name)
            raise

    def _read(self, body: AnyBody, said: Sync | None) -> Reading | None:
        return None if said is None else read_state(body, said, self.outside, self._orders)

    def _adopt_arguments(self, thread: Thread) -> None:
        """Watch what copies of the arguments share, such as the variables of a function."""
        readings = [read_value((t.args, t.kwargs)) for t in (thread, copied(thread))]
        if readings[0] and readings[1]:
            shared = readings[0].shared_with(readings[1])
            self._around.adopt((_named(value), value) for value in shared)
        else:
            given = (*thread.args, *thread.kwargs.values())
            self._around.adopt(("an argument", value) for value in given)

    def _adopt_shared(self, twins: Twins, first: Outcome, second: Outcome) -> bool:
        """Watch what both twins refer to, as two runs share only what is outside.

        Returns whether any of it is new.
        """
        if first.reading is None or second.reading is None:
            return False
        shared = first.reading.shared_with(second.reading)
        if not shared:
            return False
        names = {identity(v): n for n, v in variables(twins.bodies[0]).items()}
        return self._around.adopt(
            (names.get(identity(value), f"a {type(value).__name__}"), value) for value in shared
        )

    def _check_surroundings(self, before: Position, body: AnyBody) -> None:
        changed = self._around.changed() or self._data.changed()
        if changed is not None:
            by_event = "Tell other b-threads by an event instead"
            instead = MAKE_A_CHOICE if changed.startswith(GENERATOR) else by_event
            raise ImpureThread(
                f"it changed {changed}, which lives outside of it: b-threads that share a value "
                f"are coupled unseen. {instead}",
                place_of(before or position_of(body)),
                thread=self.name,
            )

    def _check_started(
        self, started: Started, said: Sync | None, before: Position, body: AnyBody
    ) -> None:
        changed = started.changed(self.outside)
        if changed is not None:
            raise ImpureThread(
                f"it changed what b-thread {changed.name} can reach, which it has started: a "
                "variable of its own that a function inside of it mentions, or what such a "
                "variable holds. Give it as an argument, of which each b-thread gets a copy",
                place_of(before or position_of(body)),
                thread=self.name,
            )
        started.note(said, self.outside)

    def _difference(self, twins: Twins) -> str:
        first, second = (variables(body) for body in twins.bodies)
        for name in first.keys() & second.keys():
            keys = [value_key(found[name], self.outside) for found in (first, second)]
            if keys[0] != keys[1]:
                return (
                    f"replaying the same events gave {name} = {first[name]!r} once and "
                    f"{second[name]!r} once"
                )
        return "replaying the same events did not lead to the same state"


def _deeper(frames: int, act: Callable[[], Outcome]) -> Outcome:
    """Return the result of `act`, called with `frames` more calls on the call stack."""
    return act() if not frames else _deeper(frames - 1, act)


def _named(value: object) -> str:
    return value.__name__ if isinstance(value, type) else "an argument"


def _text_of(error: AssertionError) -> str:
    try:
        return str(error)
    except Exception:  # the `str` of the message of an `assert` may fail
        return "its message has no text"


def _raised_at(error: BaseException) -> Place | None:
    """The innermost line in the traceback of an exception, None if there is none."""
    trace, place = error.__traceback__, None
    while trace is not None:
        place = Place.of_line(trace.tb_frame.f_code.co_filename, trace.tb_lineno)
        trace = trace.tb_next
    return place
