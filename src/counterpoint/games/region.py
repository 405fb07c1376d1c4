"""Winning regions: where a team can enforce an objective, and the moves of both sides."""

from __future__ import annotations

import numpy as np

from ..data import dataclass
from ..engines.base.arrays import U32, U64, Bools
from ..engines.base.ending import require_all
from ..engines.base.outcome import NONE
from ..engines.graph.attractor import NO_MOVE, attractor, nearest_moves, owned_by, require_game
from ..engines.graph.board import sources
from ..engines.graph.explicit import ExplicitGraph
from ..engines.graph.parity import parity_win
from ..errors import Refused
from ..logic.core import Kind
from ..model.system import State
from .objective import (
    Buchi,
    CoBuchi,
    Objective,
    Parity,
    Reach,
    Safe,
    as_parity,
    opposite,
)

ALL_STATES = "a game can be solved only where all its states are known"


@dataclass(frozen=True, slots=True, eq=False)
class Win:
    """Who wins where. These games are determined: outside of `region` the others win.

    `moves` has the team's step in each state of the region in which one of its players chooses.
    `counter` has the steps of the others outside of the region: of other players, or steps that no
    player chooses. Both have NO_MOVE where no choice is needed, because the game is decided or the
    other side may do anything. `rank` is the number of steps in which a deciding state is forced:
    by the team for `Reach`, by the others for `Safe`; None for other objectives.
    """

    graph: ExplicitGraph
    team: frozenset[str]
    objective: Objective
    region: Bools
    moves: U64
    counter: U64
    rank: U32 | None = None

    @property
    def losing(self) -> Bools:
        """The states from which the others can prevent the objective; array of bool."""
        return ~self.region

    def distance(self, state: State) -> int | None:
        """The greatest number of steps to the goal of a `Reach` objective; None if not known."""
        number = self.graph.number(state)
        if number is None or self.rank is None or not isinstance(self.objective, Reach):
            return None
        rank = int(self.rank[number])
        return None if rank == NONE else rank

    def options(self) -> Bools:
        """For each step, whether the team may take it; array of bool.

        Every play with such steps is won. For a limit objective only the step in `moves` is
        allowed. For `Reach` every step to a lower rank is, for `Safe` every step that stays in the
        region.
        """
        graph, source = self.graph, sources(self.graph)
        decides = (self.moves != NO_MOVE)[source]
        if graph.unowned is not None:
            decides &= ~graph.unowned
        target = graph.edges.target
        match self.objective:
            case Reach():
                assert self.rank is not None
                return np.asarray(decides & (self.rank[target] < self.rank[source]))
            case Safe():
                return np.asarray(decides & self.region[target])
            case _:
                chosen = self.moves[source] == np.arange(len(target), dtype=np.uint64)
                return np.asarray(decides & chosen)


def winning(graph: ExplicitGraph, team: frozenset[str], objective: Objective) -> Win:
    """Where `team` can enforce `objective`, whatever else happens.

    The team plays against all other players and the steps that no player chooses.

    Raises `NotAGame` if the graph does not say which player chooses a step, `Undecided` if states
    are missing in it, and `Refused` under fairness.

    >>> from counterpoint.examples.nim import model
    >>> from counterpoint.games.ground import ground_of
    >>> from counterpoint.logic.parser import parse
    >>> ground = ground_of(model(piles=(1, 1)), [goal := parse("p2_wins")])
    >>> win = winning(ground.graph, frozenset({"player2"}), Reach(ground.where(goal)))
    >>> bool(win.region[0]), win.distance((1, 1, 1))
    (True, 2)
    """
    require_game(graph, team)
    require_all(graph.stopped, graph.states, ALL_STATES)
    if graph.fairness:
        raise Refused(
            "what a player can enforce is not decided under fairness, which timeouts bring too: "
            "leave it out"
        )
    match objective:
        case Reach():
            return reach(graph, team, objective)
        case Safe():
            return _safe(graph, team, objective)
        case _:
            return _recurring(graph, team, objective)


def reach(graph: ExplicitGraph, team: frozenset[str], objective: Reach) -> Win:
    """Where `team` can enforce `objective`.

    If states of the graph are missing, `region` is a subset of the winning states: those from which
    the known steps are enough. A play does not go on from a state with unknown steps.
    """
    goal = objective.goal
    hold = np.ones(graph.states, bool) if objective.hold is None else objective.hold
    near = attractor(graph, Kind.FORCE, team, hold, goal)
    moves = _team_moves(graph, team, near.region & ~goal, near.rank)
    counter = _other_moves(graph, team, ~near.region, _inside(~near.region))
    return Win(graph, team, objective, near.region, moves, counter, near.rank)


def _safe(graph: ExplicitGraph, team: frozenset[str], objective: Safe) -> Win:
    against = opposite(objective)
    assert isinstance(against, Reach)
    hold = np.ones(graph.states, bool) if against.hold is None else against.hold
    near = attractor(graph, Kind.ALLOW, team, hold, against.goal)
    region = ~near.region
    undecided = region if objective.escape is None else region & ~objective.escape
    moves = _team_moves(graph, team, undecided, _inside(region))
    counter = _other_moves(graph, team, near.region & ~against.goal, near.rank)
    return Win(graph, team, objective, region, moves, counter, near.rank)


def _recurring(
    graph: ExplicitGraph, team: frozenset[str], objective: Buchi | CoBuchi | Parity
) -> Win:
    found = parity_win(graph, team, as_parity(objective))
    return Win(graph, team, objective, found.region, found.moves, found.counter)


def _inside(region: Bools) -> U32:
    return np.where(region, np.uint32(0), np.uint32(NONE))


def _team_moves(graph: ExplicitGraph, team: frozenset[str], asked: Bools, rank: U32) -> U64:
    """The steps of the team's players to states of the least rank."""
    owned = None if graph.unowned is None else ~graph.unowned
    return nearest_moves(graph, asked & owned_by(graph, team), rank, owned)


def _other_moves(graph: ExplicitGraph, team: frozenset[str], asked: Bools, rank: U32) -> U64:
    """The others' steps to states of the least rank.

    In a state where the team chooses, a step that no player chooses is taken if it gets nearer.
    """
    ours = owned_by(graph, team)
    moves = nearest_moves(graph, asked & ~ours, rank)
    if graph.unowned is None:
        return moves
    free = nearest_moves(graph, asked & ours, rank, graph.unowned)
    found = np.flatnonzero(free != NO_MOVE)
    there = rank[graph.edges.target[free[found].astype(np.intp)]]
    nearer = found[(there < rank[found]) | (there == 0)]
    moves[nearer] = free[nearer]
    return moves
