"""Explanations of the next step of a program, computed from the statements of its b-threads."""

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
    """The current statement of one b-thread.

    `name` is the name in the program, `thread` the recipe, and `place` the line of the `yield`.
    """

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
    """Explain every request and every declared outside event, and list the selectable events.

    For each request the explanation gives its priority, its `Fate` and the b-threads that block it.
    `external` are the events that are declared to come from outside.
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
    """Explain the selection of `event`: which b-threads it interrupts, and which it wakes.

    `before` of the result explains the state in which `event` is selected.
    """
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
    """The rank that the strategy gives a statement, None if it gives it no rank."""
    if strategy.reads_priority:
        return sync.priority
    if type(strategy).rank is Strategy.rank:
        return None
    rank = strategy.rank(thread, sync)
    return None if rank == LEAST else rank
