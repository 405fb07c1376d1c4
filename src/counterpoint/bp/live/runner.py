"""Running a program: one step at a time, or on and on, with events from outside."""

from __future__ import annotations

import random
import threading
from collections import deque
from collections.abc import Iterable
from itertools import islice
from typing import Literal, TypeAlias

from ...arguments import require_count, require_seed, says_what_it_takes
from ...data import dataclass
from ...errors import Misuse
from ...model.explanation import Explanation, StepExplanation
from ...tuning import USUAL, Tuning
from ..event import Event
from ..explain import Statement, explain, explain_step
from ..program import Program, checked_threads
from ..thread import Thread
from .cast import Cast
from .listener import Listeners
from .selection import Selection

How: TypeAlias = Literal["ended", "waiting", "deadlock", "steps", "failed"]
"""How a run stands: no b-thread is left, all that are left wait, some of them request in vain,
it could go on but the steps that were asked for are done, or an exception ended it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call of `run` did: how many events it selected, the last of them, and how it stopped.

    `events` are all of them unless there were more than the runner keeps.

    >>> from counterpoint import Event, sync, thread
    >>> @thread
    ... def pour():
    ...     yield sync(request=Event("HOT"))
    ...     yield sync(wait_for=Event("COLD"))
    >>> Runner(Program(pour())).run()
    Outcome(events=(HOT,), count=1, how='waiting')
    """

    events: tuple[Event, ...]
    count: int
    how: How


def check_steps(steps: object) -> None:
    """Raise `Misuse` unless `steps` is a number of steps, or None for all of them."""
    if steps is not None and (type(steps) is not int or steps < 0):
        raise Misuse(f"run(): steps is a number of steps or nothing, not {steps!r}")


class Runner:
    """A run of a program: `step` by step, or with `run`; one seed, one run.

    Without a `seed` one is drawn, and `runner.seed` tells it. `listeners` are told what happens:
    see `MOMENTS`. The last `keep` events stay in `events` (None: all), so that a run may go on for
    ever; `count` counts them all. `put` and `add` may be called at any time and from any OS thread,
    all else by one at a time. An exception in a b-thread passes through and ends the run.

    >>> from counterpoint import Program, events, sync, thread
    >>> HOT, COLD = events("HOT COLD")
    >>> @thread
    ... def pour(event):
    ...     yield sync(request=event)
    >>> runner = Runner(Program(pour(HOT), pour(COLD)), seed=3)
    >>> runner.run(steps=1)
    Outcome(events=(HOT,), count=1, how='steps')
    >>> runner.step(), runner.step(), runner.ended
    (COLD, None, True)
    """

    @says_what_it_takes
    def __init__(
        self,
        program: Program,
        *,
        seed: int | str | None = None,
        listeners: Iterable[object] | Listeners = (),
        keep: int | None = 10_000,
        tuning: Tuning = USUAL,
    ) -> None:
        if not isinstance(program, Program):
            raise Misuse(f"Runner() takes a Program, not {program!r}")
        require_seed(seed)
        require_count("keep", keep)
        self.program = program
        self.seed = random.randrange(1 << 32) if seed is None else seed
        self.count = 0
        self.ended = False
        self.failure: BaseException | None = None
        self._listeners = listeners if isinstance(listeners, Listeners) else Listeners(listeners)
        self._listened = bool(self._listeners)
        self._log: deque[Event] = deque(maxlen=keep)
        self._selection = Selection(program.strategy, random.Random(self.seed))
        self._cast = Cast(program.threads, self._selection, self._tell, tuning)
        self._final = program.final if program.final.members != () else None
        self._final_reached = False
        self._outside: deque[Event] = deque()
        self._bell = threading.Event()  # rung when something came from outside
        self._closed = False
        self._started = False
        self._busy = False
        self._in_super_step = True

    @property
    def events(self) -> tuple[Event, ...]:
        """The events selected so far, or the last `keep` of them."""
        return tuple(self._log)

    @property
    def statements(self) -> tuple[Statement, ...]:
        """What each living b-thread says now, in their order; runs new ones to their first."""
        self.start()
        return self._cast.statements

    @property
    def waiting(self) -> bool:
        """Whether the run can only go on when something comes from outside."""
        self.start()
        if self.ended or self._cast.selectable():
            return False
        return self._outside_place() is None

    def explain(self) -> Explanation:
        """Who requests what now, who blocks it, what can be selected, and what may come."""
        return explain(self.statements, self.program.strategy, self.program.external or ())

    @says_what_it_takes
    def explain_step(self, event: Event) -> StepExplanation:
        """What selecting `event` now would do: whom it would wake and whom interrupt."""
        if not isinstance(event, Event):
            raise Misuse(f"explain_step() takes an event, not {event!r}")
        external = self.program.external or ()
        return explain_step(self.statements, self.program.strategy, event, external)

    def put(self, event: Event) -> None:
        """Give an event from outside; it is selected in its turn when a super-step is over.

        Raises `Misuse` when the program declares `external` events and this is none of them, and
        when nothing is left to hear it.
        """
        self._refuse_outside(event)
        self._outside.append(event)
        self._bell.set()

    def add(self, thread: Thread) -> None:
        """Start one more b-thread: it runs to its first statement before the next selection."""
        checked_threads((thread,), "add()")
        if self.ended:
            raise Misuse(f"add({thread}): the run has ended")
        self._cast.add(thread)
        self._bell.set()

    def close(self) -> None:
        """Say that nothing more comes from outside: the run ends when it would have to wait."""
        self._closed = True
        self._bell.set()

    def start(self) -> None:
        """Run the b-threads to their first statement; `step` does it where it is still to do."""
        if self._cast.arrivals and not self._busy:
            self._go_on(select=False)

    def step(self) -> Event | None:
        """The event that was selected and heard, None when nothing can be selected now."""
        return None if self.ended else self._go_on(select=True)

    @says_what_it_takes
    def run(self, steps: int | None = None, *, wait: bool = False) -> Outcome:
        """Step until nothing can be selected, or for a number of steps.

        With `wait` the run then stays and waits for events from outside, until `close`.
        """
        check_steps(steps)
        before, step = self.count, self.step
        while self.count - before != steps:
            if step() is None and not (wait and self._wait()):
                break
        return self.outcome(before)

    def outcome(self, since: int = 0) -> Outcome:
        """How the run stands, and the events selected after the first `since`."""
        count = self.count - since
        last = tuple(islice(reversed(self._log), count))
        return Outcome(last[::-1], count, self._how())

    def _go_on(self, select: bool) -> Event | None:
        """Settle what has arrived and then, with `select`, select an event and let it be heard.

        All that changes a run is done here, undisturbed; an exception in the middle of it ends it.
        """
        if self._busy:
            raise Misuse("a step cannot be made from within a step: use put(event) or add(thread)")
        self._busy = True
        try:
            if self._cast.arrivals or not self._started:
                self._settle()
            return self._select() if select else None
        except BaseException as error:
            self.failure = error
            self._end()
            raise
        finally:
            self._busy = False

    def _settle(self) -> None:
        if not self._started:
            self._started = True
            self._tell("started")
        self._cast.settle()

    def _select(self) -> Event | None:
        selectable = self._cast.selectable()
        event = self._selection.choose(selectable) if selectable else self._next_from_outside()
        if event is None:
            if self._closed or self._cast.empty:
                self._end()
            return None
        self._in_super_step = True
        self.count += 1
        self._log.append(event)
        if self._listened:
            self._tell("event_selected", event)
        if self._final is not None and self._final.holds(event):
            self._final_reached = True
        self._cast.hear(event)
        if not self._cast.living and self._cast.empty:
            self._finish_super_step()
            self._end()
        return event

    def _finish_super_step(self) -> None:
        if self._in_super_step:
            self._in_super_step = False
            self._tell("super_step_done")

    def _next_from_outside(self) -> Event | None:
        """The event that begins the next super-step, taken from those that came from outside."""
        self._finish_super_step()
        place = None if self._cast.empty else self._outside_place()
        if place is None:
            return None
        event = self._outside[place]
        del self._outside[place]
        return event

    def _outside_place(self) -> int | None:
        """Which of the events from outside is the first that nobody blocks."""
        is_blocked = self._cast.index.blocks.anyone
        places = range(len(self._outside))  # others append meanwhile; only a step removes
        return next((place for place in places if not is_blocked(self._outside[place])), None)

    def _wait(self) -> bool:
        """Wait until something came from outside; False when the run has ended."""
        if self.ended:
            return False
        self._bell.wait()
        self._bell.clear()  # what rang it is queued already, so the next step sees it
        return True

    def fail(self, error: BaseException) -> None:
        """End the run because of an exception that came up between two steps."""
        self.failure = self.failure or error
        self._end()

    def _end(self) -> None:
        if not self.ended:
            self.ended = True
            self._tell("ended")

    def _tell(self, moment: str, *what: object) -> None:
        if self._listened:
            self._listeners.tell(moment, self, *what)

    def _how(self) -> How:
        if self.failure is not None:
            return "failed"
        if self._cast.empty:
            return "ended"
        if not self.waiting and not self.ended:
            return "steps"
        return "deadlock" if self._is_stuck() else "waiting"

    def _is_stuck(self) -> bool:
        """Whether someone requests in vain, and no declared event from outside could change it."""
        if self._final_reached or not self._cast.index.someone_requests:
            return False
        return all(map(self._cast.index.blocks.anyone, self.program.external or ()))

    def _refuse_outside(self, event: object) -> None:
        if not isinstance(event, Event):
            raise Misuse(f"put() takes an event, not {event!r}")
        declared = self.program.external
        if declared is not None and event not in declared:
            names = ", ".join(map(str, declared)) or "no events"
            raise Misuse(f"put({event}): the program declares external={names}")
        if self.ended or self._closed:
            raise Misuse(f"put({event}): the run {'has ended' if self.ended else 'was closed'}")
