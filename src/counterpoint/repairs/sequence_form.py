"""B-threads of a number of statements, as clauses: which items each waits for, blocks or requests.

What a proposal does along a run is written as clauses when the run shows a flaw: where the b-thread
stands after each step, and what it would have to do for the run not to happen.
"""

from __future__ import annotations

from .arena import bits
from .counted import CountedClauses
from .menu import Menu
from .program_arena import ProgramArena
from .region import LosingRegion
from .run_literals import RunLiterals
from .sequence import Sequence, Shape
from .statement_literals import StatementLiterals
from .trial import Flaw, Kind


class SequenceForm:
    """The b-threads of one shape, of up to `most` items."""

    def __init__(
        self,
        arena: ProgramArena,
        region: LosingRegion,
        shape: Shape,
        menu: Menu,
        clauses: CountedClauses,
        most: int,
    ) -> None:
        self.arena, self.shape, self.menu, self.clauses = arena, shape, menu, clauses
        self.statements = StatementLiterals(arena, shape, menu, clauses)
        self.runs = RunLiterals(self.statements)
        self._require_one_priority()
        self._require_statements(region)
        self._require_no_overlap()
        clauses.count(self.statements.items, most)

    def propose(self, size: int) -> Sequence | None:
        return self.statements.chosen() if self.clauses.solve(size) else None

    def exclude(self, proposal: Sequence, *, larger: bool) -> None:
        true = proposal.key if not larger else set(proposal.key) - {*self.statements.level}
        false = () if larger else set(self.statements.items).difference(proposal.key)
        self.clauses.add([*(-v for v in true), *false])

    def learn(self, flaw: Flaw, proposal: Sequence) -> None:
        if flaw.kind in (Kind.LOST, Kind.ENDED):
            self.exclude(proposal, larger=False)
            return
        end = self.runs.end(flaw.steps)
        if flaw.kind is Kind.BROKEN:
            self.clauses.add([-end.possible])
            return
        state = flaw.node[0]
        for i, here in enumerate(end.at):
            for clause in self._mending(flaw.kind, state, i):
                self.clauses.add([-end.possible, -here, *clause])

    def close(self) -> None:
        self.clauses.close()

    def _mending(self, kind: Kind, state: int, i: int) -> list[list[int]]:
        """Clauses: what statement i must do in a state for it not to have a flaw."""
        does, unblocked = self.statements.does, bits(self.arena.unblocked(state))
        if kind is Kind.STUCK and self.shape.requests:
            some = [does(i, event) for event in unblocked]
            return [[-literal, *some] for literal in self.statements.deed[i]]
        if kind is Kind.STUCK:
            return [[-does(i, offer.event) for offer in self.arena.offers(state)]]
        if kind is Kind.DEAD:
            return [[does(i, event) for event in unblocked] if self.shape.requests else []]
        assert kind is Kind.STARVED
        if not self.shape.requests:
            return [[]]
        outranks = self.statements.outranks(state)
        return [[-outranks, -does(i, event)] for event in unblocked]

    # Clauses without which a proposal is useless, or smaller in another shape ---------------------

    def _require_one_priority(self) -> None:
        level = self.statements.level
        if level:
            self.clauses.add(level)
        for at, one in enumerate(level):
            for other in level[:at]:
                self.clauses.add([-one, -other])

    def _require_statements(self, region: LosingRegion) -> None:
        """Each statement can end, but for a last one that does not loop; some do something.

        The last one that does not loop may be empty: then the b-thread ends.
        """
        add, of, shape = self.clauses.add, self.statements, self.shape
        last = shape.statements - 1
        for i in range(shape.statements):
            if shape.loops or i < last:
                add([*of.wait[i], *(of.deed[i] if shape.requests else [])])
        if not shape.loops:
            for literal in of.wait[last]:
                add([-literal])
            for event in region.demanded_again:
                add([-of.does(last, event)])
        if not shape.loops and not shape.stays:
            for literal in of.deed[last]:
                add([-literal])
        add([v for row in of.deed for v in row])

    def _require_no_overlap(self) -> None:
        """No statement names an item whose events are all in another that it names."""
        of, menu = self.statements, self.menu
        for rows, items in ((of.wait, menu.waits), (of.deed, menu.deeds)):
            for row in rows:
                for at, one in enumerate(items):
                    for other_at, other in enumerate(items):
                        if at != other_at and one.mask & other.mask == one.mask:
                            self.clauses.add([-row[at], -row[other_at]])
