"""Runs kernels over all states of a space, chunk by chunk, in several threads if that pays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

from ....alarm import require_going_on
from . import sweepkernel
from .buffers import buffers_for
from .form import Form
from .records import Buffers
from .space import Space

Call: TypeAlias = Callable[[int, int, Buffers], int]
"""Calls a kernel for the states from the first number up to the second, with buffers."""


class Sweeper:
    """Sweeps over the states of a space."""

    def __init__(self, space: Space, *, threads: int | None = None) -> None:
        self.space = space
        self.tuning = tuning = space.code.tuning
        several = threads or tuning.workers
        self.threads = several if space.states >= tuning.threads_from else 1
        self._buffers = [self.buffers() for _ in range(self.threads)]

    def buffers(self) -> Buffers:
        """Buffers for one thread."""
        return buffers_for(self.space.code, packed=self.space.form is Form.PACKED)

    def library(
        self,
        *functions: Callable[..., int],
        constants: Mapping[str, int] | None = None,
        calls: Mapping[str, Callable[..., int]] | None = None,
    ) -> Any:
        """The kernels compiled for this space, with the constants of `sweepkernel` given."""
        packed = self.space.form is Form.PACKED
        places = sweepkernel.places_packed if packed else sweepkernel.places_ranked
        return self.space.build(
            *functions,
            calls={"places_of": places, "mover": self.space.code.mover, **(calls or {})},
            constants={"PARALLEL": int(self.threads > 1), **(constants or {})},
        )

    def forward(self, call: Call) -> list[int]:
        """The results of calls that together visit every state once."""
        return self._all(call, self._chunks(0, self.space.states))

    def backward(self, call: Call, *, once: bool) -> int:
        """The sum of the results of calls, made for the states of greatest distance first.

        If there is only one sweep (`once`), a state must see the results for all states farther
        away: threads then work in parallel on states of the same distance only. If sweeps are
        repeated until nothing changes, any order is correct.
        """
        total = 0
        for first, last, alike in self._stages():
            chunks = self._chunks(first, last)[::-1]
            if last - first >= self.tuning.threads_from and (alike or not once):
                total += sum(self._all(call, chunks))
            else:
                total += sum(self._one(call, chunk) for chunk in chunks)
        return total

    def _stages(self) -> Iterator[tuple[int, int, bool]]:
        """Ranges of states, the last first: large levels, and runs of small levels between them.

        Each has a bool: whether all its states have the same distance.
        """
        starts = [int(start) for start in self.space.levels]
        last = self.space.states
        for first, end in zip(starts[-2::-1], starts[:0:-1], strict=True):
            if end - first >= self.tuning.threads_from and self.threads > 1:
                if last > end:
                    yield end, last, False
                yield first, end, True
                last = first
        if last:
            yield 0, last, False

    def _chunks(self, first: int, last: int) -> list[tuple[int, int]]:
        share = -(-(last - first) // (self.tuning.sweep_shares * self.threads))
        size = max(1, min(self.tuning.sweep_chunk, share))
        return [(start, min(start + size, last)) for start in range(first, last, size)]

    def _all(self, call: Call, chunks: Sequence[tuple[int, int]]) -> list[int]:
        """The results of calls for chunks, in any order, in parallel if there are threads."""
        chunks = self.tuning.shuffled(chunks)
        require_going_on()
        if self.threads == 1 or len(chunks) == 1:
            return [self._one(call, chunk) for chunk in chunks]
        self.space.workers.note(self.threads)
        pool = ThreadPoolExecutor(self.threads)
        try:
            found = []
            for each in pool.map(lambda chunk: self._one(call, chunk), chunks):
                require_going_on()
                found.append(each)
            return found
        finally:
            pool.shutdown(cancel_futures=True)

    def _one(self, call: Call, chunk: tuple[int, int]) -> int:
        require_going_on()
        buffers = self._buffers.pop()
        try:
            return call(*chunk, buffers)
        finally:
            self._buffers.append(buffers)
