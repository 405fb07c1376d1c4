"""The exploration of one system: what it is for, and its results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

import numpy as np

from ....data import dataclass
from ....model.specified import Claim, Specified
from ....verdict import Answer, Verdict
from ...base.engine import TABLED
from .check import Checked


@dataclass(slots=True)
class Run:
    """A system, the claims to decide about it, and the results."""

    system: Specified
    claims: dict[Claim, None] = field(default_factory=dict)
    links: dict[Claim, None] = field(default_factory=dict)
    """The claims that are stronger than the question, to find parts that do not matter."""
    limit: int | None = None
    weaker: bool = False
    """Whether the system may have runs that are not intended."""
    tentative: bool = False
    """Whether a failure may not belong to any run."""
    narrower: bool = False
    """Whether the system may lack runs that are intended."""
    checked: Checked | None = None
    """The result of the first search, if there are several."""
    broken: list[Checked] = field(default_factory=list)
    """The results for single claims that have no value somewhere."""
    answers: dict[Claim, Verdict] = field(default_factory=dict)
    distinct: int | None = None
    """The number of states, if another process counted them."""

    def verdict(self, claim: Claim) -> Verdict:
        """The verdict on a claim."""
        return self.answers[claim]

    @property
    def was_given_up(self) -> bool:
        """Whether its search was limited to `limit` states, and did not finish."""
        done = self.checked
        return self.limit is not None and done is not None and bool(done.found.stopped)

    @property
    def was_cut_short(self) -> bool:
        """Whether it has more than `limit` states, and that ended its search."""
        done = self.checked
        return self.limit is not None and done is not None and done.found.found > self.limit

    def leave_open(self, claims: Sequence[Claim]) -> None:
        """Mark claims as unknown that were added after the system was given up."""
        for claim in claims:
            reason = self.explored.found.stopped
            self.answers.setdefault(claim, Verdict(claim.name, Answer.UNKNOWN, reason))

    def hear(self, answers: Sequence[Verdict | None], checked: Checked, distinct: int) -> None:
        """Take over the results of another process; an answer is None if the claim was dropped."""
        pairs = zip(tuple(self.claims), answers, strict=True)
        self.answers = {claim: answer for claim, answer in pairs if answer is not None}
        self.claims = dict.fromkeys(self.answers)
        self.checked, self.distinct = checked, distinct

    def held(self, link: Claim) -> bool:
        """Whether a stronger claim is known to hold; false if the claim was dropped."""
        return link in self.claims and self.verdict(link).answer is Answer.HOLDS

    @property
    def explored(self) -> Checked:
        """The result of the first search; it must exist."""
        assert self.checked is not None
        return self.checked

    @property
    def states(self) -> int:
        """The number of states, counting states that symmetry identifies as one.

        The tabled search ignores symmetry, so its states are counted again here.
        """
        if self.distinct is not None:
            return self.distinct
        found = self.explored.found
        representative = self.system.representative
        if representative is None or found.engine != TABLED or found.stopped:
            return found.states
        inside = np.flatnonzero(~found.outside).tolist()
        return len({representative(found.state(number)) for number in inside})
