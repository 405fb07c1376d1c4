"""Selects a package of decision diagrams."""

from __future__ import annotations

from collections.abc import Callable

from ...errors import Misuse
from ...tuning import USUAL, Tuning
from .diagram import Diagrams, Manager
from .with_dd import DdManager
from .with_oxidd import OxiddManager

BACKENDS: dict[str, Callable[[int, int, Tuning], Manager]] = {
    "oxidd": OxiddManager,
    "dd": DdManager,
}
"""The available packages: OxiDD, with a fixed order of bits, and CUDD through dd, which sifts."""


def diagrams(backend: str, bits: int, memory: int, tuning: Tuning = USUAL) -> Diagrams:
    """The functions of `bits` bits, in at most `memory` bytes.

    Raises `Misuse` for an unknown backend, `Refused` if its package is missing.

    >>> on = diagrams("oxidd", 2, 1 << 20)
    >>> (on.bit(0) | on.bit(1)).count(2)
    3
    """
    if backend not in BACKENDS:
        raise Misuse(f"there is no backend {backend!r}; there are {', '.join(BACKENDS)}")
    return Diagrams(BACKENDS[backend](bits, memory, tuning))
