"""The type of a b-thread's generator, for annotations."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias

from .event import Event
from .sync import Sync

Body: TypeAlias = Generator[Sync, Event, None]
"""A generator that yields statements and receives events. Its return value is not used."""
