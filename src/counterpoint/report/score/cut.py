"""Shorten a list that is too long to show: its first entries, and how many are left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def first_rows(rows: Sequence[Any], most: int) -> dict[str, Any]:
    """The first rows of a section, and the number of rows that are left out.

    >>> first_rows("abc", 2)
    {'rows': ['a', 'b'], 'more': 1}
    """
    return {"rows": [*rows[:most]], "more": max(0, len(rows) - most)}
