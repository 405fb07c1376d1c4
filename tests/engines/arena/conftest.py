"""Small cases are run by machine code here, which CPython would be done with sooner."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from counterpoint.engines.arena import product


@pytest.fixture(autouse=True, scope="package")
def in_machine_code() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(product, "AT_ONCE", -1)
        yield
