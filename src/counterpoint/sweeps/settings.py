"""Which values parameters take, as users write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product

from ..errors import Misuse

MOST = 100_000
"""Combinations, at most: more are a mistake."""

_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")


def values_of(text: str) -> tuple[str, list[str]]:
    """The name of a parameter and its values; raises `Misuse`.

    >>> values_of("n=2..4,8"), values_of("mode=fast, slow")
    (('n', ['2', '3', '4', '8']), ('mode', ['fast', 'slow']))
    """
    name, sign, given = text.partition("=")
    if not (sign and name.strip()):
        raise Misuse(f"{text!r} sets nothing: write NAME=VALUES, such as n=2..9 or k=2,3")
    values = [value for part in given.split(",") for value in _each(part.strip(), text)]
    if len(set(values)) < len(values):
        raise Misuse(f"{text!r} has a value twice")
    return name.strip(), values


def _each(part: str, text: str) -> list[str]:
    if not part:
        raise Misuse(f"{text!r} has an empty value")
    found = _RANGE.fullmatch(part)
    if found is None:
        return [part]
    low, high = int(found[1]), int(found[2])
    if low > high or high - low >= MOST:
        raise Misuse(f"{part!r} in {text!r} is no range of up to {MOST:,} numbers from low to high")
    return list(map(str, range(low, high + 1)))


def combinations(texts: Iterable[str]) -> list[dict[str, str]]:
    """All combinations of the values of some parameters, the last one changing fastest.

    Raises `Misuse` if a parameter is given twice, or if there are too many.

    >>> combinations(["n=1..2", "k=3"])
    [{'n': '1', 'k': '3'}, {'n': '2', 'k': '3'}]
    """
    given = [values_of(text) for text in texts]
    names = [name for name, _ in given]
    if len(set(names)) < len(names):
        raise Misuse(f"a parameter is given twice: {', '.join(names)}")
    count = 1
    for _, values in given:
        count *= len(values)
    if count > MOST:
        raise Misuse(f"there are {count:,} combinations, more than {MOST:,}")
    return list(_combined(names, [values for _, values in given]))


def _combined(names: list[str], values: list[list[str]]) -> Iterator[dict[str, str]]:
    return (dict(zip(names, each, strict=True)) for each in product(*values))
