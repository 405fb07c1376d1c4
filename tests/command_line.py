"""What a command says: for the tests that use the fixture `run`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias


class Said(NamedTuple):
    """An exit code, and what was printed."""

    code: int
    out: str
    err: str


Run: TypeAlias = Callable[..., Said]
"""Runs a command, given as its words."""
