"""How a state looks, whole or by what changed, for systems that show named values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from ..data import dataclass
from .wrap import hanging


class Look(Protocol):
    """A state, and the one before it if there is one, as text and as plain data."""

    @property
    def is_board(self) -> bool:
        """Whether its picture has a board, which says more than a list of changes."""

    @property
    def picture(self) -> str:
        """The whole state, in lines of any length."""

    def whole(self, width: int) -> list[str]:
        """The lines of the whole state, wrapped to a width."""

    def changed(self, width: int) -> list[str]:
        """The lines of what changed, wrapped to a width; none if nothing did."""

    @property
    def places(self) -> list[str]:
        """The places that changed."""


@dataclass(frozen=True, slots=True)
class Texts:
    """A state that is shown as named texts.

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
        """One or more lines for each name."""
        return [line for name in self.now for line in self._line(name, width)]

    def changed(self, width: int) -> list[str]:
        """The lines of the names with different texts."""
        return [line for name in self.places for line in self._line(name, width, was=True)]

    def _line(self, name: str, width: int, was: bool = False) -> list[str]:
        before = (self.before or {}).get(name)
        line = f"{name} = {self.now[name]}"
        more = f"  (was {before})" if was and before is not None else ""
        return hanging(line + more if len(line + more) <= width else line, width, rest="    ")

    @property
    def places(self) -> list[str]:
        """The names with different texts."""
        return list(self._places())

    def _places(self) -> Iterator[str]:
        if self.before is not None:
            for name, value in self.now.items():
                if self.before.get(name) != value:
                    yield name
