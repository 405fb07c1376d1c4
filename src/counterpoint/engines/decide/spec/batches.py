"""Split claims into batches: a learning search supports a limited number of probes."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.specified import Claim, Specified
from .check import probes_for

MOST_PROBES = 64
"""The maximum number of state probes, and of step probes, in one search."""


def batches(system: Specified, claims: Sequence[Claim]) -> list[tuple[Claim, ...]]:
    """The claims in order, in one batch, or in several if each then needs few enough probes."""
    if _fit(system, claims) or not all(_fit(system, [claim]) for claim in claims):
        return [tuple(claims)]
    found: list[list[Claim]] = [[]]
    for claim in claims:
        last = [*found[-1], claim]
        if found[-1] and not _fit(system, last):
            found.append([claim])
        else:
            found[-1] = last
    return [tuple(batch) for batch in found]


def _fit(system: Specified, claims: Sequence[Claim]) -> bool:
    return all(len(probes) <= MOST_PROBES for probes in probes_for(system, claims))
