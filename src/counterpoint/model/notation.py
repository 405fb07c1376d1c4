"""The notation that a target is written in: each has a class of its own, and says so."""

from __future__ import annotations

from enum import Enum


class Notation(Enum):
    """What a target is: the value is how users call it."""

    PROGRAM = "behavioral program"
    MODEL = "model"
    MODULE = "TLA+ module"
    LED = "LED program"
    CIRCUIT = "AIGER circuit"
    PARITY = "parity game"
    SMV = "SMV model"
    SYSTEM = "system"


def notation_of(target: object) -> Notation:
    """The notation of a target; a system that a user wrote as a class of its own has none.

    >>> notation_of(3)
    <Notation.SYSTEM: 'system'>
    """
    found = getattr(type(target), "notation", Notation.SYSTEM)
    return found if isinstance(found, Notation) else Notation.SYSTEM


def has_rules(target: object) -> bool:
    """Whether a target is made of rules that can be switched off one by one."""
    return notation_of(target) in (Notation.PROGRAM, Notation.MODULE)
