"""How a state looks to a reader, whole or by what changed, for systems that show it by names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from ..data import dataclass
from .wrap import hanging


class Look(Protocol):
    """A state, and the one before it if there is one."""

    @property
    def is_board(self) -> bool:
        """Whether its picture has a board, which says more than what changed."""

    @property
    def picture(self) -> str:
        """The whole state, on lines of any length."""

    def whole(self, width: int) -> list[str]:
        """The whole state, broken to fit a width."""

    def changed(self, width: int) -> list[str]:
        """What changed, broken to fit a width; nothing if nothing did."""

    @property
    def values(self) -> dict[str, Any]:
        """The values by name, as plain data."""

    @property
    def places(self) -> list[str]:
        """Where something changed."""


@dataclass(frozen=True, slots=True)
class Texts:
    """A state that is shown as texts by name.

    >>> Texts({"x": "2", "y": "0"}, {"x": "1", "y": "0"}).changed(80)
    ['x = 2  (was 1)']
    """

    now: Mapping[str, object]
    before: Mapping[str, object] | None = None
    is_board: bool = False

    @property
    def picture(self) -> str:
        """A line for each name."""
        return "\n".join(f"{name} = {value}" for name, value in self.now.items())

    def whole(self, width: int) -> list[str]:
        """A line or more for each name."""
        return [line for name in self.now for line in self._line(name, width)]

    def changed(self, width: int) -> list[str]:
        """The names whose texts differ."""
        return [line for name in self.places for line in self._line(name, width, was=True)]

    def _line(self, name: str, width: int, was: bool = False) -> list[str]:
        before = (self.before or {}).get(name)
        told = f"{name} = {self.now[name]}"
        more = f"  (was {before})" if was and before is not None else ""
        return hanging(told + more if len(told + more) <= width else told, width, rest="    ")

    @property
    def values(self) -> dict[str, Any]:
        """The texts."""
        return {str(name): str(value) for name, value in self.now.items()}

    @property
    def places(self) -> list[str]:
        """The names whose texts differ."""
        return list(self._places())

    def _places(self) -> Iterator[str]:
        if self.before is not None:
            for name, value in self.now.items():
                if self.before.get(name) != value:
                    yield name
