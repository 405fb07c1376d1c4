"""Claims in batches: a search that learns makes so many probes together and no more."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.specified import Claim, Specified
from .check import probes_for

MOST_PROBES = 64
"""Probes of states, and as many of steps, that are made together."""


def batches(system: Specified, claims: Sequence[Claim]) -> list[tuple[Claim, ...]]:
    """The claims in their order, in several lists if each list then needs few enough probes."""
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
