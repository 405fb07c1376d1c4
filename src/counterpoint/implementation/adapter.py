"""Adapters: drive an implementation by a method for each event or action of its rules."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from ..bp.event import Event
from ..errors import Misuse, UnknownName
from ..model.naming import bare
from ..model.scope import closest
from ..model.system import Label
from .call import Call
from .entry import Entry, entry_of, label_entry
from .oracle import Oracle

RESERVED = ("observe", "close", "emits")
"""Attributes of an adapter that are no steps."""


class Adapter:
    """An adapter of a user, made anew for each run, and what it says of each step.

    Its class has a method for each event or action that it can take, with the data as arguments. A
    method may return parts of the state after the step, as a mapping, or events that the
    implementation sent, one or several. `observe()`, if there is one, gives parts of the state
    before the first step and after each one. `close()`, if there is one, is called at the end. All
    of these may be async. `emits` names events that the implementation must send by itself.
    """

    def __init__(self, made: object, oracle: Oracle) -> None:
        self._made = made
        self._oracle = oracle

    async def do(self, label: Label) -> list[Entry]:
        """Take a step, and return what the implementation says of it, the step itself first."""
        call, method = _found(type(self._made), self._oracle.calls(label))
        assert method is not None
        said = await _awaited(method(self._made, *call.args, **call.named))
        seen: dict[str, Any] = dict(said) if isinstance(said, Mapping) else {}
        sent = [] if isinstance(said, Mapping) else _events(said, call)
        state = {**seen, **await self.observed()}
        *before, last = [label_entry(label), *map(entry_of, sent)]
        return [*before, last.after(state)]

    async def observed(self) -> Mapping[str, Any]:
        """The parts of the state that can be seen now."""
        observe = _method(type(self._made), "observe")
        return {} if observe is None else dict(await _awaited(observe(self._made)))

    async def close(self) -> None:
        """End the implementation."""
        close = _method(type(self._made), "close")
        if close is not None:
            await _awaited(close(self._made))


def can_take(kind: type, calls: Iterable[Call]) -> bool:
    """Whether a class of adapters has a method for one of these calls."""
    return _found(kind, calls)[1] is not None


def emitted(kind: type, known: Sequence[Label] | None) -> tuple[str, ...]:
    """The names of the events that implementations of this kind must send by themselves.

    Raises `UnknownName` for one that none of the labels has, if all of them are `known`.
    """
    given = next((vars(base)["emits"] for base in kind.__mro__ if "emits" in vars(base)), ())
    if isinstance(given, str) or not all(isinstance(name, str) for name in given):
        raise Misuse(f"emits of {kind.__name__} lists names of events, not {given!r}")
    names = None if known is None else dict.fromkeys(map(bare, known))
    if names is not None and (unknown := [name for name in given if name not in names]):
        said = f"emits of {kind.__name__} names {unknown[0]}, and nothing is called so"
        raise UnknownName(f"{said}; there are {closest(unknown[0], names, 12)}")
    return tuple(given)


def _found(kind: type, calls: Iterable[Call]) -> tuple[Call, Callable[..., Any] | None]:
    call = Call("")
    for call in calls:
        for name in call.names:
            if name not in RESERVED and (method := _method(kind, name)) is not None:
                return call, method
    return call, None


def _method(kind: type, name: str) -> Callable[..., Any] | None:
    try:
        found = attrgetter(name)(kind) if name.isidentifier() else None
    except AttributeError:
        return None
    return found if callable(found) else None


def _events(said: object, call: Call) -> list[object]:
    """The events that a method returned; raises `Misuse` for what is none."""
    if said is None:
        return []
    sent = [said] if isinstance(said, Event) else said
    if not isinstance(sent, list | tuple) or not all(isinstance(each, Event) for each in sent):
        raise Misuse(
            f"{call} returned {said!r}: a method of an adapter returns nothing, parts of the state "
            "by name, or events that were sent"
        )
    return list(sent)


async def _awaited(said: Any) -> Any:
    return await said if inspect.isawaitable(said) else said
