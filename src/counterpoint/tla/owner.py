"""Which player moves in a state: the value of a variable, or of any state function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import NotAGame
from .compiler import Compiler
from .evaluate.context import Closed
from .values import ModelValue, shortly

State = tuple[Any, ...]


def owner_of(text: str, closed: Closed, compiler: Compiler) -> Callable[[State], str]:
    """A function that gives the player who moves in a state.

    It raises `NotAGame` for a value that cannot be the name of a player.

    >>> from .scope import Scope, Variable
    >>> from .tree import Apply
    >>> turn = Closed(Apply("turn"), Scope({"turn": Variable("turn", 0)}))
    >>> owner_of("turn", turn, Compiler(["turn"]))(("X",))
    'X'
    """
    value, frame = compiler.value(closed.expression, closed.scope), compiler.frame

    def owner(state: State) -> str:
        found = value(frame(state))
        if not isinstance(found, str | int | ModelValue):
            raise NotAGame(
                f"{text} is to say whose turn it is, by a string, a number or a model value; "
                f"in a state it is {shortly(found)}"
            )
        return found if isinstance(found, str) else repr(found)

    return owner
