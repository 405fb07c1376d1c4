"""Why a program goes on as it does: explanations worked out from what its b-threads say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..errors import Place
from ..model.explanation import Explanation, Fate, Request, Stand, StepExplanation
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


def explain(statements: Sequence[Statement], strategy: Strategy) -> Explanation:
    """Every request with what became of it, and the events that `strategy` allows."""
    selectable = strategy.selectable([Said(said.thread, said.sync) for said in statements])
    requests = (
        _explained(said, event, statements, strategy, event in selectable)
        for said in statements
        for event in said.sync.request
    )
    return Explanation(tuple(requests), selectable)


def explain_step(
    statements: Sequence[Statement], strategy: Strategy, event: Event
) -> StepExplanation:
    """What selecting `event` does: whom it interrupts and whom it wakes, and why it could be."""
    interrupted = [said for said in statements if said.sync.interrupt.holds(event)]
    rest = [said for said in statements if said not in interrupted]
    return StepExplanation(
        before=explain(statements, strategy),
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
    blocked_by = tuple(other.stand for other in statements if other.sync.block.holds(event))
    unblocked = Fate.SELECTABLE if selectable else Fate.OUTRANKED
    fate = Fate.BLOCKED if blocked_by else unblocked
    return Request(said.stand, event, _priority(said, strategy), fate, blocked_by)


def _priority(said: Statement, strategy: Strategy) -> float | None:
    """What the strategy ranks the statement by, None where it has no say."""
    if strategy.reads_priority:
        return said.sync.priority
    if type(strategy).rank is Strategy.rank:
        return None
    rank = strategy.rank(said.thread, said.sync)
    return None if rank == LEAST else rank
