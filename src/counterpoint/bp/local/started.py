"""What b-threads can reach that another one has started: it must leave that as it was.

A b-thread that is defined inside of another one shares its variables, as does one that is given a
function of it. Both are explored alone, so neither may see what the other one sets afterwards.
"""

from __future__ import annotations

import copy

from ...errors import ImpureThread
from ...identity import identity
from ..sync import Sync
from ..thread import Thread, is_plain
from .builtin_state import is_frozen, kept_ready
from .identity import Key, read_value, value_key
from .reader import Outside


class Started:
    """The b-threads that one run has started so far, with all that they could reach then."""

    def __init__(self) -> None:
        self._known: list[tuple[Thread, Key]] = []

    def note(self, said: Sync | None, outside: Outside) -> None:
        """Those that a statement starts are started now; they own copies of their arguments."""
        for thread in said.start if said else ():
            given = (*thread.args, *thread.kwargs.values())
            if identity(thread.rule.function) in outside and all(map(is_plain, given)):
                continue
            own = copied(thread)
            self._known.append((own, _reach_of(own, outside)))

    def changed(self, outside: Outside) -> Thread | None:
        """The first that can reach something else now."""
        for thread, before in self._known:
            if _reach_of(thread, outside) != before:
                return thread
        return None


def _reach_of(thread: Thread, outside: Outside) -> Key:
    return value_key((thread.rule.function, thread.args, thread.kwargs), outside)


def copies_what_is_ready(thread: Thread) -> bool:
    """Whether arguments that are copied may keep what they have worked out."""
    if all(map(is_plain, (*thread.args, *thread.kwargs.values()))):
        return False
    reading = read_value((thread.args, thread.kwargs))
    return reading is None or any(
        kept_ready(type(value)) and not is_frozen(type(value)) for value in reading.objects
    )


def own_copy(thread: Thread) -> Thread:
    """A b-thread that is started, with arguments that nobody else can change.

    A run copies them once and a check twice, so copies of copies must be the same. Raises
    `ImpureThread` where they are not.
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
    """A b-thread with a copy of its arguments, as a run makes it when it starts one."""
    try:
        args, kwargs = copy.deepcopy((thread.args, thread.kwargs))
    except Exception:  # `start` says which argument cannot be copied
        return thread
    return Thread(thread.rule, args, kwargs)
