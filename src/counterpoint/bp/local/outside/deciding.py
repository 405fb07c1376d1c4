"""The functions that decide for a program as a whole. What they can reach is watched as well.

A strategy, and the predicates of `final`, `owners`, fairness and requirements, must depend only on
their arguments. Otherwise a result about the program might be wrong the next time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ....errors import ImpureThread
from ....model.property import Never
from ...eventset import Both, Complement, Either, EventSet, Matching
from ...strategy import Custom
from ..bytecode.mentions import OURS, root_of
from .opaque import Doubtful
from .surroundings import Surroundings

if TYPE_CHECKING:
    from ...ruleset import RuleSet


class Deciding:
    """What the deciding functions of a program can reach.

    Raises `ImpureThread` if a function depends on chance or on a clock.

    >>> from counterpoint import Program, events, sync, thread
    >>> @thread
    ... def ask(event):
    ...     yield sync(request=event)
    >>> Deciding(Program(*map(ask, events("HOT COLD")))).require_unchanged()
    """

    def __init__(self, program: RuleSet) -> None:
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
        """What can be neither read nor watched, with the name of the function that reaches it."""
        return ((name, each) for name, around in self._around for each in around.doubts)

    @property
    def has_changed(self) -> bool:
        """Whether something that the functions can reach has changed."""
        return any(around.changed() for _, around in self._around)

    def require_unchanged(self) -> None:
        """Raise `ImpureThread` if something that the functions can reach has changed."""
        for name, around in self._around:
            if changed := around.changed():
                raise _impure(name, f"{changed}, which it can reach, has changed meanwhile")


def _impure(name: str, what: str) -> ImpureThread:
    return ImpureThread(f"{name} must depend on nothing but what it is called with: {what}")


def _functions(program: RuleSet) -> Iterator[tuple[str, Callable[..., object]]]:
    """The user's functions, each with its name for messages."""
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
    """The predicates in an event set, which may be a combination of several sets."""
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
