"""`check`: decide every property of a target, with counterexamples that were replayed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeGuard, Unpack

from ..arguments import takes
from ..errors import BadFormula, Misuse, NothingToCheck, Refused, UnknownAtom, UnknownName
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
    plain_property,
    property_named,
)
from ..model.system import System
from ..stopped import AT_A_FAILURE, NOT_STOPPED, Stopped
from ..verdict import Answer, Verdicts, found_in, system_of
from .base.ending import noting
from .base.engine import AUTO, BOUNDED, EXPLICIT, PORTFOLIO, SYMBOLIC, Reads, require_reads
from .base.observer import OBSERVER
from .base.options import CheckOptions, task_of
from .base.storage import require_stores, storage_of
from .base.task import Stop, Task
from .decide.until import Check, until_stopped
from .theorems import check_module

if TYPE_CHECKING:
    from .search.network.exploration import Exploration

EVERY_SYSTEM: tuple[Property, ...] = (NoDeadlock(),)
"""The default properties of a model or another system without requirements."""

EVERY_PROGRAM: tuple[Property, ...] = (NoFailedAssertion(), NoDeadlock(), NoHotTermination())
"""The default properties of a program without requirements."""

FOR_MODELS = "states are kept on disk for models, behavioral programs, and theorems of modules"

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
    observer = OBSERVER.get()
    if observer is None:
        return found_in(_decided(target, properties, options), target)
    usual: Any = {**observer.usual, **options}
    found = found_in(_decided(target, properties, usual), target)
    observer.checked(target, found)
    return found


def _decided(
    target: Target | System, properties: tuple[Property | str, ...], options: CheckOptions
) -> Verdicts:
    task = replace(task_of(options), watch=noting(options.get("watch")))
    name = options.get("name", notation_of(target).value)
    storage = storage_of(options.get("disk"), options.get("cluster"))
    if not properties and notation_of(target) is Notation.MODULE:
        limits = replace(task.limits, depth=options.get("limit_depth"))
        task = replace(task, limits=limits, keeper=options.get("keeper"))
        return check_module(target, name, options, task, storage)
    engine, depth = options.get("engine", AUTO), options.get("limit_depth")
    if options.get("coverage") or options.get("keeper") or (depth and engine != BOUNDED):
        raise Misuse(
            "coverage and checkpoints are for the theorems of TLA+ modules, and depth is for them "
            "and for the bounded engine"
        )
    task = replace(task, limits=replace(task.limits, depth=depth))
    from .decide.network.judge import needs_edges  # theories need no networks, nor arrays

    wanted = wanted_of(target, properties)
    if not properties:
        task = replace(task, unasked=_unasked(target, [*wanted.values()]))
    stop = _at_the_first_failure(wanted) if options.get("stop_first") else None
    task = replace(task, edges=any(map(needs_edges, wanted.values())), stop=stop)
    if storage is not None:
        return until_stopped(
            lambda: _on_disk(target, engine, replace(task, storage=storage)), name, wanted, task
        )
    try:
        found = until_stopped(lambda: _opened(target, engine, task), name, wanted, task)
    except UnknownAtom as error:
        if error.asked_in in requirements_of(target):
            error.message = f"requirement {error.asked_in!r}: {error.message}"
        raise
    if found.answer is Answer.UNKNOWN and engine in {AUTO, EXPLICIT}:
        from .decide.levels.opened import past_memory  # few checks need so much memory

        return past_memory(found, target, wanted, task)
    return found


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


def _portfolio(target: Target | System, task: Task) -> Check:
    """The check of a model or a program by several engines; raises `Refused` for another target."""
    from ..model.model import Model
    from .decide.portfolio import Portfolio  # most checks ask one engine at a time

    is_model = isinstance(target, Model)
    if isinstance(target, System) and not (is_model or isinstance(target, Network)):
        require_reads(PORTFOLIO, Reads.SYSTEM)
    engines = (EXPLICIT, SYMBOLIC, BOUNDED) if is_model else (EXPLICIT, BOUNDED)
    return Portfolio({each: partial(_opened, target, each) for each in engines}, task)


def _on_disk(target: Target | System, engine: str, task: Task) -> Check:
    """The check of a model or program with its states in a folder; raises `Refused` for others."""
    from ..model.model import Model  # programs need no models
    from .decide.levels.opened import by_levels  # few checks need a disk

    require_stores(engine)
    if isinstance(target, Model):
        return by_levels(target, task)
    if isinstance(target, System) and not isinstance(target, Network):
        raise Refused(FOR_MODELS)
    network: Any = system_of(target, task.tuning)
    if not network.automata:
        return _opened(target, engine, task)
    return by_levels(network, task)


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


def _unasked(target: Target | System, wanted: Collection[Property]) -> tuple[Property, ...]:
    """The usual properties that no requirement is about, so that a check warns if they fail."""
    from .decide.system_check import says_where_it_ends  # programs need no spaces

    if _is_program(target):
        return tuple(each for each in EVERY_PROGRAM if each not in wanted)
    return () if says_where_it_ends(target, wanted) else EVERY_SYSTEM


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
        if item in own:
            return item, own[item]
        plain = plain_property(item)  # may be in the words of answers
        return (item, _property(item, own)) if plain is None else (str(plain), plain)
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
