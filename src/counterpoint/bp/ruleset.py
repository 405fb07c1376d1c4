"""What a program is made of: b-threads, rules that can be switched on and off, requirements."""

from __future__ import annotations

import dataclasses
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import FunctionType, GeneratorType
from typing import Any, Self

from ..arguments import caller, says_what_it_takes
from ..data import dataclass
from ..errors import Misuse, Place, UnknownName
from ..model.network import Network
from ..model.property import Property, Satisfies, misnamed, plain_property
from ..tuning import USUAL, Tuning
from .event import Event
from .eventset import EventSet, SetLike, event_set
from .names import Names
from .strategy import Selector, Strategy, Uniform, as_strategy
from .sync import Sync
from .thread import Rule, Thread
from .timeout import is_timeout

Show = Callable[[Sequence[Event]], str]


@dataclass(frozen=True)
class _Parts:
    threads: tuple[Thread, ...]
    off: tuple[Thread, ...]
    strategy: Strategy
    final: EventSet
    external: tuple[Event, ...] | None
    owners: Mapping[str, EventSet]
    weak: tuple[EventSet, ...]
    strong: tuple[EventSet, ...]
    requirements: Mapping[str, Property]
    show: Show | None


class RuleSet:
    """The b-threads of a program, its rules and its requirements, as they were written."""

    @says_what_it_takes
    def __init__(
        self,
        *threads: Thread,
        strategy: Strategy | type[Strategy] | Selector | None = None,
        final: SetLike = (),
        external: Iterable[Event] | None = None,
        owners: Mapping[str, SetLike] | None = None,
        weak: Iterable[SetLike] = (),
        strong: Iterable[SetLike] = (),
        requirements: Mapping[str, Property | str] | None = None,
        show: Show | None = None,
    ) -> None:
        self._parts = _Parts(
            threads=checked_threads(threads, "Program()"),
            off=(),
            strategy=Uniform() if strategy is None else as_strategy(strategy),
            final=event_set(final),
            external=None if external is None else _from_outside(external),
            owners=_checked_owners(owners or {}),
            weak=_checked_fairness("weak", weak),
            strong=_checked_fairness("strong", strong),
            requirements=_checked_requirements(requirements or {}),
            show=_checked_show(show),
        )
        self._network: Network | None = None
        self._tuning = USUAL

    @property
    def threads(self) -> tuple[Thread, ...]:
        """The b-threads that are switched on, in the order they were given."""
        return self._parts.threads

    @property
    def names(self) -> tuple[str, ...]:
        """A unique name for each b-thread. A second `pour(HOT)` is called `pour(HOT)#2`."""
        return different_names(self.threads)

    @property
    def switched_off(self) -> tuple[Thread, ...]:
        """The b-threads of the rules that were switched off."""
        return self._parts.off

    @property
    def strategy(self) -> Strategy:
        return self._parts.strategy

    @property
    def final(self) -> EventSet:
        return self._parts.final

    @property
    def external(self) -> tuple[Event, ...] | None:
        """The events declared to come from outside; None when nothing was declared."""
        return self._parts.external

    @property
    def owners(self) -> Mapping[str, EventSet]:
        return self._parts.owners

    @property
    def weak(self) -> tuple[EventSet, ...]:
        """The event sets under weak fairness. Each is a separate constraint."""
        return self._parts.weak

    @property
    def strong(self) -> tuple[EventSet, ...]:
        """The event sets under strong fairness. Each is a separate constraint."""
        return self._parts.strong

    @property
    def requirements(self) -> Mapping[str, Property]:
        return self._parts.requirements

    @property
    def show(self) -> Show | None:
        return self._parts.show

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules that are switched on, in the order of their first b-thread."""
        return tuple(dict.fromkeys(thread.rule.name for thread in self.threads))

    def without(self, *rules: str) -> Self:
        """The program with these rules switched off. Raises `UnknownName` for an unknown rule."""
        self._require_rules(rules)
        return self._keeping(lambda thread: thread.rule.name not in rules)

    def only(self, *rules: str) -> Self:
        """The program with only these rules switched on. Raises `UnknownName` for an unknown rule.

        Rules that are off already stay off.
        """
        self._require_rules(rules)
        return self._keeping(lambda thread: thread.rule.name in rules)

    def stages(self) -> Iterator[tuple[str, Self]]:
        """Yield each rule's name, with the program of this rule and all rules before it."""
        for count, name in enumerate(self.rules, start=1):
            yield name, self.only(*self.rules[:count])

    def whole(self) -> Self:
        """The program with every rule switched on; the b-threads that were off come last."""
        return self._changed(threads=self.threads + self.switched_off, off=())

    def plus(self, *threads: Thread) -> Self:
        """The program with these b-threads as well, after its own."""
        added = checked_threads(threads, "plus()")
        return self._changed(threads=self.threads + added)

    def selecting(self, strategy: Strategy | Selector) -> Self:
        """The program with another selection strategy."""
        return self._changed(strategy=as_strategy(strategy))

    @abstractmethod
    def network(self, tuning: Tuning | None = None) -> Network:
        """The program as a network of local automata, cached."""

    @property
    def explored(self) -> Network | None:
        """The network of the last search, as that left it; None if there was none."""
        return self._network

    def begins_search(self) -> None:
        """Called before the b-threads are searched; whoever loads a module may forbid it here."""

    def _keeping(self, wanted: Callable[[Thread], bool]) -> Self:
        kept = tuple(filter(wanted, self.threads))
        off = tuple(thread for thread in self.threads if not wanted(thread))
        return self._changed(threads=kept, off=self.switched_off + off)

    def _changed(self, **parts: Any) -> Self:
        program = object.__new__(type(self))
        program._parts = dataclasses.replace(self._parts, **parts)
        program._network, program._tuning = None, USUAL
        return program

    def _require_rules(self, names: Iterable[str]) -> None:
        for name in names:
            if not isinstance(name, str):
                raise Misuse(f"a rule is meant by its name, such as 'pour', not by {name!r}")
            if name not in self.rules:
                raise UnknownName(f"there is no rule {name!r}; there are {', '.join(self.rules)}")

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: all but the network, which is made again when it is needed."""
        return {**self.__dict__, "_network": None}

    def __repr__(self) -> str:
        return f"<program of {len(self.threads)} b-threads: {', '.join(self.rules)}>"


def different_names(threads: Iterable[Thread]) -> tuple[str, ...]:
    """The names of `threads`. A name that occurred before gets #2, #3..."""
    return tuple(map(Names().take, threads))


def checked_threads(threads: tuple[object, ...], taker: str) -> tuple[Thread, ...]:
    """Return `threads`. Raises `Misuse` unless they are all b-threads.

    `taker` is the text by which the error message names the called function.
    """
    for given in threads:
        if isinstance(given, Rule):
            raise Misuse(f"{given.name} is a rule: call it, {given.name}(...), to get a b-thread")
        if isinstance(given, Sync | str) or not isinstance(given, Thread):
            raise Misuse(
                f"{taker} takes b-threads such as pour(HOT), not {_instead(given)}",
                _place_of(given),
            )
    return threads  # type: ignore[return-value]


def _place_of(given: object) -> Place | None:
    """Where a function, or the function of a generator, begins; else the line of the call."""
    code = getattr(given, "gi_code", None) or getattr(given, "__code__", None)
    return Place.of_code(code) if code else caller()


def _instead(given: object) -> str:
    """A text that says what was given instead of a b-thread, and what to write."""
    if isinstance(given, GeneratorType | FunctionType):
        kind = "a generator" if isinstance(given, GeneratorType) else "a function"
        name = given.__name__
        return f"{kind}: put @thread before `def {name}`, and give {name}(...)"
    if isinstance(given, str) or not isinstance(given, Iterable):
        return repr(given)
    return f"{given!r}: unpack it with *"


def _checked_requirements(given: Mapping[str, Property | str]) -> dict[str, Property]:
    _require_mapping("requirements", "names to formulas or properties", given)
    found = {name: _checked_requirement(name, wanted) for name, wanted in given.items()}
    for wrong in filter(None, map(misnamed, found, found.values())):
        raise Misuse(wrong)
    return found


def _checked_requirement(name: object, wanted: object) -> Property:
    if isinstance(name, str) and isinstance(wanted, Property):
        return wanted
    if not isinstance(name, str) or not isinstance(wanted, str):
        raise Misuse(
            "requirements= maps names to formulas or properties such as never(EVENT), not "
            f"{name!r} to {wanted!r}"
        )
    if (named := plain_property(wanted)) is not None:
        return named
    from ..logic.parser import parse  # imported only here, as most programs have no formulas

    return Satisfies(parse(wanted))


def _checked_fairness(part: str, given: Iterable[SetLike]) -> tuple[EventSet, ...]:
    """Return one event set for each constraint. A single event set is one constraint.

    `part` is the name of the argument. Raises `Misuse` for other values.
    """
    if isinstance(given, str) or not isinstance(given, Iterable | EventSet):
        raise Misuse(
            f"{part}= takes a list of event sets, each a constraint of its own, not {given!r}"
        )
    return (given,) if isinstance(given, EventSet) else tuple(map(event_set, given))


def _checked_owners(given: Mapping[str, SetLike]) -> dict[str, EventSet]:
    _require_mapping("owners", "players to the events that are theirs", given)
    for player in given:
        if not isinstance(player, str):
            raise Misuse(f"owners= maps players, which are texts, to events; {player!r} is none")
    return {player: event_set(owned) for player, owned in given.items()}


def _checked_show(given: Show | None) -> Show | None:
    if given is not None and not callable(given):
        raise Misuse(f"show= takes a function of the events selected so far, not {given!r}")
    return given


def _require_mapping(part: str, meaning: str, given: object) -> None:
    if not isinstance(given, Mapping):
        raise Misuse(f"{part}= maps {meaning}; it was given {given!r}")


def _from_outside(given: SetLike) -> tuple[Event, ...]:
    members = event_set(given).members
    if members is None:
        raise Misuse("external= takes concrete events: a predicate cannot be asked what may come")
    for event in filter(is_timeout, members):
        raise Misuse(f"external= was given {event}: a timeout comes by itself")
    return members
