"""`check`: decide every property of a target, with counterexamples that were replayed."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, TypeGuard, cast

from ..alarm import Alarm
from ..arguments import says_what_it_takes
from ..certificate import extent_of
from ..depth import roomy
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
from ..tuning import USUAL, Tuning
from ..verdict import Answer, Verdict, Verdicts, system_of
from .base.ending import Noting, noting
from .base.engine import DIAGRAMS, require_engine
from .base.limits import limits_of
from .base.meter import Meter
from .base.task import Keeper, Stop, Task, Watcher

if TYPE_CHECKING:
    from ..model.theory import Theory
    from .decide.network.check import NetworkCheck
    from .decide.system_check import SystemCheck
    from .search.network.exploration import Exploration

EVERY_SYSTEM: tuple[Property, ...] = (NoDeadlock(),)
"""The default properties of a model or another system without requirements."""

EVERY_PROGRAM: tuple[Property, ...] = (NoFailedAssertion(), NoDeadlock(), NoHotTermination())
"""The default properties of a program without requirements."""

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


class Options(TypedDict, total=False):
    """The options of a check; see `check`."""

    name: str
    limit_states: int | None
    limit_memory: int | str | None
    limit_time: float | str | None
    stop_first: bool
    limit_depth: int | None
    engine: str
    coverage: bool
    workers: int
    keeper: Keeper | None
    watch: Watcher | None
    audit: str
    tuning: Tuning


@says_what_it_takes
def check(
    target: Target | System,
    *properties: Property | str,
    name: str = "program",
    limit_states: int | None = None,
    limit_memory: int | str | None = None,
    limit_time: float | str | None = None,
    limit_depth: int | None = None,
    stop_first: bool = False,
    engine: str = "auto",
    coverage: bool = False,
    workers: int = 1,
    keeper: Keeper | None = None,
    watch: Watcher | None = None,
    audit: str = "sample",
    tuning: Tuning = USUAL,
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
    states, in `all` of them, or in `none`; an answer that does not pass is unknown. `tuning`
    affects speed, never an answer.

    For the theorems of TLA+ modules only: `limit_depth` limits the levels of states, `coverage`
    counts how often actions are taken, up to `workers` specifications are explored in parallel, and
    with a `keeper`, a check that was interrupted can be resumed.

    >>> from counterpoint import Program, check, events, never, sync, thread
    >>> HOT, COLD = events("HOT COLD")
    >>> @thread
    ... def pour(event):
    ...     yield sync(request=event)
    >>> verdicts = check(Program(pour(HOT), pour(COLD)), never(COLD), "EF once(COLD)")
    >>> bool(verdicts), verdicts.states, verdicts.trace.events
    (False, 4, (COLD,))
    """
    require_engine(engine)
    extent = extent_of(audit)
    limits = limits_of(limit_states, limit_memory, limit_time)
    if not properties and notation_of(target) is Notation.MODULE:
        limits = replace(limits, depth=limit_depth)
        task = Task(
            limits,
            watch=noting(watch),
            keeper=keeper,
            audit=extent,
            tuning=tuning,
            meter=Meter(),
        )
        theory: Theory = cast("Any", target).theory
        return _until_stopped(
            lambda _: _theory(theory, task, name, stop_first, engine, coverage, workers),
            name,
            [question.name for question in theory.questions],
            task,
        )
    if coverage or keeper is not None or limit_depth is not None:
        raise Misuse("depth, coverage and checkpoints are for the theorems of TLA+ modules")
    from .decide.network.judge import needs_edges  # theories need no networks, nor arrays

    wanted = _wanted(target, properties)
    task = Task(
        limits,
        edges=any(map(needs_edges, wanted.values())),
        watch=noting(watch),
        stop=_at_the_first_failure(wanted) if stop_first else None,
        audit=extent,
        tuning=tuning,
        meter=Meter(),
    )
    return _until_stopped(
        lambda start: _opened(target, engine, task).verdicts(name, wanted, start),
        name,
        wanted,
        task,
    )


def _until_stopped(
    decide: Callable[[float], Verdicts], name: str, wanted: Iterable[str], task: Task
) -> Verdicts:
    """The verdicts of `decide`; all are unknown if it was ended before it returned any."""
    start, alarm = time.perf_counter(), Alarm(task.limits.seconds, exhausted=task.exhausted)
    try:
        verdicts = alarm.run(partial(decide, start))
    except KeyboardInterrupt:
        verdicts = _all_unknown(name, wanted, start, alarm.stopped or INTERRUPTED)
    except LimitReached as reached:
        verdicts = _all_unknown(name, wanted, start, Stopped(reached.message, Cause.UNBOUNDED))
    if verdicts.states or not (verdicts.stopped.ends_everything and task.watch):
        return verdicts
    assert isinstance(task.watch, Noting)
    return replace(verdicts, states=task.watch.states, transitions=None)


def _all_unknown(name: str, wanted: Iterable[str], start: float, stopped: Stopped) -> Verdicts:
    unknown = tuple(Verdict(prop, Answer.UNKNOWN, str(stopped)) for prop in wanted)
    seconds = time.perf_counter() - start
    return Verdicts(name, 0, None, False, "none", seconds, unknown, stopped=stopped)


def _opened(target: Target | System, engine: str, task: Task) -> NetworkCheck | SystemCheck:
    if isinstance(target, System) and not isinstance(target, Network):
        from .decide.system_check import SystemCheck  # programs need no models and terms

        require_undrawn(target)
        return SystemCheck(target, engine, task)
    if engine in DIAGRAMS:
        raise Refused(f"the {engine} engine reads models only: this target is enumerated")
    from .decide.network.check import NetworkCheck  # theories need no networks

    network: Any = system_of(target, task.tuning)
    run = NetworkCheck(network, task)
    if not run.network.automata and not (_is_program(target) and target.switched_off):
        raise NothingToCheck("the program has no b-threads")
    return run


def _theory(
    theory: Theory,
    task: Task,
    name: str,
    stop_first: bool,
    engine: str,
    coverage: bool,
    workers: int,
) -> Verdicts:
    """The verdicts on all questions of a theory."""
    from .decide.spec.theory import check_theory  # programs and models need no theories

    if engine in DIAGRAMS:
        raise Refused(f"the {engine} engine reads models only: this target is enumerated")
    decided = roomy(
        lambda: check_theory(
            theory, task=task, stop_first=stop_first, coverage=coverage, workers=workers
        )
    )
    return replace(decided.verdicts, target=name)


def formula(text: str) -> Satisfies:
    """The property that a formula is true in every initial state; raises `BadFormula`.

    >>> print(formula("AG(HOT -> AX !HOT)"))
    AG (HOT -> AX !HOT)
    """
    from ..logic.parser import parse  # most targets use no formulas

    return Satisfies(parse(text))


def _wanted(target: Any, given: Iterable[Property | str]) -> dict[str, Property]:
    """The properties to decide, by name."""
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
