"""Running a program: one step at a time or many, with events from outside."""

from __future__ import annotations

import random
import sys
from collections import deque
from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from itertools import groupby, islice
from operator import attrgetter

from ...arguments import require_count, require_seed, says_what_it_takes
from ...errors import DifferentRun, Misuse
from ...model.explanation import Explanation, StepExplanation
from ...tuning import USUAL, Tuning
from ..event import Event
from ..explain import Statement, explain, explain_step
from ..ruleset import RuleSet, checked_threads
from ..thread import Thread
from .cast import Cast
from .listener import Listeners
from .outcome import How, Outcome
from .outside import Outside
from .saved import Added, Moment, SavedRun
from .selection import Selection
from .timeouts import Clock, Pending, Time


def check_steps(steps: object) -> None:
    """Raise `Misuse` unless `steps` is a number of steps, or None for no limit."""
    if steps is not None and (type(steps) is not int or steps < 0):
        raise Misuse(f"run(): steps is a number of steps or nothing, not {steps!r}")


class Runner:
    """A run of a program, with `step` or `run`. The same seed gives the same run.

    Without a `seed`, a random one is used; `runner.seed` is its value. `listeners` are called when
    something happens; see `MOMENTS`. `events` keeps the last `keep` events (None: all events), so
    that the memory for a long run is bounded; `count` counts all events. `put` and `add` may be
    called at any time from any OS thread, the other methods from one OS thread at a time. An
    exception in a b-thread ends the run and is raised by the step. `clock` returns the seconds by
    which timeouts (`after`) count; without one, time is virtual: where nothing can be selected and
    no outside event waits, it is at once the time of the next timeout.

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
        program: RuleSet,
        *,
        seed: int | str | None = None,
        listeners: Iterable[object] | Listeners = (),
        keep: int | None = 10_000,
        clock: Clock | None = None,
        tuning: Tuning = USUAL,
    ) -> None:
        if not isinstance(program, RuleSet):
            raise Misuse(f"Runner() takes a Program, not {program!r}")
        require_seed(seed)
        require_count("keep", keep)
        if clock is not None and not callable(clock):
            raise Misuse(f"clock= takes a function that returns seconds, not {clock!r}")
        self.program = program
        self.seed = random.randrange(1 << 32) if seed is None else seed
        self.count = 0
        self.ended = False
        self.failure: BaseException | None = None
        self._listen(listeners if isinstance(listeners, Listeners) else Listeners(listeners))
        self._log: deque[Event] = deque(maxlen=keep)
        self._chance = random.Random(self.seed)
        self._selection = Selection(program.strategy, self._chance)
        self._cast = Cast(program.threads, self._selection, self._notify, clock, tuning)
        self._timeouts = self._cast.timeouts
        self._final = program.final if program.final.members != () else None
        self._final_reached = False
        self._began = self._timeouts.now
        self._moments: deque[Moment] = deque(maxlen=keep and keep + 1)
        self._added: list[Added] = []
        self._outside = Outside(program.external)
        self._started = False
        self._busy = False
        self._in_super_step = True

    @property
    def events(self) -> tuple[Event, ...]:
        """The events selected so far, or the last `keep` of them."""
        return tuple(self._log)

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The statements of the living b-threads, in their order.

        Runs new b-threads to their first statement.
        """
        self.start()
        return self._cast.statements

    @property
    def waiting(self) -> bool:
        """Whether the run can continue only when something comes from outside."""
        self.start()
        if self.ended or self._cast.selectable():
            return False
        is_blocked = self._cast.index.blocks
        return self._outside.first(is_blocked) is None and self._timeouts.next_by_itself is None

    @property
    def clock(self) -> Clock | None:
        """The clock by which timeouts count; None if time is virtual."""
        return self._timeouts.clock

    @property
    def timeouts(self) -> tuple[Pending, ...]:
        """The timeouts of the b-threads, in their order, each with the seconds until it is due."""
        self.start()
        return self._timeouts.pending

    @property
    def next_timeout(self) -> float | None:
        """The seconds until the first timeout that is not blocked is due, None without one."""
        self.start()
        return self._timeouts.left

    def pass_time(self, seconds: float | Fraction) -> None:
        """Let virtual time pass, but at most until the first timeout is due that is not blocked.

        Raises `Misuse` if the run has a clock, or if something happens before time passes: an event
        can be selected, or a timeout is due.
        """
        self.start()
        is_time = isinstance(seconds, int | float | Fraction) and 0 <= seconds < float("inf")
        if not self._timeouts.is_virtual or not is_time:
            raise Misuse(f"pass_time({seconds!r}): it takes seconds, of a run without a clock")
        first = self._timeouts.first
        due = [first[0]] if first and self._timeouts.left == 0 else []
        if ready := [*self._cast.selectable(), *due]:
            what = f"{ready[0]} can be selected, which takes no time"
            raise Misuse(f"pass_time(): {what}: take it before, as by step()")
        self._finish_super_step()
        end = self._timeouts.now + Fraction(str(seconds))
        self._come_to(end if first is None else min(end, first[1]))

    def _come_to(self, time: Time) -> None:
        """Let time pass, and note when, for runs that are resumed."""
        self._timeouts.come_to(time)
        if self._moments and self._moments[-1].after == self.count:
            self._moments.pop()
        self._moments.append(Moment(self.count, self._timeouts.now))

    def explain(self) -> Explanation:
        """Explain the current requests: which are blocked, which are selectable, what may come."""
        return explain(self.statements, self.program.strategy, self.program.external or ())

    @says_what_it_takes
    def explain_step(self, event: Event) -> StepExplanation:
        """Explain which b-threads `event` would wake or interrupt if it were selected now."""
        if not isinstance(event, Event):
            raise Misuse(f"explain_step() takes an event, not {event!r}")
        external = self.program.external or ()
        return explain_step(self.statements, self.program.strategy, event, external)

    def put(self, event: Event) -> None:
        """Queue an event from outside. It is selected in its turn when a super-step is over.

        Raises `Misuse` if the program declares `external` events and `event` is not one of them, or
        if the run has ended or was closed.
        """
        self._outside.require_possible(event, ended=self.ended)
        self._outside.put(event, self._timeouts.read())

    def add(self, thread: Thread) -> None:
        """Add a b-thread. It runs to its first statement before the next selection.

        Raises `Misuse` if the run has ended.
        """
        checked_threads((thread,), "add()")
        if self.ended:
            raise Misuse(f"add({thread}): the run has ended")
        self._added.append(Added(self.count, thread))
        self._cast.add(thread)
        self._outside.ring()

    def close(self) -> None:
        """Declare that nothing more comes from outside: the run ends when it would have to wait."""
        self._outside.close()

    def start(self) -> None:
        """Run new b-threads to their first statement. `step` does this too if necessary."""
        if self._cast.arrivals and not self._busy:
            self._go_on(False)

    def step(self) -> Event | None:
        """Make a step. Returns the selected event, None if nothing can be selected now."""
        return None if self.ended else self._go_on(True)

    def force(self, event: Event) -> Event:
        """Make a step with this event, whatever the strategy would choose; returns the event.

        Raises `Misuse`, and makes no step, if the event cannot be selected now: it is neither
        selectable, nor, where nothing is, an event that may come from outside.
        """
        self.start()
        if not self._is_possible(event):
            possible = [*self._cast.selectable(), *(self.program.external or ())]
            there = ", ".join(map(str, possible)) if possible and not self.ended else "nothing"
            raise Misuse(f"force({event}): it cannot be selected now; there is {there}")
        self._go_on(True, event)
        return event

    def _is_possible(self, event: object) -> bool:
        """Whether an event is selectable, or may come from outside as nothing is."""
        if self.ended or not isinstance(event, Event):
            return False
        if selectable := self._cast.selectable():
            return event in selectable
        if self._timeouts.may_come(event):
            return True
        may_come = self._outside.may_come(event) and not self._cast.empty
        return may_come and not self._cast.index.blocks(event)

    def save(self) -> SavedRun:
        """What happened so far, for `resume`; a pickled runner has the same.

        Raises `Misuse` if the run has failed, or has kept only the last of its events.
        """
        if self.failure is not None:
            raise Misuse("save(): an exception has ended this run")
        if self.count > len(self._log):
            raise Misuse(
                f"save(): the run kept the last {len(self._log):,} of its {self.count:,} events, "
                "and all are needed: make it with keep=None"
            )
        return SavedRun(
            seed=self.seed,
            events=self.events,
            added=tuple(self._added),
            outside=tuple(self._outside.waiting),
            closed=self._outside.closed,
            chance=self._chance.getstate(),
            keep=self._log.maxlen,
            started=self._started,
            settled=not self._cast.arrivals,
            in_super_step=self._in_super_step,
            ended=self.ended,
            began=self._began,
            moments=tuple(self._moments),
            time=self._timeouts.read(),
        )

    @classmethod
    def resume(
        cls,
        program: RuleSet,
        saved: SavedRun,
        *,
        listeners: Iterable[object] | Listeners = (),
        clock: Clock | None = None,
        tuning: Tuning = USUAL,
    ) -> Runner:
        """A run that is where the saved one was: its b-threads take the same events again.

        What they do besides is done again too. `listeners` are called from then on. Each timeout
        has the time left that it had. Raises `DifferentRun` if one of the events cannot be
        selected.
        """
        if not isinstance(saved, SavedRun):
            raise Misuse(f"resume() takes what save() gave, not {saved!r}")
        runner = cls(program, seed=saved.seed, keep=saved.keep, tuning=tuning)
        runner._listened = False
        runner._replay(saved)
        runner._in_super_step, runner.ended = saved.in_super_step, saved.ended
        later = Fraction(0) if clock is None else runner._timeouts.go_on_by(clock, saved.time)
        runner._listen(listeners if isinstance(listeners, Listeners) else Listeners(listeners))
        runner._chance.setstate(saved.chance)
        for event, time in saved.outside:
            runner._outside.put(event, Fraction(time) + later)
        if saved.closed:
            runner.close()
        return runner

    def _replay(self, saved: SavedRun) -> None:
        """Take the steps of a saved run, each at its time."""
        self._began = saved.began
        self._timeouts.come_to(saved.began)
        moments = dict(saved.moments)
        for count, event in enumerate((*saved.events, None)):
            if count or event is not None or saved.started:
                self.start()
            here = (one for one in saved.added if one.after == count)
            for time, together in groupby(here, key=attrgetter("time")):
                self._add_again(time, [one.thread for one in together])
            if count in moments:
                self._come_to(moments[count])
            if event is None:
                break
            if not self._is_possible(event):
                raise DifferentRun(f"event {count + 1} of the run, {event}, is not possible")
            self._go_on(True, event)

    def _add_again(self, time: Time | None, threads: Iterable[Thread]) -> None:
        """Add b-threads that started together at a time, None if they have not started."""
        for thread in threads:
            self.add(thread)
        if time is not None:
            self._timeouts.come_to(time)
            self.start()

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as its program, its clock and what happened; listeners are left out."""
        resume = partial(type(self).resume, clock=self.clock)
        return resume, (self.program, self.save())

    @says_what_it_takes
    def run(self, steps: int | None = None, *, wait: bool = False) -> Outcome:
        """Step until nothing can be selected, or for `steps` steps.

        With `wait`, if nothing can be selected, wait for events from outside, until `close`.
        """
        check_steps(steps)
        before, step = self.count, self.step
        while self.count - before != steps:
            if step() is None and not (wait and self._wait()):
                break
        return self.outcome(before)

    def outcome(self, since: int = 0) -> Outcome:
        """The status of the run, with the events selected after the first `since`."""
        require_count("since", since)
        count = max(0, self.count - (since or 0))
        last = tuple(islice(reversed(self._log), count))
        return Outcome(last[::-1], count, self._how())

    def _listen(self, listeners: Listeners) -> None:
        """Call these listeners from now on, and log each step if that is asked for."""
        if "logging" in sys.modules:
            from .logged import Logged, is_logged  # which takes long to load

            if is_logged() and not listeners.are_logged:
                listeners.are_logged = True
                listeners.add(Logged())
        self._listeners = listeners
        self._listened = bool(listeners)

    def _go_on(self, select: bool, forced: Event | None = None) -> Event | None:
        """Start the b-threads that were added. Then, with `select`, select an event and process it.

        The event may be `forced`, if it is possible. All changes of a run are made here. An
        exception ends the run. Raises `Misuse` if called from within a step.
        """
        if self._busy:
            raise Misuse("a step cannot be made from within a step: use put(event) or add(thread)")
        self._busy = True
        try:
            if self._cast.arrivals or not self._started:
                self._settle()
            return self._select(forced) if select else None
        except BaseException as error:
            self.failure = error
            self._end()
            raise
        finally:
            self._busy = False

    def _settle(self) -> None:
        if not self._timeouts.is_virtual:
            self._timeouts.come_to(self._timeouts.read())
        if not self._started:
            self._started = True
            self._began = self._timeouts.now
            self._notify("started")
        for place in reversed(range(len(self._added))):
            if self._added[place].time is not None:
                break
            self._added[place] = self._added[place]._replace(time=self._timeouts.now)
        self._cast.settle()

    def _select(self, forced: Event | None) -> Event | None:
        selectable = self._cast.selectable()
        event: Event | None
        if forced is not None:
            event = forced
            if not selectable:
                self._finish_super_step()
                if self._timeouts.may_come(forced):
                    self._let_come(forced)
                else:
                    self._come_to(self._timeouts.read())
        elif len(selectable) == 1 and not self._selection.chooses:
            event = selectable[0]
        else:
            event = self._chosen(selectable)
        if event is None:
            if self._cast.empty or (self._outside.closed and self._timeouts.first is None):
                self._end()
            return None
        self._in_super_step = True
        self.count += 1
        self._log.append(event)
        if self._listened:
            self._notify("event_selected", event)
        if self._final is not None and self._final.holds(event):
            self._final_reached = True
        self._cast.hear(event)
        if not self._cast.living and self._cast.empty:
            self._finish_super_step()
            self._end()
        return event

    def _chosen(self, selectable: tuple[Event, ...]) -> Event | None:
        return self._selection.choose(selectable) if selectable else self._next_unrequested()

    def _next_unrequested(self) -> Event | None:
        """The event that begins the next super-step; None if nothing can be selected.

        What is due by a clock and what came from outside is taken in its order. In virtual time,
        what came from outside comes before time passes.
        """
        self._finish_super_step()
        place = None if self._cast.empty else self._outside.first(self._cast.index.blocks)
        timeout = self._timeouts.next_by_itself
        if timeout is not None and (place is None or self._is_before(timeout[1], place)):
            self._let_come(timeout[0])
            return timeout[0]
        if place is None:
            return None
        came = self._outside.take(place)
        if came.time > self._timeouts.now:
            self._come_to(came.time)
        return came.event

    def _is_before(self, end: Time, place: int) -> bool:
        """Whether a timeout was due before an outside event came; always false of virtual time."""
        came = max(self._timeouts.now, self._outside.waiting[place].time)
        return end < came and not self._timeouts.is_virtual

    def _let_come(self, timeout: Event) -> None:
        self._cast.release(timeout)
        self._come_to(self._timeouts.now)

    def _finish_super_step(self) -> None:
        if self._in_super_step:
            self._in_super_step = False
            self._notify("super_step_done")

    def _wait(self) -> bool:
        """Wait until something comes from outside. Returns False if the run has ended."""
        if self.ended:
            return False
        self._outside.wait(self.next_timeout)
        return True

    def fail(self, error: BaseException) -> None:
        """End the run because of an exception that was raised between two steps."""
        self.failure = self.failure or error
        self._end()

    def _end(self) -> None:
        if not self.ended:
            self.ended = True
            self._notify("ended")

    def _notify(self, moment: str, *what: object) -> None:
        if self._listened:
            self._listeners.notify(moment, self, *what)

    def _how(self) -> How:
        if self.failure is not None:
            return "failed"
        if self._cast.empty:
            return "ended"
        if not self.waiting and not self.ended:
            return "steps"
        return "deadlock" if self._is_stuck() else "waiting"

    def _is_stuck(self) -> bool:
        """Whether there is a request, and all declared outside events are blocked.

        False after a `final` event.
        """
        if self._final_reached or not self._cast.index.someone_requests:
            return False
        if self._timeouts.first is not None:
            return False
        return all(map(self._cast.index.blocks, self.program.external or ()))
