"""What an event lacks that cannot be selected, as data and in words."""

from __future__ import annotations

from collections.abc import Iterator

from ...data import dataclass
from ...model.network import Voice
from ...model.system import Label
from ..priority import priority_text
from .moment import Moment


@dataclass(frozen=True, slots=True)
class Needs:
    """Everything that an event lacks in a moment: all of these are needed, and nothing else.

    `unblock` are the rules that must stop blocking it. `asked` is the voice that requests it, if
    there is one. Either the event `comes` from outside, which waits until no requested event can be
    selected (`quiet` if some still can), or it is `timely`: a timeout, or a tick. Or a b-thread
    must `ask` for it: as urgently as the `leader`, if that outranks all that ask or could ask, and
    before the event `first`, if only the first request of a statement counts. If the user's own
    strategy selects, it must `choose` it.
    """

    unblock: tuple[str, ...] = ()
    comes: bool = False
    timely: bool = False
    quiet: bool = False
    ask: bool = False
    asked: Voice | None = None
    leader: Voice | None = None
    first: Label | None = None
    choose: bool = False


def needs_of(moment: Moment, event: int) -> Needs:
    """What the event of this number lacks; it cannot be selected, and the moment is not the end."""
    unblock = tuple(moment.blockers(1 << event))
    asking = [voice for voice in moment.voices if event in voice.request]
    leader = moment.leader
    if not asking:
        if moment.external >> event & 1:
            if event in moment.network.of_time:
                return Needs(unblock, timely=True)
            return Needs(unblock, comes=True, quiet=bool(moment.internal))
        ranked = leader is not None and leader.priority is not None
        return Needs(unblock, ask=True, leader=leader if ranked else None)
    free = moment.blocked & ~(1 << event)
    asked = max(asking, key=lambda voice: (voice.rank, moment.offer(voice, free) >> event & 1))
    if moment.network.select is not None:
        return Needs(unblock, asked=asked, choose=not unblock)
    outranked = leader is not None and asked.rank < leader.rank
    offered = moment.offer(asked, free)
    before = None if offered >> event & 1 else moment.labels(offered)[0]
    return Needs(unblock, asked=asked, leader=leader if outranked else None, first=before)


def needs_text(needs: Needs, *, some_come: bool) -> str:
    """What an event lacks, in words; `some_come` is whether there are external events."""
    return ", and ".join(_parts(needs, some_come))


def _parts(needs: Needs, some_come: bool) -> Iterator[str]:
    if needs.unblock:
        yield f"{' and '.join(needs.unblock)} must stop blocking it"
    if needs.timely:
        yield "it comes with time, where nothing that is requested can be selected"
    elif needs.comes:
        wait = "nothing that is requested may be selectable: it comes from outside"
        yield wait if needs.quiet else "it must come from outside"
    elif needs.ask:
        urgent = "" if needs.leader is None else f" as urgently as {_who_asks(needs.leader)}"
        whence = ": it does not come from outside" if some_come else ""
        yield f"a b-thread must request it{urgent}{whence}"
    elif needs.leader is not None:
        assert needs.asked is not None
        yield f"{_who_asks(needs.asked)}, must be as urgent as {_who_asks(needs.leader)}"
    if needs.first is not None:
        assert needs.asked is not None
        yield f"{needs.asked.stand.rule} must request it before {needs.first}"
    if needs.choose:
        yield "the strategy must choose it"


def _who_asks(voice: Voice) -> str:
    at = "without a priority" if voice.priority is None else f"at {priority_text(voice.priority)}"
    return f"{voice.stand.rule}, which requests {at}"
