"""Whatever is said of machine code is true of optimised code and of quick code."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True, params=["optimised", "quick"])
def effort(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How code is compiled in a test."""
    monkeypatch.setenv("COUNTERPOINT_COMPILE", request.param)
    return str(request.param)
