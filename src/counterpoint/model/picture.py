"""Pictures: a state of a model as its writer draws it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import Any

from ..errors import BadModel

Draw = Callable[..., str]


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing function with the names of the variables whose values it takes.

    >>> Picture(lambda left: "|" * left, ("left",)).of({"left": 3, "once:take": True})
    '|||'
    """

    draw: Draw
    names: tuple[str, ...]

    def __post_init__(self) -> None:
        try:
            signature(self.draw).bind(**dict.fromkeys(self.names))
        except (TypeError, ValueError) as error:
            names = ", ".join(self.names) or "no variables"
            raise BadModel(f"show is called with the values of {names}: {error}") from None

    def of(self, values: Mapping[str, Any]) -> str:
        """The picture of the state with these values; those of other variables are left out."""
        return self.draw(**{name: values[name] for name in self.names})
