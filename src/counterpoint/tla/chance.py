"""The validity of answers if a module draws at random."""

from __future__ import annotations

from ..model.capabilities import Drawn
from .evaluate.context import Closed
from .evaluate.reader import reading
from .evaluate.reading import Draws

_REDRAWN = (
    "a constant of the module is drawn at random, anew each time that it is asked for, and should "
    "have one value: let a configuration give it one"
)
_DRAWN = {
    Draws.ANEW: Drawn("the module draws at random, and what was not drawn was not looked at"),
    Draws.CONSTANT: Drawn(_REDRAWN, _REDRAWN),
}


def drawn(draws: Draws) -> Drawn | None:
    """Why answers are not valid if values are drawn in this way; None if nothing is drawn."""
    return _DRAWN.get(draws)


def drawn_in(closed: Closed) -> Drawn | None:
    """Why answers are not valid if they depend on an expression; None if it draws nothing."""
    return drawn(reading(closed.expression, closed.scope).draws)
