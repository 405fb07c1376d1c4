"""Numbers of values that an actor of Ray gives, for all workers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import ray
from ray import exceptions

from ..levels.shared_values import SharedValues
from .connection import BEGIN, LOST
from .crew import Lost


class RayNumbers:
    """The numbers of values that an actor gives: `Numbers`.

    The actor may die: it knows again what it has written to its file.
    """

    def __init__(self, values: Sequence[Sequence[Any]], file: Path) -> None:
        lasts: Any = ray.remote(num_cpus=0, max_restarts=-1, max_task_retries=-1)
        self._name = file.name
        self._kept = lasts(SharedValues).options(name=self._name).remote(values, file)

    def __reduce__(self) -> Any:
        """A worker finds the actor by its name, as handles are large."""
        return _Named, (self._name,)

    @property
    def _actor(self) -> Any:
        return self._kept

    def numbered(self, table: int, value: Any, known: int) -> Any:
        """As `Numbers.numbered`; raises `Lost`."""
        return _got_soon(self._actor.numbered.remote(table, value, known))

    def since(self, known: Sequence[int]) -> Any:
        """As `Numbers.since`; raises `Lost`."""
        return _got_soon(self._actor.since.remote(known))


class _Named(RayNumbers):
    """The same for a worker."""

    def __init__(self, name: str) -> None:
        self._name = name

    @cached_property
    def _actor(self) -> Any:
        return ray.get_actor(self._name)


def _got_soon(asked: Any) -> Any:
    try:
        return ray.get(asked, timeout=BEGIN)
    except (*LOST, exceptions.GetTimeoutError) as error:
        raise Lost(str(error).partition("\n")[0]) from None
