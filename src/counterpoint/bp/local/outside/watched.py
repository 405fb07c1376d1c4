"""Watched objects outside of a b-thread: what they were, to compare with what they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from itertools import zip_longest
from typing import Any

from ....data import dataclass
from ....identity import Identity

ABSENT = object()
"""The value of a name that does not exist."""


@dataclass(frozen=True, slots=True)
class WatchedParts:
    """An object that may change, as a sequence of its parts."""

    path: str
    parts: Callable[[], Sequence[object]]
    before: Sequence[object]
    same: Callable[[object, object], object]

    def changed(self) -> str | None:
        """The path if a part has changed, else None."""
        now = self.parts()
        same = len(now) == len(self.before) and all(map(self.same, now, self.before))
        return None if same else self.path


@dataclass(frozen=True, slots=True)
class WatchedNames:
    """Names with values that may change. With `all_of_them`, new names and the order count too."""

    prefix: str
    now: Callable[[], Mapping[str, object]]
    before: dict[str, object]
    all_of_them: bool

    def changed(self) -> str | None:
        """The first name with another value, after the prefix; None if nothing has changed."""
        now = self.now()
        for name, value in self.before.items():
            if not alike(now.get(name, ABSENT), value):
                return self.prefix + name
        if self.all_of_them and tuple(now) != tuple(self.before):  # their order can be seen too
            return self.prefix + next(
                name for name, was in zip_longest(now, self.before) if name != was
            )
        return None


@dataclass(frozen=True, slots=True)
class WatchedReady:
    """Plain cached values of an object. They may appear and disappear, but must not change.

    If code sets attributes of a name, a value of this name must not appear. `assigned` are the
    names that code sets; more may be added to it.
    """

    prefix: str
    now: Callable[[], Mapping[str, object]]
    before: Mapping[str, object]
    assigned: Set[str]

    def changed(self) -> str | None:
        """The name of the first value that has changed, after the prefix; None if none has."""
        for name, value in self.now().items():
            came_late = name not in self.before
            if name in self.assigned if came_late else not alike(value, self.before[name]):
                return self.prefix + name
        return None


@dataclass(frozen=True, slots=True)
class WatchedCache:
    """The objects in the cache of a function that could change. None may be added or removed.

    Objects outside of the b-thread may be added, because they are watched themselves.
    """

    path: str
    parts: Callable[[], Mapping[Identity, object]]
    before: Mapping[Identity, object]
    outside: Mapping[Identity, object]

    def changed(self) -> str | None:
        """The path if an object was added to the cache or removed, else None."""
        now = self.parts()
        same = self.before.keys() <= now.keys() and all(
            key in self.before or key in self.outside for key in now
        )
        return None if same else self.path


def alike(value: Any, other: Any) -> bool:
    """Whether two values are the same object, or plain values that no code can distinguish."""
    if value is other:
        return True
    kind = type(value)
    if kind is not type(other):
        return False
    if kind is tuple:
        return len(value) == len(other) and all(map(alike, value, other))
    if kind in _EXACT:
        return bool(value == other)
    return kind in _BY_BITS and repr(value) == repr(other) and "nan" not in repr(value)


_EXACT = {int, str, bytes}
_BY_BITS = {float, complex}
