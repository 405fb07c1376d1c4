"""How much the checks of the page look at, and who searches."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

from ..data import dataclass
from ..engines.base.storage import is_uri

Off = frozenset[str]
"""The rules that are switched off."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Up to so many states and seconds; with a cluster, or a folder for the states, if named.

    Each choice of rules has a folder of its own there, as each is a check of its own.

    >>> Bounds(states=9).options(frozenset())
    {'limit_states': 9, 'limit_time': None}
    """

    states: int | None = None
    seconds: float | None = None
    cluster: str | None = None
    disk: str | None = None

    @property
    def is_stored(self) -> bool:
        """Whether states are on disk."""
        return self.cluster is not None or self.disk is not None

    @property
    def folder(self) -> Path | None:
        """The folder of this machine that is named, if any."""
        return None if self.disk is None or is_uri(self.disk) else Path(self.disk)

    def options(self, off: Off) -> dict[str, Any]:
        """The options of a check with these rules off."""
        limits = {"limit_states": self.states, "limit_time": self.seconds}
        return {**limits, **self._storage(off)}

    def _storage(self, off: Off) -> dict[str, Any]:
        named = {} if self.cluster is None else {"cluster": self.cluster}
        if self.disk is None:
            return named
        rules = sha256("\0".join(sorted(off)).encode()).hexdigest()[:12]
        part = f"rules-{rules}"
        place = f"{self.disk.rstrip('/')}/{part}" if is_uri(self.disk) else Path(self.disk, part)
        return {**named, "disk": str(place)}


NO_BOUNDS = Bounds()
"""All states, in any time, in memory."""
