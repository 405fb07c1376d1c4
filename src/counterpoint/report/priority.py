"""Priorities as text."""

from __future__ import annotations

import math


def priority_text(priority: float) -> str:
    """A priority as text; an integer that is too large for a float, by its magnitude.

    >>> priority_text(2.0), priority_text(float("inf")), priority_text(-(10**400))
    ('2', 'inf', 'about -1e400')
    """
    try:
        return f"{priority:g}"
    except OverflowError:
        sign = "-" if priority < 0 else ""
        return f"about {sign}1e{math.floor(math.log10(abs(priority)))}"
