"""What the names of a text stand for: its definitions, what Easel gives, and what is built in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ...data import dataclass
from ...spelling import close_matches
from ..tree import Definition
from ..values.builtin import BUILTINS, Builtin

STATE = ("currentState", "Gamma")
"""The names of the state that a program is in."""

MOUSE = ("clicked", "mouseClicked", "clickX", "clickY", "mouseX", "mouseY", "click")
"""The names of what the mouse does."""

Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Known:
    """The definitions of a text, by name and number of parameters."""

    definitions: Mapping[Key, Definition]

    def builtin(self, name: str, count: int) -> Builtin | None:
        """What is built in under a name, unless the text defines that itself."""
        return None if (name, count) in self.definitions else BUILTINS.get((name, count))

    def is_given(self, name: str) -> bool:
        """Whether a name alone stands for the state or the mouse."""
        return (name, 0) not in self.definitions and name in (*STATE, *MOUSE)

    def means(self, name: str) -> bool:
        """Whether a name alone means something, so that no condition binds it."""
        key = (name, 0)
        return key in self.definitions or key in BUILTINS or self.is_given(name)

    def counts(self, name: str) -> list[int]:
        """With how many arguments a name means something."""
        keys = (*self.definitions, *BUILTINS, *((given, 0) for given in (*STATE, *MOUSE)))
        return sorted({count for known, count in keys if known == name})

    @property
    def names(self) -> Iterator[str]:
        """All names that mean something, those of the text first."""
        yield from (name for name, _ in self.definitions)
        yield from (name for name, _ in BUILTINS)
        yield from (*STATE, *MOUSE)


def known_of(definitions: Iterable[Definition]) -> Known:
    """What the names stand for where these are the definitions."""
    return Known({definition.key: definition for definition in definitions})


def close(name: str, names: Iterable[str]) -> str:
    """The names that are spelt like one, as a list in words.

    A name that is longer or shorter by more than half of what was written is none of them.

    >>> close("legalMove", ["legalToMoveIn", "moveMade", "images"])
    'legalToMoveIn'
    >>> close("foo", ["floor"])
    ''
    """
    near = [other for other in names if abs(len(other) - len(name)) <= len(name) / 2]
    return " or ".join(close_matches(name, list(dict.fromkeys(near)), 2, 0.6))
