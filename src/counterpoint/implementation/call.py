"""Calls: what a step of a target means for an implementation, as a method and its arguments."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from ..data import dataclass
from ..model.naming import parts_between_commas

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Call:
    """A method and its arguments; `str` is how it is written.

    `parameters` are the names of the arguments in `args`, if these are known.

    >>> str(Call("put", (3, "a"), {"by": "X"}))
    "put(3, 'a', by='X')"
    """

    name: str
    args: tuple[Any, ...] = ()
    named: Mapping[str, Any] = field(default_factory=dict)
    parameters: tuple[str, ...] = ()

    def __str__(self) -> str:
        data = [*map(repr, self.args), *(f"{name}={held!r}" for name, held in self.named.items())]
        return f"{self.name}({', '.join(data)})"

    @property
    def names(self) -> tuple[str, ...]:
        """Names that a method for it may have: its own, and that in Python's spelling.

        >>> Call("PlaceOrder").names, Call("put").names
        (('PlaceOrder', 'place_order'), ('put',))
        """
        spelt = re.sub(r"\W+", "_", _HUMP.sub("_", self.name)).strip("_").lower()
        return tuple(dict.fromkeys((self.name, spelt)))


def call_in(text: str) -> Call:
    """The call in the text of a label; data that are no Python values are texts.

    >>> call_in("click(3, 'a', b)")
    Call(name='click', args=(3, 'a', 'b'), named={}, parameters=())
    """
    name, _, inside = text.partition("(")
    parts = parts_between_commas(inside.removesuffix(")"))
    return Call(name.strip(), tuple(map(_read, parts)))


def _read(text: str) -> Any:
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError):
        return text.strip()
