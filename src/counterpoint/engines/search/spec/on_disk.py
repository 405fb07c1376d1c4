"""The search of a specification with its states on disk, level by level."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import partial
from itertools import islice
from typing import Any, Protocol

import numpy as np

from ....alarm import require_going_on
from ....data import dataclass
from ....errors import Refused
from ....model.factored import MOST_PROBES, Misfit, Storable
from ....model.specified import Probe, Specified
from ....model.system import State
from ....stopped import AT_A_FAILURE, NOT_STOPPED, Stopped
from ....verdict import Spread, Trace
from ...base.disk import Disk
from ...base.task import Task
from ..cluster.crew import Lost
from ..cluster.search import ClusterSearch
from ..levels.gathered import Answered, gathered_of
from ..levels.journal import noted
from ..levels.of_factored import FactoredStepper, Saved, saved_of
from ..levels.search import LevelSearch
from ..levels.searched import Searched
from ..levels.sizes import sizes_within
from ..levels.stepper import Ended, Reformed
from ..levels.way import way_to
from ..tabled.chunks import Grown
from ..tabled.found import BadState, BadStep
from ..tabled.tries import HeapFull
from .explored import Beginning, Explored, Trouble, Wanted
from .recipe import recipe_of

SYMMETRIC = "on disk, all states are counted: SYMMETRY is ignored"
NO_ROOM = "the answers to be learned take more room than there is"


class Make(Protocol):
    """Makes the factored system of a specification."""

    def __call__(self, *, seen: Sequence[State] = ..., division: Any) -> Storable:
        """States are divided as in another process, or if that is None, as those seen suggest."""


@dataclass(frozen=True)
class OnDisk(Explored):
    """The states of a specification that are on disk: `Explored` as long as the search is open.

    `left_out` says how many of the states of each level a constraint leaves out.
    """

    left_out: tuple[int, ...] = ()
    search: Searched | None = field(default=None, compare=False)
    spread: Spread | None = None

    @property
    def states(self) -> int:
        """The number of states, without those that a constraint leaves out."""
        return self.found - sum(self.left_out)

    @property
    def depth(self) -> int:
        """The number of levels with a state that no constraint leaves out."""
        counts = np.diff(self.levels.astype(np.int64)).tolist()
        return sum(count > out for count, out in zip(counts, self.left_out, strict=True))

    @property
    def ignores(self) -> str:
        """The symmetry of states, if they have one."""
        return "" if self.system is None or self.system.representative is None else SYMMETRIC

    @property
    def knows_parents(self) -> bool:
        """Whether it is known from which state each was found: not on disk."""
        return False

    def is_inside(self, number: int) -> bool:
        """Whether no constraint leaves out a state."""
        return bool(self.system.within(self.state(number)))

    def bare(self) -> OnDisk:
        """A copy without the search, which can be sent to another process."""
        found = super().bare()
        assert isinstance(found, OnDisk)
        return replace(found, search=None)

    def trace_to(self, number: int, *then: State) -> Trace:
        """A shortest run to a state, continued by `then`; the system gives the labels."""
        assert self.search is not None
        row = self.search.row(number)
        place = self.search.place(row.reshape(1, -1))
        assert place is not None
        return self.trace([*way_to(self.search, place[1], tuple(map(int, row))), *then])


def explore_on_disk(
    system: Specified,
    make: Make,
    beginning: Callable[[Iterable[State], int, bool], Beginning],
    wanted: Wanted,
    task: Task,
) -> OnDisk:
    """Search the states of a specification in the current folder of the task's disk.

    A search that is there goes on. `beginning` gives what is known of the initial states; it gets
    them, how many were generated, and whether these are all. Raises `BadCheckpoint` if the folder
    holds anything else.
    """
    assert task.disk is not None
    search = _Searching(system, make, wanted, task, task.disk)
    stopped = search.run()
    known = beginning(search.starts, search.stepper.entered, bool(search.search.levels))
    return search.explored(known, stopped)


class _Searching:
    """The search in a folder, begun again when states get other cells, or a cell more bits."""

    search: LevelSearch | ClusterSearch

    def __init__(
        self, system: Specified, make: Make, wanted: Wanted, task: Task, disk: Disk
    ) -> None:
        self._system, self._make, self._wanted = system, make, wanted
        self._send = partial(make, seen=())
        self._task, self._disk = task, disk
        self._known: FactoredStepper | None = None

    def run(self) -> Stopped:
        """Search until all is found, or something ends it; says what."""
        saved = saved_of(noted(self._disk.folder, self._disk.identity))
        while True:
            try:
                self._make_stepper(saved)
                self.search = self._opened()
                return self._searched()
            except HeapFull:
                raise Refused(NO_ROOM) from None
            except Reformed as error:
                saved = error.form
                if isinstance(error.__cause__, KeyboardInterrupt):
                    raise error.__cause__ from None
            require_going_on()
            self._disk.forget()

    def _make_stepper(self, saved: Saved | None) -> None:
        """Make the stepper, unless only the bits have changed, so that it is the same."""
        if saved is not None and self._is_as(saved):
            return
        task, identity = self._task, self._disk.identity
        bits = None if saved is None else saved.bits
        division = None if saved is None else saved.division
        while True:
            system = self._make(division=division)
            try:
                self._known = FactoredStepper(system, task, identity, bits)
            except Grown as grown:
                raise Reformed(Saved(division, None)) from grown.__cause__
            except Misfit:
                division, bits = system.division, None
                continue
            if bits not in (None, self.stepper.chunks.layout.bits):
                raise Reformed(Saved(system.division, None))
            return

    @property
    def stepper(self) -> FactoredStepper:
        """The steps of the specification."""
        assert self._known is not None, "it was made"
        return self._known

    def _is_as(self, saved: Saved) -> bool:
        """Whether the stepper has the cells and the bits that another one has, and is alone."""
        known = self._known
        if known is None or self._disk.cluster is not None or saved.bits is None:
            return False
        return known.chunks.layout.bits == saved.bits

    def _opened(self) -> LevelSearch | ClusterSearch:
        task, stepper, cluster = self._task, self.stepper, self._disk.cluster
        folder, enough = self._disk.folder, self._enough
        search: LevelSearch | ClusterSearch
        if cluster is None:
            sizes = sizes_within(task.limits.bytes, stepper, 1, task.tuning)
            search = LevelSearch(stepper, folder, sizes, task, 1, enough, self._counted)
        else:
            from ..cluster.hiring import search_on  # few checks have a cluster

            recipe = recipe_of(self._send, stepper, task)
            search = search_on(cluster, stepper, recipe, folder, task, enough, self._counted)
        search.__enter__()
        self._disk.opened(search)
        task.workers.note(search.workers)
        return search

    def _searched(self) -> Stopped:
        search = self.search
        if isinstance(search, ClusterSearch):
            assert search.numbers is not None
            try:
                self.stepper.share(search.numbers)
                if not search.levels:
                    self.stepper.initial()  # the workers do not say how many were generated
            except Lost as lost:
                raise Refused(f"the workers were lost: {lost}") from None
            except Ended as ended:
                return ended.stopped
        return search.run()

    @property
    def starts(self) -> Iterator[State]:
        """The initial states."""
        if self.search.levels:
            first = self.search.levels[0].states
            yield from map(self.stepper.state, islice(self.search.rows(), first))

    @property
    def _counted(self) -> Collection[int]:
        """The numbers of the questions of which all answers are counted."""
        wanted = self._wanted
        probes: tuple[Probe, ...] = (*wanted.states, *wanted.steps)
        counted = [number for number, probe in enumerate(probes) if probe not in wanted.once]
        return [*counted, self.stepper.deadlock, self.stepper.outside]

    def _enough(self, answers: Sequence[Answered]) -> Stopped:
        wanted, last = self._wanted, self.stepper.deadlock
        asked = answers[: last + wanted.deadlock]
        is_bad = wanted.stop_first and any(each.count for each in asked)
        return AT_A_FAILURE if is_bad else NOT_STOPPED

    def explored(self, beginning: Beginning, stopped: Stopped) -> OnDisk:
        """The result, in the common form."""
        search, stepper, wanted = self.search, self.stepper, self._wanted
        gathered, levels = search.gathered, self._begun
        answers = gathered.answers
        deadlocks = answers[stepper.deadlock]
        initial = levels[0] if levels else 0
        return OnDisk(
            system=self._system,
            wanted=wanted,
            engine="disk" if self._disk.cluster is None else "cluster",
            found=search.states,
            initial=initial,
            beginning=beginning,
            generated=gathered.steps + beginning.generated,
            levels=np.cumsum([0, *levels]).astype(np.uint64),
            outside=np.zeros(0, bool),
            state=lambda number: stepper.state(search.row(number)),
            parents=np.zeros(0, np.uint32),
            coverage=(),
            bad_states=tuple(
                BadState(n, self._place(of), of.count)
                for n, of in enumerate(answers[: stepper.of_steps])
                if of.count
            ),
            bad_steps=tuple(
                BadStep(n, self._place(of), 0, 0, of.count)
                for n, of in enumerate(answers[stepper.of_steps : stepper.deadlock])
                if of.count
            ),
            deadlocks=deadlocks.count,
            first_deadlock=self._place(deadlocks) if deadlocks.count else None,
            stopped=stopped,
            trouble=self._trouble,
            lost=self._lost,
            visited=gathered.states,
            tuning=self._task.tuning,
            number=self._number,
            left_out=self._left_out[: len(levels)],
            search=search,
            spread=search.spread,
            warnings=() if self._system.representative is None else (SYMMETRIC,),
        )

    @property
    def _begun(self) -> list[int]:
        """The numbers of states of the levels of which some were expanded; of the first always."""
        found: list[int] = []
        for level in self.search.levels:
            if found and (sum(found) >= self.search.gathered.states or not level.states):
                break
            found.append(level.states)
        return found

    @property
    def _trouble(self) -> Trouble | None:
        if self.search.gathered.trouble is None:
            return None
        state, error = self.search.gathered.trouble
        return Trouble(self._place(Answered(1, 0, state)), error)

    def _place(self, found: Answered) -> int:
        place = self.search.place(np.array([found.state], np.uint64))
        assert place is not None, "the state was found"
        return place[0]

    def _number(self, state: State) -> int | None:
        row = self.stepper.system.row(state)
        words = None if row is None else self.stepper.chunks.layout.words_of(row)
        place = None if words is None else self.search.place(words.reshape(1, -1))
        return None if place is None else place[0]

    @property
    def _lost(self) -> frozenset[Probe]:
        seen = self.search.gathered.seen
        if seen is None:
            return frozenset()
        states, steps = np.split(seen, [MOST_PROBES])
        lost: list[Probe] = []
        lost += (self._wanted.states[n] for n in np.flatnonzero(states))
        lost += (self._wanted.steps[n] for n in np.flatnonzero(steps))
        return frozenset(lost)

    @property
    def _left_out(self) -> tuple[int, ...]:
        """How many states of each level a constraint leaves out, of those that were expanded."""
        outside, levels = self.stepper.outside, self.search.levels
        notes = [gathered_of(level.notes) for level in levels[1:]]
        so_far = [of.answers[outside].count for of in (*notes, self.search.gathered)]
        return tuple(np.diff([0, *so_far]).tolist())
