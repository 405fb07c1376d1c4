"""A solved game audited: its winning states by ranks, and the moves of its strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..audit.auditor import Check
from ..audit.moves import Moves
from ..audit.reference import Reference
from ..certificate import Audited, Seen
from ..engines.arena.algebra import BitRegion
from ..engines.auditing import Auditing
from ..engines.certified import Evaluated, Finder
from ..engines.formula.evaluate import Evaluator, attractor_of
from ..errors import BadFormula, NotAGame
from ..logic.core import Fixpoint
from ..logic.lower import to_core
from ..model.system import Label
from .goal import enforced
from .objective import Reach, Safe
from .region import Win
from .strategy import strategy_of

if TYPE_CHECKING:
    from .solve import Solution


def audit_of(solution: Solution, auditing: Auditing, *, reached: bool) -> Audited | None:
    """What an audit finds of a solution; None where nothing is audited.

    An objective that no formula says is not audited.
    """
    try:
        goal = to_core(enforced(solution.player, solution.formula))
    except BadFormula:
        return None
    space, win = solution.ground.space, solution.win
    region = solution.winning.region
    evaluator: Evaluator[Any] = Evaluator(space.algebra, {goal: region})
    if isinstance(goal, Fixpoint) and attractor_of(goal) is not None:
        attracted = region if goal.least else ~region
        evaluator.attractors[goal] = attracted if win is None else _ranked(attracted, win)

    def beside(reference: Reference) -> tuple[Check, ...]:
        moves = None if win is None else _moves(win)
        if moves is None or not isinstance(goal, Fixpoint) or attractor_of(goal) is None:
            return ()
        finder = Finder(space)
        claims = Evaluated(finder, evaluator, most=0)

        def move(seen: Seen) -> Label | None:
            found: Label | None = moves.get(space.memory.state(seen))
            return found

        return (Moves(goal, reference, claims, move),)

    return auditing.of_region(space, goal, evaluator, reached=reached, beside=beside)


def _ranked(attracted: BitRegion, win: Win) -> BitRegion:
    """What was attracted, with its ranks: of winning states, or of those where the others win."""
    ranked = isinstance(win.objective, Reach | Safe)
    return BitRegion(attracted.bits, win.rank if ranked else None)


def _moves(win: Win) -> Any:
    """The moves of the team by state; None where labels do not tell which step is meant."""
    try:
        return strategy_of(win).table
    except NotAGame:
        return None
