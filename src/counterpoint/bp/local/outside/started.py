"""What the b-threads that another b-thread has started can reach: it must not change this.

A b-thread that is defined inside another one shares its variables. So does one that gets an inner
function of the other as argument. Both are explored alone, so neither may see what the other one
sets afterwards.
"""

from __future__ import annotations

import copy

from ....errors import ImpureThread
from ....identity import identity
from ...sync import Sync
from ...thread import Thread, is_plain
from ..state.builtin_state import is_frozen, kept_ready
from ..state.identity import Key, read_value, value_key
from ..state.reader import Outside


class Started:
    """The b-threads that one run has started so far, with everything that they could reach then."""

    def __init__(self) -> None:
        self._known: list[tuple[Thread, Key]] = []

    def note(self, said: Sync | None, outside: Outside) -> None:
        """Add the b-threads that a statement starts. They get copies of their arguments."""
        for thread in said.start if said else ():
            given = (*thread.args, *thread.kwargs.values())
            if identity(thread.rule.function) in outside and all(map(is_plain, given)):
                continue
            own = copied(thread)
            self._known.append((own, _reach_of(own, outside)))

    def changed(self, outside: Outside) -> Thread | None:
        """The first b-thread that can now reach something else, None if there is none."""
        for thread, before in self._known:
            if _reach_of(thread, outside) != before:
                return thread
        return None


def _reach_of(thread: Thread, outside: Outside) -> Key:
    return value_key((thread.rule.function, thread.args, thread.kwargs), outside)


def copies_what_is_ready(thread: Thread) -> bool:
    """Whether copies of the arguments of a b-thread may contain cached values."""
    if all(map(is_plain, (*thread.args, *thread.kwargs.values()))):
        return False
    reading = read_value((thread.args, thread.kwargs))
    return reading is None or any(
        kept_ready(type(value)) and not is_frozen(type(value)) for value in reading.objects
    )


def own_copy(thread: Thread) -> Thread:
    """Return a b-thread that is to be started, with arguments that no other code can change.

    A run copies them once and a check twice, so copies of copies must be the same. Raises
    `ImpureThread` if they are not.
    """
    if all(map(is_plain, (*thread.args, *thread.kwargs.values()))):
        return thread
    once = copied(thread)
    keys = [value_key((each.args, each.kwargs)) for each in (once, copied(once))]
    if keys[0] != keys[1]:
        raise ImpureThread(
            "its arguments cannot be seen to come out the same each time they are copied: let it "
            "be started with numbers, strings, events, and lists or objects of those",
            thread.rule.place,
            thread=thread.name,
        )
    return once


def copied(thread: Thread) -> Thread:
    """Copy a b-thread with its arguments, as a run does when it starts one.

    Returns `thread` itself if an argument cannot be copied.
    """
    try:
        args, kwargs = copy.deepcopy((thread.args, thread.kwargs))
    except Exception:  # `start` says which argument cannot be copied
        return thread
    return Thread(thread.rule, args, kwargs)
