"""Operations that may take long, performed in a thread of their own.

A single operation on decision diagrams can take minutes, and cannot be ended. The calling thread
waits for it, so Ctrl-C and limits end the wait. Then the operation is abandoned: its thread goes on
until it is done, or out of memory, and nobody hears of its result.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Event
from typing import Any, TypeAlias

from ...alarm import LOOK_EVERY, require_going_on
from ...depth import start_deep


class _Asked:
    """An operation that is performed, or is going to be; then its result, or what it raised."""

    def __init__(self, operation: Callable[..., Any], arguments: Sequence[Any]) -> None:
        self._operation, self._arguments = operation, arguments
        self._result: Any = None
        self._error: BaseException | None = None
        self.done = Event()

    def perform(self) -> None:
        try:
            self._result = self._operation(*self._arguments)
        except BaseException as error:
            self._error = error
        self.done.set()

    def result(self) -> Any:
        if self._error is not None:
            raise self._error
        return self._result


_Queue: TypeAlias = "SimpleQueue[_Asked | None]"


class Performer:
    """Performs operations one after the other; its thread ends with it.

    >>> Performer().result(divmod, (7, 2))
    (3, 1)
    """

    def __init__(self) -> None:
        self._queue: _Queue | None = None

    def result(self, operation: Callable[..., Any], arguments: Sequence[Any]) -> Any:
        """The result of an operation; raises what it raises.

        Raises `TimeIsUp` or `KeyboardInterrupt` if the work of the calling thread must end.
        """
        asked, queue = _Asked(operation, arguments), self._started()
        queue.put(asked)
        try:
            while not asked.done.wait(LOOK_EVERY):
                require_going_on()
        except BaseException:
            queue.put(None)  # it ends when the operation does
            self._queue = None  # the next operation need not wait for it
            raise
        return asked.result()

    def _started(self) -> _Queue:
        if self._queue is None:
            self._queue = SimpleQueue()
            start_deep(lambda queue=self._queue: _serve(queue))  # type: ignore[misc]
            weakref.finalize(self, self._queue.put, None).atexit = False
        return self._queue


def _serve(queue: _Queue) -> None:
    """Perform what is asked for until there is nothing more."""
    while (asked := queue.get()) is not None:
        asked.perform()
        del asked  # it holds diagrams, which take memory
