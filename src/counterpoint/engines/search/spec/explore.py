"""The search of a specification: by the evaluator first, then with memoized answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, cast

from ....alarm import stopped_by
from ....errors import BadCheckpoint, CounterpointError, Fault, Refused
from ....model.factored import CellProbe, Factored, Storable
from ....model.specified import Probe, Specified, anyhow
from ....model.system import State
from ....stopped import Cause, Stopped
from ...base.disk import Disk
from ...base.engine import AUTO, TABLED, Turns, require_engine, turns_of
from ...base.fallback import EngineFailed, guarded
from ...base.task import Task, with_what_is_left
from ..tabled.found import Found
from .explored import Beginning, Explored, Wanted, beginning_of, explored_of, of_starts
from .walk import ENOUGH, Walk
from .walk import KIND as WALK

SOON_DONE = "the evaluator was done before anything was worth learning"
NOT_CUT = "states cannot be cut into cells"
CONSTRAINED = "the evaluator judges steps too that a constraint of steps leaves out"
LONG = "the evaluator was not done after {:,} states and steps"
ASKED_FOR = "it was asked for"
GONE_ON = "it went on from a checkpoint"
BEGUN_AGAIN = "the search began again, as its checkpoint could not be resumed ({})"
NO_STEPS = Stopped(
    "claims about runs need the steps between states, which are not kept on disk", Cause.FORM
)
NO_MEMORY = "the memory was used up"
STEPS_CONSTRAINED = "states are kept on disk only if a module has no constraint of steps"
VIEWED = "states are kept on disk only if a module has no VIEW"
OTHER = "the checkpoint is one of the tabled search, which engine='explicit' cannot continue"


def explore(system: Specified, wanted: Wanted, task: Task, *, engine: str = AUTO) -> Explored:
    """The reachable states of a specification, breadth first, and which probes are false in them.

    `engine` is `explicit` for the evaluator, `tabled` for the search with memoized answers, or
    `auto`: the evaluator for a while, then the other if states can be divided into cells. Raises
    `Refused` if the named engine cannot search this system, or cannot continue the saved search,
    and `Misuse` for another name.
    """
    require_engine(engine)
    keeper = None if system.remembers else task.keeper
    walk = Walk(system, wanted, replace(task, edges=wanted.edges, keeper=keeper), _kept)
    try:
        turns = turns_of(engine, walk.tuning)
        if (found := _gone_on(walk, turns)) is not None:
            return replace(found, why=GONE_ON)
        return _begun(walk, turns)
    except EngineFailed as error:
        return replace(walk.run_alone(), why=error.message, warnings=(error.warning,))


def _begun(walk: Walk, turns: Turns | None) -> Explored:
    """The result of a search from the start."""
    return replace(walk.run_alone(), why=ASKED_FOR) if turns is None else _in_turns(walk, turns)


def _kept(walk: Walk) -> dict[str, Any]:
    from .keeping import kept_of  # imported late: most searches end before that

    return kept_of(walk)


def _in_turns(walk: Walk, turns: Turns) -> Explored:
    """What the evaluator finds, and then the search with memoized answers if it is not done."""
    found = walk.run(turns.work, turns.states, walk.tuning.walk_starts)
    if _is_done(found, turns):
        return _past_memory(walk, found, replace(found, why=SOON_DONE))
    if walk.task.disk is not None and walk.task.disk.asked_for:
        if walk.wanted.edges:
            return replace(found, stopped=NO_STEPS)
        return replace(_on_disk(walk), why=ASKED_FOR)
    if turns.must:
        return _past_memory(walk, found, replace(_tabled(walk), why=ASKED_FOR))
    try:
        why = LONG.format(walk.tuning.walk_work)
        at_least = walk.states_a_second
        return _past_memory(walk, found, replace(_tabled(walk, at_least=at_least), why=why))
    except KeyboardInterrupt as error:
        return replace(found, stopped=stopped_by(error))
    except EngineFailed:
        raise
    except Refused as error:
        return replace(walk.run_alone(), why=error.message)


def _past_memory(walk: Walk, before: Explored, found: Explored) -> Explored:
    """What was found, or with the states on disk, if there was too little memory for them.

    Or what was found `before`, if that cannot be: what was found does not stay in memory.
    """
    may_go_on = _disk_of(walk) is not None and not found.in_part
    if found.stopped.cause is not Cause.MEMORY or not may_go_on:
        return found
    stopped = found.stopped
    del found
    try:
        return replace(_on_disk(walk, with_what_is_left(walk.task)), why=NO_MEMORY)
    except (Refused, BadCheckpoint, OSError) as error:
        said = error.strerror or str(error) if isinstance(error, OSError) else error.message
        return replace(before, stopped=Stopped(f"{stopped}; on disk: {said}", stopped.cause))


def _is_done(found: Explored, turns: Turns) -> bool:
    """Whether there is nothing left for the search with memoized answers.

    A search that `must` take over does so although the evaluator has seen all states.
    """
    if not turns.must:
        return found.stopped != ENOUGH
    failed = found.stopped != ENOUGH and not found.beginning.complete
    ended = found.stopped.ends_everything or found.stopped.cause is Cause.FAILURE
    return failed or ended or not found.initial


def _gone_on(walk: Walk, turns: Turns | None) -> Explored | None:
    """The result of resuming a saved search, or of a search from the start if that is refused.

    None if none was saved. Raises `Refused` for one that the named engine cannot continue.
    """
    keeper = walk.task.keeper
    if keeper is None:
        return None
    if (kept := keeper.kept(WALK)) is not None:
        from .keeping import put_back

        put_back(walk, kept)
        if turns is None or (walk.is_alone and not turns.must):
            return walk.run_alone()
        return _in_turns(walk, turns)
    if (kept := keeper.kept(TABLED)) is None:
        return None
    if turns is None:
        raise Refused(OTHER)
    try:
        return _tabled(walk, kept)
    except EngineFailed:
        raise
    except Refused as error:
        again = BEGUN_AGAIN.format(error.message)
        return replace(_begun(walk, turns), warnings=(again,))


def _disk_of(walk: Walk) -> Disk | None:
    """The disk for the states of a search, if it may keep them there: not their steps."""
    return None if walk.wanted.edges else walk.task.disk


def _on_disk(walk: Walk, task: Task | None = None) -> Explored:
    """The result of the search with memoized answers, and states on disk.

    Raises `Refused` if that is not possible.
    """
    from .on_disk import Make, explore_on_disk  # most checks need no disk

    system, wanted = walk.system, walk.wanted
    opens = not walk.beginning.complete
    make: Make = partial(
        factored_as_asked, system, wanted, seen=walk.order, opens=opens, starts=walk.starts
    )

    def beginning(starts: Iterable[State], generated: int, complete: bool) -> Beginning:
        known = walk.beginning
        if known.complete:
            return known
        return of_starts(starts, generated, wanted, complete=complete)

    try:
        with guarded("search on disk"):
            least = replace(task or walk.task, meter=None)  # its sizes are within the limit
            return explore_on_disk(system, make, beginning, wanted, least)
    except BadCheckpoint:
        raise
    except CounterpointError as error:
        raise _refused(error) from error


def factored_as_asked(
    system: Specified,
    wanted: Wanted,
    *,
    seen: Sequence[State],
    opens: bool,
    starts: Sequence[State] | None,
    division: Any,
) -> Storable:
    """A specification in cells, with the probes as they are wanted; divided so, if that is given.

    Raises `Refused` if its states cannot be stored in cells.
    """
    if system.allows is not anyhow:
        raise Refused(STEPS_CONSTRAINED)
    cut = system.factored(
        seen, wanted.states, wanted.steps, opens=opens, initial=starts, division=division
    )
    if cut is None:
        raise Refused(NOT_CUT)
    if not all(cut.distinguishes):
        raise Refused(VIEWED)
    return cast(Storable, _Asked(cut, wanted))


def _tabled(walk: Walk, kept: dict[str, Any] | None = None, *, at_least: float = 0.0) -> Explored:
    """The result of the search with memoized answers.

    Raises `Refused` if that is not possible, or visits fewer than `at_least` states per second, and
    `EngineFailed` if the search fails through a bug of Counterpoint.
    """
    with guarded("tabled search"):
        return _found(walk, kept, at_least)


def _found(walk: Walk, kept: dict[str, Any] | None, at_least: float) -> Explored:
    system, wanted = walk.system, walk.wanted
    if system.allows is not anyhow:
        raise Refused(CONSTRAINED)
    opens = not walk.beginning.complete if kept is None else kept["opens"]
    try:
        cut = _cut(walk, kept, opens)
    except CounterpointError as error:
        raise _refused(error, f"{NOT_CUT}: ") from error
    if cut is None:
        raise Refused(NOT_CUT)
    try:
        asked = cast(Factored, _Asked(cut, wanted))
        found = _searched(asked, walk, kept, opens, at_least)
        if opens:
            beginning = beginning_of(found, wanted)
        else:
            beginning = walk.beginning if kept is None else _beginning(kept, wanted)
    except CounterpointError as error:
        raise _refused(error) from error
    return explored_of(found, system, wanted, beginning)


def _cut(walk: Walk, kept: dict[str, Any] | None, opens: bool) -> Factored | None:
    system, wanted = walk.system, walk.wanted
    if kept is None:
        starts = walk.starts
        return system.factored(walk.order, wanted.states, wanted.steps, opens=opens, initial=starts)
    from .resumed import states_of  # imported late: most checks end before anything is saved

    known = states_of(kept)
    return system.factored(known, wanted.states, wanted.steps, initial=known)


def _searched(
    asked: Factored, walk: Walk, kept: dict[str, Any] | None, opens: bool, at_least: float
) -> Found:
    wanted = walk.wanted
    if walk.task.keeper is None or asked.rows is None:
        from ..tabled.search import search  # imported late: most searches end first

        return search(asked, walk.task, stop_first=wanted.stop_first, at_least=at_least)
    from . import resumed
    from .keeping import bad_starts

    beginning = walk.beginning
    said = beginning.generated, beginning.complete, bad_starts(beginning.bad, wanted)
    beside = {"opens": opens, "beginning": kept["beginning"] if kept else said}
    return resumed.search(
        asked, walk.task, stop_first=wanted.stop_first, beside=beside, kept=kept, at_least=at_least
    )


def _beginning(kept: dict[str, Any], wanted: Wanted) -> Beginning:
    generated, complete, bad = kept["beginning"]
    return Beginning(generated, complete, {wanted.start[number]: state for number, state in bad})


def _refused(error: CounterpointError, before: str = "") -> CounterpointError:
    return error if isinstance(error, Fault) else Refused(before + error.message)


class _Asked:
    """A factored system in which only the probes of `wanted.must` must be true.

    Those of `wanted.once` are asked until they were false once.
    """

    def __init__(self, of: Factored, wanted: Wanted) -> None:
        self._of, self._wanted = of, wanted

    def __getattr__(self, name: str) -> Any:
        return getattr(self._of, name)

    @property
    def state_probes(self) -> list[CellProbe]:
        return self._judged(self._of.state_probes, self._wanted.states)

    @property
    def step_probes(self) -> list[CellProbe]:
        return self._judged(self._of.step_probes, self._wanted.steps)

    def _judged(self, probes: Sequence[CellProbe], of: Sequence[Probe]) -> list[CellProbe]:
        pairs = zip(probes, of, strict=True)
        must, once = self._wanted.must, self._wanted.once
        return [replace(probe, must=asked in must, once=asked in once) for probe, asked in pairs]
