"""States as users give them: whether a system can have one."""

from __future__ import annotations

from typing import Any

from ..errors import Misuse
from .model import Model
from .network import Network
from .valuation import fits, require_values


def require_state(system: Any, state: Any) -> None:
    """Raise `Misuse` unless `state` is one of the system, as far as that can be told.

    >>> from counterpoint.examples.nim import model
    >>> require_state(model(piles=(1, 2)), (1, 3, 1))
    Traceback (most recent call last):
    counterpoint.errors.Misuse: [CP100] (1, 3, 1) is no state of nim 1-2: model.state(...) gives one
    """
    match system:
        case Model():
            require_values(system.variables, system.name, state)
        case Network():
            known = [range(len(part.locals)).__contains__ for part in system.automata]
            if not fits(state, known):
                raise Misuse(
                    f"{state!r} is no state of the program that is known: replay its labels to "
                    "come to one"
                )
