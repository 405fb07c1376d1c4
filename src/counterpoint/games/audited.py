"""The audit of a solved game: its winning states, by their ranks, and its strategy's moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..audit.auditor import Check
from ..audit.moves import Moves
from ..audit.plays import Plays
from ..audit.reference import Reference
from ..certificate import Audited, Seen
from ..engines.decide.auditing import Auditing
from ..engines.decide.certified import Evaluated, Finder
from ..engines.decide.parity import SolvedParity
from ..engines.formula.evaluate import Evaluator, attractor_of
from ..engines.graph.algebra import BitRegion
from ..engines.graph.parity import ParityWin
from ..engines.space.space import GraphSpace
from ..errors import BadFormula, NotAGame
from ..logic.core import Fixpoint
from ..logic.formula import Not
from ..logic.lower import to_core, to_linear
from ..model.capabilities import declared_players
from ..model.system import Label
from .goal import ParityGoal, enforced, played_for
from .objective import Reach, Safe
from .region import Win

if TYPE_CHECKING:
    from .solve import Solution


def audit_of(solution: Solution, auditing: Auditing, *, reached: bool) -> Audited | None:
    """The result of auditing a solution; None if nothing is audited.

    An objective that the logic cannot express as a formula is not audited.
    """
    if isinstance(solution.formula, ParityGoal):
        return _of_parity(solution, auditing, reached=reached)
    try:
        goal = to_core(enforced(solution.player, solution.formula))
    except BadFormula:
        return None
    space, win = solution.ground.space, solution.win
    region = solution.winning.region
    known = solution.ground.evaluator
    evaluator: Evaluator[Any] = Evaluator(
        space.algebra, {**known.known, goal: region}, dict(known.attractors)
    )
    local = goal if isinstance(goal, Fixpoint) and attractor_of(goal) is not None else None
    if goal in known.known:  # `true M AF p` is `AF p`, which has ranks that are not of the game
        local = None
    if local is not None:
        attracted = region if local.least else ~region
        evaluator.attractors[local] = attracted if win is None else _ranked(attracted, win)

    def beside(reference: Reference) -> Iterator[Check]:
        claims = Evaluated(Finder(space), evaluator, most=0)

        def move(seen: Seen) -> Label | None:
            return solution.strategy.move(space.memory.state(seen))  # built on first use: slow

        if local is not None and win is not None and _is_clear(solution):
            yield Moves(local, reference, claims, move)
        yield Plays(
            to_linear(Not(played_for(solution.formula))),
            frozenset(solution.player),
            reference,
            claims.test(goal),
            move,
        )

    return auditing.of_region(space, (goal, evaluator), reached=reached, beside=beside)


def _of_parity(solution: Solution, auditing: Auditing, *, reached: bool) -> Audited | None:
    """The result of auditing the strategies of both players of a parity game."""
    space, win = solution.ground.space, solution.win
    assert isinstance(space, GraphSpace), "parity games are solved on graphs"
    assert win is not None, "parity games are solved on graphs"
    system = solution.ground.system
    if solution.player == declared_players(system)[:1]:
        found = ParityWin(win.region, win.moves, win.counter)
    else:
        found = ParityWin(~win.region, win.counter, win.moves)
    return SolvedParity(system, space, found).audit(auditing, reached=reached)


def _is_clear(solution: Solution) -> bool:
    """Whether the label of each move identifies its step."""
    try:
        _ = solution.strategy
    except NotAGame:
        return False
    return True


def _ranked(attracted: BitRegion, win: Win) -> BitRegion:
    """The attracted states with their ranks: the winning states, or those where the others win."""
    ranked = isinstance(win.objective, Reach | Safe)
    return BitRegion(attracted.bits, win.rank if ranked else None)
