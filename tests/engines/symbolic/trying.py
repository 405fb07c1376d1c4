"""How often a property is tried on each backend."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from tests.share import share

EXAMPLES = {"oxidd": 12, "dd": 5, "dd.autoref": 4}


def often(backend: str, part: float = 1.0) -> settings:
    """Settings for a property that is tried the same way each time."""
    return settings(
        max_examples=share(max(4, int(EXAMPLES[backend] * part))),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
