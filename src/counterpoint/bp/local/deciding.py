"""The functions by which a program as a whole decides: what they reach is looked into as well.

A strategy, and predicates over events of `final`, `owners`, fairness and requirements, must depend
on nothing but what they are called with, or what is found of the program is not so of it the next
time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ...errors import ImpureThread
from ...model.property import Never
from ..eventset import Both, Complement, Either, EventSet, Matching
from ..strategy import Custom
from .mentions import OURS, root_of
from .opaque import Doubtful
from .surroundings import Surroundings

if TYPE_CHECKING:
    from ..program import Program


class Deciding:
    """What the deciding functions of a program reach; raises `ImpureThread` for chance and clocks.

    >>> from counterpoint import Program, events, sync, thread
    >>> @thread
    ... def ask(event):
    ...     yield sync(request=event)
    >>> Deciding(Program(*map(ask, events("HOT COLD")))).require_unchanged()
    """

    def __init__(self, program: Program) -> None:
        self._around: list[tuple[str, Surroundings]] = []
        for name, function in _functions(program):
            around = Surroundings(home=function)
            self._around.append((name, around))
            try:
                around.adopt([("it", function)])
            except ImpureThread as error:
                raise _impure(name, error.message.partition(":")[0]) from None

    @property
    def doubts(self) -> Iterator[tuple[str, Doubtful]]:
        """What can be neither read nor watched, with the name of what can reach it."""
        return ((name, each) for name, around in self._around for each in around.doubts)

    @property
    def has_changed(self) -> bool:
        """Whether something that they reach is not what it was."""
        return any(around.changed() for _, around in self._around)

    def require_unchanged(self) -> None:
        """Raise `ImpureThread` where something that they reach is not what it was."""
        for name, around in self._around:
            if changed := around.changed():
                raise _impure(name, f"{changed}, which it can reach, has changed meanwhile")


def _impure(name: str, what: str) -> ImpureThread:
    return ImpureThread(f"{name} must depend on nothing but what it is called with: {what}")


def _functions(program: Program) -> Iterator[tuple[str, Callable[..., object]]]:
    """The functions of a user's own, each with its name for a reader."""
    strategy = program.strategy
    if isinstance(strategy, Custom):
        yield f"strategy {strategy}", strategy.function
    elif root_of(type(strategy).__module__) != OURS:
        yield from ((f"strategy {strategy}", part) for part in (strategy.selectable, strategy.rank))
    named: list[tuple[str, EventSet]] = [("final=", program.final)]
    named += [(f"owners= of {player}", events) for player, events in program.owners.items()]
    named += [("weak=", events) for events in program.weak]
    named += [("strong=", events) for events in program.strong]
    for name, wanted in program.requirements.items():
        if isinstance(wanted, Never) and isinstance(wanted.events, EventSet):
            named.append((f"requirement {name}", wanted.events))
    for name, events in named:
        for predicate in _predicates(events):
            yield f"the predicate of {name}", predicate


def _predicates(events: EventSet) -> Iterator[Callable[..., object]]:
    """The predicates in a set of events, which may be put together of several."""
    match events:
        case Matching():
            yield events.predicate
        case Either():
            for part in events.parts:
                yield from _predicates(part)
        case Both():
            yield from _predicates(events.left)
            yield from _predicates(events.right)
        case Complement():
            yield from _predicates(events.inside)
        case _ if root_of(type(events).__module__) != OURS:
            yield events.holds
