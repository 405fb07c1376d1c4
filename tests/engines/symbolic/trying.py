"""How often a property is tried on each backend."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

EXAMPLES = {"oxidd": 12, "dd": 5, "dd.autoref": 4}


def often(backend: str, share: float = 1.0) -> settings:
    """Settings for a property that is tried the same way each time."""
    return settings(
        max_examples=max(4, int(EXAMPLES[backend] * share)),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
