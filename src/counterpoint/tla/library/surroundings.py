"""The context of a run that operators can access: registers, randomness, files, printing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from ...errors import NoValue
from ..values import shortly, show

_KEPT = 1000
"""How many of the last printed lines are kept by default."""


class Registers:
    """The registers that TLCSet stores and TLCGet reads, and the named entries of a run.

    >>> registers = Registers()
    >>> registers.entries["level"] = lambda: 3
    >>> registers.set(1, "seen")
    >>> registers.get(1), registers.get("level")
    ('seen', 3)
    """

    def __init__(self) -> None:
        self.values: dict[Any, Any] = {}
        self.entries: dict[str, Callable[[], Any]] = {}
        """Functions that compute what TLCGet returns for names such as "level" and "distinct"."""
        self.orders: dict[str, Callable[[Any], None]] = {}
        """Functions that TLCSet calls with the value, for names such as "exit"."""

    def get(self, key: Any) -> Any:
        """The value of a register or of a named entry; raises `NoValue` if there is none."""
        if key in self.values:
            return self.values[key]
        if type(key) is str and key in self.entries:
            return self.entries[key]()
        raise NoValue(f"TLCGet({shortly(key)}): {self._lack(key)}")

    def set(self, key: Any, value: Any) -> None:
        """Store a value in a register, or call the order of that name.

        Raises `NoValue` if `key` is neither.
        """
        if type(key) is str and key in self.orders:
            self.orders[key](value)
        elif _is_register(key):
            self.values[key] = value
        else:
            raise NoValue(f"TLCSet({shortly(key)}, ...): this run takes no such order")

    def _lack(self, key: Any) -> str:
        if _is_register(key):
            return "nothing was stored in this register"
        return (
            "this run does not provide that" if type(key) is str else "a natural number is needed"
        )


def _is_register(key: Any) -> bool:
    return (type(key) is int and key >= 0) or (type(key) is str and key.startswith("s:"))


class Surroundings:
    """The context of a run. A `Library` is created for one of these.

    Relative file names are resolved against `folder`. `print` is called with each line that Print
    and PrintT print; by default it appends to `printed`, which keeps the last lines.
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
        """Seed the random generator from `seed` and a state.

        Evaluating a step from the same state again then makes the same random choices.
        """
        self._state, self._random = state, None

    @property
    def random(self) -> Random:
        """The random generator of the current state, created on first use."""
        if self._random is None:
            self._random = Random(f"{self.seed} {' '.join(map(show, self._state))}")
        return self._random

    def read(self, name: str, asker: str) -> str:
        """The text of a file; `name` is relative to `folder`.

        Raises `NoValue`, which names the operator `asker`, if the file cannot be read.
        """
        try:
            return (self.folder / name).read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise NoValue(f"{asker}: {shortly(name)} cannot be read: {error}") from error
