"""The space of a target with its states on disk, level by level."""

from __future__ import annotations

import os
import random
import shutil
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from ...errors import BadCheckpoint, CounterpointError, LimitReached, Refused, Undecided
from ...model.system import State
from ..base.arrays import U64
from ..base.task import Task
from ..search.backward.algebra import LevelAlgebra
from ..search.backward.backward import Backward
from ..search.backward.finished import FOLDER
from ..search.backward.places import Places
from ..search.compiled.bits import Bits
from ..search.levels.files import located
from ..search.levels.searched import Searched
from .ground import Ground
from .sources import Source

Found = tuple[int, int]
"""The place of a state in regions, and its level."""

Then = Callable[[bool], object]
"""Called when a search is closed, with whether what was found stays on disk."""


class LevelSpace:
    """The states of a search that was run; regions are bits in memory.

    What is in the folder of the search is removed when the space is needed no more, at the latest
    when the process ends.
    """

    def __init__(
        self,
        of: Source,
        search: Searched,
        places: Places,
        algebra: LevelAlgebra,
        task: Task,
        here: Callable[[], Backward],
        *,
        was_there: bool,
        then: Then,
    ) -> None:
        """`here` makes what computes regions in this process.

        `was_there` says whether the search went on with what was in the folder. `then` is called
        when it was closed.
        """
        self._was_there, self._then = was_there, then
        self.is_used = False
        """Whether a question has been answered."""
        self._of, self._search, self._places = of, search, places
        self.algebra, self.stopped, self.tuning = algebra, algebra.stopped, task.tuning
        self._here = here
        self.note, self.memory = of.note, of.memory
        self._end = weakref.finalize(self, _end, search, algebra, then, os.getpid())

    def __reduce__(self) -> NoReturn:
        raise Refused(
            "a set of states on disk is not pickled: its folder is removed when it is needed no "
            "more. Pickle the StateSpace, which searches again, or a list of the states"
        )

    def let_go(self) -> None:
        """A question is answered: this process computes what is asked from now on, no workers."""
        self.is_used = True
        if self._search.spread is not None:
            self.algebra.backward.close()
            self.algebra.backward = self._here()
            self._search.let_go()

    def leave(self, error: BaseException, task: Task) -> None:
        """Close the search after an error; what was found stays in the folder if it is to."""
        if not stays(error, task, self._was_there):
            self._end()
        elif self._end.detach() is not None:
            self.algebra.backward.close()
            self._search.__exit__()
            self._then(True)

    @property
    def engine(self) -> str:
        return "disk" if self._search.spread is None else "cluster"

    @property
    def states(self) -> int:
        if self._of.counted is None or self.stopped:
            return self._search.states
        return self.count(self.algebra.everything)

    @property
    def transitions(self) -> int | None:
        return self._search.gathered.steps if self._of.counts_steps else None

    @property
    def initial(self) -> Bits:
        return self.algebra.initial

    @property
    def is_fair(self) -> bool:
        return self._of.game is not None and bool(self._of.game.fairness)

    @property
    def ground(self) -> Ground:
        return self._of.ground(self)

    def before(self, place: Found) -> None:
        return None

    def ranks(self, attracted: Bits) -> Callable[[Found], int | None]:
        """As every step leads to the next level, the number of levels left serves as the rank."""
        most = len(self._search.levels)
        return lambda place: most - place[1] if self.is_at(attracted, place) else None

    def run_to(self, region: Bits) -> None:
        return None

    def handles(self, region: Bits) -> Iterator[State]:
        return self.members(region)

    def count(self, region: Bits) -> int:
        return self._places.count(region.words)

    def members(self, region: Bits) -> Iterator[State]:
        for level, shard, rows in self._places.rows(region.words):
            first = int(rows[0])
            keys = self._read(level, shard, first, int(rows[-1]) + 1 - first)
            for packed in self._search.keys.states(keys[rows - first]):
                yield self._search.stepper.state(packed)

    def _read(self, level: int, shard: int, start: int, rows: int) -> U64:
        part = self._search.levels[level].parts[shard]
        with self._reading():
            return self._search.files.read(shard, part.start + start, rows)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError as error:
            raise BadCheckpoint(f"{error.filename} was removed, and is still needed") from None

    def contains(self, region: Bits, state: State) -> bool:
        place = self.place(state)
        return place is not None and self.is_at(region, place)

    def place(self, state: State) -> Found | None:
        search = self._search
        try:
            key = search.keys.of(search.stepper.packed(state))
        except (CounterpointError, TypeError, ValueError):  # no state of this target
            return None
        with self._reading():
            found = located(key, search.levels, search.files, search.keys, search.sizes)
        return None if found is None else (self._places.place(*found), found[0])

    def is_at(self, region: Bits, place: Found) -> bool:
        word, bit = divmod(place[0], 64)
        return bool(int(region.words[word]) >> bit & 1)

    def sample(self, region: Bits, count: int, rng: random.Random) -> Iterable[State]:
        total = self.count(region)
        numbers = rng.sample(range(total), min(count, total))
        for place in self._places.chosen(region.words, numbers):
            level, shard, row = self._places.located(place)
            keys = self._read(level, shard, row, 1)
            yield self._search.stepper.state(self._search.keys.states(keys)[0])

    def show(self, state: Any) -> object:
        return self._of.show(state)

    def as_json(self, state: Any) -> object:
        return self._of.as_json(state)


def stays(error: BaseException, task: Task, was_there: bool) -> bool:
    """Whether what was found stays in the folder of the user after an error.

    It does if a person, a limit or the disk ended a search, or if it was there before.
    """
    if task.storage is None or not task.storage.is_named:
        return False
    ended = isinstance(error, Undecided) and bool(error.stopped)
    return was_there or ended or isinstance(error, KeyboardInterrupt | OSError | LimitReached)


def _end(search: Searched, algebra: LevelAlgebra, then: Then, process: int) -> None:
    """Close a search, and remove what it wrote; a copy of the process leaves that alone."""
    if os.getpid() != process:
        return
    algebra.backward.close()
    try:
        shutil.rmtree(search.folder / FOLDER, ignore_errors=True)
        search.discard()
    finally:
        search.__exit__()
    then(False)
