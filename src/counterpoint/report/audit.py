"""What was audited for an answer, as text and as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..certificate import Audited


def audited_data(audited: Audited | None) -> dict[str, Any] | None:
    """The states that were audited, of how many, what was not checked, and what was wrong.

    >>> audited_data(Audited(3, 10))
    {'states': 3, 'of': 10, 'unchecked': [], 'fault': ''}
    """
    if audited is None:
        return None
    return {
        "states": audited.states,
        "of": audited.of,
        "unchecked": list(audited.unchecked),
        "fault": audited.fault,
    }


def audit_text(audits: Iterable[tuple[str, Audited | None]]) -> Iterator[str]:
    """A line for each answer, with its name and how much of it was audited.

    >>> list(audit_text([("never both", Audited(34, 34)), ("no runs", None)]))
    ['  audited  never both: 34 of 34 states', '  audited  no runs: nothing']
    """
    for name, audited in audits:
        yield f"  audited  {name}: {_looked_at(audited)}"


def _looked_at(audited: Audited | None) -> str:
    if audited is None:
        return "nothing"
    missing = "; ".join(audited.unchecked)
    looked = f"{audited.states:,} of {audited.of:,} states"
    return f"{looked}, but not {missing}" if missing else looked
