"""B-threads that see no order of sets cost nothing; the module has no code that might."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from counterpoint import Body, Event, Program, check, never, sync, thread

from .brute_force import A, B

NAMES = {"a", "b", "c"}


@thread
def looks_at_no_order(wanted: Any) -> Body:
    seen: set[Event] = set()
    while len(seen) < 2:
        event = yield sync(request={A, B} - seen, wait_for=wanted)
        if event not in seen:
            seen.add(event)
    yield sync(request=[Event(name) for name in sorted(NAMES)])


def test_sets_whose_order_is_not_seen_start_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", None)
    program = Program(looks_at_no_order(frozenset({A, B})))
    assert check(program, never(Event("z")))
    assert not check(program, never(A))
