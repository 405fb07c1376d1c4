"""Which variables of a b-thread keep growing, to explain why it has many local states."""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence

from ..event import Event
from .state.identity import value_key, variables
from .twins import Replayer

_STEPS = 256
"""The number of steps that are examined at most."""

_NAMED = 3
"""The number of variables that are named at most."""


def growing_variables(replayer: Replayer, way: Sequence[Event]) -> tuple[str, ...]:
    """The variables with the most different values along the path `way`, in the order of the code.

    A variable counts as growing if it has more than half as many values as the one with the most.
    Variables that hold functions, which may be closures, are named only if no other one grows.
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
    """The clause that says that the variables of these names take new values.

    >>> take_new_values(["n"]), take_new_values(["n", "m"])
    ('n takes ever new values', 'n and m take ever new values')
    """
    return f"{listed(names)} {'takes' if len(names) == 1 else 'take'} ever new values"


def listed(names: Sequence[str]) -> str:
    """Return the names as part of a sentence, or an empty text if there are none.

    >>> listed(["a", "b", "c"]), listed(["a"]), listed([])
    ('a, b and c', 'a', '')
    """
    *others, last = names or [""]
    return f"{', '.join(others)} and {last}" if others else last
