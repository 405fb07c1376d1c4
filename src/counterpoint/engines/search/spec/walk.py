"""The search that evaluates a system in Python, one state after the other, breadth first."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from ....alarm import limit_reached, require_going_on, stopped_by
from ....errors import CounterpointError, Fault
from ....model.specified import Specified, StateProbe, anyhow, everywhere, itself
from ....model.system import State
from ....stopped import AT_A_FAILURE, NOT_STOPPED, Cause, Stopped
from ...base.ending import hurried
from ...base.outcome import NONE
from ...base.task import Progress, Task
from .beside import Beside
from .explored import Beginning, Explored, Kind, Trouble, Wanted
from .size import SampledSize
from .tally import Firsts, Tally, bits_of, still_asked
from .walked import explored_of

BESIDE_A_STEP = 24
"""Bytes per step if steps are kept, including the making of the graph; an estimate."""

UNLIMITED = float("inf")

KIND = "walk"
"""The kind of the checkpoints of this search."""

ENOUGH = Stopped("enough was seen to learn from", Cause.FORM)
"""Why a walk stopped that was to run only for a while."""


class Walk:
    """A search in progress; it can be paused, so that a faster search takes over."""

    def __init__(
        self,
        system: Specified,
        wanted: Wanted,
        task: Task,
        kept: Callable[[Walk], object] | None = None,
    ) -> None:
        self.system, self.wanted, self.task = system, wanted, task
        self._kept = kept
        """Gives all that the walk needs to resume; None if it is never saved."""
        self.tuning = task.tuning
        self.numbers: dict[State, int] = {}
        self.beside = Beside()
        self.order: list[State] = []
        self.parents, self.outside, self.levels = array("I"), bytearray(), [0]
        self.expanded = self.initial = self.entered = self.deadlocks = 0
        self.first_deadlock: int | None = None
        self.patterns: dict[int, Tally] = {}
        self.kinds: dict[Kind, Tally] = {}
        self.pattern_of, self.ends = array("I"), array("Q")
        self.targets, self.events = array("I"), array("I")
        self.trouble: Trouble | None = None
        self.bad_starts: dict[StateProbe, State] = {}
        self.bad_states = Firsts(bits_of(wanted, wanted.states))
        self.bad_steps = Firsts(bits_of(wanted, wanted.steps))
        self.choose_tests()
        self.key = None if system.identity is itself else self._key_of
        self._within = None if system.within is everywhere else system.within
        self._allows = None if system.allows is anyhow else system.allows
        self.in_part = False
        self.is_alone = False
        """Whether no faster search will take over."""
        self._at: int | None = None
        self.judged_starts = 0
        self._ended_by: KeyboardInterrupt | None = None
        self.begun = False
        self._start = self._watched = time.perf_counter()
        self._seconds = self._listing = 0.0
        self.taken = 0
        self._size = SampledSize(self.tuning.size_sample, self.key)

    def choose_tests(self) -> None:
        """Choose the probes that are to be evaluated from now on."""
        wanted = self.wanted
        self._state_tests = still_asked(wanted.states, wanted, self.bad_states)
        self._step_tests = still_asked(wanted.steps, wanted, self.bad_steps)

    def run(
        self,
        work: float | None = None,
        states: int | None = None,
        initial: int | None = None,
    ) -> Explored:
        """Search until all states are visited, or a limit is reached; returns what was found.

        It stops with ENOUGH after `work` states and steps (later if few states wait to be visited),
        if that takes too many seconds, after `states` visited states, or if there are more than
        `initial` initial states. Time decides only for a slow system, as the results shown depend
        on which search is used.
        """
        began = time.perf_counter()
        stopped = self._stopped(
            lambda: self._begin(initial) or self._loop(UNLIMITED if work is None else work, states)
        )
        if self.trouble is None and stopped not in ("", ENOUGH, AT_A_FAILURE):
            more = self._stopped(partial(self._end, stopped))
            stopped = stopped if stopped.ends_everything else more or stopped
        self._seconds += time.perf_counter() - began
        return explored_of(self, stopped)

    def run_alone(self) -> Explored:
        """Search to the end: no faster search takes over, also after a checkpoint is resumed."""
        self.is_alone = True
        return self.run()

    def _stopped(self, work: Callable[[], Stopped]) -> Stopped:
        """Run some work; returns why it stopped: its result, an interrupt, or a missing value."""
        try:
            return work()
        except KeyboardInterrupt as error:
            self._ended_by = error  # keeps what it refers to alive: there is no time to free it
            return stopped_by(error)
        except Fault:
            raise
        except CounterpointError as error:
            self.trouble = Trouble(self._at, error)
            return Stopped(error.message, Cause.NO_VALUE)

    def _end(self, stopped: Stopped) -> Stopped:
        """After the search was stopped: judge the listed initial states, or save the search."""
        if not self.begun:
            half = replace(self.tuning, moment=self.tuning.moment / 2)  # more follows
            hurried(stopped, half, self._judge_starts)
        elif self._ended_by is None:  # no expansion was interrupted, so it can resume
            self._look(ended=True)
        return NOT_STOPPED

    @property
    def states_a_second(self) -> float:
        """States visited per second so far; initial states listed, if these are not all known."""
        done = self.expanded if self.begun else self.entered
        return done / self._seconds if self._seconds else 0.0

    @property
    def beginning(self) -> Beginning:
        """What is known of the initial states."""
        return Beginning(
            self.entered, self.begun, self.bad_starts, self.judged_starts, self._listing
        )

    def _begin(self, most: int | None) -> Stopped:
        """Number the initial states; returns why this was stopped, empty if it was not.

        `most` is how many may be listed.
        """
        if self.begun:
            return NOT_STOPPED
        room, more = most or self.tuning.starts_at_first, True
        while more:
            if room > self.entered:
                began = time.perf_counter()
                found = list(self.system.initial(room + 1))
                self._listing += time.perf_counter() - began
                more = len(found) == room + 1
                known = len(self.order)
                if stopped := self._enter_all(found[self.entered : room if more else None]):
                    return stopped
                if more and self.wanted.stop_first and self._ends_at(known):
                    return AT_A_FAILURE
            if more and room == most:
                return ENOUGH
            room *= 4
        self.levels.append(self.initial)
        self.begun = True
        return NOT_STOPPED

    @property
    def starts(self) -> list[State] | None:
        """The initial states, each once; None if not all are known, or some only by their keys."""
        return self.order[: self.initial] if self.begun and self.key is None else None

    def _enter_all(self, states: Sequence[State]) -> Stopped:
        for state in states:
            require_going_on()
            if self.entered % self.tuning.size_sample == 0 and (stopped := self._over_limits()):
                return stopped
            self._enter(state)
            self._at = None
        return NOT_STOPPED

    def _enter(self, state: State) -> None:
        self.entered += 1
        key = state if self.key is None else self.key(state)
        self._at = self.numbers.setdefault(key, len(self.order))
        if self._at == len(self.order):
            self.parents.append(NONE)
            self.order.append(state)
            self.initial += 1
        for probe in self.wanted.start:
            if probe not in self.bad_starts and not probe.holds(state):
                self.bad_starts[probe] = state

    def _ends_at(self, known: int) -> bool:
        """Whether a claim fails in an initial state from number `known` on; not all are listed."""
        if self.bad_starts:
            return True
        for number in range(known, len(self.order)):
            require_going_on()
            self._at = number
            if self._false_of(self.order[number]) & self.bad_states.left:
                self._judge_starts()
                return True
        self._at = None
        return False

    def _judge_starts(self) -> None:
        """Evaluate the probes in the initial states listed so far, as not all could be listed."""
        for number in range(self.judged_starts, len(self.order)):
            require_going_on()
            self._at = number
            self._note(self._false_of(self.order[number]), number)
            self.judged_starts += 1

    def _false_of(self, state: State) -> int:
        """A bit for each probe that is false in a state."""
        bits = 0
        for bit, holds in self._state_tests:
            if not holds(state):
                bits |= bit
        return bits

    def _loop(self, work: float, states: int | None) -> Stopped:
        """Visit every state; returns why the search stopped early, empty if it did not."""
        # Time of this thread: other threads must not influence which search is used.
        until = time.thread_time() + (self.tuning.walk_seconds if work < UNLIMITED else work)
        order, levels = self.order, self.levels
        while self.expanded < len(order):
            if stopped := limit_reached() or self._over_limits():
                return stopped
            now = time.perf_counter()
            if self.expanded == states:
                return ENOUGH
            if self._takes_long(work) or time.thread_time() > until:
                return ENOUGH
            if now - self._watched > self.tuning.look_seconds:
                self._report(now)
                self._look()
            if self.expanded == levels[-1]:
                if len(levels) - 1 == self.task.limits.depth:
                    return self.task.limits.too_deep
                levels.append(len(order))
            self._at = self.expanded
            self._visit(self.expanded)
            self.expanded += 1
        return NOT_STOPPED

    def _look(self, *, ended: bool = False) -> None:
        """Offer the search to the keeper, which may save a checkpoint."""
        if self.task.keeper is not None and self._kept is not None:
            kept = self._kept
            self.task.keeper.look(KIND, lambda: kept(self), ended=ended)

    def _takes_long(self, work: float) -> bool:
        """Whether more than `work` was done and many states wait, or far more than `work`."""
        done = self.expanded + self.taken
        waiting = len(self.order) - self.expanded
        tuning = self.tuning
        many = tuning.walk_few * waiting > self.expanded
        return done > work and (done > tuning.walk_more * work or many)

    def _over_limits(self) -> Stopped:
        limits, found = self.task.limits, len(self.order)
        if limits.states is not None and found > limits.states:
            return limits.too_many_states
        grown = self._size.is_due(found) or self.expanded % self.tuning.size_sample == 0
        if grown and (stopped := self.task.exceeds(self.bytes)):
            return stopped
        return AT_A_FAILURE if self.wanted.stop_first and self._failed else NOT_STOPPED

    @property
    def _failed(self) -> bool:
        dead = self.wanted.deadlock and self.deadlocks
        return bool(self.bad_starts or self.bad_states.found or self.bad_steps.found or dead)

    def _report(self, now: float) -> None:
        self._watched = now
        if self.task.watch is not None:
            found = len(self.order)
            self.task.watch(Progress(found, found - self.expanded, now - self._start))

    @property
    def bytes(self) -> int:
        """The bytes that states and steps take, estimated from a sample of the last states."""
        return self._size.of(self.order) + BESIDE_A_STEP * len(self.targets)

    def _visit(self, number: int) -> None:
        state = self.order[number]
        bits = self._false_of(state)
        is_beside = counts = False
        if self.beside:
            key = state if self.key is None else self.key(state)
            is_beside, counts = self.beside.look_at(key, number, self.numbers)
        if self._state_tests:
            self._note(bits, number, counts=counts or not self.beside)
        inside = not is_beside and (self._within is None or self._within(state))
        self.outside.append(not inside)
        if inside:
            self._follow(number, state)
        if self.wanted.edges:
            self.ends.append(len(self.targets))

    def _note(self, bits: int, number: int, *, counts: bool = True) -> None:
        """Record the probes that are false in a state; `counts` if it was not judged before."""
        tally = self.patterns.get(bits)
        if tally is None:
            tally = self.patterns[bits] = Tally(len(self.patterns))
        tally.count += counts
        if counts and bits & self.bad_states.left:
            self.bad_states.note(bits, number)
            self.choose_tests()
        if self.wanted.edges:
            self.pattern_of.append(tally.number)

    def _follow(self, number: int, state: State) -> None:
        """Number the targets of the steps of a state, and judge the steps."""
        order, numbers, kinds = self.order, self.numbers, self.kinds
        key, allows, edges, bad = self.key, self._allows, self.wanted.edges, self.bad_steps
        steps = self.system.successors(state)
        self.taken += len(steps)
        if not steps:
            self._note_deadlock(number)
        for label, there in steps:
            bits = 0
            for bit, holds in self._step_tests:
                if not holds(state, there):
                    bits |= bit
            known, state_key = len(order), there if key is None else key(there)
            follows = allows is None or allows(state, there)
            if follows:
                target = numbers.setdefault(state_key, known)
            else:
                target = self.beside.number(state_key, numbers, known)
            tally = kinds.get((label, bits))
            if tally is None:
                tally = kinds[label, bits] = Tally(len(kinds))
            tally.count += 1
            if target == known:
                self.parents.append(number)
                order.append(there)
                tally.fresh += follows
            if bits & bad.left:
                bad.note(bits, number, tally.number, target)
                self.choose_tests()
            if edges and follows:
                self.targets.append(target)
                self.events.append(tally.number)

    def _key_of(self, state: State) -> State:
        """The key that distinguishes a state."""
        key = self.system.identity(state)
        if key is not state and not self.in_part and key != state:
            self.in_part = True
        return key

    def _note_deadlock(self, number: int) -> None:
        self.deadlocks += 1
        if self.first_deadlock is None:
            self.first_deadlock = number

    def number(self, state: State) -> int | None:
        """The number of a state, or of one with the same key; None if neither was found."""
        state_key = state if self.key is None else self.key(state)
        number = self.numbers.get(state_key)
        return self.beside.numbers.get(state_key) if number is None else number
