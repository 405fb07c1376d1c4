"""Which variables of a b-thread keep on growing, to say why it has so many local states."""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence

from ..event import Event
from .identity import value_key, variables
from .twins import Replayer

_STEPS = 256
"""Steps after which it is clear enough what grows."""

_NAMED = 3
"""Variables that are named at most."""


def growing_variables(replayer: Replayer, way: Sequence[Event]) -> tuple[str, ...]:
    """The variables with the most different values along the way, in the order of their code.

    Those count as growing that have more than half as many values as the one with the most. A
    function that closes over something is named where nothing else grows.
    """
    values: dict[str, set[object]] = {}
    functions: dict[str, set[object]] = {}
    twins = replayer.replay(())
    for event in (None, *way[:_STEPS]):
        if event is not None:
            replayer.advance(twins, event)
        for name, value in variables(twins.bodies[0]).items():
            found = functions if isinstance(value, types.FunctionType) else values
            found.setdefault(name, set()).add(value_key(value, replayer.outside))
    return (_grown(values) or _grown(functions))[:_NAMED]


def _grown(values: Mapping[str, set[object]]) -> tuple[str, ...]:
    most = max(map(len, values.values()), default=0)
    return tuple(name for name, found in values.items() if len(found) > max(1, most // 2))


def take_new_values(names: Sequence[str]) -> str:
    """The clause that says so.

    >>> take_new_values(["n"]), take_new_values(["n", "m"])
    ('n takes ever new values', 'n and m take ever new values')
    """
    return f"{listed(names)} {'takes' if len(names) == 1 else 'take'} ever new values"


def listed(names: Sequence[str]) -> str:
    """Names as a part of a sentence; empty if there are none.

    >>> listed(["a", "b", "c"]), listed(["a"]), listed([])
    ('a, b and c', 'a', '')
    """
    *others, last = names or [""]
    return f"{', '.join(others)} and {last}" if others else last
