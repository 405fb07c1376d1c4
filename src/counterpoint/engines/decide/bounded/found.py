"""What a bounded search found of a question, before it becomes a verdict, and why, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from ....data import dataclass
from ....stopped import NOT_STOPPED, Stopped
from ....verdict import Answer
from ...bounded.confirm import Confirmed
from ...bounded.induction import Induction, Longest
from ...bounded.reach import Proof
from ...bounded.search import Ended, Proved
from .proofs import Proven, ProvenEndless
from .walk import Walk


@dataclass(frozen=True)
class Found:
    """An answer: a run that shows it, or a proof that there is no such run, or why there is none.

    An infinite run returns to its state number `loop`. `depth` is the number of steps up to which
    runs were searched. With `in_part`, another solver did not finish confirming the proof.
    """

    answer: Answer
    reason: str = ""
    walk: Walk | None = None
    loop: int | None = None
    proof: Proven | ProvenEndless | None = None
    depth: int = 0
    vacuous: bool = False
    in_part: bool = False


Note = Callable[[int], Stopped]
"""Is called with the depth that was reached; a result that is not empty ends the search."""

NO_START = Found(Answer.HOLDS, "there is no initial state", vacuous=True)

NO_START_COUNTS = Found(Answer.HOLDS, "no run that counts begins in an initial state", vacuous=True)


def unconfirmed(check: Confirmed) -> Found:
    return Found(Answer.UNKNOWN, f"another solver does not confirm the proof: {check.wrong}")


def unknown(ended: Ended) -> Found:
    """The answer after a search that ended without an outcome."""
    return Found(Answer.UNKNOWN, so_far(ended.depth, ended.stopped), depth=ended.depth)


def so_far(depth: int, stopped: Stopped = NOT_STOPPED) -> str:
    """The reason of an answer that is unknown after runs of up to `depth` steps were searched."""
    steps = "1 step" if depth == 1 else f"{depth:,} steps"
    seen = "" if depth < 0 else f"no run of up to {steps} decides it"
    return stopped.having_seen(seen) if stopped else seen


def length(proof: Proved) -> int:
    """The length of a proof, as in `Inductive`."""
    match proof:
        case Proof():
            return 0
        case Induction(depth):
            return depth
        case Longest():
            return -1
    assert_never(proof)


def in_words(proof: Proved) -> str:
    """What a proof rests on; empty if it is an invariant, which is shown."""
    match proof:
        case Proof():
            return ""
        case Induction(0):
            return "in all states, reached or not"
        case Induction(1):
            return "no step leads to a state that is otherwise"
        case Induction(depth):
            return f"by induction over runs of {depth} different states"
        case Longest(depth):
            return f"no run has more than {depth:,} steps that matter"
    assert_never(proof)


def without_runs(proof: Proved) -> str:
    """What it rests on that no endless run does something."""
    if isinstance(proof, Proof):
        return "by an invariant of runs that remember a state"
    return f"no run that remembers a state does otherwise: {in_words(proof)}"
