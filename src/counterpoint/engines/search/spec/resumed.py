"""The search over memoized answers, with checkpoints from which it can resume.

The memoized answers are not saved: they are soon found again.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....errors import Fault
from ....model.factored import Factored
from ....native.record import fields_of
from ....stopped import AT_A_FAILURE, Stopped
from ...base.arrays import U32, AnyInts
from ...base.engine import TABLED
from ...base.task import Task
from ..tabled.found import Found
from ..tabled.search import Search
from ..tabled.search import search as learn

Kept = dict[str, Any]


def search(
    system: Factored,
    task: Task,
    *,
    stop_first: bool,
    beside: Kept,
    kept: Kept | None = None,
    at_least: float = 0.0,
) -> Found:
    """The reachable states of a system; the keeper of the task saves checkpoints.

    `beside` is saved with them. With `kept`, the data of a checkpoint, the search resumes there;
    the initial states of the system must then be all states that were known. Raises `Refused` as
    `tabled.search.search` does.
    """

    def begin() -> Search:
        return _Keeping(system, task, stop_first, at_least, beside, kept)

    return learn(system, task, stop_first=stop_first, begin=begin)


def states_of(kept: Kept) -> list[tuple[Any, ...]]:
    """The states that were known, in the order of their numbers."""
    rows = kept["layout"].unpacked(kept["packed"])
    return [kept["rows"].state(row) for row in rows.tolist()]


class _Keeping(Search):
    def __init__(
        self,
        system: Factored,
        task: Task,
        stop_first: bool,
        at_least: float,
        beside: Kept,
        kept: Kept | None,
    ) -> None:
        self._beside, self._before = beside, kept
        super().__init__(system, task, stop_first, at_least)

    def _begin(self) -> Stopped:
        stopped = super()._begin()
        if self._before is not None and not stopped:
            self._put_back(self._before)
        return stopped

    def over_limits(self) -> Stopped:
        stopped = super().over_limits()
        ended = stopped not in ("", AT_A_FAILURE)
        if self.task.keeper is not None:
            self.task.keeper.look(TABLED, self._kept, ended=ended)
        return stopped

    def _kept(self) -> Kept:
        """The data of a checkpoint: all that is known except the memoized answers."""
        system: Any = self.system
        work, notes, found = self.work, self.notes, self.found
        return {
            **self._beside,
            "rows": system.rows,
            "layout": self.layout,
            "packed": self.table.queue[: found * self.layout.words],
            "labels": list(system.labels),
            "entered": self.entered,
            "found": found,
            "next": work.next,
            "levels": work.levels[: work.level + 1],
            "parents": work.parents[:found],
            "outside": notes.outside[:found],
            "taken": notes.taken[: 2 * len(system.labels)],
            "bad_states": notes.states,
            "bad_steps": notes.edges,
            "counts": fields_of(notes, _COUNTS),
            "lost": self.lost,
            "edges": self._kept_edges() if self.task.edges else {},
        }

    def _kept_edges(self) -> dict[str, AnyInts]:
        graph = self.graph
        states = {name: of[: self.found] for name, of in fields_of(graph, _OF_STATES).items()}
        edges = {name: of[: graph.count] for name, of in fields_of(graph, _OF_EDGES).items()}
        return states | edges

    def _put_back(self, kept: Kept) -> None:
        """Restore all that was saved; the states were entered before."""
        if self.found != kept["found"]:
            raise Fault("states that were told apart are the same now")
        system: Any = self.system
        number: U32 = np.array([system.number(label) for label in kept["labels"]], np.uint32)
        self.entered, self.lost = kept["entered"], kept["lost"]
        work, notes, graph = self.work, self.notes, self.graph
        work.next, work.level = kept["next"], len(kept["levels"]) - 1
        self.drop_held()
        graph.count = len(kept["edges"].get("target", ()))
        for name, count in kept["counts"].items():
            setattr(notes, name, count)
        self._make_room_for(kept)
        places: tuple[Any, ...] = (
            work.levels,
            work.parents,
            notes.outside,
            notes.states,
            notes.edges,
        )
        names = ("levels", "parents", "outside", "bad_states", "bad_steps")
        for name, place in zip(names, places, strict=True):
            place[: len(kept[name])] = kept[name]
        notes.taken.reshape(-1, 2)[number] = kept["taken"].reshape(-1, 2)
        moves = notes.edges.reshape(-1, 4)
        was_bad = moves[:, 0] > 0
        moves[was_bad, 3] = number[moves[was_bad, 3].astype(np.int64)]
        for name, of in fields_of(graph, kept["edges"]).items():
            values = kept["edges"][name]
            of[: len(values)] = number[values] if name == "kind" else values

    def _make_room_for(self, kept: Kept) -> None:
        work, notes = self.work, self.notes
        while len(work.levels) < len(kept["levels"]):
            work.levels.resize(2 * len(work.levels), refcheck=False)
        while len(notes.taken) < 2 * len(self.system.labels):
            notes.taken.resize(2 * len(notes.taken), refcheck=False)
        self.make_room()


_COUNTS = (
    "steps", "bad", "left_out", "deadlocks", "first_deadlock", "idle_states", "idle_steps",
)  # fmt: skip
_OF_STATES = ("start", "state_bits")
_OF_EDGES = ("target", "kind", "bits")
