"""Suggestions of similarly spelt names, for errors."""

from __future__ import annotations

from collections.abc import Iterable


def close_matches(name: str, known: Iterable[str], n: int = 3, cutoff: float = 0.6) -> list[str]:
    """At most `n` known names, the most similar first; `cutoff` is the least similarity (0 to 1).

    >>> close_matches("reqest", ["request", "wait_for", "block"])
    ['request']
    """
    from difflib import get_close_matches  # needed only for errors

    return get_close_matches(name, list(known), n, cutoff)
