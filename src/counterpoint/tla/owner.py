"""Whose turn it is in a state: what a variable, or any state function, is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import NotAGame
from .evaluate import Compiler
from .evaluate.context import Closed
from .values import ModelValue, shortly

State = tuple[Any, ...]


def owner_of(text: str, closed: Closed, compiler: Compiler) -> Callable[[State], str]:
    """What gives the player of a state; it raises `NotAGame` for a value that names nobody.

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
