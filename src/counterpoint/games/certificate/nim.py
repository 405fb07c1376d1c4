"""Certificates for Nim and its variants."""

from __future__ import annotations

from functools import partial

from ...errors import Misuse
from .certificate import Certificate, Take
from .game import TakeAway
from .piles import Condition, Number, Piles, xor


def nim(piles: int) -> Certificate:
    """The certificate of Nim: lost where the xor of all piles is 0. See Bouton, "Nim", 1901.

    >>> nim(3).move((3, 4, 5))
    Move(pile=0, size=1)
    """
    return Certificate(TakeAway(piles), _balanced, _balance, name=f"nim with {piles} piles")


def _balanced(x: Piles) -> Condition:
    return xor(x) == 0


def _balance(x: Piles) -> list[Take]:
    total = xor(x)
    return [Take(j, to=x[j] ^ total, when=x[j] ^ total < x[j]) for j in range(len(x))]


def limited_nim(piles: int, most: int) -> Certificate:
    """The certificate of Nim with at most `most` matches taken at a time.

    Only the remainder of each pile modulo `most + 1` matters.

    >>> limited_nim(1, 3).move((21,))
    Move(pile=0, size=20)
    """
    if most < 1:
        raise Misuse(f"at most one match or more can be taken, not {most}")
    return Certificate(
        TakeAway(piles, partial(_takes_at_most, most)),
        partial(_balanced_rests, most),
        partial(_balance_rests, most),
        name=f"nim with {piles} piles, taking at most {most}",
    )


def _takes_at_most(most: int, x: Piles, j: int, y: Number) -> Condition:
    return x[j] <= y + most


def _balanced_rests(most: int, x: Piles) -> Condition:
    return xor(pile % (most + 1) for pile in x) == 0


def _balance_rests(most: int, x: Piles) -> list[Take]:
    rests = [pile % (most + 1) for pile in x]
    total = xor(rests)
    return [
        Take(j, to=x[j] - (rest - (rest ^ total)), when=rest ^ total < rest)
        for j, rest in enumerate(rests)
    ]
