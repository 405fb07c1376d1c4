"""What operators know of the run they are evaluated in: registers, chance, files, the printer."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from ...errors import NoValue
from ..values import shortly, show

_KEPT = 1000
"""How many printed lines are remembered where nobody takes them."""


class Registers:
    """What TLCSet stores and TLCGet reads; a run adds what only it knows.

    >>> registers = Registers()
    >>> registers.told["level"] = lambda: 3
    >>> registers.set(1, "seen")
    >>> registers.get(1), registers.get("level")
    ('seen', 3)
    """

    def __init__(self) -> None:
        self.values: dict[Any, Any] = {}
        self.told: dict[str, Callable[[], Any]] = {}
        """What TLCGet gives for names such as "level" and "distinct"."""
        self.orders: dict[str, Callable[[Any], None]] = {}
        """What TLCSet does for names such as "exit"."""

    def get(self, key: Any) -> Any:
        """The value of a register."""
        if key in self.values:
            return self.values[key]
        if type(key) is str and key in self.told:
            return self.told[key]()
        raise NoValue(f"TLCGet({shortly(key)}): {self._lack(key)}")

    def set(self, key: Any, value: Any) -> None:
        """Store a value, or carry out the order of that name."""
        if type(key) is str and key in self.orders:
            self.orders[key](value)
        elif _is_register(key):
            self.values[key] = value
        else:
            raise NoValue(f"TLCSet({shortly(key)}, ...): this run takes no such order")

    def _lack(self, key: Any) -> str:
        if _is_register(key):
            return "nothing was stored in this register"
        return "this run does not tell that" if type(key) is str else "a natural number is needed"


def _is_register(key: Any) -> bool:
    return (type(key) is int and key >= 0) or (type(key) is str and key.startswith("s:"))


class Surroundings:
    """The run that operators are evaluated in; a module is loaded for one.

    `folder` is where relative file names begin. `print` takes each line that Print and PrintT
    print; by default the last ones are kept in `printed`.
    """

    def __init__(self, *, seed: int = 0, folder: Path | None = None) -> None:
        self.registers = Registers()
        self.folder = folder or Path()
        self.printed: deque[str] = deque(maxlen=_KEPT)
        self.print: Callable[[str], object] = self.printed.append
        self.seed = seed
        self._state: tuple[Any, ...] = ()
        self._random: Random | None = None

    def begin(self, state: tuple[Any, ...]) -> None:
        """Make chance depend on a state alone: a step that is taken again chooses the same."""
        self._state, self._random = state, None

    @property
    def random(self) -> Random:
        """Where chance comes from."""
        if self._random is None:
            self._random = Random(f"{self.seed} {' '.join(map(show, self._state))}")
        return self._random

    def read(self, name: str, asker: str) -> str:
        """The text of a file, its name relative to the folder."""
        try:
            return (self.folder / name).read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise NoValue(f"{asker}: {shortly(name)} cannot be read: {error}") from error
