"""What answers of different searches have in common."""

from __future__ import annotations

import re
from typing import Any

from counterpoint.verdict import Answer, Verdicts


def answers(verdicts: Verdicts) -> dict[str, tuple[Any, ...]]:
    """What is decided; which of the shortest runs is shown may differ, and with it the reason.

    Only a search in memory says which atoms of a vacuous formula are never true.
    """
    return {
        each.name: (
            each.answer,
            each.vacuous,
            re.sub("^.* never true; ", "", each.reason) if each.vacuous else "",
            None if each.trace is None else len(each.trace.steps),
        )
        for each in verdicts
        if each.answer is not Answer.UNKNOWN
    }
