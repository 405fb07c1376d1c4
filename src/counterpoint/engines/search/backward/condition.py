"""What is asked of the steps of a state."""

from __future__ import annotations

from ....data import dataclass
from ....logic.core import Kind


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on the next state, as that of a `logic.core.Step`."""

    kind: Kind
    team: frozenset[str] = frozenset()
    label: str | None = None
