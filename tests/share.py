"""How many of a test's random examples are tried: a share every day, all in the full run."""

from __future__ import annotations

import os

FULL = os.environ.get("COUNTERPOINT_EXAMPLES") == "full"

FEW = 3
"""So few are never fewer: the first example is always the simplest there is."""


def share(examples: int) -> int:
    """So many of some examples as are tried in this run.

    They are the same at each run; `scripts/soak` tries ever new ones, by the thousand.
    """
    return examples if FULL else max(min(examples, FEW), examples // 10)
