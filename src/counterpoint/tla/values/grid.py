"""Drawing values that look like boards as lines of text."""

from __future__ import annotations

from itertools import product
from typing import Any

from .atoms import ModelValue, Truth
from .domain import Domain
from .functions import arguments_of
from .show import show

_WIDTH = 8
"""The most characters that a cell of a board may have."""


def grid(value: Any) -> tuple[str, ...] | None:
    """The rows of a board as text, from the top; None if the value does not look like a board.

    A board is a function of functions, both over intervals of numbers, or a function over all pairs
    from two sets of numbers. It has at least two rows and two columns, and its cells are short.

    >>> print(*grid((("X", "-"), ("-", "O"))), sep="\\n")
    X -
    - O
    """
    rows = _of_functions(value) or _of_pairs(value)
    if rows is None or len(rows) < 2 or len(rows[0]) < 2:
        return None
    if not all(_is_cell(cell) for row in rows for cell in row):
        return None
    texts = [[_cell(cell) for cell in row] for row in rows]
    width = max(len(text) for row in texts for text in row)
    if width > _WIDTH:
        return None
    return tuple(" ".join(text.ljust(width) for text in row).rstrip() for row in texts)


def _of_functions(value: Any) -> list[tuple[Any, ...]] | None:
    """The rows of a function over an interval to functions that share an interval as domain."""
    if type(value) is not tuple:
        return None
    rows = value[1:] if value and type(value[0]) is Domain else value
    if not all(type(row) is tuple for row in rows):
        return None
    domains = [arguments_of(value), *map(arguments_of, rows)]
    if len(set(domains[1:])) != 1 or not all(map(_is_interval, domains[:2])):
        return None
    return [row[1:] if type(row[0]) is Domain else row for row in rows if row]


def _of_pairs(value: Any) -> list[tuple[Any, ...]] | None:
    """The rows of a function over the Cartesian product of two sets of numbers."""
    if type(value) is not tuple or not value or type(value[0]) is not Domain:
        return None
    index = value[0].index
    if not all(type(key) is tuple and len(key) == 2 for key in index):
        return None
    first, second = ({key[side] for key in index} for side in (0, 1))
    if not all(type(number) is int for number in first | second):
        return None
    if set(product(first, second)) != index.keys():
        return None
    return [tuple(value[index[i, j]] for j in sorted(second)) for i in sorted(first)]


def _is_interval(domain: Domain) -> bool:
    keys = domain.keys
    return (
        bool(keys)
        and all(type(key) is int for key in keys)
        and (keys == tuple(range(keys[0], keys[-1] + 1)))
    )


def _is_cell(value: Any) -> bool:
    return type(value) in (str, int) or isinstance(value, Truth | ModelValue)


def _cell(value: Any) -> str:
    """The text of a cell: strings have no quotes, and a blank cell is a dot."""
    text = value if type(value) is str else show(value)
    return text.strip() or "."
