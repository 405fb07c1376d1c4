"""Things outside of a b-thread that are watched: what they were, to compare with what they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from itertools import zip_longest
from typing import Any

from ...data import dataclass
from ...identity import Identity

ABSENT = object()
"""What a name means that does not exist."""


@dataclass(frozen=True, slots=True)
class WatchedParts:
    """Something that may change and is listed part by part."""

    path: str
    parts: Callable[[], Sequence[object]]
    before: Sequence[object]
    same: Callable[[object, object], object]

    def changed(self) -> str | None:
        """The path if a part is not what it was."""
        now = self.parts()
        same = len(now) == len(self.before) and all(map(self.same, now, self.before))
        return None if same else self.path


@dataclass(frozen=True, slots=True)
class WatchedNames:
    """Names that may come to mean something else; with `all_of_them` new ones count too."""

    prefix: str
    now: Callable[[], Mapping[str, object]]
    before: dict[str, object]
    all_of_them: bool

    def changed(self) -> str | None:
        """The first name that means something else, with what it hangs on."""
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
    """Plain values that an object keeps ready: they may come and go, where code sets none itself.

    Code sets those whose names are in `assigned`, which may grow.
    """

    prefix: str
    now: Callable[[], Mapping[str, object]]
    before: Mapping[str, object]
    assigned: Set[str]

    def changed(self) -> str | None:
        """The first value that is not what it was."""
        for name, value in self.now().items():
            came_late = name not in self.before
            if name in self.assigned if came_late else not alike(value, self.before[name]):
                return self.prefix + name
        return None


@dataclass(frozen=True, slots=True)
class WatchedCache:
    """What a function remembers: neither less than before, nor more that could be changed.

    What lives outside of the b-thread is watched by itself, and may be remembered.
    """

    path: str
    parts: Callable[[], Mapping[Identity, object]]
    before: Mapping[Identity, object]
    outside: Mapping[Identity, object]

    def changed(self) -> str | None:
        """The path if something was remembered or forgotten."""
        now = self.parts()
        same = self.before.keys() <= now.keys() and all(
            key in self.before or key in self.outside for key in now
        )
        return None if same else self.path


def alike(value: Any, other: Any) -> bool:
    """Whether two values are the same object, or plain values that nothing tells apart."""
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
