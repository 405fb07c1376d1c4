"""How long a test waits for what must come: so long that no machine is too slow."""

from __future__ import annotations

PATIENCE = 600.0
"""Seconds. A test that passes ends its wait when its condition is met; only one that fails waits
so long."""
