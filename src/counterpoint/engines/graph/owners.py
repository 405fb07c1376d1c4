"""The player who chooses in each state, from the owners of the steps."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...data import dataclass
from ...model.system import Label
from ..base.arrays import I16, AnyInts, Bools
from ..base.edges import Edges, counts
from .explicit import NOBODY, Contest

_ANYBODY = 1 << 14


@dataclass(frozen=True, slots=True)
class Ownership:
    """The owners of a graph, with the fields as in `ExplicitGraph`.

    `contest` is the first state in which two players could choose, if there is one.
    """

    owner: I16
    unowned: Bools | None
    contest: Contest | None


def ownership(
    edges: Edges, step_owner: AnyInts, rests: Bools, players: Sequence[str], labels: Sequence[Label]
) -> Ownership:
    """The player who chooses in each state, given the owner of each step (NOBODY: no player).

    `rests` marks the `REST` steps: array of bool. Such a step beside steps of a player belongs to
    that player, who may choose to wait.
    """
    starts = edges.start[:-1].astype(np.int64)
    owner = np.maximum.reduceat(step_owner, starts).astype(np.int16)
    lowest = np.minimum.reduceat(np.where(step_owner == NOBODY, _ANYBODY, step_owner), starts)
    source_owner = np.repeat(owner, counts(edges))
    unowned = (step_owner == NOBODY) & (source_owner != NOBODY) & ~rests
    contested = np.flatnonzero((owner != NOBODY) & (lowest != owner))
    contest = None
    if len(contested):
        contest = _contest(int(contested[0]), edges, step_owner, players, labels)
    return Ownership(owner, unowned if unowned.any() else None, contest)


def _contest(
    state: int, edges: Edges, step_owner: AnyInts, players: Sequence[str], labels: Sequence[Label]
) -> Contest:
    first_step: dict[int, int] = {}
    for k in range(int(edges.start[state]), int(edges.start[state + 1])):
        if step_owner[k] != NOBODY:
            first_step.setdefault(int(step_owner[k]), k)
    (one, step), (other, its) = list(first_step.items())[:2]
    return Contest(
        state,
        (players[one], players[other]),
        (labels[int(edges.event[step])], labels[int(edges.event[its])]),
    )
