"""The identity of a b-thread's local state: a key for the object graph of its generator.

Two suspended generators with the same key behave alike when they are resumed with the same events.
For every frame of the `yield from` chain, the key lists the code position, the bound names, and all
objects that the frame refers to, including its value stack: loop iterators are found only there.
Mutable objects are numbered in the order they are met, as by pickle, so that aliasing counts.
Objects outside of the b-thread are identified rather than read, because they do not change. Only
types with a state that is completely known are read. Other types are refused by name.

Not part of the key: which of two equal numbers, strings or tuples a variable holds (`is` between
them is left to the interpreter), and what only introspection sees, such as the variables of frames
in a traceback.
"""

from __future__ import annotations

import types
from collections.abc import Hashable, Iterable
from typing import TypeAlias

from ....errors import OpaqueState, Place
from ...sync import Sync
from ..bytecode.blind_sets import Orders
from .cleanup import let_go
from .reader import NOTHING, AnyGenerator, Outside, Reader, Refused

Key: TypeAlias = tuple[Hashable, ...]


class NestedTooDeep(OpaqueState):
    """The data of a b-thread are nested too deeply to be read recursively."""


class Reading:
    """What was read of a value: its key, and the objects met that other code could refer to, too.

    The reading keeps these objects alive, until `forget` is called.
    """

    def __init__(self, reader: Reader) -> None:
        self.key: Key = tuple(reader.out)
        self._objects = reader.objects
        self._kept = reader.kept
        reader.let_go()

    @property
    def objects(self) -> Iterable[object]:
        """The objects met that other code could refer to, too."""
        return self._objects.values()

    def forget(self) -> None:
        """Keep only the key, so that the b-thread can free its objects when it goes on."""
        self._objects, self._kept = {}, []

    def shared_with(self, other: Reading) -> list[object]:
        """The objects that were met in both readings."""
        others = other._objects.keys()
        return [value for number, value in self._objects.items() if number in others]


def read_state(
    generator: AnyGenerator,
    statement: Sync,
    outside: Outside = NOTHING,
    orders: Orders | None = None,
) -> Reading:
    """Read the state of a suspended b-thread that has just yielded `statement`.

    Raises `OpaqueState`, naming the variable, if a value cannot be read. With `orders`, a set with
    an order that no code observes is identified by its elements alone.

    >>> def pour(event):
    ...     for _ in ["once", "twice"]:
    ...         yield event
    >>> first, second = pour("HOT"), pour("HOT")
    >>> key = read_state(first, next(first)).key
    >>> key == read_state(second, next(second)).key, key == read_state(first, next(first)).key
    (True, False)
    """
    reader = Reader(outside, generator, orders)
    try:
        reader.add(generator)
        reader.add(statement)
    except Refused as refused:
        raise OpaqueState(_refusal(refused), _place(generator)) from None
    except RecursionError:
        raise NestedTooDeep(
            "its data are nested too deeply to be read", _place(generator)
        ) from None
    return Reading(reader)


def read_value(value: object, outside: Outside = NOTHING) -> Reading | None:
    """Read one value alone. Returns None if it cannot be read."""
    reader = Reader(outside)
    try:
        reader.add(value)
    except (Refused, RecursionError):
        return None
    return Reading(reader)


def value_key(value: object, outside: Outside = NOTHING) -> Key:
    """The key of one value alone. If it cannot be read, a key that equals no other key."""
    reading = read_value(value, outside)
    return reading.key if reading else (object(),)


def variables(generator: AnyGenerator) -> dict[str, object]:
    """The local variables of a suspended generator, and of the generators that it delegates to.

    If several have a variable of the same name, that of the outermost generator counts.
    """
    found: dict[str, object] = {}
    inner: object = generator
    while isinstance(inner, types.GeneratorType) and inner.gi_frame is not None:
        found = {**inner.gi_frame.f_locals, **found}
        let_go(inner.gi_frame.f_locals)
        inner = inner.gi_yieldfrom
    return found


def _refusal(refused: Refused) -> str:
    kind = type(refused.value)
    why = refused.why or "its state cannot be read"
    return (
        f"{''.join(reversed(refused.path))} holds {kind.__module__}.{kind.__qualname__}: {why}. "
        "Keep numbers, strings, events, lists, dictionaries, sets, functions and objects of "
        "your own classes in a b-thread that is to be checked"
    )


def _place(generator: AnyGenerator) -> Place | None:
    frame = generator.gi_frame if isinstance(generator, types.GeneratorType) else None
    return Place.of_line(frame.f_code.co_filename, frame.f_lineno) if frame else None
