"""Whatever is said of machine code is true of optimised code and of quick code."""

import pytest


@pytest.fixture(autouse=True, params=["optimised", "quick"])
def effort(request, monkeypatch):
    """How code is compiled in a test."""
    monkeypatch.setenv("COUNTERPOINT_COMPILE", request.param)
    return request.param
