"""One shard of a search on disk: states with keys that begin with the same bits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from ...base.arrays import U64
from .files import Files
from .keys import Keys
from .runs import Run, RunWriter, merged, run_of, slices
from .sizes import Sizes


class Shard:
    """Finds out which targets of a level are new (delayed duplicate detection).

    What is known is in sorted runs, one for each level at first. A run that is not much larger than
    the one after it is merged with that, so there are few (a log-structured merge tree). Only
    blocks with targets in their range are read.
    """

    def __init__(self, number: int, files: Files, keys: Keys, sizes: Sizes) -> None:
        self.number = number
        self._files, self._keys, self._sizes = files, keys, sizes
        self._low = number << (keys.bits - sizes.bits)
        self._high = number + 1 << (keys.bits - sizes.bits)
        self._known: list[Run] = []
        self._targets: list[Run] = []
        self.revisited: U64 | None = None
        """The key of a target that was known before when it was absorbed, if one was."""

    def know(self, run: Run) -> None:
        """Know these states, too."""
        self._known.append(run)
        while len(self._known) > 1 and self._known[-2].rows < 2 * self._known[-1].rows:
            runs = self._known[-2:]
            self._known[-2:] = [self._merged(runs)]
            self._drop(runs)

    def reached(self, sets: Sequence[U64]) -> None:
        """Keep keys of targets, each set in order, in memory until `absorb`."""
        if sets:
            self._targets.append(run_of(self._keys.together(sets), self._sizes.block))

    def spill(self, sets: Sequence[U64]) -> None:
        """Write the keys of targets to a file, where they are kept until `absorb`."""
        if sets:
            self._targets.append(self._written([self._keys.together(sets)]))

    def absorb(self) -> Run | None:
        """The targets since the last call that are new, which are states from now on."""
        targets, self._targets = self._targets, []
        few: list[U64] = []
        count, small = 0, self._sizes.small
        for found in self._slices(targets):
            fresh = self._without_known(found)
            if len(fresh):
                self._files.append(self.number, fresh)
                count += len(fresh)
                few = [*few, fresh.copy()] if count <= small else []
        self._drop(targets)
        if not count:
            return None
        new = run_of(np.concatenate(few), self._sizes.block) if few else None
        return new or self._files.found(self.number)

    def has(self, key: U64) -> bool:
        """Whether a key, an array with one row, is known."""
        return any(run.has(key, self._keys) for run in self._known)

    def _without_known(self, found: U64) -> U64:
        marks = np.zeros(max(1, len(found)), np.uint8)
        for run in self._known:
            run.mark(found, self._keys, marks)
        if self.revisited is None and marks.any():
            self.revisited = found[int(marks.argmax())].copy()
        return self._keys.unmarked(found, marks)

    def _slices(self, runs: Sequence[Run]) -> Iterator[U64]:
        """The keys of several runs, in order and each once, some at a time."""
        rows = sum(run.rows for run in runs)
        if rows:
            for low, high in slices(self._low, self._high, rows, self._sizes.slice):
                yield merged(runs, self._keys, low, high)

    def _merged(self, runs: Sequence[Run]) -> Run:
        """One run with the keys of several: in memory if they are few."""
        if sum(run.rows for run in runs) <= self._sizes.small:
            return run_of(np.concatenate(list(self._slices(runs))), self._sizes.block)
        return self._written(self._slices(runs))

    def _written(self, parts: Iterable[U64]) -> Run:
        writer = RunWriter(self._files.work_file(), self._keys.width, self._sizes.block)
        for part in parts:
            writer.add(part)
        return writer.run()

    def _drop(self, runs: Sequence[Run]) -> None:
        """Remove the files of runs that are needed no more; those of levels stay."""
        for run in runs:
            if run.path is not None and self._files.is_work(run.path):
                run.path.unlink()
