"""Event sets: finite ones, predicates, and the algebra over both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from ..arguments import says_what_it_takes
from ..data import dataclass
from ..errors import BadEvent, BadSync
from ..identity import identity
from .tick import Tick

if TYPE_CHECKING:
    from .event import Event

Predicate: TypeAlias = "Callable[[Event], object]"
SetLike: TypeAlias = "EventSet | Predicate | Iterable[SetLike]"


class EventSet:
    """A set of events, finite or not. `in` tests membership, and `| & - ~` combine sets.

    >>> from counterpoint import Event, event_set, events
    >>> A, B, C = events("A B C")
    >>> both = A | B
    >>> A in both, C in both, C in ~both, A in both - A
    (True, False, True, False)
    >>> Event("Move", 3) in event_set(lambda event: event.name == "Move")
    True
    """

    __slots__ = ("__weakref__",)

    members: tuple[Event, ...] | None = None
    """The events of a finite set, in order. None for a set that a predicate defines."""

    @property
    def never_changes(self) -> bool:
        """Whether the members of the set are fixed, because no user code decides about them."""
        return False

    def __contains__(self, event: object) -> bool:
        return _is_label(event) and self.holds(event)

    def holds(self, event: Event) -> bool:
        """Whether `event` belongs to the set."""
        raise BadEvent(
            f"{type(self).__name__} does not say what belongs to it: give it holds(event)"
        )

    def __or__(self, other: SetLike) -> EventSet:
        return _union((self, event_set(other)))

    def __ror__(self, other: SetLike) -> EventSet:
        return _union((event_set(other), self))

    def __and__(self, other: SetLike) -> EventSet:
        right = event_set(other)
        if self.members is not None and right.members is not None:
            return Finite(event for event in self.members if right.holds(event))
        return Both(self, right)

    def __rand__(self, other: SetLike) -> EventSet:
        return event_set(other) & self

    def __sub__(self, other: SetLike) -> EventSet:
        right = event_set(other)
        if self.members is not None and right.members is not None:
            return Finite(event for event in self.members if not right.holds(event))
        return Both(self, ~right)

    def __rsub__(self, other: SetLike) -> EventSet:
        return event_set(other) - self

    def __invert__(self) -> EventSet:
        return self.inside if isinstance(self, Complement) else Complement(self)


def _is_label(thing: object) -> TypeGuard[Event]:
    """Whether something is an event, which is the set of itself, or a tick."""
    if isinstance(thing, EventSet):
        return thing.members is not None and len(thing.members) == 1 and thing.members[0] is thing
    return isinstance(thing, Tick)


class Finite(EventSet):
    """The set of the given events, in the given order.

    Sets with a different order are not equal, because a strategy such as `Ordered` depends on it.

    >>> from counterpoint import NONE, events
    >>> A, B = events("A B")
    >>> list((B | A) - B), list(NONE), A in NONE
    ([A], [], False)
    """

    __slots__ = ("_lookup", "members")

    def __init__(self, events: Iterable[Event]) -> None:
        self.members: tuple[Event, ...] = tuple(dict.fromkeys(events))
        self._lookup = frozenset(self.members)

    @property
    def never_changes(self) -> bool:
        return True

    def holds(self, event: Event) -> bool:
        return event in self._lookup

    def __iter__(self) -> Iterator[Event]:
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.members)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Finite) and self.members == other.members

    def __hash__(self) -> int:
        return hash(self.members)

    def __repr__(self) -> str:
        return "{" + ", ".join(map(repr, self.members)) + "}"


class Matching(EventSet):
    """The events for which a predicate returns true.

    Two of these sets are equal if they have the same predicate. Predicates are compared by
    identity unless `is_constant` holds for them, because equal objects may answer differently.
    """

    __slots__ = ("predicate",)

    def __init__(self, predicate: Predicate) -> None:
        self.predicate = predicate

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Matching) and self._which == other._which

    def __hash__(self) -> int:
        return hash(self._which)

    @property
    def _which(self) -> object:
        return self.predicate if is_constant(self.predicate) else identity(self.predicate)

    def holds(self, event: Event) -> bool:
        if isinstance(event, Tick):
            return False
        try:
            return bool(self.predicate(event))
        except Exception as error:
            self.require_called(error, event)
            raise

    def require_called(self, error: Exception, event: Event) -> None:
        """Raise `BadSync` if `error` arose because the predicate does not take an event.

        It is asked by the function that called the predicate, and caught the error.
        """
        trace = error.__traceback__
        if trace is not None and trace.tb_next is None:  # not raised inside the predicate's code
            raise BadSync(
                f"predicate {self._name} cannot be asked about the event {event}: {error}. "
                "A predicate takes an event, as lambda event: event.name == 'HOT' does"
            ) from error

    @property
    def _name(self) -> str:
        return getattr(self.predicate, "__qualname__", None) or repr(self.predicate)

    def __repr__(self) -> str:
        return f"{{e: {self._name}(e)}}"


@dataclass(frozen=True, slots=True, repr=False)
class Either(EventSet):
    """The union of the parts."""

    parts: tuple[EventSet, ...]

    @property
    def never_changes(self) -> bool:
        return all(part.never_changes for part in self.parts)

    def holds(self, event: Event) -> bool:
        return any(part.holds(event) for part in self.parts)

    def __repr__(self) -> str:
        return " | ".join(map(repr, self.parts))


@dataclass(frozen=True, slots=True, repr=False)
class Both(EventSet):
    """The intersection of two sets."""

    left: EventSet
    right: EventSet

    @property
    def never_changes(self) -> bool:
        return self.left.never_changes and self.right.never_changes

    def holds(self, event: Event) -> bool:
        return self.left.holds(event) and self.right.holds(event)

    def __repr__(self) -> str:
        return f"({self.left!r} & {self.right!r})"


def listed(events: EventSet) -> Iterator[Event]:
    """Yield the events that a set lists explicitly, even if it also has members by a predicate.

    >>> from counterpoint import event_set, events, named
    >>> A, B = events("A B")
    >>> list(listed(A | named("C"))), list(listed((A | B) - named("A")))
    ([A], [B])
    """
    if events.members is not None:
        yield from events.members
    elif isinstance(events, Either):
        for part in events.parts:
            yield from listed(part)
    elif isinstance(events, Both):
        sides = (*listed(events.left), *listed(events.right))
        yield from (event for event in sides if events.holds(event))


@dataclass(frozen=True, slots=True, repr=False)
class Complement(EventSet):
    """The events that do not belong to the set `inside`.

    >>> from counterpoint import ALL, events
    >>> A, B = events("A B")
    >>> A in ALL, A in ALL - B, B in ALL - B
    (True, True, False)
    """

    inside: EventSet

    @property
    def never_changes(self) -> bool:
        return self.inside.never_changes

    def holds(self, event: Event) -> bool:
        return not isinstance(event, Tick) and not self.inside.holds(event)

    def __repr__(self) -> str:
        return f"~{self.inside!r}" if self.inside != NONE else "ALL"


NONE = Finite(())
"""The empty set."""

ALL = Complement(NONE)
"""The set of all events."""


@says_what_it_takes
def event_set(value: SetLike) -> EventSet:
    """The event set that `value` means: an event, a set, a predicate, or any iterable of these.

    Raises `BadEvent` for anything else.

    >>> from counterpoint import events
    >>> A, B = events("A B")
    >>> event_set([A, [B]]), A in event_set(lambda event: event.name < "B")
    ({A, B}, True)
    """
    try:
        return _set_of(value, 0)
    except RecursionError:
        raise BadEvent(f"{value!r} is not an event set: it is nested without end") from None


_DEEPEST = 50
"""The greatest nesting depth of iterables. A deeper one is taken to contain itself."""


def _set_of(value: SetLike, depth: int) -> EventSet:
    if isinstance(value, EventSet):
        return value
    if isinstance(value, set | frozenset):  # the order of a set differs from process to process
        value = sorted(value, key=repr)
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        if depth == _DEEPEST:
            raise RecursionError
        return _union(tuple([_set_of(part, depth + 1) for part in value]))
    if callable(value) and not isinstance(value, type):
        return Matching(value)
    raise BadEvent(
        f"{value!r} is not an event set: give an event, an iterable of events, "
        "a predicate over events, or sets combined by | & - ~"
    )


def is_constant(value: object) -> bool:
    """Whether everything equal to `value` denotes the same event set, so a cache may use it as key.

    Besides event sets, `value` may be None, a function, a bound method, or a tuple or frozenset.
    """
    kind = type(value)
    if kind is tuple or kind is frozenset:
        return all(map(is_constant, value))  # type: ignore[call-overload]
    if kind is FunctionType:
        return True
    match value:
        case Finite() | None:
            return True
        case Either():
            return all(map(is_constant, value.parts))
        case Both():
            return is_constant(value.left) and is_constant(value.right)
        case Complement():
            return is_constant(value.inside)
        case EventSet():
            return isinstance(value, Matching) or value.never_changes
        case MethodType():  # methods of one object are equal if their functions are equal
            return isinstance(value.__func__, FunctionType)
    return isinstance(value, BuiltinFunctionType)


def _union(parts: tuple[EventSet, ...]) -> EventSet:
    if all(part.members is not None for part in parts):
        return Finite(event for part in parts for event in part.members or ())
    flat = (p for part in parts for p in (part.parts if isinstance(part, Either) else (part,)))
    return Either(tuple(part for part in flat if part.members != ()))
