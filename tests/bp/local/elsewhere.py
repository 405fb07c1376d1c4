"""A module of the user's with variables of its own, for b-threads that reach into it."""

from __future__ import annotations

import functools
from typing import Any

numbers = [0]
setting = 0
later: int


def remember(value: Any) -> None:
    numbers.append(value)


def change_setting() -> None:
    global setting
    setting += 1


@functools.lru_cache
def remember_once(value: Any) -> None:
    numbers.append(value)


def doubled(value: Any) -> Any:
    return 2 * value
