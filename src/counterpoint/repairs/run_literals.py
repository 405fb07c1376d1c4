"""Runs beside an added b-thread, as literals: whether one is possible, and what it leads to."""

from __future__ import annotations

from ..data import dataclass
from .arena import Offer
from .statement_literals import StatementLiterals
from .trial import Steps


@dataclass(frozen=True, slots=True)
class RunEnd:
    """A literal `possible`: the run is; and `at[i]`: after it, the b-thread is at statement i."""

    possible: int
    at: tuple[int, ...]


class RunLiterals:
    """The ends of runs, each written as clauses once; a run is known by its events."""

    def __init__(self, statements: StatementLiterals) -> None:
        self._statements = statements
        self._ends: dict[tuple[int, ...], RunEnd] = {}

    def end(self, steps: Steps) -> RunEnd:
        """The end of a run from the initial state."""
        events: tuple[int, ...] = ()
        found = self._ends.get(events) or self._start()
        for (state, _), offer, _ in steps:
            events = (*events, offer.event)
            found = self._ends.get(events) or self._longer(events, found, state, offer)
        return found

    def _start(self) -> RunEnd:
        start = self._ends[()] = self._new_end()
        self._statements.clauses.add([start.possible])
        self._statements.clauses.add([start.at[0]])
        return start

    def _longer(self, events: tuple[int, ...], before: RunEnd, state: int, offer: Offer) -> RunEnd:
        """The end of a run with one more step, which begins in a state."""
        statements, shape = self._statements, self._statements.shape
        add, event, last = statements.clauses.add, offer.event, shape.statements - 1
        end = self._ends[events] = self._new_end()
        for i, here in enumerate(before.at):
            prevents = statements.prevents(i, state, event)
            add([-before.possible, -here, prevents, end.possible])
            after = i + 1 if i < last else (0 if shape.loops else i)
            hears = statements.hears(i, event)
            add([-here, -hears, end.at[after]])
            add([-here, hears, end.at[i]])
        return end

    def _new_end(self) -> RunEnd:
        variable = self._statements.clauses.variable
        possible = variable()
        return RunEnd(possible, tuple(variable() for _ in self._statements.wait))
