"""Values as text, in the notation of TLC."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from .domain import Domain
from .order import listed

_ESCAPES = str.maketrans(
    {"\\": r"\\", '"': r"\"", "\t": r"\t", "\n": r"\n", "\f": r"\f", "\r": r"\r"}
)
_FIELD = re.compile(r"\w*[A-Za-z]\w*\Z", re.ASCII)


def show(value: Any) -> str:
    r"""The value in TLC's notation.

    >>> print(show(frozenset({(1, "a"), (2, "b")})))
    {<<1, "a">>, <<2, "b">>}
    """
    kind = type(value)
    if kind is str:
        return f'"{str(value).translate(_ESCAPES)}"'
    if kind is frozenset:
        return "{" + _joined(listed(value)) + "}"
    if kind is tuple:
        if value and type(value[0]) is Domain:
            return _function(value[0], value[1:])
        return "<<" + _joined(value) + ">>"
    return _number(value) if kind is int else repr(value)


def _number(value: int) -> str:
    try:
        return str(value)
    except ValueError:  # Python limits the number of decimal digits; hexadecimal has no limit
        return f"{'-' * (value < 0)}\\h{abs(value):X}"


def shortly(value: Any, limit: int = 80) -> str:
    """The value in TLC's notation, cut off if it has more than `limit` characters."""
    text = show(value)
    return text if len(text) <= limit else text[: limit - 4] + " ..."


def _joined(values: Iterable[Any]) -> str:
    return ", ".join(map(show, values))


def _function(domain: Domain, values: Iterable[Any]) -> str:
    pairs = zip(domain.keys, values, strict=True)
    if domain.is_record and all(map(_FIELD.match, domain.keys)):
        return "[" + ", ".join(f"{name} |-> {show(value)}" for name, value in pairs) + "]"
    return "(" + " @@ ".join(f"{show(key)} :> {show(value)}" for key, value in pairs) + ")"
