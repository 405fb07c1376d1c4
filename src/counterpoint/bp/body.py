"""The type of a b-thread's generator, for annotations."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias

from .event import Event
from .sync import Sync

Body: TypeAlias = Generator[Sync, Event, None]
"""It yields statements and receives events; what it returns is of no use to anyone."""
