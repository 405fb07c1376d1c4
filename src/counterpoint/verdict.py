"""The results of a check: an answer to each property, and the run that shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, fields, replace
from enum import Enum
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from .certificate import Audited
from .data import dataclass
from .displayed import Displayed
from .errors import BadTrace, CounterpointError, Misuse, Undecided, UnknownName
from .model.capabilities import begins_of, takes_of
from .model.checked import checked, why_no_system
from .model.network import Network
from .model.notation import Notation, notation_of
from .model.renumbered import renumbered
from .model.system import REST, Label, State, System
from .stopped import NOT_STOPPED, Stopped
from .tuning import USUAL, Tuning

if TYPE_CHECKING:
    from .model.specified import Specified
    from .model.theory import Covered


class Answer(Enum):
    """One of the three answers.

    >>> [answer.value for answer in Answer]
    ['holds', 'fails', 'unknown']
    """

    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """What a run is a run of: a target and, for a program, the network that was searched.

    `of` is the specification of a module that the run belongs to, if that is not the module's own.
    A subject serves the display of a run: it stays behind where a run goes to another process.
    """

    target: Any
    network: Network | None = None
    of: Specified | None = None

    def __reduce__(self) -> Any:
        return _no_subject, ()


def _no_subject() -> None:
    return None


def subject_of(target: Any, of: Specified | None = None) -> Subject:
    """What the runs of `target` that a search has just found belong to."""
    is_program = notation_of(target) is Notation.PROGRAM
    return Subject(target, target.explored if is_program else None, of)


@dataclass(frozen=True, slots=True)
class Trace(Displayed):
    """A run: a start, then (label, state) steps; an infinite run returns to state number `loop`.

    `subject` is what it is a run of, if that is known; it is not part of the value.

    >>> trace = Trace(0, (("up", 1), ("down", 0)), loop=0)
    >>> trace.events, trace.states
    (('up', 'down'), (0, 1, 0))
    """

    start: State
    steps: tuple[tuple[Label, State], ...] = ()
    loop: int | None = None
    subject: Subject | None = field(default=None, compare=False, repr=False)

    @property
    def states(self) -> tuple[State, ...]:
        return self.start, *(state for _, state in self.steps)

    @property
    def events(self) -> tuple[Label, ...]:
        """The labels of the steps, without `REST`."""
        return tuple(label for label, _ in self.steps if label is not REST)

    def replay(self, target: Any) -> None:
        """Raise `BadTrace` unless `target`, a system or a program, allows this run.

        The local states of a program may have other numbers, as under another tuning.
        """
        system = system_of(target)
        if system is not target and isinstance(system, Network):
            retaken(self, system)
            return
        if not isinstance(system, System):
            raise Misuse(why_no_system(system))
        begins = begins_of(system)  # for systems with very many initial states
        if not (begins(self.start) if begins else self.start in system.initial()):
            raise BadTrace(f"no run starts in {self.start!r}")
        takes = takes_of(system)  # for systems with very many steps out of a state
        for here, (label, there) in zip(self.states, self.steps, strict=False):
            if takes is not None:
                leads = takes(here, label, there)
            else:
                leads = (label, there) in (list(system.successors(here)) or [(REST, here)])
            if not leads:
                raise BadTrace(f"{label!r} does not lead from {here!r} to {there!r}")
        if self.loop is not None and self.states[self.loop] != self.states[-1]:
            raise BadTrace(f"the run does not come back to its state number {self.loop}")


def retaken(trace: Trace, network: Network) -> Trace:
    """The same run with the numbers that `network` gives to local states.

    Raises `BadTrace` if it is not a run of the network.
    """
    states = renumbered(network, trace.start, trace.steps)
    if trace.loop is not None and states[trace.loop] != states[-1]:
        raise BadTrace(f"the run does not come back to its state number {trace.loop}")
    labels = (label for label, _ in trace.steps)
    return Trace(states[0], tuple(zip(labels, states[1:], strict=True)), trace.loop)


@dataclass(frozen=True, slots=True)
class Branch:
    """A run that leaves another one at state number `at`, and shows that `claim` holds there.

    Without a trace, no single run shows the claim, because it is about all runs.

    >>> Branch(0, "EX done", Trace("start", (("work", "done"),))).trace.events
    ('work',)
    """

    at: int
    claim: str
    trace: Trace | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """A state that can occur when a plan is followed, and what may happen there.

    `move` is the choice of the plan; it is None if others choose, or nothing is left to choose.
    `steps` are the steps that may follow, each with the number of the position that it leads to:
    the move, or every step of the others. There are none where the claim has been achieved.
    """

    state: State
    move: Label | None = None
    steps: tuple[tuple[Label, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """A memoryless strategy with which `team` makes a claim true, whatever the others do.

    It starts in state number `at` of the shown run. `positions` are all that can occur; the first
    `starts` of them are initial. With `chance`, the plan also determines which of the steps happen
    that no player chooses. `goal` is the aim of the claim as a path formula, if it can be written
    as one. `missing` says why no positions are listed.

    >>> plan = Plan("<<me>> F won", ("me",), (Position(0, "go", (("go", 1),)), Position(1)))
    >>> plan.moves
    ((0, 'go'),)
    """

    claim: str
    team: tuple[str, ...]
    positions: tuple[Position, ...] = ()
    goal: str = ""
    at: int = 0
    starts: int = 1
    chance: bool = False
    missing: str = ""

    @property
    def moves(self) -> tuple[tuple[State, Label], ...]:
        """The (state, label) pairs of all moves, each once.

        A state has one move, unless the claim is about events that came before it.
        """
        moves = ((p.state, p.move) for p in self.positions if p.move is not None)
        return tuple(dict.fromkeys(moves))


@dataclass(frozen=True, slots=True)
class Verdict(Displayed):
    """The answer to one property; as a truth value it raises `Undecided` if it is unknown.

    `reason` says why the answer is unknown, what went wrong if the property fails, which part is
    irrelevant if it holds vacuously, and in how many states it holds if no run shows it. `trace` is
    the counterexample if the property fails; if it holds, it is a witness, if one run can be.
    `branches` are further runs that belong to the trace, and `plans` show how teams achieve what is
    claimed of them. `invariant` are conditions that are true in every reached state, and prove the
    answer. `of` is the specification that the runs belong to, if there is one. `audited`
    is what the reference semantics checked before the answer was given.

    >>> verdict = Verdict("deadlock", Answer.FAILS, trace=Trace("start", (("go", "stuck"),)))
    >>> bool(verdict), verdict.trace.events
    (False, ('go',))
    """

    name: str
    answer: Answer
    reason: str = ""
    trace: Trace | None = None
    vacuous: bool = False
    branches: tuple[Branch, ...] = ()
    plans: tuple[Plan, ...] = ()
    invariant: tuple[str, ...] = ()
    of: Specified | None = field(default=None, compare=False, repr=False)
    audited: Audited | None = field(default=None, compare=False, repr=False)

    def __getstate__(self) -> list[Any]:
        return _parts_but_of(self)

    def __bool__(self) -> bool:
        __tracebackhide__ = True  # pytest then shows the line that asks
        if self.answer is Answer.UNKNOWN:
            raise Undecided(f"{self.name}: {self.reason}")
        return self.answer is Answer.HOLDS


@dataclass(frozen=True, slots=True)
class Breakdown:
    """Where a search ended because something has no value: the error, and a run to that state.

    >>> Breakdown(BadTrace("no value"), Trace("start")).trace.events
    ()
    """

    error: CounterpointError
    trace: Trace | None = None
    of: Specified | None = field(default=None, compare=False, repr=False)

    def __getstate__(self) -> list[Any]:
        return _parts_but_of(self)


def _parts_but_of(said: Verdict | Breakdown) -> list[Any]:
    """What is pickled: all fields but `of`, which only says how the steps of a run are called."""
    names = [part.name for part in fields(said)]
    return list(attrgetter(*names)(replace(said, of=None)))


@dataclass(frozen=True, slots=True)
class Spread:
    """How a search was spread over the workers of a cluster.

    `states` has how many states each one holds. `crossed` targets went from one worker to another,
    in `sent` bytes; `losses` is how often workers were lost.

    >>> Spread((600, 400), 100, 500).skew
    1.2
    """

    states: tuple[int, ...]
    crossed: int
    sent: int
    losses: int = 0

    @property
    def skew(self) -> float:
        """The most states that a worker holds, divided by the mean."""
        return max(self.states) * len(self.states) / max(1, sum(self.states))


@dataclass(frozen=True, slots=True, repr=False)
class Verdicts(Displayed):
    """The results of a check: true if every property holds, false if one fails.

    If none fails but some are unknown, the truth value raises `Undecided`. `complete` is whether
    all states are known, and `transitions` is None if they were not counted. `stopped` says what
    ended the search, or the work after it, early. `generated` counts all generated states, repeats
    included, and `depth` the states on the longest of the shortest paths, if these are known.
    `breakdowns` are the errors that left answers unknown. `coverage` has, for each specification,
    how often each of its actions was taken, if that was requested. `workers` is how many threads or
    processes worked at once, and `spread` says what each worker of a cluster did. `unasked` are
    properties that are asked of every program without requirements, that no requirement of this one
    is about, and that fail; they do not count.

    >>> from counterpoint import check
    >>> from counterpoint.examples.peterson import model
    >>> verdicts = check(model(), "AG EF critical0", "F critical0")
    >>> bool(verdicts), bool(verdicts["AG EF critical0"]), verdicts.answer.value, verdicts.states
    (False, True, 'fails', 34)
    """

    target: str
    states: int
    transitions: int | None
    complete: bool
    engine: str
    seconds: float
    properties: tuple[Verdict, ...]
    warnings: tuple[str, ...] = ()
    stopped: Stopped = NOT_STOPPED
    generated: int | None = None
    depth: int | None = None
    breakdowns: tuple[Breakdown, ...] = ()
    coverage: tuple[tuple[str, tuple[Covered, ...]], ...] = ()
    workers: int = field(default=1, compare=False)
    spread: Spread | None = field(default=None, compare=False)
    unasked: tuple[Verdict, ...] = ()

    @property
    def answer(self) -> Answer:
        """Fails if one property fails, else unknown if one is unknown, else holds."""
        answers = {verdict.answer for verdict in self.properties}
        order = (Answer.FAILS, Answer.UNKNOWN, Answer.HOLDS)
        return next((answer for answer in order if answer in answers), Answer.UNKNOWN)

    @property
    def trace(self) -> Trace | None:
        """The counterexample of the first property that fails."""
        return next((v.trace for v in self.properties if v.answer is Answer.FAILS), None)

    def __bool__(self) -> bool:
        __tracebackhide__ = True
        if self.answer is Answer.UNKNOWN:
            unknown = (v for v in self.properties if v.answer is Answer.UNKNOWN)
            reasons = [f"{verdict.name}: {verdict.reason}" for verdict in unknown]
            raise Undecided("; ".join(reasons) or "no property was checked")
        return self.answer is Answer.HOLDS

    def __repr__(self) -> str:
        answers = [f"{verdict.name} {verdict.answer.value}{_why(verdict)}" for verdict in self]
        return f"<{self.target}: {'; '.join(answers)}>"

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self.properties)

    def __getitem__(self, name: str) -> Verdict:
        for verdict in self.properties:
            if verdict.name == name:
                return verdict
        names = ", ".join(verdict.name for verdict in self.properties)
        raise UnknownName(f"no property {name!r} was checked; there are {names}")


def found_in(verdicts: Verdicts, target: Any) -> Verdicts:
    """The results of a check of `target`, with runs that know what they are runs of."""

    def belonging(trace: Trace | None, of: Specified | None) -> Trace | None:
        return None if trace is None else replace(trace, subject=subject_of(target, of))

    def known(verdict: Verdict) -> Verdict:
        branches = (replace(b, trace=belonging(b.trace, verdict.of)) for b in verdict.branches)
        trace = belonging(verdict.trace, verdict.of)
        return replace(verdict, trace=trace, branches=tuple(branches))

    breakdowns = (replace(b, trace=belonging(b.trace, b.of)) for b in verdicts.breakdowns)
    return replace(
        verdicts,
        properties=tuple(map(known, verdicts)),
        breakdowns=tuple(breakdowns),
        unasked=tuple(map(known, verdicts.unasked)),
    )


def _why(verdict: Verdict) -> str:
    if verdict.trace is not None:
        return f" after {', '.join(map(str, verdict.trace.events)) or 'no event'}"
    return f" ({verdict.reason})" if verdict.answer is Answer.UNKNOWN else ""


def system_of(target: Any, tuning: Tuning = USUAL) -> System:
    """`target` itself if it is a system, or the network of a program.

    Only a program gets the `tuning`, and only if that is not the default.

    The methods of a user's own system raise `BadModel` if they return what no system may return.
    """
    if notation_of(target) is not Notation.PROGRAM:
        made = target
    else:
        made = target.network() if tuning == USUAL else target.network(tuning)
    system: System = checked(made)
    return system
