"""What tests of searches in threads share."""

from __future__ import annotations

import pytest

from counterpoint.engines.search.parallel.blocks import Blocks
from counterpoint.engines.search.parallel.shared import SharedSearch


@pytest.fixture
def blocks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many states each block expanded; 0 and -1 as `Blocks.call` says."""
    expanded: list[int] = []
    call = SharedSearch._call_blocks

    def noted(self: SharedSearch, blocks: Blocks, end: int) -> int:
        expanded.append(call(self, blocks, end))
        return expanded[-1]

    monkeypatch.setattr(SharedSearch, "_call_blocks", noted)
    return expanded
