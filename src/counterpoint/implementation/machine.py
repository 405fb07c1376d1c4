"""A state machine for Hypothesis that drives an implementation beside its rules."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from ..errors import Misuse
from .adapter import Adapter
from .driving import Driving
from .oracle import Oracle


def machine_of(made: type, oracle: Oracle, begin: Callable[[], Driving]) -> Any:
    """The state machine of a class of adapters; `begin` gives a run before its first step.

    A difference fails the test with its text. Raises `Misuse` if Hypothesis is not installed.
    """
    try:
        from hypothesis import strategies
        from hypothesis.stateful import RuleBasedStateMachine, precondition, rule
    except ImportError:
        raise Misuse("a state machine needs Hypothesis: pip install hypothesis") from None

    class Machine(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self._loop = asyncio.new_event_loop()
            self._driving = begin()
            self._adapter = Adapter(made(), oracle)
            self._loop.run_until_complete(self._driving.begin(self._adapter))
            _require_none(self._driving)

        @precondition(lambda self: bool(self._driving.choices))
        @rule(data=strategies.data())
        def step(self, data: Any) -> None:
            labels = {str(label): label for label in self._driving.choices}
            name = data.draw(strategies.sampled_from(sorted(labels)), label="step")
            self._loop.run_until_complete(self._driving.take(self._adapter, labels[name]))
            _require_none(self._driving)

        def teardown(self) -> None:
            self._loop.run_until_complete(self._adapter.close())
            self._loop.close()

    Machine.__name__ = Machine.__qualname__ = f"{made.__name__}Machine"
    return Machine


def _require_none(driving: Driving) -> None:
    """Fail the test if the implementation differs."""
    if driving.difference is not None:
        raise AssertionError(str(driving.difference))
