"""`check`: every property of a target decided, with counterexamples that were replayed."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypedDict

from ..errors import Misuse, NothingToCheck
from ..model.network import Network
from ..model.property import (
    NoDeadlock,
    NoFailedAssertion,
    NoHotTermination,
    Property,
    property_named,
)
from ..model.system import Label, State
from ..verdict import Answer, Trace, Verdict, Verdicts
from .explicit import explore
from .exploration import Exploration
from .judge import Judgement, is_decided, judge, needs_edges
from .limits import Limits, parse_size
from .task import INTERRUPTED, Stop, Task, Watcher

EVERY_PROGRAM: tuple[Property, ...] = (NoFailedAssertion(), NoDeadlock(), NoHotTermination())
"""What a program without requirements of its own is checked for."""


class Target(Protocol):
    """What can be checked: something that gives a network, and may have requirements."""

    def network(self) -> Network:
        """The network to explore."""

    @property
    def requirements(self) -> Mapping[str, Property]:
        """The properties that it must have, by name."""

    @property
    def switched_off(self) -> Sequence[object]:
        """The parts of it that are left out; without any left, everything holds vacuously."""


class Options(TypedDict, total=False):
    """What can be said of how to check; see `check`."""

    name: str
    limit_states: int | None
    limit_memory: int | str | None
    stop_first: bool
    watch: Watcher | None


def check(
    target: Target,
    *properties: Property | str,
    name: str = "program",
    limit_states: int | None = None,
    limit_memory: int | str | None = None,
    stop_first: bool = False,
    watch: Watcher | None = None,
) -> Verdicts:
    """The answers to `properties`: true if all hold, false if one fails, else `Undecided`.

    A property is one such as `never(EVENT)`, the name of a requirement of the target, or
    `assertions`, `deadlock`, `hot-termination`, `hot-cycle`, `hot-system-cycle`. Without any, the
    target's requirements and assertions are checked; where it has none: assertions, deadlock and
    hot termination. `limit_states` bounds the states of the whole and of each b-thread,
    `limit_memory` is in bytes or a text such as `2G`; past a limit the answer is unknown.

    >>> from counterpoint import Program, check, events, never, sync, thread
    >>> HOT, COLD = events("HOT COLD")
    >>> @thread
    ... def pour(event):
    ...     yield sync(request=event)
    >>> verdicts = check(Program(pour(HOT), pour(COLD)), never(COLD))
    >>> bool(verdicts), verdicts.states, verdicts.trace.events
    (False, 4, (COLD,))
    """
    if not hasattr(target, "network"):
        raise Misuse(f"check() takes a program, not {target!r}")
    memory = parse_size(limit_memory) if isinstance(limit_memory, str) else limit_memory
    wanted = _wanted(target, properties)
    task = Task(
        Limits(limit_states, memory),
        edges=any(map(needs_edges, wanted.values())),
        watch=watch,
        stop=_at_the_first_failure(wanted) if stop_first else None,
    )
    start = time.perf_counter()
    try:
        run = _Check(target.network(), task)
        if not run.network.automata and not target.switched_off:
            raise NothingToCheck("the program has no b-threads")
    except KeyboardInterrupt:
        return _nothing_explored(name, wanted, time.perf_counter() - start)
    return run.verdicts(name, wanted, start)


def _wanted(target: Target, given: Iterable[Property | str]) -> dict[str, Property]:
    """The properties to decide, by name."""
    own = dict(target.requirements)
    asked = dict(_named(item, own) for item in given)
    return asked or own or {str(known): known for known in EVERY_PROGRAM}


def _named(item: Property | str, own: Mapping[str, Property]) -> tuple[str, Property]:
    if isinstance(item, str):
        return item, own.get(item) or property_named(item, own)
    if not isinstance(item, Property):
        raise Misuse(f"{item!r} is not a property such as never(EVENT), nor the name of one")
    known = (name for name, wanted in own.items() if wanted == item)
    return next(known, str(item)), item


def _at_the_first_failure(wanted: Mapping[str, Property]) -> Stop:
    def stop(so_far: Exploration) -> str:
        decided = any(is_decided(prop, so_far) for prop in wanted.values())
        return "stopped at the first failure" if decided else ""

    return stop


def _nothing_explored(name: str, wanted: Iterable[str], seconds: float) -> Verdicts:
    """What is said when the b-threads could not even be read to their end."""
    reason = f"{INTERRUPTED} while the b-threads were read"
    unknown = tuple(Verdict(prop, Answer.UNKNOWN, reason) for prop in wanted)
    return Verdicts(name, 0, 0, False, "none", seconds, unknown, stopped=INTERRUPTED)


class _Check:
    """One exploration, and the properties judged by it."""

    def __init__(self, network: Network, task: Task) -> None:
        self.network = network
        self.task = task
        self.wandered = False

    def verdicts(self, name: str, wanted: dict[str, Property], start: float) -> Verdicts:
        found = explore(self.network, self.task)
        if self._asserts() and NoFailedAssertion() not in wanted.values():
            wanted = {**wanted, "assertions": NoFailedAssertion()}
        verdicts = tuple(self._verdict(prop, wanted[prop], found) for prop in wanted)
        return Verdicts(
            name,
            found.states,
            found.transitions,
            found.complete,
            found.engine,
            time.perf_counter() - start,
            verdicts,
            tuple(self.network.origin.warnings()),
            found.stopped,
        )

    def _before_final(self) -> Exploration:
        """What is reached before the first final event; once more if another one came up."""
        task = replace(self.task, edges=False, stop=None)
        while True:
            final = self.network.final_events
            found = explore(self.network, replace(task, not_followed=final))
            if self.network.final_events == final:
                return found

    def _asserts(self) -> bool:
        every = (local for automaton in self.network.automata for local in automaton.locals)
        return any(local.failure is not None for local in every)

    def _verdict(self, name: str, wanted: Property, found: Exploration) -> Verdict:
        """The answer to one property, its counterexample replayed; unknown if interrupted."""
        try:
            judgement = judge(wanted, found, self._before_final)
            if judgement.answer is Answer.HOLDS:
                judgement = self._unless_awaiting(judgement, found)
            trace = None if judgement.way is None else self._replayed(judgement)
        except KeyboardInterrupt:
            return Verdict(name, Answer.UNKNOWN, INTERRUPTED)
        return Verdict(name, judgement.answer, judgement.reason, trace, judgement.vacuous)

    def _replayed(self, judgement: Judgement) -> Trace:
        """The counterexample, after the network and the live program both took it."""
        trace = trace_of(self.network, judgement.way or (), judgement.loop)
        trace.replay(self.network)
        self.network.origin.rehearse(trace.events)
        return trace

    def _unless_awaiting(self, judgement: Judgement, found: Exploration) -> Judgement:
        """Unknown where a b-thread waits for something that only the outside could send."""
        if not self.wandered:
            self.wandered = True
            self.network.origin.wander()
        for t, visited in enumerate(found.visited if self.network.external is None else ()):
            for local in visited.nonzero()[0]:
                for label in self.network.origin.awaited(t, int(local)):
                    reason = (
                        f"{self.network.automata[t].name} waits for {label}, which no b-thread "
                        "requests: declare what may come from outside by external=[...], or "
                        "external=() if nothing may"
                    )
                    return Judgement(Answer.UNKNOWN, reason)
        return judgement


def trace_of(network: Network, way: Iterable[int], loop: int | None = None) -> Trace:
    """The run that the events of `way` make from the start, back to state `loop` if that is given.

    It is not yet known to be a run of the network: `Trace.replay` tells.
    """
    (state,) = network.initial()
    start: State = state
    steps: list[tuple[Label, State]] = []
    for event in way:
        state = network.step(state, event)
        steps.append((network.alphabet[event], state))
    return Trace(start, tuple(steps), loop)
