"""Why a program goes on as it does: explanations worked out from what its b-threads say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..errors import Place
from ..model.explanation import (
    Explanation,
    Fate,
    Request,
    Stand,
    StepExplanation,
    outside_of,
)
from .event import Event
from .strategy import LEAST, Said, Strategy
from .sync import Sync
from .thread import Thread


class Statement(NamedTuple):
    """What one b-thread says now: its name in the program, its recipe, its `sync`, its `yield`."""

    name: str
    thread: Thread
    sync: Sync
    place: Place | None

    @property
    def stand(self) -> Stand:
        return Stand(self.name, self.thread.rule.name, self.place)


def explain(
    statements: Sequence[Statement], strategy: Strategy, external: Sequence[Event] = ()
) -> Explanation:
    """Every request with what became of it, the events that `strategy` allows, and what becomes of
    each of the `external` events, those that are declared to come from outside.
    """
    selectable = strategy.selectable([Said(said.thread, said.sync) for said in statements])
    requests = (
        _explained(said, event, statements, strategy, event in selectable)
        for said in statements
        for event in said.sync.request
    )
    outside = (
        outside_of(
            event,
            _blockers(event, statements),
            over=not statements,
            busy=bool(selectable),
        )
        for event in external
    )
    return Explanation(tuple(requests), selectable, outside=tuple(outside))


def explain_step(
    statements: Sequence[Statement],
    strategy: Strategy,
    event: Event,
    external: Sequence[Event] = (),
) -> StepExplanation:
    """What selecting `event` does: whom it interrupts and whom it wakes, and why it could be."""
    interrupted = [said for said in statements if said.sync.interrupt.holds(event)]
    rest = [said for said in statements if said not in interrupted]
    return StepExplanation(
        before=explain(statements, strategy, external),
        event=event,
        woke=tuple(said.stand for said in rest if said.sync.hears.holds(event)),
        interrupted=tuple(said.stand for said in interrupted),
    )


def _explained(
    said: Statement,
    event: Event,
    statements: Sequence[Statement],
    strategy: Strategy,
    selectable: bool,
) -> Request:
    blocked_by = _blockers(event, statements)
    unblocked = Fate.SELECTABLE if selectable else Fate.OUTRANKED
    fate = Fate.BLOCKED if blocked_by else unblocked
    return Request(
        said.stand, event, priority_of(said.sync, said.thread, strategy), fate, blocked_by
    )


def _blockers(event: Event, statements: Sequence[Statement]) -> tuple[Stand, ...]:
    return tuple(said.stand for said in statements if said.sync.block.holds(event))


def priority_of(sync: Sync, thread: Thread, strategy: Strategy) -> float | None:
    """What the strategy ranks a statement by, None where it has no say."""
    if strategy.reads_priority:
        return sync.priority
    if type(strategy).rank is Strategy.rank:
        return None
    rank = strategy.rank(thread, sync)
    return None if rank == LEAST else rank
