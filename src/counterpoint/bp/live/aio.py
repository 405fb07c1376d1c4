"""Running a program in asyncio: tasks await the run, put events, and read events as a stream."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Iterable
from functools import partial
from weakref import WeakSet

from ...arguments import says_what_it_takes
from ...errors import Misuse
from ...tuning import USUAL, Tuning
from ..event import Event
from ..ruleset import RuleSet
from ..thread import Thread
from .listener import AwaitedCall, Listeners, blame_listener
from .outcome import Outcome
from .outside import LONGEST_SLEEP
from .runner import Runner, check_steps
from .saved import SavedRun
from .timeouts import Clock


class Stream:
    """The events of a run, for one `async for`, from the next event to the end of the run.

    Events are kept until they are read. A run does not keep a stream alive: if no other code refers
    to it, its unread events are freed.

    >>> from counterpoint import Program, events, sync, thread
    >>> HOT, COLD = events("HOT COLD")
    >>> @thread
    ... def pour():
    ...     yield sync(request=HOT)
    ...     yield sync(request=COLD)
    >>> async def main():
    ...     runner = AsyncRunner(Program(pour()))
    ...     stream = runner.stream()
    ...     await runner.run()
    ...     return [event async for event in stream]
    >>> asyncio.run(main())
    [HOT, COLD]
    """

    def __init__(self) -> None:
        self._unread: deque[Event] = deque()
        self._news = asyncio.Event()
        self._over = False

    def __aiter__(self) -> Stream:
        return self

    async def __anext__(self) -> Event:
        while not self._unread:
            if self._over:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        return self._unread.popleft()

    def _hear(self, event: Event) -> None:
        self._unread.append(event)
        self._news.set()

    def _finish(self) -> None:
        self._over = True
        self._news.set()


class AsyncRunner:
    """A run of a program in an asyncio event loop: `await run()`, `put` events, `stream()` them.

    It takes the same arguments as `Runner`, but time is real unless `clock` is None. `runner` is
    the `Runner` inside, for `explain`, `statements` and other methods. Listeners may be async: they
    are awaited after the step in which they were called, before the next step. If nothing can be
    selected, the run waits for timeouts, and for events from outside until `close` is called.

    >>> from counterpoint import Program, events, sync, thread
    >>> CLICK, LIGHT = events("CLICK LIGHT")
    >>> @thread
    ... def lamp():
    ...     while True:
    ...         yield sync(wait_for=CLICK)
    ...         yield sync(request=LIGHT)
    >>> async def main():
    ...     runner = AsyncRunner(Program(lamp()))
    ...     stream = runner.stream()
    ...     runner.put(CLICK)
    ...     runner.close()
    ...     outcome = await runner.run()
    ...     return outcome.how, [event async for event in stream]
    >>> asyncio.run(main())
    ('waiting', [CLICK, LIGHT])
    """

    @says_what_it_takes
    def __init__(
        self,
        program: RuleSet,
        *,
        seed: int | str | None = None,
        listeners: Iterable[object] = (),
        keep: int | None = 10_000,
        clock: Clock | None = time.monotonic,
        tuning: Tuning = USUAL,
    ) -> None:
        # What async listeners returned, in the order of the calls.
        self._awaited: deque[AwaitedCall] = deque()
        heard = Listeners(listeners, awaited=self._awaited)
        heard.add(self._hear)
        self.runner = Runner(
            program, seed=seed, listeners=heard, keep=keep, clock=clock, tuning=tuning
        )
        self._turn = tuning.turn_seconds
        self._streams: WeakSet[Stream] = WeakSet()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bell = asyncio.Event()  # set when something comes from outside

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as its program and what happened; listeners and streams are left out."""
        if self._loop is not None:
            raise Misuse("a run that is being awaited is not pickled: pickle it between two runs")
        again = partial(_again, clock=self.runner.clock)
        return again, (self.runner.program, self.runner.save(), self._turn)

    async def run(self, steps: int | None = None) -> Outcome:
        """Step until the run ends, or for `steps` steps, waiting for outside events when needed.

        If the task is cancelled, the run pauses between two steps, and a later `run` continues it.
        Streams end when this returns or raises, except when all `steps` are done and the run has
        not ended. Raises `Misuse` if the run is being awaited already.
        """
        check_steps(steps)
        if self._loop is not None:
            raise Misuse("run(): this run is being awaited already")
        self._bell = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        done = False
        try:
            outcome = await self._run(steps)
            done = outcome.count == steps and not self.runner.ended
            return outcome
        finally:
            self._loop = None
            if not done:
                self._finish_streams()

    def stream(self) -> Stream:
        """Make a stream of the events selected from now on. Each stream gets all of them."""
        stream = Stream()
        self._streams.add(stream)
        if self.runner.ended:
            stream._finish()
        return stream

    def put(self, event: Event) -> None:
        """Queue an event from outside, from any task or OS thread; see `Runner.put`."""
        self.runner.put(event)
        self._ring()

    def add(self, thread: Thread) -> None:
        """Add a b-thread to the run, from any task or OS thread; see `Runner.add`."""
        self.runner.add(thread)
        self._ring()

    def close(self) -> None:
        """Declare that nothing more comes from outside: the run ends when it would have to wait."""
        self.runner.close()
        self._ring()

    async def _run(self, steps: int | None) -> Outcome:
        runner = self.runner
        before = runner.count
        turn_ends = time.monotonic() + self._turn
        while runner.count - before != steps:
            if await self._step() is not None:
                if time.monotonic() < turn_ends:
                    continue
                await asyncio.sleep(0)
            elif runner.ended:
                break
            else:
                await self._wait()
            turn_ends = time.monotonic() + self._turn
        return runner.outcome(before)

    async def _wait(self) -> None:
        """Wait until something comes from outside, or a timeout is due."""
        with contextlib.suppress(TimeoutError):
            left = self.runner.next_timeout
            async with asyncio.timeout(None if left is None else min(left, LONGEST_SLEEP)):
                await self._bell.wait()
        self._bell.clear()  # the event or b-thread is queued, so the next step sees it

    async def _step(self) -> Event | None:
        """Make a step of the run, then await the async listeners that it called."""
        try:
            return self.runner.step()
        finally:
            if self._awaited:
                await self._hear_out()

    async def _hear_out(self) -> None:
        """Await what the async listeners returned, in order.

        Each exception ends the run. The first one is raised after all have been awaited.
        """
        failure: Exception | None = None
        while self._awaited:
            call = self._awaited.popleft()
            try:
                await call.answer
            except Exception as error:
                blame_listener(error, call.listener, call.moment, call.what)
                self.runner.fail(error)  # this calls listeners, so `_awaited` may grow
                failure = failure or error
        if failure is not None:
            raise failure

    def _ring(self) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed, so nothing waits in it
                self._loop.call_soon_threadsafe(self._bell.set)

    def _hear(self, event: Event) -> None:
        for stream in self._streams:
            stream._hear(event)

    def _finish_streams(self) -> None:
        for stream in self._streams:
            stream._finish()
        self._streams.clear()


def _again(program: RuleSet, saved: SavedRun, turn: float, clock: Clock | None) -> AsyncRunner:
    """The run that was pickled so; raises `DifferentRun` as `Runner.resume` does."""
    made = AsyncRunner(program, seed=saved.seed)
    heard = Listeners((), awaited=made._awaited)
    heard.add(made._hear)
    made.runner = Runner.resume(program, saved, listeners=heard, clock=clock)
    made._turn = turn
    return made
