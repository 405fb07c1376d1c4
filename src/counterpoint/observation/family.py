"""Families: texts with `$name` and `$(expression)`, written out for every choice of values."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from ..trees import expression_tree

Value: TypeAlias = int | str
Choice: TypeAlias = Mapping[str, Value]

_HOLE = re.compile(
    r"\$(?:\$|(?P<star>\d+)|(?P<name>[^\W\d]\w*)|\((?P<sum>[^()]*(?:\([^()]*\)[^()]*)*)\))"
)
_OPERATIONS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


class NoFamily(Exception):
    """Why a text cannot be written out."""


def choices(ranges: Mapping[str, Sequence[Value]]) -> Iterator[dict[str, Value]]:
    """Every choice of a value for each name; one empty choice if there are no names.

    >>> list(choices({"r": [0, 1], "c": ["a"]}))
    [{'r': 0, 'c': 'a'}, {'r': 1, 'c': 'a'}]
    """
    return (dict(zip(ranges, values, strict=True)) for values in product(*ranges.values()))


def written(text: str, choice: Choice) -> str:
    """The text with the values of a choice; `$$` is a dollar, and `$1` stays.

    Raises `NoFamily` for a name that the choice lacks, or an expression that is no whole number.

    >>> written("x[$(3 * r + c)] = $mark", {"r": 1, "c": 2, "mark": "X"})
    'x[5] = X'
    """

    def filled(hole: re.Match[str]) -> str:
        if hole["star"] is not None:
            return hole[0]
        if hole["name"] is not None:
            return str(_value(hole["name"], choice))
        return "$" if hole["sum"] is None else str(_computed(hole["sum"], choice))

    return _HOLE.sub(filled, text)


def _value(name: str, choice: Choice) -> Value:
    if name not in choice:
        known = ", ".join(choice) or "nothing"
        raise NoFamily(f"there is no {name} here: `for` gives values to {known}")
    return choice[name]


def _computed(text: str, choice: Choice) -> int:
    try:
        return _number(expression_tree(text.strip()), choice)
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError):
        raise NoFamily(f"$({text}) is no sum of whole numbers such as $(3*r+c)") from None


def _number(node: ast.expr, choice: Choice) -> int:
    """The value of an expression; raises `ValueError` for anything but whole numbers."""
    match node:
        case ast.Constant(int() as number) if not isinstance(number, bool):
            return number
        case ast.Name(name) if isinstance(value := _value(name, choice), int):
            return value
        case ast.UnaryOp(ast.USub(), of):
            return -_number(of, choice)
        case ast.BinOp(left, sign, right) if type(sign) in _OPERATIONS:
            return _OPERATIONS[type(sign)](_number(left, choice), _number(right, choice))
    raise ValueError
