"""Things outside of a b-thread that are watched: what they were, to compare with what they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...data import dataclass

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
            if now.get(name, ABSENT) is not value:
                return self.prefix + name
        if self.all_of_them and len(now) != len(self.before):
            return self.prefix + next(name for name in now if name not in self.before)
        return None
