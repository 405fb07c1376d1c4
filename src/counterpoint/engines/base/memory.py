"""What the states of a space tell of the way to them, beside the system's own state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...certificate import Past, Seen
from ...data import dataclass
from ...model.system import State


@dataclass(frozen=True, slots=True)
class Memory:
    """How a state of a space is taken apart, and put together again; `past` is what it tells of.

    >>> pairs_of((Past("HOT", "HOT", False),)).seen(((0, 1), frozenset({"HOT"})))
    Seen(state=(0, 1), facts=frozenset({'HOT'}))
    """

    past: tuple[Past, ...] = ()
    seen: Callable[[Any], Seen] = Seen
    state: Callable[[Seen], State] = lambda seen: seen.state


NO_MEMORY = Memory()
"""That of a space whose states are those of the system."""


def pairs_of(past: tuple[Past, ...]) -> Memory:
    """The memory of states that are pairs: the system's own, and the texts that are true."""
    return Memory(past, lambda pair: Seen(*pair), lambda seen: (seen.state, seen.facts))


def tails_of(past: tuple[Past, ...], width: int) -> Memory:
    """The memory of states that are the system's own, of that `width`, and a truth for each text.

    >>> memory = tails_of((Past("went", "go", False),), 2)
    >>> memory.state(memory.seen((7, 8, True)))
    (7, 8, True)
    """
    if not past:
        return NO_MEMORY
    texts = tuple(one.text for one in past)

    def seen(state: Any) -> Seen:
        told = zip(texts, state[width:], strict=True)
        return Seen(state[:width], frozenset(text for text, is_true in told if is_true))

    def whole(seen: Seen) -> State:
        return (*seen.state, *(text in seen.facts for text in texts))

    return Memory(past, seen, whole)
