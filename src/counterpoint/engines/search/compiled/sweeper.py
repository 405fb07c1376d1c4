"""Running kernels over all states of a space, chunk by chunk, in several threads where it pays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import Any, TypeAlias

from ....alarm import require_going_on
from . import sweepkernel
from .buffers import buffers_for
from .form import Form
from .records import Buffers
from .space import Space

Call: TypeAlias = Callable[[int, int, Buffers], int]
"""A call of a kernel for the states from one number up to another."""


class Sweeper:
    """The states of a space, to be looked at again and again."""

    def __init__(self, space: Space, *, threads: int | None = None) -> None:
        self.space = space
        self.tuning = tuning = space.code.tuning
        several = threads or tuning.threads or cpu_count() or 1
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
        """What the calls give that together look at every state."""
        return self._all(call, self._chunks(0, self.space.states))

    def backward(self, call: Call, *, once: bool) -> int:
        """The sum of what the calls give, the states of the greatest distance first.

        Where it is done `once`, a state must see what was found of all that are farther away: so
        only states of one distance are looked at side by side. Where it is done until nothing
        changes, any order will do.
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
        """Large levels, and between them several small ones together, the last first.

        With each goes whether its states are all of one distance.
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
        size = self.tuning.sweep_chunk
        return [(start, min(start + size, last)) for start in range(first, last, size)]

    def _all(self, call: Call, chunks: Sequence[tuple[int, int]]) -> list[int]:
        """What the calls give for chunks that may be looked at in any order."""
        chunks = self.tuning.shuffled(chunks)
        require_going_on()
        if self.threads == 1 or len(chunks) == 1:
            return [self._one(call, chunk) for chunk in chunks]
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
