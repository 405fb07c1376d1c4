"""Pictures: a state as the author of its system draws it, or else as the system shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

from ..data import dataclass
from ..errors import BadModel
from .capabilities import draw_of, view_of

Draw = Callable[..., str]


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing function, with the names of the variables that are its arguments.

    `given` is the keyword by which a model got it, for error messages.

    >>> Picture(lambda left: "|" * left, ("left",)).of({"left": 3, "once:take": True})
    '|||'
    """

    draw: Draw
    names: tuple[str, ...]
    given: str = "show"

    def __post_init__(self) -> None:
        try:
            signature(self.draw).bind(**dict.fromkeys(self.names))
        except (TypeError, ValueError) as error:
            names = ", ".join(self.names) or "no variables"
            raise BadModel(f"{self.given} is called with the values of {names}: {error}") from None

    def of(self, values: Mapping[str, Any]) -> str:
        """The picture of the state with these values; those of other variables are ignored."""
        return self.draw(**{name: values[name] for name in self.names})


def drawn(system: Any, state: Any) -> str | None:
    """A state as its system draws it; None if it does not draw."""
    draw = draw_of(system)
    picture = None if draw is None else draw(state)
    return None if picture is None else str(picture)


def viewed(system: Any, state: Any) -> str | None:
    """A state as its system draws it in SVG; None if it does not."""
    view = view_of(system)
    picture = None if view is None else view(state)
    return None if picture is None else str(picture)


def picture_of(system: Any, state: Any) -> str:
    """A state as its system draws it, or else as it shows it, one value per line.

    >>> from counterpoint.examples.nim import model
    >>> print(picture_of(model(piles=(1, 2)), (1, 2, 1)))
    |
    ||  t = 1
    """
    picture = drawn(system, state)
    if picture is not None:
        return picture
    shown = system.show(state)
    if isinstance(shown, Mapping):
        return "\n".join(f"{name} = {value}" for name, value in shown.items())
    return str(shown)
