"""The reasons for which a kernel returns, and the number that marks absence."""

from __future__ import annotations

DONE = 0
PAUSED = 1
"""It did as much as one call should do; there is more to do."""

FULL = 2
"""An array lacks room for the next result."""

FAULT = 3
"""A step leads to an impossible value, or to one that is not known yet."""

NONE = 0xFFFFFFFF
"""Used where there is no state, event, rank or other number."""
