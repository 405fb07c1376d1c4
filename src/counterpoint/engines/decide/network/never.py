"""Warnings about events that nobody requests, and that never come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from ....model.network import Network
from ...base.outcome import NONE
from ...search.network.exploration import Exploration, blocks
from ...search.network.steps import CRASHED, FAILED, QUIET

INSTEAD = "for what may come at any time, write b-threads that request it"


def never_come(found: Exploration) -> Iterator[str]:
    """The warnings about outside events and timeouts that never come, if that is known.

    They come where nothing requested can be selected: perhaps that is never so, or only where they
    are blocked. An event that is blocked wherever it would come, and elsewhere too, is not warned
    of: a rule forbids it, whenever such events come.
    """
    if not found.complete:
        return
    network = found.network
    outside = [event for event in network.external or () if event != network.tick]
    if found.rests:
        overtaken = [event for event in outside if is_overtaken(event, found)]
        if overtaken:
            yield (
                f"external={_named(overtaken, network)} never comes: wherever it is not blocked, "
                f"something inside can be selected, which comes first; {INSTEAD}"
            )
        return
    if outside:
        yield (
            f"nothing ever comes from outside (external={_named(outside, network)}): it would wait "
            f"until nothing inside can be selected, and something always can; {INSTEAD}"
        )
    if network.timed:
        yield (
            "no timeout ever comes: time passes only where nothing inside can be selected, and "
            "something always can; let b-threads that go on for ever wait in between, as for "
            "after(1)"
        )


def is_overtaken(event: int, found: Exploration) -> bool:
    """Whether an event never comes, although it is not blocked in some state that goes on."""
    if found.first[event] != NONE:
        return False
    busy = found.marks & (QUIET | FAILED | CRASHED) == 0
    return bool((busy[: found.states] & ~found.where_some_voice(partial(blocks, event))).any())


def _named(events: Iterable[int], network: Network) -> str:
    return ", ".join(str(network.alphabet[event]) for event in events)
