"""What one system is explored for, and what was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

import numpy as np

from ....data import dataclass
from ....model.specified import Claim, Specified
from ....verdict import Answer, Verdict
from .check import Checked

LEARNED = "learned"
"""The name of the engine that makes a bounded number of probes."""


@dataclass(slots=True)
class Run:
    """What one system was explored for, and found."""

    system: Specified
    claims: dict[Claim, None] = field(default_factory=dict)
    links: dict[Claim, None] = field(default_factory=dict)
    """Those of them that would be stronger than what is asked."""
    limit: int | None = None
    weaker: bool = False
    """Whether it may have runs that are not meant."""
    tentative: bool = False
    """Whether a failure may be of no run."""
    narrower: bool = False
    """Whether it may lack runs that are meant."""
    checked: Checked | None = None
    """What was found, by the first of several searches."""
    broken: list[Checked] = field(default_factory=list)
    """What was found for single claims that have no value somewhere."""
    answers: dict[Claim, Verdict] = field(default_factory=dict)
    distinct: int | None = None
    """How many states there are, if another process counted them."""

    def verdict(self, claim: Claim) -> Verdict:
        """The answer to a claim."""
        return self.answers[claim]

    @property
    def was_given_up(self) -> bool:
        """Whether it was explored, and has more states than are looked at for what it is asked."""
        done = self.checked
        return self.limit is not None and done is not None and bool(done.found.stopped)

    @property
    def was_cut_short(self) -> bool:
        """Whether it has more states than were to be looked at, and nothing else ended it."""
        done = self.checked
        return self.limit is not None and done is not None and done.found.found > self.limit

    def leave_open(self, claims: Sequence[Claim]) -> None:
        """Say of claims that came when it was given up that they are open."""
        for claim in claims:
            reason = self.explored.found.stopped
            self.answers.setdefault(claim, Verdict(claim.name, Answer.UNKNOWN, reason))

    def hear(self, answers: Sequence[Verdict | None], checked: Checked, distinct: int) -> None:
        """Take over what another process found; None for claims that were given up."""
        pairs = zip(tuple(self.claims), answers, strict=True)
        self.answers = {claim: answer for claim, answer in pairs if answer is not None}
        self.claims = dict.fromkeys(self.answers)
        self.checked, self.distinct = checked, distinct

    def held(self, link: Claim) -> bool:
        """Whether a claim holds that would be stronger; it does not where it was given up."""
        return link in self.claims and self.verdict(link).answer is Answer.HOLDS

    @property
    def explored(self) -> Checked:
        """What was found; it was explored."""
        assert self.checked is not None
        return self.checked

    @property
    def states(self) -> int:
        """How many states there are, those counted as one that symmetry takes as the same.

        The search that learns does without symmetry.
        """
        if self.distinct is not None:
            return self.distinct
        found = self.explored.found
        representative = getattr(self.system, "representative", None)
        if representative is None or found.engine != LEARNED or found.stopped:
            return found.states
        inside = np.flatnonzero(~found.outside).tolist()
        return len({representative(found.state(number)) for number in inside})
