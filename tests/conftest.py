"""What all tests share: a cache of compiled code of their own, kept for the whole session."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _own_cache() -> Iterator[None]:
    """Nothing that a test compiles lands in the cache of the person who runs it."""
    if "COUNTERPOINT_CACHE_DIR" in os.environ:
        yield
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ["COUNTERPOINT_CACHE_DIR"] = folder
        yield
        del os.environ["COUNTERPOINT_CACHE_DIR"]
