"""Searches by kernels: calls in a loop, between which Python checks limits and Ctrl-C."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod

from ...alarm import limit_reached, stopped_by
from ...stopped import NOT_STOPPED, Stopped
from ..base.outcome import DONE, PAUSED
from ..base.task import Progress, Task


class NativeSearch(ABC):
    """A search whose kernel expands states by number, in the order they were found.

    Each kind of state has its own kernel and its own arrays; the loop is the same for all. A kernel
    returns when it has reached a given number, or when Python must do something: lengthen an array,
    compute a move.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self.tuning = task.tuning
        self.start = time.perf_counter()

    @property
    @abstractmethod
    def found(self) -> int:
        """The number of states found so far."""

    @property
    @abstractmethod
    def expanded(self) -> int:
        """The number of states expanded so far."""

    @abstractmethod
    def call(self, chunk: int) -> int:
        """Let the kernel expand about `chunk` states; returns why it stopped."""

    @abstractmethod
    def answer(self, outcome: int) -> Stopped:
        """Do what the kernel stopped for; returns why that is impossible, empty if it is not."""

    def over_limits(self) -> Stopped:
        """The reason to stop before the next call, empty if there is none."""
        return limit_reached()

    def paced(self, chunk: int, seconds: float) -> int:
        """The number of states for the next call, if the last, of `chunk`, took `seconds`."""
        return self.tuning.paced(chunk, seconds)

    def search(self, chunk: int) -> Stopped:
        """Expand all states; returns why the search stopped early, empty if it did not.

        The first call is for `chunk` states.
        """
        try:
            return self._loop(chunk)
        except KeyboardInterrupt as error:
            return stopped_by(error)

    def _loop(self, chunk: int) -> Stopped:
        while not (stopped := self.over_limits()):
            began = time.perf_counter()
            outcome = self.call(chunk)
            seconds = time.perf_counter() - began
            if outcome == DONE or (stopped := self.answer(outcome)):
                break
            if outcome == PAUSED:
                chunk = self.paced(chunk, seconds)
            self.report()
            if stopped := self.asked_to_end():
                break
        return stopped

    def report(self) -> None:
        """Report progress to the watcher, if there is one."""
        if self.task.watch is not None:
            waiting, seconds = self.found - self.expanded, time.perf_counter() - self.start
            self.task.watch(Progress(self.found, waiting, seconds))

    def asked_to_end(self) -> Stopped:
        """The reason to stop that what was found gives, empty if there is none."""
        return NOT_STOPPED

    def until(self, chunk: int, most: int) -> int:
        """The number of the state at which a call for `chunk` states stops.

        A state has at most `most` successors: few states are found beyond the limit.
        """
        if (limit := self.task.most_states) is not None:
            left = limit + 1 - self.found
            chunk = min(chunk, max(1, left // most))
        return self.expanded + chunk
