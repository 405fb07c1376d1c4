"""Names that are spelt nearly as another: what an error says was perhaps meant."""

from __future__ import annotations

from collections.abc import Iterable


def close_matches(name: str, known: Iterable[str], n: int = 3, cutoff: float = 0.6) -> list[str]:
    """At most `n` of the names known, the closest first; `cutoff` is the least likeness, 0 to 1.

    >>> close_matches("reqest", ["request", "wait_for", "block"])
    ['request']
    """
    from difflib import get_close_matches  # only errors ask

    return get_close_matches(name, list(known), n, cutoff)
