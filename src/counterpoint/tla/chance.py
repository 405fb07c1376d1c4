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


def drawn_in(*closed: Closed) -> Drawn | None:
    """Why answers are not valid if they depend on these expressions; None if none draws."""
    found = (reading(one.expression, one.scope).draws for one in closed)
    return _DRAWN.get(max(found, default=Draws.NOTHING))
