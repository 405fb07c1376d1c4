"""Limits of a search: states, memory, levels and time."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from enum import Enum
from sys import getsizeof
from typing import TYPE_CHECKING

from ...data import dataclass
from ...errors import LimitReached, Misuse
from ...stopped import NOT_STOPPED, Cause, Stopped

if TYPE_CHECKING:
    from ...model.network import Network

LOCAL_STATES = 1 << 15
"""Local states beyond which a b-thread counts as unbounded, if no limit of states is given."""

PER_STATE = 256
"""Bytes for a state that Python enumerates, besides the state: in tables and in the graph."""

PER_STEP = 120
"""Approximate bytes for a step that Python enumerates."""

GRAPH_STATE = 24
"""Bytes for a state in a graph, including what evaluating formulas on the graph takes."""

GRAPH_STEP = 40
"""Approximate bytes for a step in such a graph."""

GRAPH_EDGE = 8
"""Bytes for a step in a graph that is only kept in memory."""

ACTIONS = 1 << 12
"""Actions that a model may have in any case, however low the limit of states is."""

FOREVER = 1e9
"""Seconds; every limit of time is smaller."""

_SECONDS = {"ms": 0.001, "s": 1, "m": 60, "h": 3600}

_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search; None means that no limit was given.

    `states` limits the states of the whole system, and the local states of each b-thread. `memory`
    limits the bytes of a search. `depth` limits the breadth-first levels that the search of a
    specification visits, and `seconds` the time of the whole check.

    Raises `Misuse` for a limit of the wrong type or size.
    """

    states: int | None = None
    memory: int | None = None
    depth: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        limits = {"limit_states": self.states, "limit_memory": self.memory, "depth": self.depth}
        for name, limit in limits.items():
            if limit is not None and (type(limit) is not int or limit < 1):
                raise Misuse(f"{name}= takes a number from 1 up, not {limit!r}")
        seconds = self.seconds
        if seconds is not None and not (_is_number(seconds) and 0 < seconds < FOREVER):
            raise Misuse(f"limit_time= takes seconds, more than 0 of them, not {seconds!r}")

    @property
    def local_states(self) -> int:
        """The number of local states beyond which a b-thread counts as unbounded."""
        return LOCAL_STATES if self.states is None else self.states

    @property
    def too_many_states(self) -> Stopped:
        """The reason to stop a search that has found too many states."""
        return Stopped(f"the limit of {self.states:,} states was reached", Cause.STATES)

    @property
    def too_deep(self) -> Stopped:
        """The reason to stop a search that has visited all allowed levels."""
        return Stopped(f"the limit of {self.depth:,} levels was reached", Cause.LEVELS)

    def too_many_actions(self, actions: int) -> Stopped:
        """The reason not to search a model with more actions than the limit of states; else empty.

        Actions count because each one is compiled, whether or not it is ever taken.

        >>> Limits(states=5000).too_many_actions(6000)
        'there are 6,000 actions, more than the limit of 5,000 states allows'
        """
        if self.states is None or actions <= max(self.states, ACTIONS):
            return NOT_STOPPED
        allowed = f"the limit of {self.states:,} states"
        said = f"there are {actions:,} actions, more than {allowed} allows"
        return Stopped(said, Cause.STATES)

    @property
    def too_much_memory(self) -> Stopped:
        """The reason to stop a search that takes too much memory."""
        text = f"the limit of {show_size(self.bytes)} of memory was reached"
        return Stopped(text, Cause.MEMORY)

    def require_graph(self, states: int, steps: int, held: int = 0) -> None:
        """Raise `LimitReached` unless such a graph fits the memory besides `held` bytes.

        >>> Limits(memory=1000).require_graph(10, 10)
        >>> Limits(memory=1000).require_graph(10, 10, held=500)
        Traceback (most recent call last):
            ...
        counterpoint.errors.LimitReached: [CP204] the limit of 1000 bytes of memory was reached
        """
        if not self.has_room_for_graph(states, steps, held):
            raise LimitReached(str(self.too_much_memory))

    def has_room_for_graph(self, states: int, steps: int, held: int = 0) -> bool:
        """Whether such a graph fits the memory besides `held` bytes that are in use already."""
        return states * GRAPH_STATE + steps * GRAPH_STEP + held <= self.bytes

    def unbounded(self, network: Network, *, asked: bool = False) -> Stopped:
        """The reason to stop if a b-thread has too many local states; empty if none has.

        With `asked`, only local states that a search asked for are counted.
        """
        from ...model.network import is_whole  # imported late: models and modules need no networks

        for index, automaton in enumerate(network.automata):
            found = len(automaton.locals) - (network.origin.found_ahead(index) if asked else 0)
            if found > self.local_states and not is_whole(automaton):
                said = network.origin.unbounded(index, "the limit of states")
                return Stopped(said, Cause.UNBOUNDED)
        return NOT_STOPPED

    @property
    def bytes(self) -> int:
        """The bytes that the arrays of a search may take together, also if no limit was given."""
        return _three_quarters_of_memory() if self.memory is None else self.memory


NO_LIMITS = Limits()
"""No limit but that of memory: three quarters of what the machine has."""


def limits_of(
    states: int | None, memory: int | str | None, time: float | str | None = None
) -> Limits:
    """The limits, with memory in bytes or as text such as `2G`, time in seconds or such as `5m`.

    Raises `Misuse` for a value that is no limit.
    """
    return Limits(
        states,
        parse_size(memory) if isinstance(memory, str) else memory,
        seconds=parse_time(time) if isinstance(time, str) else time,
    )


def parse_size(text: str) -> int:
    """The number of bytes in a text such as `500M`, `2GB` or `1000`; raises `Misuse`.

    >>> parse_size("2k"), parse_size("1.5 GB")
    (2048, 1610612736)
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?\s*", text.lower())
    size = float(found[1]) * _UNITS[found[2]] if found else 0.0
    if not 1 <= size < float("inf"):
        raise Misuse(f"{text!r} is not a size: give bytes, or a number with K, M, G or T")
    return int(size)


def parse_time(text: str) -> float:
    """The number of seconds in a text such as `90`, `1.5 s`, `5m` or `2h`; raises `Misuse`.

    >>> parse_time("90"), parse_time("1.5 min")
    (90.0, 90.0)
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(?:(ms)|(s|m|h)(?:ec|in)?|)\s*", text.lower())
    seconds = float(found[1]) * _SECONDS[found[2] or found[3] or "s"] if found else 0.0
    if not 0 < seconds < FOREVER:
        raise Misuse(f"{text!r} is not a time: give seconds, or a number with ms, s, m or h")
    return seconds


def show_size(size: float) -> str:
    """A size in bytes as text for a reader.

    >>> show_size(3 << 20)
    '3.0 MB'
    """
    for unit in ("bytes", "KB", "MB"):
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} GB"


def deep_size(state: object, depth: int = 8) -> int:
    """Approximate bytes of a state and its parts, down to `depth` levels of nesting.

    Parts that states are likely to share, such as numbers and texts, are not counted.

    >>> deep_size((0, (1, 2))) == deep_size((0, 0)) + deep_size((1, 2))
    True
    """
    inner = (part for part in parts_of(state) or () if depth and not isinstance(part, _SHARED))
    return getsizeof(state) + sum(deep_size(part, depth - 1) for part in inner)


def parts_of(value: object) -> Collection[object] | None:
    """What a value is made of: its items, or the values of its attributes; None for an atom."""
    if isinstance(value, tuple | list | frozenset):
        return value
    return vars(value).values() if hasattr(value, "__dict__") else None


_SHARED = (int, str, float, bytes, type, Enum, type(None))
"""The types of parts that states are likely to share."""


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _three_quarters_of_memory() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * 3 // 4
    except (AttributeError, OSError, ValueError):
        return 4 << 30
