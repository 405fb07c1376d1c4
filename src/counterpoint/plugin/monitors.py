"""The fixture `counterpoint_monitor`: a test fails if what its monitors observe diverges."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ..implementation.monitor import Monitor


@pytest.fixture
def counterpoint_monitor() -> Iterator[Callable[..., Monitor]]:
    """Makes a `Monitor` of a target, with its options; at the end of the test it must conform.

    A monitor that has observed no step is warned of: its answer says nothing.
    """
    made: list[Monitor] = []

    def make(target: Any, **options: Any) -> Monitor:
        from ..implementation.monitor import Monitor  # few tests have monitors

        monitor = Monitor(target, **options)
        made.append(monitor)
        return monitor

    yield make
    if wrong := [monitor.conformed for monitor in made if monitor.standing.value != "conforms"]:
        from ..report.conformed import conformed_text

        pytest.fail("\n".join(conformed_text(each, "monitor") for each in wrong), pytrace=False)
    if any(not monitor.total for monitor in made):
        said = "a monitor of counterpoint_monitor observed no step, so that nothing was compared"
        warnings.warn(pytest.PytestWarning(said), stacklevel=1)
