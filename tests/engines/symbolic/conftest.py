"""The same suite for every package of decision diagrams that is installed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from counterpoint.engines.symbolic.machine import BACKENDS
from counterpoint.engines.symbolic.with_dd import DdManager


@pytest.fixture(scope="session", autouse=True)
def slow_backend() -> Iterator[None]:
    """dd's own diagrams, in Python: what dd is tested with where it comes without CUDD."""
    BACKENDS["dd.autoref"] = partial(DdManager, package="dd.autoref")
    yield
    del BACKENDS["dd.autoref"]


@pytest.fixture(params=["oxidd", "dd", "dd.autoref"])
def backend(request: pytest.FixtureRequest) -> str:
    pytest.importorskip({"oxidd": "oxidd.bcdd", "dd": "dd.cudd"}.get(request.param, request.param))
    return str(request.param)
