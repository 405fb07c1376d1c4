"""`covering_runs`: few and short runs that cover a target, and how few there could be."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random, randrange
from typing import Any, Unpack

from ..arguments import require_count, require_seed, takes
from ..data import dataclass
from ..engines.base.ending import in_time
from ..engines.base.options import SearchOptions, task_of
from ..engines.base.task import Task
from ..errors import Misuse
from ..logic.parser import parse
from ..model.capabilities import note_of
from ..model.notation import notation_of
from ..stopped import NOT_STOPPED, Stopped
from ..verdict import Answer, Trace
from .adjacent import of_pairs
from .ground import Ground
from .kinds import of_rules
from .naming import Naming
from .plan import Missing, Plan, few
from .replayed import require_runs
from .rules import rules_of
from .runs import Runs
from .visits import through_transitions, to_states

TRANSITIONS = "transitions"
COVERS = ("states", TRANSITIONS, "pairs", "rules")
"""What can be covered, besides the states in which a formula is true."""


class TourOptions(SearchOptions, total=False):
    """The options of `covering_runs`: those of a search, and what the runs are to be.

    There are at most `max_runs` runs. With `loops`, steps count that change nothing. `seed` draws
    among runs that are as good: 0 by default, or another one if it is None. `name` is the name of
    the target in the answer.
    """

    max_runs: int | None
    loops: bool
    seed: int | str | None
    name: str


@dataclass(frozen=True, slots=True, repr=False)
class CoveringRuns:
    """Runs that cover a target: `covered` of the `possible` things that runs can cover.

    `runs` is a sequence of traces, each of which is made when it is asked for: there may be
    millions. `events` is the number of events in them. No runs that cover all that is possible have
    fewer than `bound` events, which the cheapest flow has. `missing` names what is not covered, and
    says why: no run can, or there were to be fewer runs. `states` and `transitions` are those of
    the target; if some are not known, `stopped` says why, and the figures are of the known part.

    >>> from counterpoint import covering_runs
    >>> from counterpoint.examples.peterson import model
    >>> covering_runs(model())
    <model: 3 runs with 87 events cover 62 of 62 transitions; at least 87 events are needed>
    """

    target: str
    cover: str
    seed: int | str
    runs: Runs
    covered: int
    possible: int
    bound: int
    states: int
    transitions: int
    missing: tuple[Missing, ...] = ()
    stopped: Stopped = NOT_STOPPED
    note: str = ""

    @property
    def events(self) -> int:
        """The number of events in all runs."""
        return self.runs.steps

    @property
    def complete(self) -> bool:
        """Whether all states of the target are known."""
        return not self.stopped

    @property
    def answer(self) -> Answer:
        """Unknown if not all states are known; else holds."""
        return Answer.UNKNOWN if self.stopped else Answer.HOLDS

    @property
    def things(self) -> str:
        """What is covered, in words for several of them."""
        return self.cover if self.cover in COVERS else f"states in which {self.cover}"

    def __iter__(self) -> Iterator[Trace]:
        return iter(self.runs)

    def __len__(self) -> int:
        return len(self.runs)

    def __repr__(self) -> str:
        many = f"{len(self):,} runs with {self.events:,} events"
        share = f"{self.covered:,} of {self.possible:,} {self.things}"
        return f"<{self.target}: {many} cover {share}; at least {self.bound:,} events are needed>"


@takes(TourOptions)
def covering_runs(
    target: Any, cover: str = TRANSITIONS, **options: Unpack[TourOptions]
) -> CoveringRuns:
    """Few and short runs that together cover a target, from its initial states.

    `cover` is what is covered: each of the `states`; the `transitions`, which differ in source,
    label or target; the `pairs` of labels that can follow each other; or the `rules`, each of which
    takes part in a run: a b-thread of it moves, or the action is taken. Or it is a formula: each
    state is visited in which that is true. Rests are left out, and so are steps that change
    nothing, except in programs, unless `loops` are wanted. With `max_runs`, there are at most as
    many runs, which cover what they can.

    The other options are those of a search. If a limit of states or of memory is reached, what is
    known is covered. Runs are replayed by the reference semantics, as `audit` says: some of them
    (`sample`, the default), `all` or `none`.

    Raises `Undecided` if a limit of time is reached, if a formula is asked for and not all states
    are known, or if b-threads cannot be observed; and what `where` raises for a formula.

    >>> from counterpoint.examples.hot_cold import program
    >>> found = covering_runs(program)
    >>> [run.events for run in found], found.covered, found.bound
    ([(COLD, HOT, COLD, HOT, COLD, HOT)], 6, 6)
    """
    limit, given = options.get("max_runs"), options.get("seed", 0)
    require_count("max_runs", limit)
    require_seed(given)
    seed = randrange(1 << 32) if given is None else given
    if not isinstance(cover, str) or not cover.strip():
        raise Misuse(f"cover= takes {', '.join(COVERS)} or a formula, not {cover!r}")
    loops = options.get("loops", False)
    if not isinstance(loops, bool):
        raise Misuse(f"loops= takes True or False, not {loops!r}")
    task = task_of(options)
    name = options.get("name", notation_of(target).value)
    asked = _Asked(target, cover.strip(), seed, loops, task)
    return in_time(task, lambda: asked.answer(name, limit))


class _Asked:
    """A question for runs, ready to be explored."""

    def __init__(self, target: Any, cover: str, seed: int | str, loops: bool, task: Task) -> None:
        self._target, self._cover, self._seed, self._task = target, cover, seed, task
        self._formula = None if cover in COVERS else parse(cover)
        self._loops = loops

    def answer(self, name: str, most: int | None) -> CoveringRuns:
        """The runs, of which there are at most so many."""
        drawn = Random(self._seed).getrandbits(64)
        ground = Ground(self._target, self._task, drawn, self._formula, loops=self._loops)
        plan = self._plan(ground, drawn)
        chosen = plan.runs if most is None or most >= len(plan.runs) else few(plan, most)
        missing = plan.missing(chosen)
        runs = ground.runs(chosen)
        require_runs(ground.system, runs, self._task.audit, drawn)
        ground.opening.warn()
        return CoveringRuns(
            target=name,
            cover=self._cover,
            seed=self._seed,
            runs=runs,
            covered=plan.things - len(missing),
            possible=plan.things,
            bound=plan.least,
            states=ground.paths.states,
            transitions=len(ground.paths.source),
            missing=(*plan.never, *missing),
            stopped=ground.stopped,
            note="; ".join(filter(None, (ground.note, note_of(ground.system)))),
        )

    def _plan(self, ground: Ground, drawn: int) -> Plan:
        paths, naming = ground.paths, Naming(ground)
        match self._cover:
            case "transitions":
                return through_transitions(paths, naming)
            case "pairs":
                return of_pairs(paths, naming, drawn)
            case "rules":
                return of_rules(paths, rules_of(ground), drawn)
            case _:
                return to_states(paths, ground.wanted, naming, drawn)
