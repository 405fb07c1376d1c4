"""`check`: decide every property of a target, with counterexamples that were replayed."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeGuard, Unpack

from ..alarm import Alarm
from ..arguments import takes
from ..errors import (
    BadFormula,
    LimitReached,
    Misuse,
    NothingToCheck,
    Refused,
    UnknownName,
)
from ..logic.formula import Atom
from ..model.capabilities import requirements_of
from ..model.checked import require_undrawn, why_no_system
from ..model.network import Network
from ..model.notation import Notation, notation_of
from ..model.property import (
    NoDeadlock,
    NoFailedAssertion,
    NoHotTermination,
    Property,
    Satisfies,
    property_named,
)
from ..model.system import System
from ..stopped import AT_A_FAILURE, INTERRUPTED, NOT_STOPPED, Cause, Stopped
from ..verdict import Answer, Verdict, Verdicts, system_of
from .base.cluster import Cluster, cluster_of
from .base.ending import Noting, noting
from .base.engine import AUTO, BOUNDED, EXPLICIT, PORTFOLIO, SYMBOLIC, Reads, require_reads
from .base.options import CheckOptions, task_of
from .base.task import Stop, Task

if TYPE_CHECKING:
    from ..model.model import Model
    from ..model.theory import Theory
    from .base.disk import Disk
    from .decide.levels.asked import Subject
    from .decide.levels.check import LevelsCheck
    from .search.network.exploration import Exploration

EVERY_SYSTEM: tuple[Property, ...] = (NoDeadlock(),)
"""The default properties of a model or another system without requirements."""

EVERY_PROGRAM: tuple[Property, ...] = (NoFailedAssertion(), NoDeadlock(), NoHotTermination())
"""The default properties of a program without requirements."""

FOR_MODELS = "states are kept on disk for models, behavioral programs, and theorems of modules"
NO_FOLDER = "a cluster needs disk=, a folder that all its machines share"

_NAME = re.compile(r"[\w\s:+-]+")
_TEMPORAL = re.compile(r"\s*(?:[EA]?[XFG]|[EA]|mu|nu)\s")


class Target(Protocol):
    """A target to check: it has a network, and may have requirements."""

    def network(self) -> Network:
        """The network to explore."""

    @property
    def requirements(self) -> Mapping[str, Property]:
        """The properties that it must have, by name."""

    @property
    def switched_off(self) -> Sequence[object]:
        """The parts that are switched off; if no parts are left, everything holds vacuously."""


class Check(Protocol):
    """A target that is opened for a check of its properties."""

    def verdicts(self, name: str, wanted: Mapping[str, Any], start: float) -> Verdicts:
        """The verdicts on the properties, for a check that began at `start`."""


@takes(CheckOptions)
def check(
    target: Target | System, *properties: Property | str, **options: Unpack[CheckOptions]
) -> Verdicts:
    """Decide `properties` of a target: the result is true if all hold, and false if one fails.

    If none fails but some are unknown, the truth value of the result raises `Undecided`.

    A property is a formula such as `"G (HOT -> X !HOT)"`, an object such as `never(EVENT)`, the
    name of a requirement of the target, or one of `assertions`, `deadlock`, `hot-termination`,
    `hot-cycle`, `hot-system-cycle`. Without any, the target's requirements and assertions are
    checked. If it has no requirements, a program is checked for assertions, deadlock and hot
    termination, and another system for deadlock.

    `limit_states` limits the states of the whole system, and the local states of each b-thread.
    `limit_memory` is in bytes, or a text such as `2G`; `limit_time` is in seconds, or a text such
    as `5m`. When a limit is reached, and after Ctrl-C, properties that are not decided yet are
    unknown. With `stop_first`, the check ends at the first failure. `watch` is called with the
    progress of the search.

    Each answer is audited by the reference semantics before it is given: in a `sample` of its
    states, in `all` of them, or in `none`; an answer that does not pass is unknown. Up to `workers`
    threads work at once: a number, or `auto` for one per CPU where that pays. If there are several
    specifications in a module, a number of workers explores them in processes. Neither `workers`
    nor `tuning` changes an answer.

    With `disk`, the name of a folder, states are kept there: it should be empty, or hold the same
    check, which then goes on where something ended it. Only what can be seen state by state is
    decided so: invariants, deadlock, assertions, `never`, `EF p`, `[][A]_v`. A `cluster` decides
    the same: `local:N` for N workers on this machine, `auto`, or `ray://HOST:PORT`. The machines of
    a cluster share the folder.

    `limit_depth` limits the levels of states of a TLA+ module, and the steps of the runs that the
    bounded engine tries. For the theorems of modules only: `coverage` counts how often actions are
    taken, and with a `keeper`, a check that was interrupted can be resumed.

    >>> from counterpoint import Program, check, events, never, sync, thread
    >>> HOT, COLD = events("HOT COLD")
    >>> @thread
    ... def pour(event):
    ...     yield sync(request=event)
    >>> verdicts = check(Program(pour(HOT), pour(COLD)), never(COLD), "EF once(COLD)")
    >>> bool(verdicts), verdicts.states, verdicts.trace.events
    (False, 4, (COLD,))
    """
    task = replace(task_of(options), watch=noting(options.get("watch")))
    name = options.get("name", notation_of(target).value)
    folder, address = options.get("disk"), options.get("cluster")
    cluster = None if address is None else cluster_of(address)
    if not properties and notation_of(target) is Notation.MODULE:
        limits = replace(task.limits, depth=options.get("limit_depth"))
        task = replace(task, limits=limits, keeper=options.get("keeper"))
        return _of_module(target, name, options, task, cluster)
    engine, depth = options.get("engine", AUTO), options.get("limit_depth")
    if options.get("coverage") or options.get("keeper") or (depth and engine != BOUNDED):
        raise Misuse(
            "coverage and checkpoints are for the theorems of TLA+ modules, and depth is for them "
            "and for the bounded engine"
        )
    task = replace(task, limits=replace(task.limits, depth=depth))
    from .decide.network.judge import needs_edges  # theories need no networks, nor arrays

    wanted = wanted_of(target, properties)
    stop = _at_the_first_failure(wanted) if options.get("stop_first") else None
    task = replace(task, edges=any(map(needs_edges, wanted.values())), stop=stop)
    if folder is not None or cluster is not None:
        kept = None if folder is None else Path(folder)
        return _until_stopped(
            lambda: _on_disk(target, engine, task, kept, cluster), name, wanted, task
        )
    found = _until_stopped(lambda: _opened(target, engine, task), name, wanted, task)
    if found.answer is Answer.UNKNOWN and engine in {AUTO, EXPLICIT}:
        return _past_memory(found, target, wanted, task)
    return found


def _until_stopped(
    opened: Callable[[], Check], name: str, wanted: Mapping[str, Any], task: Task
) -> Verdicts:
    """The verdicts of a check; all are unknown if it was ended before it returned any."""
    start, alarm = time.perf_counter(), Alarm(task.limits.seconds, exhausted=task.exhausted)
    try:
        verdicts = alarm.run(lambda: opened().verdicts(name, wanted, start))
    except KeyboardInterrupt:
        verdicts = _all_unknown(name, wanted, start, alarm.stopped or INTERRUPTED)
    except LimitReached as reached:
        verdicts = _all_unknown(name, wanted, start, Stopped(reached.message, Cause.UNBOUNDED))
    verdicts = replace(verdicts, workers=task.workers.used)
    if verdicts.states or not (verdicts.stopped.ends_everything and task.watch):
        return verdicts
    assert isinstance(task.watch, Noting)
    return replace(verdicts, states=task.watch.states, transitions=None)


def _all_unknown(name: str, wanted: Iterable[str], start: float, stopped: Stopped) -> Verdicts:
    unknown = tuple(Verdict(prop, Answer.UNKNOWN, str(stopped)) for prop in wanted)
    seconds = time.perf_counter() - start
    return Verdicts(name, 0, None, False, "none", seconds, unknown, stopped=stopped)


def _opened(target: Target | System, engine: str, task: Task) -> Check:
    """The check of a model, of another system, or of the network of a program."""
    if engine == BOUNDED:
        return _bounded(target, task)
    if engine == PORTFOLIO:
        return _portfolio(target, task)
    if isinstance(target, System) and not isinstance(target, Network):
        from ..model.model import Model
        from .decide.system_check import SystemCheck  # programs need no models and terms
        from .space.model_opening import suits_diagrams

        require_undrawn(target)
        if engine == AUTO and isinstance(target, Model):
            model: Any = target
            large = suits_diagrams(target, task.tuning)
            at_once = large and target.layout.size > task.tuning.turn_states
            return _in_turns(
                lambda turn: SystemCheck(model, engine, turn), target, task, at_once=at_once
            )
        return SystemCheck(target, engine, task)
    require_reads(engine, Reads.NETWORK)
    from .decide.network.check import NetworkCheck  # theories need no networks

    network: Any = system_of(target, task.tuning)
    if not network.automata and not (_is_program(target) and target.switched_off):
        raise NothingToCheck("the program has no b-threads")
    if engine == AUTO:
        return _in_turns(lambda turn: NetworkCheck(network, turn), network, task)
    return NetworkCheck(network, task)


def _in_turns(
    first: Callable[[Task], Check], target: System, task: Task, *, at_once: bool = False
) -> Check:
    """The check of a model or a network that bounded search goes on with where it is too large."""
    from .decide.bounded.after import InTurns  # other engines need no turns

    def then(turn: Task) -> Check:
        return _bounded(target, turn)

    refused = not isinstance(target, Network)
    return InTurns(first, then, task, refused=refused, at_once=at_once)


def _past_memory(
    found: Verdicts, target: Target | System, wanted: Mapping[str, Any], task: Task
) -> Verdicts:
    """The verdicts, with those of a search on disk of what there was no memory for.

    There is none if very little memory is allowed, or if a person or a limit of time ended all.
    """
    seconds = task.limits.seconds
    left = None if seconds is None else seconds - found.seconds
    is_over = found.stopped.cause in {Cause.INTERRUPTED, Cause.TIME} or (left or 1.0) <= 0
    if is_over or task.limits.bytes < task.tuning.disk_memory:
        return found
    from ..model.model import Model
    from .decide.levels.past_memory import going_on  # few checks need so much memory

    if isinstance(target, System) and not isinstance(target, Model | Network):
        return found
    system: Any = target if isinstance(target, Model) else system_of(target, task.tuning)
    timed = replace(task, limits=replace(task.limits, seconds=left), meter=None)
    return going_on(
        found,
        wanted,
        task,
        lambda less: _by_levels(system, less),
        lambda opened, open_: _until_stopped(opened, found.target, open_, timed),
    )


def _portfolio(target: Target | System, task: Task) -> Check:
    """The check of a model or a program by several engines; raises `Refused` for another target."""
    from ..model.model import Model
    from .decide.portfolio import Portfolio  # most checks ask one engine at a time

    is_model = isinstance(target, Model)
    if isinstance(target, System) and not (is_model or isinstance(target, Network)):
        require_reads(PORTFOLIO, Reads.SYSTEM)
    engines = (EXPLICIT, SYMBOLIC, BOUNDED) if is_model else (EXPLICIT, BOUNDED)
    return Portfolio({each: partial(_opened, target, each) for each in engines}, task)


def _on_disk(
    target: Target | System, engine: str, task: Task, folder: Path | None, cluster: Cluster | None
) -> Check:
    """The check of a model or program with its states in a folder; raises `Refused` for others."""
    from ..model.model import Model  # programs need no models

    if engine not in {AUTO, EXPLICIT}:
        raise Misuse(f"the {engine} engine keeps no states on disk: ask auto or explicit")
    if isinstance(target, Model):
        return _by_levels(target, task, folder, cluster)
    if isinstance(target, System) and not isinstance(target, Network):
        raise Refused(FOR_MODELS)
    network: Any = system_of(target, task.tuning)
    if not network.automata:
        return _opened(target, engine, task)
    return _by_levels(network, task, folder, cluster)


def _by_levels(
    target: Model | Network,
    task: Task,
    folder: Path | None = None,
    cluster: Cluster | None = None,
) -> LevelsCheck:
    """The check of a target with its states on disk; in a folder that does not stay, if unnamed."""
    from .decide.levels.check import LevelsCheck  # few checks need a disk
    from .decide.levels.usual import usual_folder

    subject = _subject(target, task)
    if folder is not None:
        return LevelsCheck(subject, folder, task, cluster=cluster)
    if cluster is not None and not cluster.is_local:
        raise Misuse(NO_FOLDER)
    return LevelsCheck(subject, usual_folder(), task, stays=False, cluster=cluster)


def _subject(target: Model | Network, task: Task) -> Subject:
    if isinstance(target, Network):
        from .decide.levels.of_programs import ProgramSubject

        return ProgramSubject(target, task)
    from .decide.levels.of_models import ModelSubject

    return ModelSubject(target, task)


def _bounded(target: Target | System, task: Task) -> Check:
    """The bounded check of a model or a program; raises `Refused` for a target that is neither."""
    from ..model.model import Model
    from .decide.bounded.check import BoundedCheck  # other engines need no solver
    from .decide.bounded.of_models import ModelQuestions
    from .decide.bounded.of_programs import ProgramQuestions

    if isinstance(target, Model):
        return BoundedCheck(ModelQuestions(target, task), task)
    if isinstance(target, System) and not isinstance(target, Network):
        require_reads(BOUNDED, Reads.SYSTEM)
    network: Any = system_of(target, task.tuning)
    return BoundedCheck(ProgramQuestions(network, task), task)


def _of_module(
    target: Any, name: str, options: CheckOptions, task: Task, cluster: Cluster | None
) -> Verdicts:
    """The verdicts on all questions of a module, with states on disk where that is asked for."""
    theory: Theory = target.theory
    questions = {question.name: question for question in theory.questions}
    folder = options.get("disk")
    if folder is not None or cluster is not None:
        if options.get("coverage") or options.get("engine", AUTO) == EXPLICIT:
            raise Misuse("with states on disk no coverage is counted, and explicit is no engine")
        task = replace(task, keeper=None)
    if not options.get("coverage") and task.limits.bytes >= task.tuning.disk_memory:
        task = replace(task, disk=_disk_of(target, folder, cluster))

    def decide() -> Verdicts:
        return _until_stopped(lambda: _of_theory(theory, options, task), name, questions, task)

    return decide() if task.disk is None else _kept(task.disk, decide)


def _disk_of(target: Any, folder: Any, cluster: Cluster | None) -> Disk:
    from .base.disk import Disk  # programs and models need none
    from .decide.levels.usual import usual_folder

    if folder is None and cluster is not None and not cluster.is_local:
        raise Misuse(NO_FOLDER)
    place = usual_folder if folder is None else lambda: Path(folder)
    of, named = (lambda: str(target.signature)), folder is not None
    return Disk(place, of, named=named, cluster=cluster)


def _kept(disk: Disk, decide: Callable[[], Verdicts]) -> Verdicts:
    """The verdicts; what was found on disk stays if it is asked for, and something is open."""
    from .base.disk import is_of_the_target  # programs and models need none

    try:
        found = decide()
    except BaseException as error:
        disk.close(stays=not is_of_the_target(error))
        raise
    is_open = any(each.answer is Answer.UNKNOWN for each in found)
    if disk.close(stays=is_open and not found.stopped.ends_by_itself):
        return replace(found, warnings=(*found.warnings, disk.to_go_on))
    return found


def _of_theory(theory: Theory, options: CheckOptions, task: Task) -> Check:
    """The check of all questions of a theory."""
    engine = options.get("engine", AUTO)
    require_reads(engine, Reads.SPECIFICATION)
    from .decide.spec.theory_check import TheoryCheck  # programs and models need no theories

    return TheoryCheck(
        theory,
        task,
        stop_first=options.get("stop_first", False),
        engine=engine,
        coverage=options.get("coverage", False),
    )


def formula(text: str) -> Satisfies:
    """The property that a formula is true in every initial state; raises `BadFormula`.

    >>> print(formula("AG(HOT -> AX !HOT)"))
    AG (HOT -> AX !HOT)
    """
    from ..logic.parser import parse  # most targets use no formulas

    return Satisfies(parse(text))


def wanted_of(target: Any, given: Iterable[Property | str]) -> dict[str, Property]:
    """The properties to decide, by name: those given, else the requirements, else the usual ones.

    Raises `Misuse` for what is no target or no property, `UnknownName` for a name of neither kind.
    """
    is_program = _is_program(target)
    if isinstance(target, type) or not (is_program or isinstance(target, System)):
        raise Misuse(why_no_system(target))
    own = {name: _required(of) for name, of in requirements_of(target).items()}
    asked: dict[str, Property] = {}
    for item in given:
        name, wanted = _named(item, own)
        asked[_another(name, wanted, asked)] = wanted
    usual = EVERY_PROGRAM if is_program or isinstance(target, Network) else EVERY_SYSTEM
    return asked or own or {str(known): known for known in usual}


def _is_program(target: object) -> TypeGuard[Target]:
    return notation_of(target) is Notation.PROGRAM


def _another(name: str, wanted: Property, asked: Mapping[str, Property]) -> str:
    """The name, with a number if another property has it: different events may look alike."""
    names = (name, *(f"{name} ({number})" for number in range(2, len(asked) + 2)))
    return next(each for each in names if asked.get(each, wanted) == wanted)


def _required(given: Property | str) -> Property:
    return formula(given) if isinstance(given, str) else given


def _named(item: Property | str, own: Mapping[str, Property]) -> tuple[str, Property]:
    if isinstance(item, str):
        return item, own.get(item) or _property(item, own)
    if not isinstance(item, Property):
        raise Misuse(
            f"{item!r} is not a property such as never(EVENT), nor a formula, nor the name of one"
        )
    known = (name for name, wanted in own.items() if wanted == item)
    return next(known, str(item)), item


def _property(text: str, own: Mapping[str, Property]) -> Property:
    """The property with this name, or else the formula.

    Raises `UnknownName` for a text that looks like a name, unless it is a formula with operators.
    """
    try:
        return property_named(text, own)
    except UnknownName as unknown:
        looks_like_a_name = bool(_NAME.fullmatch(text)) and not _TEMPORAL.match(text)
        try:
            found = formula(text)
        except BadFormula:
            if looks_like_a_name:
                raise unknown from None
            raise
        if looks_like_a_name and isinstance(found.formula, Atom):
            raise
        return found


def _at_the_first_failure(wanted: Mapping[str, Property]) -> Stop:
    from .decide.network.judge import is_decided  # theories need no networks

    def stop(so_far: Exploration) -> Stopped:
        decided = any(is_decided(prop, so_far) for prop in wanted.values())
        return AT_A_FAILURE if decided else NOT_STOPPED

    return stop
