"""The memory that a process takes under a limit: one command for each engine that fills it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from .commands import LARGE, written
from .memory import ALLOWED, MEGABYTE, peak_of

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(os, "wait4"), reason="peaks are measured as Linux does"
)

LIMIT = 60
"""Megabytes that are allowed: so few that no search goes on on disk."""

ON_DISK = 200
"""Megabytes that are allowed for searches on disk."""

ENGINES = (
    "graph of a model",
    "hash table",
    "b-threads",
    "b-threads by formulas",
    "b-threads, enumerated",
    "any system",
    "module, tabled",
    "module, runs",
    "module, one step",
    "game",
)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with TemporaryDirectory() as name:
        yield written(Path(name))


@cache
def start_of(folder: Path) -> int:
    """What a process takes that has compiled something, and found twenty states."""
    return peak_of("check counters.py:program deadlock --limit-states 20", folder).bytes


@pytest.mark.parametrize("name", ENGINES)
def test_a_limit_of_memory_holds(name: str, folder: Path) -> None:
    peak = peak_of(f"{LARGE[name]} --limit-memory {LIMIT}MB", folder)
    assert peak.code == 3, peak.said
    assert f"the limit of {LIMIT}.0 MB of memory was reached" in peak.said
    assert peak.bytes - start_of(folder) <= ALLOWED * LIMIT * MEGABYTE


@pytest.mark.parametrize("command", ["program deadlock", "sparse AG(!broken)"])
def test_a_search_on_disk_stays_within_a_limit_of_memory(command: str, folder: Path) -> None:
    with TemporaryDirectory() as states:
        options = f"--disk {states}/here --limit-memory {ON_DISK}MB --limit-states 4000000"
        peak = peak_of(f"check counters.py:{command} {options}", folder)
    assert "the limit of 4,000,000 states was reached" in peak.said
    assert peak.bytes - start_of(folder) <= ALLOWED * ON_DISK * MEGABYTE
