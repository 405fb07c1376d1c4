"""What a call of a kernel came back for, and the number that no state has."""

from __future__ import annotations

DONE = 0
PAUSED = 1
"""It did as much as it was asked to do at a time."""

FULL = 2
"""There is no room for what comes next."""

FAULT = 3
"""The system says something that cannot be, or that is not known yet."""

NONE = 0xFFFFFFFF
"""In place of the number of a state or an event where there is none."""
