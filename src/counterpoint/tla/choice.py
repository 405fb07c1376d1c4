"""What is asked of a module, beyond what it says itself."""

from __future__ import annotations

from ..data import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """What is asked of a module, beyond what it says itself.

    `theorems` are names or numbers. `invariants` and `properties` are expressions, asked of the
    specification `spec`. `deadlock` is None where that is left to the module: a configuration asks
    for it, a module without theorems too. `owner` is the variable that says whose turn it is. With
    `free`, variables that nothing says the value of range over their sorts.
    """

    spec: str | None = None
    theorems: tuple[str, ...] = ()
    invariants: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    deadlock: bool | None = None
    owner: str | None = None
    free: bool = False


PLAIN = Choice()
