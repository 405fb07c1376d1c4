"""The meanings of names: the definitions of the text, names that Easel gives, and builtins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ...data import dataclass
from ...spelling import close_matches
from ..tree import Definition
from ..values.builtin import BUILTINS, Builtin

STATE = ("currentState", "Gamma")
"""The names of the current state of a program."""

MOUSE = ("clicked", "mouseClicked", "clickX", "clickY", "mouseX", "mouseY", "click")
"""The names of the position and clicks of the mouse."""

Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Known:
    """The definitions of a text, by name and number of parameters."""

    definitions: Mapping[Key, Definition]

    def builtin(self, name: str, count: int) -> Builtin | None:
        """The builtin with a name and number of arguments, unless the text defines its own."""
        return None if (name, count) in self.definitions else BUILTINS.get((name, count))

    def is_given(self, name: str) -> bool:
        """Whether a name without arguments means the state or the mouse."""
        return (name, 0) not in self.definitions and name in (*STATE, *MOUSE)

    def means(self, name: str) -> bool:
        """Whether a name without arguments has a meaning, so that no condition binds it."""
        key = (name, 0)
        return key in self.definitions or key in BUILTINS or self.is_given(name)

    def counts(self, name: str) -> list[int]:
        """The numbers of arguments with which a name has a meaning, in ascending order."""
        keys = (*self.definitions, *BUILTINS, *((given, 0) for given in (*STATE, *MOUSE)))
        return sorted({count for known, count in keys if known == name})

    @property
    def names(self) -> Iterator[str]:
        """All names with a meaning, those of the text first."""
        yield from (name for name, _ in self.definitions)
        yield from (name for name, _ in BUILTINS)
        yield from (*STATE, *MOUSE)


def known_of(definitions: Iterable[Definition]) -> Known:
    """The meanings of names for these definitions."""
    return Known({definition.key: definition for definition in definitions})


def close(name: str, names: Iterable[str]) -> str:
    """At most two names that are spelt like this one, joined by "or"; "" if there are none.

    Names that are longer or shorter by more than half of the length of `name` do not count.

    >>> close("legalMove", ["legalToMoveIn", "moveMade", "images"])
    'legalToMoveIn'
    >>> close("foo", ["floor"])
    ''
    """
    near = [other for other in names if abs(len(other) - len(name)) <= len(name) / 2]
    return " or ".join(close_matches(name, list(dict.fromkeys(near)), 2, 0.6))
