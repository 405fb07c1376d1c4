"""Running a program inside asyncio: awaited, fed by other tasks, listened to as a stream."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Iterable
from weakref import WeakSet

from ...arguments import says_what_it_takes
from ...errors import Misuse
from ...tuning import USUAL, Tuning
from ..event import Event
from ..program import Program
from ..thread import Thread
from .listener import Listeners, Told, blame_listener
from .runner import Outcome, Runner, check_steps


class Stream:
    """The events of a run from now on, for one `async for`; what was not read yet is kept for it.

    It ends with the run. A stream that nobody holds any more keeps nothing.

    >>> from counterpoint import events, sync, thread
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

    It takes what `Runner` takes, and is one: `runner` is the `Runner` inside, for `explain`,
    `statements` and the like. Listeners may be async: they are awaited after the step that they
    were told of, before the next one. When nothing can be selected the run waits for events from
    outside, until `close` says that none will come.

    >>> from counterpoint import events, sync, thread
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
        program: Program,
        *,
        seed: int | str | None = None,
        listeners: Iterable[object] = (),
        keep: int | None = 10_000,
        tuning: Tuning = USUAL,
    ) -> None:
        self._awaited: deque[Told] = deque()  # of async listeners, in the order of what happened
        heard = Listeners(listeners, awaited=self._awaited)
        heard.add(self._hear)
        self.runner = Runner(program, seed=seed, listeners=heard, keep=keep, tuning=tuning)
        self._turn = tuning.turn_seconds
        self._streams: WeakSet[Stream] = WeakSet()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bell = asyncio.Event()  # rung when something came from outside

    async def run(self, steps: int | None = None) -> Outcome:
        """Step until the run ends, or for a number of steps; between events it waits.

        When the task is cancelled the run stands still between two steps, and a later `run` goes
        on from there. Streams end when this returns or raises, unless the steps are done.
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
        """An `async for` over the events selected from now on; each stream gets all of them."""
        stream = Stream()
        self._streams.add(stream)
        if self.runner.ended:
            stream._finish()
        return stream

    def put(self, event: Event) -> None:
        """Give an event from outside, from any task or OS thread; see `Runner.put`."""
        self.runner.put(event)
        self._ring()

    def add(self, thread: Thread) -> None:
        """Start one more b-thread, from any task or OS thread."""
        self.runner.add(thread)
        self._ring()

    def close(self) -> None:
        """Say that nothing more comes from outside: the run ends when it would have to wait."""
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
                await self._bell.wait()
                self._bell.clear()  # what rang it is queued already, so the next step sees it
            turn_ends = time.monotonic() + self._turn
        return runner.outcome(before)

    async def _step(self) -> Event | None:
        """A step of the run; afterwards the async listeners that were told of it are awaited."""
        try:
            return self.runner.step()
        finally:
            if self._awaited:
                await self._hear_out()

    async def _hear_out(self) -> None:
        """Await what async listeners answered, in order; raises the first exception at the end."""
        failure: Exception | None = None
        while self._awaited:
            told = self._awaited.popleft()
            try:
                await told.answer
            except Exception as error:
                blame_listener(error, told.listener, told.moment, told.what)
                self.runner.fail(error)  # which tells the listeners
                failure = failure or error
        if failure is not None:
            raise failure

    def _ring(self) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop was closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._bell.set)

    def _hear(self, event: Event) -> None:
        for stream in self._streams:
            stream._hear(event)

    def _finish_streams(self) -> None:
        for stream in self._streams:
            stream._finish()
        self._streams.clear()
