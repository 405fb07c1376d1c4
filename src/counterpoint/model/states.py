"""Validation of states that users give."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ..errors import Misuse
from ..terms.sort import is_member
from .model import Model
from .network import Network


def require_state(system: Any, state: Any) -> None:
    """Raise `Misuse` unless `state` is a state of the system, as far as that is known.

    >>> from counterpoint.examples.nim import model
    >>> require_state(model(piles=(1, 2)), (1, 3, 1))
    Traceback (most recent call last):
    counterpoint.errors.Misuse: [CP100] (1, 3, 1) is no state of nim 1-2: model.state(...) gives one
    """
    match system:
        case Model():
            columns: list[Callable[[Any], bool]]
            columns = [partial(is_member, variable.sort) for variable in system.variables]
            if not _fits(state, columns):
                raise Misuse(f"{state!r} is no state of {system.name}: model.state(...) gives one")
        case Network():
            known = [range(len(part.locals)).__contains__ for part in system.automata]
            if not _fits(state, known):
                raise Misuse(
                    f"{state!r} is no state of the program that is known: replay its labels to "
                    "come to one"
                )


def _fits(state: Any, columns: Sequence[Callable[[Any], bool]]) -> bool:
    if not isinstance(state, tuple) or len(state) != len(columns):
        return False
    return all(fits(value) for fits, value in zip(columns, state, strict=True))
