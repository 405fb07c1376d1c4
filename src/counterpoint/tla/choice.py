"""What to check of a module, beyond what it states itself."""

from __future__ import annotations

from ..data import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """What to check of a module, beyond what it states itself.

    `theorems` are names or numbers. `invariants` and `properties` are expressions about the
    specification `spec`. If `deadlock` is None, deadlocks are checked if a configuration says so,
    or if the module has no theorems. `owner` is the variable that says which player moves. With
    `free`, variables without a determined value range over their sorts.
    """

    spec: str | None = None
    theorems: tuple[str, ...] = ()
    invariants: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    deadlock: bool | None = None
    owner: str | None = None
    free: bool = False


PLAIN = Choice()
