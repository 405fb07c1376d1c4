"""Regions computed backwards by threads of one process."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

from ....alarm import require_going_on
from ...base.arrays import U64, Bools
from ..levels.files import Files
from ..levels.journal import Level
from ..levels.keys import Keys
from ..levels.pool import Pool
from ..levels.sizes import Sizes
from .backward import ByShard
from .choices import Choices
from .condition import Condition
from .lead import Lead, after_level

T = TypeVar("T")


class ByThreads:
    """The levels of a search in the files of this process: a `Backward`."""

    def __init__(
        self,
        levels: Sequence[Level],
        files: Files,
        keys: Keys,
        sizes: Sizes,
        choices: Choices,
        threads: int = 1,
        reserve: int = 0,
    ) -> None:
        """With less than the `reserve` of bytes free, the disk counts as full."""
        self._reserve = reserve
        self._levels, self._files, self._keys, self._sizes = levels, files, keys, sizes
        self._pool = Pool([choices, *(choices.apart() for _ in range(threads - 1))])

    def _lead(self, level: int, wanted: ByShard | None = None) -> Lead:
        of = self._levels[level]
        return Lead(self._files, self._keys, self._sizes, of, of.parts, wanted)

    def true(self, level: int, text: str) -> ByShard:
        """As `Backward.true`."""
        lead = self._lead(level)

        def judge(choices: Choices, some: range) -> Bools:
            return choices.true(lead.states(some), text)

        found = self._map(judge, lead.chunks())
        return lead.by_shard(np.concatenate([np.zeros(0, bool), *found]))

    def lead(
        self, level: int, asked: Condition, wanted: ByShard | None, here: ByShard, after: ByShard
    ) -> ByShard:
        """As `Backward.lead`."""
        lead, parts = self._lead(level, wanted), after_level(self._levels, level).parts

        def expand(choices: Choices, some: range) -> None:
            for edges in lead.expand(choices, asked, some):
                for shard, rows in edges.items():
                    lead.edges.keep(0, shard, rows)

        def look_up(choices: Choices, shard: int) -> None:
            region = after.get(shard, np.zeros(0, np.uint64))
            for _, marks in lead.answers(shard, parts.get(shard), region):
                lead.note(marks)

        try:
            self._map(expand, lead.chunks())
            self._map(look_up, range(1 << self._sizes.bits))
        finally:
            lead.edges.forget()
        return lead.concluded(here)

    def contested(self, level: int) -> U64 | None:
        """As `Backward.contested`."""
        lead = self._lead(level)

        def look(choices: Choices, some: range) -> U64 | None:
            states = lead.states(some)
            number = choices.contested(states)
            return None if number is None else states[number]

        found = self._map(look, lead.chunks())
        return next((state for state in found if state is not None), None)

    def _map(self, work: Callable[[Choices, T], Any], parts: Iterable[T]) -> list[Any]:
        found = []
        for each in self._pool.map(work, parts):
            require_going_on()
            if self._files.bytes_free < self._reserve:
                raise OSError(errno.ENOSPC, "little space is left on the disk")
            found.append(each)
        return found

    def close(self) -> None:
        """As `Backward.close`."""
        self._pool.close()
