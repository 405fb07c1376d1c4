"""Evaluate formulas on an incomplete graph: what its known part shows for certain.

Only formulas that claim the existence of paths are evaluated like this (`is_existential`): if such
a formula is true in a part of a system, it is true in the whole. States on the frontier are treated
as states without steps, and neither `enabled(E)` nor its negation is true there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...logic.automata.automaton import Automaton
from ...logic.core import Core, Fixpoint, Kind, Prop, Truth
from ...logic.fragments import is_of_steps
from ..formula.evaluate import Evaluator
from ..graph.algebra import BitRegion, GraphAlgebra
from ..graph.explicit import ExplicitGraph
from .ground import GraphGround, Steps


class PartialAlgebra(GraphAlgebra):
    """The algebra of a graph with a frontier without steps; for existential formulas."""

    def __init__(self, graph: ExplicitGraph) -> None:
        super().__init__(graph)
        assert graph.frontier is not None
        self.inside = BitRegion(~graph.frontier)

    def step(
        self, kind: Kind, region: BitRegion, label: str | None, team: frozenset[str]
    ) -> BitRegion:
        return super().step(kind, region, label, team) & self.inside

    def until(
        self, kind: Kind, team: frozenset[str], hold: BitRegion, goal: BitRegion
    ) -> BitRegion:
        return super().until(kind, team, hold & self.inside, goal)

    def paths(self, automaton: Automaton, letters: Sequence[BitRegion]) -> BitRegion:
        return super().paths(_careful(automaton), [*letters, self.inside])


class PartialEvaluator(Evaluator[BitRegion]):
    """The evaluator for a partial algebra."""

    def _compute(self, goal: Core, around: Fixpoint | None) -> BitRegion:
        found = super()._compute(goal, around)
        if isinstance(goal, Prop) and is_of_steps(goal):
            assert isinstance(self.on, PartialAlgebra)
            return found & self.on.inside
        return found

    def escape(
        self, kind: Kind, team: frozenset[str], stay: BitRegion, release: BitRegion
    ) -> BitRegion:
        assert isinstance(self.on, PartialAlgebra)
        return super().escape(kind, team, stay & (release | self.on.inside), release)


class PartialGround(GraphGround):
    """The ground of such a graph; no run continues from the frontier."""

    def __init__(self, algebra: PartialAlgebra) -> None:
        super().__init__(algebra.graph)
        self._inside = algebra.inside

    def lasso(
        self,
        automaton: Automaton,
        letters: Sequence[BitRegion],
        at: int,
        most: int | None = None,
    ) -> tuple[Steps, Steps] | None:
        return super().lasso(_careful(automaton), [*letters, self._inside], at, most)


def _careful(automaton: Automaton) -> Automaton:
    """The automaton with one more letter, which every transition requires."""
    extra = len(automaton.letters)
    return replace(
        automaton,
        letters=(*automaton.letters, Truth(True)),
        transitions=tuple(replace(t, true=t.true | {extra}) for t in automaton.transitions),
    )
