"""Attractors, traps and steps on a graph.

FORCE requires that every step that no player chooses leads into the set. If the state also has
steps of its owner, one of them must lead into the set if the owner is in the team, and all of them
otherwise. ALLOW is the dual. Attractors are computed in linear time (Dowling and Gallier, J. Logic
Programming 1, 1984): each state has a counter, and each step is visited once, backwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from ...data import dataclass
from ...logic.core import Kind
from ...model.contested import contested, where
from ...model.players import require_players
from ...model.system import Label
from ..base.arrays import U8, U32, U64, Bools, cells, flags
from ..base.edges import steps_of as numbered
from ..base.outcome import NONE
from . import attractor_kernel as kernel
from .explicit import NOBODY, ExplicitGraph
from .records import Backward
from .steps import steps_of

NO_MOVE = 0xFFFFFFFFFFFFFFFF
"""The result of `nearest_moves` for a state without such a step."""


@dataclass(frozen=True, slots=True, eq=False)
class Attractor:
    """The states attracted to a goal: `region` is an array of bool, `rank` of uint32.

    The rank of a state is the number of steps within which the goal can be reached, in the sense of
    the attractor's kind. It is 0 at the goal, and `outcome.NONE` outside `region`.
    """

    region: Bools
    rank: U32


def attractor(
    graph: ExplicitGraph, kind: Kind, team: frozenset[str], hold: Bools, goal: Bools
) -> Attractor:
    """The least X with X = goal | (hold & step(kind, X)), and the rank of each state.

    Raises `NotAGame` if `kind` is about a team and the graph is not a game; see `require_game`.
    """
    mode = _modes(graph, kind, team)
    rank: U32 = np.where(goal, np.uint32(0), np.uint32(NONE))
    if _runs_forward(graph):
        _library().sweep(mode, flags(hold), rank, steps_of(graph))
    else:
        _attract(graph, mode, hold & ~goal, rank)
    return Attractor(rank != NONE, rank)


def trap(
    graph: ExplicitGraph, kind: Kind, team: frozenset[str], stay: Bools, escape: Bools | None = None
) -> Bools:
    """The greatest X with X = escape | (stay & step(kind, X)).

    From these states, `stay` can be kept true for ever, or until `escape` is true.
    """
    outside = ~stay if escape is None else ~(stay | escape)
    hold = np.ones(graph.states, bool) if escape is None else ~escape
    return ~attractor(graph, kind.dual, team, hold, outside).region


def step(
    graph: ExplicitGraph,
    kind: Kind,
    region: Bools,
    label_mask: Bools | None = None,
    team: frozenset[str] = frozenset(),
) -> Bools:
    """The states from which the next state is in `region`, in the sense of `kind`.

    With a `label_mask`, an array of bool with one element per label, only those steps count.
    """
    found = np.zeros(graph.states, np.uint8)
    named = np.zeros(1, np.uint8) if label_mask is None else flags(label_mask)
    by_name = int(label_mask is not None)
    modes = _modes(graph, kind, team)
    _library().step(modes, named, by_name, flags(region), found, steps_of(graph))
    return found.view(bool)


def nearest_moves(graph: ExplicitGraph, asked: Bools, rank: U32, steps: Bools | None = None) -> U64:
    """For each state in `asked`, its first step to a state of least rank, or `NO_MOVE`.

    `asked` is an array of bool. With `steps`, also an array of bool, only those steps count.
    """
    move = np.full(graph.states, NO_MOVE, np.uint64)
    wanted = np.zeros(1, np.uint8) if steps is None else flags(steps)
    by_step, ranks = int(steps is not None), cells(rank, np.uint32)
    _library().nearest_moves(wanted, by_step, flags(asked), ranks, move, steps_of(graph))
    return move


def require_game(graph: ExplicitGraph, team: frozenset[str]) -> None:
    """Raise `NotAGame` if two players could choose in one state, or if the team is not known."""
    if (contest := graph.contest) is not None:
        one, other = contest.players
        first, second = contest.labels
        raise contested(_where(graph, contest.state), f"{one} by {first}, {other} by {second}")
    require_players(team, graph.players)


def _where(graph: ExplicitGraph, state: int) -> str:
    """Where a state of a graph is, in words."""

    def steps(here: int) -> Iterator[tuple[Label, int]]:
        return ((graph.labels[label], there) for label, there in numbered(graph.edges, here))

    return where(state, graph.initial.tolist(), steps, lambda number: repr(graph.state(number)))


def owned_by(graph: ExplicitGraph, team: frozenset[str]) -> Bools:
    """The states in which a player of the team chooses: array of bool."""
    if graph.owner is None:
        return np.zeros(graph.states, bool)
    wanted = np.array([player in team for player in graph.players] + [False])
    assert NOBODY == -1, "NOBODY indexes the last entry"
    owned: Bools = wanted[graph.owner]
    return owned


def _modes(graph: ExplicitGraph, kind: Kind, team: frozenset[str]) -> U8:
    match kind:
        case Kind.SOME:
            return np.full(graph.states, kernel.SOME, np.uint8)
        case Kind.ALL:
            return np.full(graph.states, kernel.ALL, np.uint8)
        case Kind.FORCE:
            ours, theirs = kernel.SOME if graph.unowned is None else kernel.FORCE, kernel.ALL
        case Kind.ALLOW:
            ours, theirs = kernel.ALL if graph.unowned is None else kernel.ALLOW, kernel.SOME
    require_game(graph, team)
    return np.where(owned_by(graph, team), np.uint8(ours), np.uint8(theirs))


def _attract(graph: ExplicitGraph, mode: U8, wanted: Bools, rank: U32) -> None:
    back = _reversed(graph)
    left = np.where(wanted, _needed(graph, mode), np.uint32(0))
    queue = np.empty(graph.states, np.uint32)
    goal = np.flatnonzero(rank == 0)
    queue[: len(goal)] = goal
    if graph.unowned is None:
        _library().attract(back, left, rank, queue, len(goal))
    else:
        _library().attract_mixed(back, mode, left, rank, queue, len(goal))


def _needed(graph: ExplicitGraph, mode: U8) -> U32:
    """The number of steps into the set that each state needs to be attracted: array of uint32."""
    degree = np.diff(graph.edges.start).astype(np.uint32)
    needed = np.where(mode == kernel.ALL, degree, np.uint32(1))
    if graph.unowned is None:
        return needed
    free = np.add.reduceat(graph.unowned.astype(np.uint32), graph.edges.start[:-1].astype(np.intp))
    owned = degree - free
    needed = np.where(mode == kernel.FORCE, free + (owned > 0), needed)
    needed = np.where(mode == kernel.ALLOW, np.where(owned > 0, owned, np.uint32(NONE)), needed)
    return needed.astype(np.uint32)


def _runs_forward(graph: ExplicitGraph) -> bool:
    """Whether no step leads to a state with a lower number, as in most games that always end."""
    known = graph.extra.get("runs forward")
    if known is None:
        known = bool(_library().runs_forward(steps_of(graph)))
        graph.extra["runs forward"] = known
    return bool(known)


def _reversed(graph: ExplicitGraph) -> Backward:
    """The steps ordered by their targets; computed once per graph."""
    known: Any = graph.extra.get("reversed")
    if known is None:
        known = graph.extra["reversed"] = _reverse(graph)
    return known  # type: ignore[no-any-return]


def _reverse(graph: ExplicitGraph) -> Backward:
    count = max(1, len(graph.edges.target))
    back = Backward(
        begin=np.zeros(graph.states + 2, np.uint64),
        source=np.empty(count, np.uint32),
        free=np.zeros(1 if graph.unowned is None else count, np.uint8),
    )
    _library().reverse(steps_of(graph), back)
    return back


@cache
def _library() -> Any:
    from ...native import build  # a cold command must feel instant

    return build(
        kernel.runs_forward,
        kernel.reverse,
        kernel.attract,
        kernel.attract_mixed,
        kernel.sweep,
        kernel.step,
        kernel.nearest_moves,
    )
