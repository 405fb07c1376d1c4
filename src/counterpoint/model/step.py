"""What an action's function returns: when it can happen, and what it sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..arguments import caller, says_what_it_takes
from ..data import dataclass
from ..errors import BadModel


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One alternative of an action, as written."""

    when: tuple[object, ...]
    set: Mapping[Any, object]


@says_what_it_takes
def step(*, when: object = (), set: Mapping[Any, object] | None = None) -> Step:
    """One alternative of an action: if all of `when` is true, it sets the variables of `set`.

    `when` is a condition, or several in a tuple; without it, the action is always enabled. The keys
    of `set` are variables `t`, elements `x[k]`, or a whole array with a value for each index. All
    expressions read the old state, and variables that are not set keep their values. If `x[i]` and
    `x[j]` are the same element in a state, the one that is set later in `set` counts.

    >>> from counterpoint import Model
    >>> game = Model("swap")
    >>> a, b = game.var("a", range(3), init=1), game.var("b", range(3), init=2)
    >>> @game.action
    ... def swap():
    ...     return step(when=a != b, set={a: b, b: a})
    >>> game.successors((1, 2)), game.successors((1, 1))
    ([('swap', (2, 1))], [(rest, (1, 1))])
    """
    if isinstance(when, str):
        raise BadModel(
            f"when= takes a condition over variables, such as n == 1, and no text: {when!r}",
            caller(),
        )
    parts = tuple(when) if isinstance(when, Iterable) else (when,)
    return Step(parts, {} if set is None else set)
