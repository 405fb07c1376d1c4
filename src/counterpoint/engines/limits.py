"""How much a search may use before it gives up and says so."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from ..errors import Misuse
from ..model.network import Network, is_whole

LOCAL_STATES = 1 << 15
"""Local states of one b-thread after which it is taken to be unbounded, unless told otherwise."""

_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


@dataclass(frozen=True, slots=True)
class Limits:
    """`states` bounds the states of the whole and of each b-thread, `memory` is in bytes."""

    states: int | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        for name, limit in (("limit_states", self.states), ("limit_memory", self.memory)):
            if limit is not None and (type(limit) is not int or limit < 1):
                raise Misuse(f"{name}= takes a number from 1 up, not {limit!r}")

    @property
    def local_states(self) -> int:
        """The number of local states at which one b-thread counts as unbounded."""
        return LOCAL_STATES if self.states is None else self.states

    @property
    def too_many_states(self) -> str:
        """What a search says that has found more states than it may."""
        return f"the limit of {self.states:,} states was reached"

    def unbounded(self, network: Network) -> str:
        """What to say of a b-thread that goes on past the limit; empty if there is none."""
        for index, automaton in enumerate(network.automata):
            if len(automaton.locals) > self.local_states and not is_whole(automaton):
                return network.origin.unbounded(index)
        return ""

    @property
    def bytes(self) -> int:
        """The bytes that the arrays of a search may take together."""
        return _three_quarters_of_memory() if self.memory is None else self.memory


NO_LIMITS = Limits()
"""As many states as fit into three quarters of the machine's memory."""


def limits_of(states: int | None, memory: int | str | None) -> Limits:
    """The limits, the memory given in bytes or as a text such as `2G`."""
    return Limits(states, parse_size(memory) if isinstance(memory, str) else memory)


def parse_size(text: str) -> int:
    """The bytes that a text such as `500M`, `2GB` or `1000` stands for; raises `Misuse`.

    >>> parse_size("2k"), parse_size("1.5 GB")
    (2048, 1610612736)
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?\s*", text.lower())
    if found is None:
        raise Misuse(f"{text!r} is not a size: give bytes, or a number with K, M, G or T")
    return int(float(found[1]) * _UNITS[found[2]])


def show_size(size: float) -> str:
    """A size for a reader.

    >>> show_size(3 << 20)
    '3.0 MB'
    """
    for unit in ("bytes", "KB", "MB"):
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} GB"


def _three_quarters_of_memory() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * 3 // 4
    except (AttributeError, OSError, ValueError):
        return 4 << 30
