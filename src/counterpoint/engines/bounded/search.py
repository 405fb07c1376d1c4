"""Search for a bad state of a machine, and for a proof that there is none, by turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol, TypeAlias

from ...alarm import require_going_on
from ...data import dataclass
from ...stopped import NOT_STOPPED, Cause, Stopped
from ...tuning import Tuning
from .induction import Induction, Longest, Runs, Steps
from .machine import Machine, Run
from .reach import Proof, Reachability

TURN_OVER = Stopped("its turn is over", Cause.FORM)
"""Why a search ends that may do only so much work."""

Proved: TypeAlias = Proof | Induction | Longest
"""A proof that no bad state is reached."""

Found: TypeAlias = Run | Proved
"""A run to a bad state, or a proof that there is none."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a search ended: with an outcome, or without one after runs of `depth` steps."""

    found: Found | None
    depth: int
    stopped: Stopped = NOT_STOPPED


class _Working(Protocol):
    @property
    def work(self) -> int: ...


Noted: TypeAlias = Callable[[int], Stopped]
"""Is called with the number of steps up to which no bad state is reached; may end the search."""


class Search:
    """The searches for runs, by induction over runs, and by frames, in turns.

    Each turn goes to the one that has worked least for its share, so that an answer comes at most
    a constant factor later than from the best of them, and is the same in each run.
    """

    def __init__(self, machine: Machine, tuning: Tuning) -> None:
        self._runs = Runs(machine, tuning)
        self._reach = Reachability(machine, tuning)
        self._steps = Steps(machine, tuning, self._runs)
        self._shares = tuning.bounded_shares
        self._least = tuning.bounded_shortening

    @property
    def depth(self) -> int:
        """The number of steps up to which no bad state is reached; -1 if nothing is known."""
        return max(self._runs.depth, self._reach.level - 1)

    @property
    def work(self) -> int:
        """The propagations of all searches so far."""
        return self._runs.work + self._reach.work + self._steps.work

    def ended(
        self, most: int | None = None, note: Noted | None = None, work: int | None = None
    ) -> Ended:
        """The outcome; none if runs of up to `most` steps, or so much `work`, do not decide it."""
        turns = [
            _Turn(self._runs, self._runs.outcome(most), self._shares[0]),
            _Turn(self._steps, self._steps.outcome(most), self._shares[1]),
            _Turn(self._reach, self._reach.outcome(most), self._shares[2]),
        ]
        turns = [turn for turn in turns if turn.share]
        while turns:
            require_going_on()
            turn = min(turns, key=lambda each: each.spent)
            if not turn.go_on():
                turns.remove(turn)
            elif turn.found is not None:
                return Ended(self._shortest(turn.found), self.depth)
            elif note is not None and (stopped := note(self.depth)):
                return Ended(None, self.depth, stopped)
            elif work is not None and self.work > work:
                return Ended(None, self.depth, TURN_OVER)
        return Ended(None, self.depth)

    def _shortest(self, found: Found) -> Found:
        """A shortest run, if that takes no more work than it took to find this one."""
        if not isinstance(found, Run):
            return found
        most = self.work + self._least
        for shorter in self._runs.outcome(len(found.steps)):
            require_going_on()
            if isinstance(shorter, Run):
                return shorter
            if self._runs.work > most:
                break
        return found


class _Turn:
    """A search that is interleaved with others."""

    def __init__(self, by: _Working, pieces: Iterator[Found | None], share: int) -> None:
        self._by, self._pieces, self.share = by, pieces, share
        self.found: Found | None = None

    @property
    def spent(self) -> float:
        """The work done for the share."""
        return self._by.work / self.share

    def go_on(self) -> bool:
        """Do a piece of work; whether there was one."""
        try:
            self.found = next(self._pieces)
        except StopIteration:
            return False
        return True
