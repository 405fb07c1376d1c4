"""The identity of a b-thread's local state: a key for the object graph of its generator.

Two suspended generators with the same key go on alike when they are resumed with the same events.
The key lists, for every frame of the `yield from` chain, the code position, the bound names and all
that the frame refers to, value stack included: loop iterators live only there. Mutable objects are
numbered in the order they are met, as pickle does, so that aliasing counts; those that live outside
of the b-thread are named rather than read, since they do not change. Only types whose whole state
is known are read; anything else is refused by name.

Not part of the key: which of two equal numbers, strings or tuples a variable holds (`is` between
them is left to the interpreter), and what only introspection sees, such as the variables of frames
in a traceback.
"""

from __future__ import annotations

import types
from collections.abc import Hashable, Iterable
from typing import TypeAlias

from ...errors import OpaqueState, Place
from ..sync import Sync
from .blind_sets import Orders
from .cleanup import let_go
from .reader import NOTHING, AnyGenerator, Outside, Reader, Refused

Key: TypeAlias = tuple[Hashable, ...]


class NestedTooDeep(OpaqueState):
    """The data of a b-thread are nested too deeply to be read."""


class Reading:
    """What was read of a value: its key, and the objects met that could be somebody else's too.

    What was met lives as long as the reading, or until that forgets it.
    """

    def __init__(self, reader: Reader) -> None:
        self.key: Key = tuple(reader.out)
        self._objects = reader.objects
        self._kept = reader.kept
        reader.let_go()

    @property
    def objects(self) -> Iterable[object]:
        """Those met that could be somebody else's too."""
        return self._objects.values()

    def forget(self) -> None:
        """Keep the key alone: a b-thread that goes on drops what it does not need, in time."""
        self._objects, self._kept = {}, []

    def shared_with(self, other: Reading) -> list[object]:
        """The objects that were met in both."""
        others = other._objects.keys()
        return [value for number, value in self._objects.items() if number in others]


def read_state(
    generator: AnyGenerator,
    statement: Sync,
    outside: Outside = NOTHING,
    orders: Orders | None = None,
) -> Reading:
    """What identifies a suspended b-thread that has just yielded `statement`.

    Raises `OpaqueState`, naming the variable, when it holds a value that cannot be read. With
    `orders` a set counts by its elements where no code sees its order.

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
    """What identifies one value alone, None when it cannot be read."""
    reader = Reader(outside)
    try:
        reader.add(value)
    except (Refused, RecursionError):
        return None
    return Reading(reader)


def value_key(value: object, outside: Outside = NOTHING) -> Key:
    """The key of one value alone; one that equals no other when it cannot be read."""
    reading = read_value(value, outside)
    return reading.key if reading else (object(),)


def variables(generator: AnyGenerator) -> dict[str, object]:
    """The local variables of a suspended generator, and those of what it delegates to.

    Where several have a variable of one name, it is that of the outermost.
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
