"""How far answers about a program can be trusted: its behavior is tested again before an answer.

If everything that b-threads can reach is seen, live runs in this process must do what the automata
do. If not, only a run in a fresh process shows anything, and nothing can show that the program has
no other behavior.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from ....errors import Refused
from ....model.network import Network
from ....model.walk import Walk
from ....tuning import Tuning
from ...event import Event
from ...thread import Thread, is_plain
from ..bytecode.orders import may_come_in_any_order
from ..bytecode.stack import nested
from ..bytecode.uses import Uses
from ..outside.contents import data_of
from ..outside.opaque import Doubt, Doubtful
from ..outside.surroundings import Surroundings
from .lockstep import Beat, Lockstep, perform
from .tables import difference, have_own_texts, table_of

if TYPE_CHECKING:
    from ...ruleset import RuleSet
    from .elsewhere import Elsewhere

ByThread: TypeAlias = tuple[str, Doubtful]
"""A doubt, after the name of what it concerns: a b-thread, an event, a strategy."""


_MAY_BE_LEFT = (
    "the counterexample is not confirmed: trying the b-threads may have changed what lies outside "
    "of the process, such as a file"
)


class Trust:
    """The tests before an answer about `program` and its `network` is given.

    This object is made before the b-threads are run, and `network` is set afterwards. `threads` and
    `deciding` return the current doubts about b-threads and about functions that decide. Each test
    returns the reason why an answer cannot be trusted, empty if it can be trusted.
    """

    network: Network

    def __init__(
        self,
        program: RuleSet,
        threads: Callable[[], Iterable[ByThread]],
        deciding: Callable[[], Iterable[ByThread]],
        tuning: Tuning,
    ) -> None:
        self._program = program
        self._tuning = tuning
        self._threads = threads
        self._deciding = deciding
        if self._first(*Doubt) is not None:
            _ = self._elsewhere

    def rehearse(self, events: Sequence[Event], endless: bool) -> str:
        """Test whether the program can take these steps, which show an endless run if `endless`."""
        if (outside := self._first(Doubt.OUTSIDE)) is not None:
            return _cannot_be_seen(*outside, _MAY_BE_LEFT)
        opaque = self._first(Doubt.OPAQUE)
        if opaque is not None and endless:
            return _cannot_be_seen(*opaque, "that a run goes on for ever cannot be shown")
        if reason := self._order:
            return reason
        hidden = opaque or self._first(Doubt.FOREIGN)
        if hidden is None:
            self._lockstep.follow(events)
            return ""
        reason = self._elsewhere.performs([[self._lockstep.beats(events, compared=0)]])
        return reason and _cannot_be_seen(*hidden, f"the counterexample is not confirmed: {reason}")

    def wander(self, *, crashes: bool = False) -> str:
        """Test whether random runs of the program do what the automata do.

        With `crashes`, both must raise the same exceptions; otherwise these are raised here.
        """
        if (opaque := self._first(Doubt.OPAQUE, Doubt.OUTSIDE)) is not None:
            return _cannot_be_seen(*opaque, "that nothing else can happen cannot be shown")
        if reason := self._order:
            return reason
        foreign = self._first(Doubt.FOREIGN)
        if foreign is None:
            self._lockstep.wander(crashes=crashes)
            return ""
        count = self._tuning.live_runs
        wandering = self._lockstep.wandering
        runs = [[wandering(seed, compared=0, crashes=crashes)] for seed in range(count)]
        reason = self._elsewhere.performs(runs)
        return reason and _cannot_be_seen(*foreign, reason)

    def retrace(self, walks: Iterable[Walk]) -> str:
        """Test whether on all walks the program makes the statements and steps of the automata.

        Raises `Refused` if a fresh process gives no answer.
        """
        if reason := self._order:
            return reason
        hidden = self._first(Doubt.OPAQUE, Doubt.OUTSIDE, Doubt.FOREIGN)
        lockstep = Lockstep(self._program, self.network, self._tuning)  # with empty caches
        if hidden is None:
            for walk in walks:
                perform(self._program, lockstep.beats(walk.labels, compared=walk.known))
            return ""
        for some in self._together(walks, lockstep):
            if reason := self._elsewhere.perform(some):
                return _cannot_be_seen(*hidden, f"the audit is no proof: {reason}")
        return ""

    def _together(
        self, walks: Iterable[Walk], lockstep: Lockstep
    ) -> Iterator[list[Iterable[Beat]]]:
        """The beats of walks, in groups of walks for one process each."""
        some: list[Iterable[Beat]] = []
        steps = 0
        for walk in walks:
            some.append(lockstep.beats(walk.labels, compared=walk.known))
            steps += 1 + len(walk.labels)
            if steps >= self._tuning.live_together:
                yield some
                some, steps = [], 0
        if some:
            yield some

    @cached_property
    def _lockstep(self) -> Lockstep:
        return Lockstep(self._program, self.network, self._tuning)

    def _doubts(self) -> Iterator[ByThread]:
        yield from self._threads()
        yield from self._deciding()

    def _first(self, *doubts: Doubt) -> ByThread | None:
        return next((found for found in self._doubts() if found[1].doubt in doubts), None)

    @cached_property
    def _elsewhere(self) -> Elsewhere:
        """A copy of the program as it is when this property is first used."""
        from .elsewhere import Elsewhere  # only here, as most programs are not started elsewhere

        return Elsewhere(self._program, self._tuning)

    @cached_property
    def _order(self) -> str:
        """The reason why another order of sets might change an answer; empty if it does not."""
        unordered = self._first(Doubt.UNORDERED, Doubt.TIED) or self._first(Doubt.FOREIGN)
        if unordered is None:
            return ""
        labels = [str(label) for label in self.network.alphabet]
        are_distinct = have_own_texts(labels)
        for decides in self._deciding():
            tied = decides[1].doubt is Doubt.TIED and not are_distinct
            if tied or decides[1].doubt is Doubt.UNORDERED:
                return _in_no_order(*decides, "what it decides may depend on that")
        parts: Any = self.network.automata
        if not are_distinct:
            return _in_no_order(*unordered, "events have texts that do not tell them apart")
        try:
            others = self._elsewhere.tables([4 * len(part.locals) + 512 for part in parts])
        except Refused as error:
            return _in_no_order(*unordered, error.message)
        for number, part in enumerate(parts):
            ours = table_of(part, labels)
            for tables in others:
                try:
                    way = difference(ours, tables[number])
                except KeyError:
                    return _in_no_order(*unordered, "its b-threads are too large to compare")
                if way is not None:
                    return _in_no_order(
                        *self._of(part.rule, unordered), _difference_text(part.name, way)
                    )
        return ""

    def _of(self, rule: str, otherwise: ByThread) -> ByThread:
        """The first doubt about an order in a b-thread of `rule`, else `otherwise`."""
        for name, found in self._doubts():
            of = name.removeprefix("b-thread ").partition("(")[0]
            if found.doubt in (Doubt.UNORDERED, Doubt.TIED) and of == rule:
                return name, found
        return otherwise


class Given:
    """The doubts about the arguments of a b-thread, and whether these have changed.

    Events among them are not copied for each start, so their data is added to `data`.

    Raises `ImpureThread` if an argument leads to a clock or to chance.
    """

    def __init__(self, thread: Thread, data: Surroundings) -> None:
        self.doubts: tuple[Doubtful, ...] = ()
        self._sets: list[tuple[Any, list[object]]] = []
        self._around: Surroundings | None = None
        given = (*thread.args, *thread.kwargs.values())
        if all(map(is_plain, given)) and not any(map(may_come_in_any_order, given)):
            return
        self._around = around = Surroundings(home=thread.rule.function, grows=True)
        for value in given:
            if isinstance(value, set | frozenset):
                self._sets.append((value, list(value)))
                value = tuple(value)
            around.adopt([("an argument", value)])
        for met in around.met.values():
            if type(met) is Event:
                data.adopt(data_of(met))
        self.doubts = (*around.doubts, *_sets_seen(thread))

    @property
    def has_changed(self) -> bool:
        """Whether an argument has changed since."""
        if self._around is None:
            return False
        others = any(list(value) != before for value, before in self._sets)
        return others or self._around.changed() is not None


def _sets_seen(thread: Thread) -> Iterator[Doubtful]:
    """The doubts about arguments that are sets with an order that the b-thread may see."""
    function: Any = inspect.unwrap(thread.rule.function)
    bound = inspect.signature(function).bind(*thread.args, **thread.kwargs).arguments
    uses = [Uses(part, function.__globals__) for part in nested(function.__code__)]
    for name, value in bound.items():
        if may_come_in_any_order(value) and any(each.looks_at(name) for each in uses):
            yield Doubtful(Doubt.UNORDERED, f"the set {name}", thread.rule.place)


def _difference_text(name: str, way: Iterable[str]) -> str:
    events = ", ".join(way)
    after = f" after {events}" if events else ""
    return f"under another PYTHONHASHSEED {name} does something else{after}"


def _in_no_order(name: str, found: Doubtful, why: str) -> str:
    return (
        f"{name} uses {found.what}{_at(found)}. A set has no order of its own, and a hash, or the "
        f"text of an object whose class has no __repr__, depends on an address: {why}. Iterate "
        "over sorted(...), keep a list or a dictionary, or give the class a __repr__"
    )


def _cannot_be_seen(name: str, found: Doubtful, why: str) -> str:
    return (
        f"{name} can reach {found.what}{_at(found)}. What that keeps cannot be seen, and "
        f"b-threads may be coupled by it, so {why}. Tell other b-threads by an event, and let "
        "listeners and events from outside deal with the world"
    )


def _at(found: Doubtful) -> str:
    return f" ({found.place})" if found.place else ""
