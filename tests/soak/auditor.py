"""Where answers are audited: each kind gives what it has asked, and what was answered."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from .compare import Tally

ROOM = "counterpoint.audit"


def audited(target: Any, verdicts: Any, tally: Tally) -> None:
    """Count it as a difference if the auditor does not accept what `check` has said of a target.

    Nothing is counted where there is no auditor.
    """
    if find_spec(ROOM) is None:
        return
    audit = getattr(import_module(ROOM), "audit", None)
    if audit is None:
        return
    with tally.answering("audit", verdicts.target):
        found = audit(target, verdicts)
        tally.true("audit", verdicts.target, found, found)
