"""Expands sets of states one after another, with the answers memoized for earlier ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from ....model.factored import Factored
from ....stopped import NOT_STOPPED, Stopped
from ...base.arrays import U64
from ...base.hashtable import clear
from ...base.task import Task
from .layout import Layout
from .learning import Troubled
from .search import Search, require_few_probes


class Grown(Exception):
    """A cell has more values than it has room for, so that the layout of states is another now.

    All packed states that were given before are invalid. The cause is a `KeyboardInterrupt`, if
    there was one meanwhile.
    """


class Chunks(Search):
    """A search that forgets all states before each set that it expands, but no answers.

    Of each set, `notes` has the statistics. The layout grows only if a cell has no room.
    """

    def __init__(
        self,
        system: Factored,
        task: Task,
        bits: Sequence[int] | None = None,
        *,
        edges: bool = False,
    ) -> None:
        """`bits` are those of the cells of packed states that are known.

        With `edges`, what each state and step shows is kept until the next set.
        """
        require_few_probes(system)
        limits = replace(task.limits, states=None, depth=1)
        tuning = replace(task.tuning, threads=1)
        alone = replace(task, limits=limits, tuning=tuning, edges=edges, watch=None, keeper=None)
        self._bits, self._forgets = bits, False
        super().__init__(system, alone, stop_first=False, at_least=0.0)
        self._starts, self._rows = self._rows, None
        self._forgets = True

    def larger_layout(self) -> Layout:
        bits = [*self.layout.bits] if self._bits is None else self._bits
        return Layout.of(bits).grown(self.system.sizes, self.tuning.disk_spare).filled()

    def lay_out(self) -> None:
        interrupted = None
        try:
            super().lay_out()
        except KeyboardInterrupt as error:  # when it was laid out
            interrupted = error
        if self._forgets:
            self._bits = self.layout.bits
            raise Grown from interrupted
        if interrupted is not None:
            raise interrupted

    def initial(self) -> tuple[U64, Stopped]:
        """The packed initial states, each once, and why these are not all, if they are not.

        `entered` counts each as often as it was generated.
        """
        self.forget()
        self.entered = 0
        stopped = NOT_STOPPED
        if self._starts is None:
            stopped = self._open()
        else:
            self._enter(self.layout.packed(self._starts))
        return self._states_from(0), stopped

    def expand(self, states: U64) -> Stopped:
        """Expand packed states; returns why some were not, empty if all were.

        The first `expanded` of them were. Raises `Grown`.
        """
        self.forget()
        self.enter(states)
        try:
            stopped = self.search(self.tuning.learned_chunk)
        except Troubled as error:
            return self.troubled(error)
        return stopped if self.expanded < len(states) else NOT_STOPPED

    def require_room(self) -> None:
        """Raise `Grown` if the cells have no room for all values that are known."""
        if not self.layout.holds(self.system.sizes):
            self.lay_out()

    def targets(self, count: int) -> tuple[U64, U64]:
        """The packed targets that are not among the `count` states that were expanded, each once.

        And where those begin that were found from each of these states, with one entry more.
        """
        parents = self.work.parents[count : self.found]
        starts = np.searchsorted(parents, np.arange(count + 1)).astype(np.uint64)
        return self._states_from(count), starts

    def _states_from(self, number: int) -> U64:
        words = self.layout.words
        found: U64 = self.table.queue[number * words : self.found * words].reshape(-1, words)
        return found.copy()

    def forget(self) -> None:
        """Forget all states, and the statistics of them."""
        work, notes = self.work, self.notes
        self.table.count = work.next = work.level = 0
        self.trouble = None
        self.drop_held()
        self.questions.count = 0
        for counts in (notes.states, notes.edges, notes.taken, notes.outside):
            counts[:] = 0
        notes.steps = notes.bad = notes.left_out = notes.deadlocks = notes.first_deadlock = 0
        clear(self.table, len(self.table.slots))

    def ask_only(self, states: Iterable[int], steps: Iterable[int]) -> None:
        """Ask, of the probes that are asked once, only these, and none that was lost."""
        notes, lost = self.notes, self.lost
        self.idle = (
            notes.once_states & ~_mask(states) | lost[0],
            notes.once_steps & ~_mask(steps) | lost[1],
        )


def _mask(bits: Iterable[int]) -> int:
    return sum(1 << bit for bit in bits)
