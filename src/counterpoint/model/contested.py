"""States in which two players can choose, and how they are named in errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from ..errors import NotAGame
from .capabilities import each_step_of
from .network import Network
from .system import REST, Label

LOOKED = 2_000
"""States among which the steps that lead to a state are looked for: the rest is not worth it."""

NAMED = 8
"""Steps that are named: of a longer way only the last ones are."""

STEPS = 1_000
"""Steps of a state that are followed."""


class ContestedState(NotAGame):
    """Two players can choose in one state; `names_rules` is whether switched off rules are named.

    A check answers other properties all the same: only what teams can enforce is unknown.
    """

    names_rules = False


def contested(where: str, who: str) -> ContestedState:
    """The error that two players can choose somewhere; `who` may say by what.

    >>> contested("at the start", "one by HOT, two by COLD").message
    "two players can choose at the start: one by HOT, two by COLD; in a game the choice is one \
player's"
    """
    return ContestedState(
        f"two players can choose {where}: {who}; in a game the choice is one player's"
    )


def shown_in(system: Any, state: Any) -> str:
    """A state of a system in one line.

    >>> from counterpoint.examples.nim import model
    >>> shown_in(model(piles=(1, 2)), (1, 2, 1))
    'pile0 = 1, pile1 = 2, t = 1'
    """
    shown = system.show(state)
    if isinstance(shown, str):
        return shown
    return ", ".join(f"{name} = {value}" for name, value in shown.items())


def where_in(system: Any, state: Any, shown: Callable[[Any], str] = repr) -> str:
    """Where a state of a system is: after which steps, or how it is shown."""

    def steps(here: Any) -> Iterator[tuple[Label, Any]]:
        return ((label, there) for label, there in each_step_of(system)(here) if label is not REST)

    return where(state, system.initial(), steps, shown)


def where(
    state: Any,
    starts: Iterable[Any],
    steps: Callable[[Any], Iterable[tuple[Label, Any]]],
    shown: Callable[[Any], str] = repr,
) -> str:
    """Where a state is: after which steps, or how it is shown if no short way to it is found.

    >>> where(2, [0], lambda state: [("up", state + 1)])
    'after up, up'
    >>> where(-1, [0], lambda state: [])
    'in the state -1'
    """
    way = _way(state, starts, steps)
    if way is None:
        return f"in the state {shown(state)}"
    if not way:
        return "at the start"
    said = ", ".join(map(str, way[-NAMED:]))
    return (
        f"after {said}" if len(way) <= NAMED else f"after {len(way)} steps, the last of them {said}"
    )


def _way(
    goal: Any, starts: Iterable[Any], steps: Callable[[Any], Iterable[tuple[Label, Any]]]
) -> Sequence[Label] | None:
    """The labels of a shortest way to a state, if few states are nearer; None if it is not met.

    With several starts, the way to one of them does not say which it is: it is None.
    """
    todo = list(islice(starts, 2))
    if len(todo) != 1:
        return None
    came: dict[Any, tuple[Any, Label] | None] = {todo[0]: None}
    for here in todo:
        if here == goal:
            return _back(here, came)
        for label, there in islice(steps(here), STEPS):
            if there not in came and len(came) < LOOKED:
                came[there] = here, label
                todo.append(there)
    return None


def _back(state: Any, came: dict[Any, tuple[Any, Label] | None]) -> list[Label]:
    way: list[Label] = []
    while (step := came[state]) is not None:
        state, label = step
        way.append(label)
    return way[::-1]


@contextmanager
def naming_rules(system: Any) -> Iterator[None]:
    """A context in which the error of a contested state names the rules that are switched off."""
    try:
        yield
    except ContestedState as error:
        names = system.origin.switched_off if isinstance(system, Network) else ()
        if names and not error.names_rules:
            said = ContestedState(f"without {', '.join(names)}, {error.message}", error.place)
            said.names_rules = True
            raise said from error
        raise
