"""What the states of a space record about the run to them, besides the system's state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ...certificate import Past, Seen
from ...data import dataclass
from ...model.system import State


def _state_of(seen: Seen) -> State:
    state: State = seen.state
    return state


@dataclass(frozen=True, slots=True)
class Memory:
    """How states of a space record the past: conversions to and from `Seen`.

    `past` lists what is recorded. `seen` splits a state of the space into the system's state and
    the recorded facts, and `state` is its inverse.

    >>> pairs_of((Past("HOT", "HOT", False),)).seen(((0, 1), frozenset({"HOT"})))
    Seen(state=(0, 1), facts=frozenset({'HOT'}))
    """

    past: tuple[Past, ...] = ()
    seen: Callable[[Any], Seen] = Seen
    state: Callable[[Seen], State] = _state_of


NO_MEMORY = Memory()
"""The memory of a space that has the states of the system itself."""


def said_of(texts: Sequence[str]) -> str:
    """What states with such facts about the past record; empty if there are none.

    >>> said_of(["once(HOT)"])
    'a state also records whether once(HOT) is true'
    >>> said_of(["HOT", "once(COLD)"])
    'a state also records whether each of HOT, once(COLD) is true'
    """
    each = f"each of {', '.join(texts)}" if len(texts) > 1 else "".join(texts)
    return f"a state also records whether {each} is true" if texts else ""


def pairs_of(past: tuple[Past, ...]) -> Memory:
    """The memory for states that are pairs: the system's state, and the set of true texts."""
    return Memory(past, _seen_of_pair, _pair_of)


def _seen_of_pair(pair: Any) -> Seen:
    return Seen(*pair)


def _pair_of(seen: Seen) -> State:
    return seen.state, seen.facts


def tails_of(past: tuple[Past, ...], width: int) -> Memory:
    """The memory for tuples: the `width` components of the system's state, then a bool per text.

    >>> memory = tails_of((Past("went", "go", False),), 2)
    >>> memory.state(memory.seen((7, 8, True)))
    (7, 8, True)
    """
    if not past:
        return NO_MEMORY
    texts = tuple(one.text for one in past)
    return Memory(past, partial(_seen_of_tail, texts, width), partial(_with_tail, texts))


def _seen_of_tail(texts: tuple[str, ...], width: int, state: Any) -> Seen:
    facts = zip(texts, state[width:], strict=True)
    return Seen(state[:width], frozenset(text for text, is_true in facts if is_true))


def _with_tail(texts: tuple[str, ...], seen: Seen) -> State:
    return (*seen.state, *(text in seen.facts for text in texts))
