"""Grounding of actions: an action's function is called once for each combination of choices."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice, product
from math import prod
from typing import Any, NamedTuple, TypeAlias

from ..errors import BadModel, CounterpointError, Place
from ..terms.apply import FALSE, all_true
from ..terms.lift import lift
from ..terms.sort import can_be_member, plain, text_of_value
from ..terms.term import Term, Variable
from .action import Action
from .assign import updates_of
from .scope import Scope
from .step import Step

MOST = 1 << 20
"""Combinations of choices beyond which a model is refused: grounding it would take minutes."""

Owner: TypeAlias = str | Callable[..., str | None] | None
"""The player who chooses an action, or a function from some of its choices to that player."""


class Grounded(NamedTuple):
    """The actions with one label, and the player who chooses them."""

    owner: str | None
    actions: list[Action]


def ground(
    function: Callable[..., object],
    choices: Mapping[str, Iterable[Any]],
    owner: Owner,
    scope: Scope,
) -> dict[str, Grounded]:
    """The actions that a function describes, by their labels; some labels may have none.

    Actions with a constantly false guard are left out. Raises `BadModel` if the function does not
    fit its choices, or a step does not fit the model.
    """
    name, place = function.__name__, Place.of_code(function.__code__)
    with _blaming(f"action {name}", place):
        columns = _columns(function, choices)
    found: dict[str, Grounded] = {}
    for values in product(*columns.values()):
        choice = dict(zip(columns, values, strict=True))
        label = label_of(name, values)
        with _blaming(f"action {label}", place):
            if label in found:
                raise BadModel("two different choices look like this")
            player = _player(owner, choice)
            actions = [
                Action(
                    label, name, tuple(choice.items()), guard, updates, player, place,
                    chosen=scope.chosen_in(guard, *(term for _, term in updates)),
                )
                for guard, updates in _alternatives(function(**choice), scope)
            ]  # fmt: skip
            found[label] = Grounded(player, actions)
    return found


def label_of(name: str, choices: Iterable[Hashable]) -> str:
    """The label of a ground action: its name, followed by its choices if it has any.

    >>> label_of("put", [3]), label_of("stop", [])
    ('put(3)', 'stop')
    """
    texts = [text_of_value(value) for value in choices]
    return f"{name}({','.join(texts)})" if texts else name


def _columns(
    function: Callable[..., object], choices: Mapping[str, Iterable[Any]]
) -> dict[str, tuple[Any, ...]]:
    """The values of each choice, in the order of the function's parameters."""
    asked = tuple(inspect.signature(function).parameters)
    if set(asked) != set(choices):
        raise BadModel(
            f"the function takes ({', '.join(asked)}), and the choices are ({', '.join(choices)})"
        )
    columns = {name: _column(name, choices[name]) for name in asked}
    count = prod(map(len, columns.values()))
    if count > MOST:
        raise BadModel(
            f"its choices have more than {MOST:,} combinations, and each is an action of its own: "
            "give fewer choices, or choose in several steps"
        )
    return columns


def _column(name: str, given: object) -> tuple[Any, ...]:
    """The values of a choice, at most `MOST` + 1 of them; raises `BadModel`."""
    if not isinstance(given, Iterable):
        raise BadModel(f"the choices for {name} are {given!r}, and several values are needed")
    values = tuple(map(plain, islice(given, MOST + 1)))
    if not values:
        raise BadModel(f"there is nothing to choose for {name}")
    if not all(map(can_be_member, values)):
        raise BadModel(f"a choice for {name} is a value that can change")
    return values


def _parameters(owner: Callable[..., object]) -> Iterable[str]:
    try:
        return inspect.signature(owner).parameters
    except ValueError:
        raise BadModel(f"owner= is {owner!r}, which does not say what it takes") from None


def _player(owner: Owner, choice: dict[str, Any]) -> str | None:
    if callable(owner):
        asked = _parameters(owner)
        if not set(asked) <= set(choice):
            raise BadModel(
                f"owner= is a function of ({', '.join(asked)}), and the choices are "
                f"({', '.join(choice)})"
            )
        owner = owner(**{name: choice[name] for name in asked})
    if owner is not None and not isinstance(owner, str):
        raise BadModel(f"owner= gives {owner!r}, which is not a player's name")
    return owner


def _alternatives(
    returned: object, scope: Scope
) -> Iterator[tuple[Term, tuple[tuple[Variable, Term], ...]]]:
    """The guard and the updates of each step returned that can happen; raises `BadModel`."""
    for step in returned if isinstance(returned, (list, tuple)) else [returned]:
        if not isinstance(step, Step):
            raise BadModel(
                f"its function returned {step!r}; return step(when=..., set={{...}}), or a list of "
                "such steps"
            )
        guard = all_true(lift(part) for part in step.when)
        scope.check_all(guard, "its guard reads", choosing=True)
        if guard != FALSE:
            yield guard, updates_of(step.set, scope)


@contextmanager
def _blaming(who: str, place: Place) -> Iterator[None]:
    """A context in which errors name the action, and get its place if they have none."""
    try:
        yield
    except CounterpointError as error:
        error.message = f"{who}: {error.message}"
        error.place = error.place or place
        raise
    except Exception as error:
        error.add_note(f"in {who} at {place.quoted()}")
        raise
