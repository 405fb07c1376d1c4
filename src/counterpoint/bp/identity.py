"""The identity of a b-thread's local state: a key for the object graph of its generator.

Two suspended generators with the same key go on alike when they are resumed with the same events.
The key lists, for every frame of the `yield from` chain, the code position, the bound names and all
that the frame refers to, value stack included: loop iterators live only there. Mutable objects are
numbered in the order they are met, as pickle does, so that aliasing counts. Only types whose whole
state is known are read; anything else is refused by name.
"""

from __future__ import annotations

import gc
import types
import warnings
from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeAlias

from ..errors import OpaqueState, Place
from . import builtin_state
from .builtin_state import ATOMS, BY_TEXT, ITERATORS, PARTS, VIEWS, SetLayout, layout_of
from .sync import STATED, Sync

Key: TypeAlias = tuple[Hashable, ...]
Generator: TypeAlias = "types.GeneratorType[object, object, object]"


class Refused(Exception):
    """A value cannot be read; `path` says where it hangs, innermost part first."""

    def __init__(self, value: object, why: str = "") -> None:
        self.value = value
        self.why = why
        self.path: list[str] = []


def state_key(generator: Generator, statement: Sync) -> Key:
    """The identity of a suspended b-thread that has just yielded `statement`.

    Raises `OpaqueState`, naming the variable, when it holds a value that cannot be read.

    >>> def pour(event):
    ...     for _ in ["once", "twice"]:
    ...         yield event
    >>> first, second = pour("HOT"), pour("HOT")
    >>> key = state_key(first, next(first)), state_key(second, next(second))
    >>> key[0] == key[1]
    True
    >>> state_key(first, next(first)) == key[0]
    False
    """
    reader = _Reader()
    try:
        reader.add(generator)
        reader.add(statement)
    except Refused as refused:
        raise OpaqueState(_refusal(refused), _place(generator)) from None
    except RecursionError:
        raise OpaqueState("its data are nested too deeply to be read", _place(generator)) from None
    return tuple(reader.out)


def variables(generator: Generator) -> dict[str, object]:
    """The local variables of a suspended generator and of those it delegates to, innermost last."""
    found: dict[str, object] = {}
    inner: object = generator
    while isinstance(inner, types.GeneratorType) and inner.gi_frame is not None:
        found.update(inner.gi_frame.f_locals)
        inner = inner.gi_yieldfrom
    return found


def value_key(value: object) -> Key | None:
    """The key of one value alone, None when it cannot be read."""
    reader = _Reader()
    try:
        reader.add(value)
    except (Refused, RecursionError):
        return None
    return tuple(reader.out)


class _Same:
    """A code object in a key, by identity: its own hash is not the same in every CPython."""

    __slots__ = ("code",)

    def __init__(self, code: types.CodeType) -> None:
        self.code = code

    def __hash__(self) -> int:
        return id(self.code)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.code is other.code


class _Reader:
    """One walk over an object graph; `out` is the key so far."""

    def __init__(self) -> None:
        self.out: list[Hashable] = []
        self._numbers: dict[int, int] = {}
        self._alive: list[object] = []  # no id is used twice during the walk

    def add(self, value: object) -> None:
        """Append what tells `value` apart from any other."""
        kind = type(value)
        if kind in ATOMS:
            self.out += (kind, value)
        elif kind is tuple:
            self._sequence(kind, value)  # type: ignore[arg-type]
        elif kind is float or kind is complex:
            self.out += (kind, repr(value))
        elif (read := _READERS.get(kind)) is not None:
            if self._is_first_meeting(kind, value):
                read(self, value)
        else:
            self._add_other(kind, value)

    def _is_first_meeting(self, kind: type, value: object) -> bool:
        number = self._numbers.get(id(value))
        self.out += (kind, len(self._numbers) if number is None else number)
        if number is None:
            self._numbers[id(value)] = len(self._numbers)
            self._alive.append(value)
        return number is None

    def _add_other(self, kind: type, value: object) -> None:
        if kind in BY_TEXT:
            self.out += (kind, repr(value))
        elif builtin_state.is_constant(value):
            self.out += ("constant", value)
            self._alive.append(value)
        elif kind in ITERATORS:
            if self._is_first_meeting(kind, value):
                self._iterator(value)
        elif kind in VIEWS:
            self._sequence(kind, gc.get_referents(value))
        elif kind in PARTS:
            if self._is_first_meeting(kind, value):
                self._items(PARTS[kind](value))
        else:
            self._object(kind, value)

    def _sequence(self, kind: type, values: Iterable[object]) -> None:
        items = tuple(values)
        self.out += (kind, len(items))
        for index, item in enumerate(items):
            self._part(f"[{index}]", item)

    def _part(self, name: str, value: object) -> None:
        try:
            self.add(value)
        except Refused as refused:
            refused.path.append(name)
            raise

    def _mapping(self, value: dict[object, object]) -> None:
        self.out.append(len(value))
        for key, item in value.items():
            self.add(key)
            self._part(f"[{key!r}]", item)

    def _attributes(self, value: dict[str, object]) -> None:
        self.out.append(len(value))
        for name, item in value.items():
            self.out.append(name)
            self._part(f".{name}", item)

    def _items(self, value: Iterable[object]) -> None:
        self._sequence(list, value)

    def _set(self, value: set[object]) -> None:
        """A set by its order and by all that decides how its order goes on."""
        layout = SetLayout.of(value)
        if layout is None:
            raise Refused(value, "this Python hides how a set orders its elements")
        self.out += (layout.mask, layout.finger, layout.gaps)
        self._items(value)

    def _frozenset(self, value: frozenset[object]) -> None:
        self._items(value)

    def _cell(self, cell: types.CellType) -> None:
        try:
            content = cell.cell_contents
        except ValueError:
            self.out.append("empty")
        else:
            self.add(content)

    def _function(self, function: types.FunctionType) -> None:
        self.out.append(_Same(function.__code__))
        self._part(" (a default)", function.__defaults__)
        self._part(" (a default)", function.__kwdefaults__)
        names = function.__code__.co_freevars
        for name, cell in zip(names, function.__closure__ or (), strict=True):
            self._part(f" (its {name})", cell)
        self._attributes(function.__dict__)

    def _method(self, method: types.MethodType) -> None:
        self.add(method.__func__)
        self._part(" (its object)", method.__self__)

    def _builtin_method(self, method: types.BuiltinMethodType) -> None:
        self.out.append(method.__name__)
        self._part(" (its object)", method.__self__)

    def _generator(self, generator: Generator) -> None:
        frame = generator.gi_frame
        if frame is None:
            self.out.append("ended")
            return
        names = frame.f_locals
        self.out += (_Same(generator.gi_code), frame.f_lasti, tuple(sorted(names)))
        skipped = (frame, generator.gi_code, names)
        for value in _without_last_nones(gc.get_referents(generator)):
            if not any(value is other for other in skipped):
                try:
                    self.add(value)
                except Refused as refused:
                    refused.path.append(_local_name(names, value))
                    raise

    def _iterator(self, value: object) -> None:
        """An iterator by what `__reduce__` tells, and by the container that it runs over."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                _, arguments, *state = value.__reduce__()  # type: ignore[misc]
        except RuntimeError:  # its dictionary changed size: it can only raise from now on
            arguments, state = (), []
        except TypeError:
            raise Refused(value, "this Python does not tell where the iterator stands") from None
        self._alive += (arguments, state)
        self.add(arguments)
        self.add(tuple(state))
        if type(value) in builtin_state.HASHED_ITERATORS:
            self.add(tuple(gc.get_referents(value)))

    def _exception(self, error: BaseException) -> None:
        self.add(error.args)
        self._attributes(vars(error))
        self.add((error.__cause__, error.__context__, error.__suppress_context__))
        trace = error.__traceback__
        while trace is not None:
            self.out += (_Same(trace.tb_frame.f_code), trace.tb_lasti)
            trace = trace.tb_next

    def _statement(self, statement: Sync) -> None:
        heard = (statement.wait_for.members, statement.block.members, statement.interrupt.members)
        if None not in heard and not statement.start and statement.on_interrupt is None:
            self.out += (statement.request, heard, statement.priority, statement.hot)
            return
        for name in STATED:
            self._part(f"sync({name}=...)", getattr(statement, name))

    def _object(self, kind: type, value: object) -> None:
        """An instance of a class written in Python: its container part, slots and attributes."""
        layout = layout_of(kind)
        if layout is None:
            raise Refused(value)
        if not self._is_first_meeting(kind, value):
            return
        if layout.base is not None:
            self._base_part(layout.base, value)
        for slot in layout.slots:
            try:
                content = slot.__get__(value)
            except AttributeError:
                continue
            self.out.append(slot.__name__)
            self._part(f".{slot.__name__}", content)
        if layout.has_dict:
            self._attributes(object.__getattribute__(value, "__dict__"))

    def _base_part(self, base: type, value: object) -> None:
        if base in (int, str, float, complex, bytes):
            self.out.append(base.__repr__(value))
        elif base in (tuple, frozenset):
            self._sequence(base, base.__iter__(value))  # type: ignore[attr-defined]
        elif issubclass(base, BaseException):
            self._exception(value)  # type: ignore[arg-type]
        elif base in PARTS:
            self._items(PARTS[base](value))
        else:
            _READERS[base](self, value)


_READERS: dict[type, Callable[[_Reader, Any], None]] = {
    list: _Reader._items,
    dict: _Reader._mapping,
    set: _Reader._set,
    frozenset: _Reader._frozenset,
    types.CellType: _Reader._cell,
    types.FunctionType: _Reader._function,
    types.MethodType: _Reader._method,
    types.BuiltinMethodType: _Reader._builtin_method,
    types.GeneratorType: _Reader._generator,
    Sync: _Reader._statement,
}


def _without_last_nones(values: list[object]) -> list[object]:
    """The referents of a generator without a None for "no exception is being handled".

    That None is there or not, last, by accident. The depth of the value stack belongs to the code
    position, so leaving out all None at the end leaves no two states alike that were not.
    """
    while values and values[-1] is None:
        values.pop()
    return values


def _local_name(names: dict[str, object], value: object) -> str:
    for name, local in names.items():
        if local is value or (isinstance(value, types.CellType) and _holds(value, local)):
            return name
    return "a value in use at this line"


def _holds(cell: types.CellType, value: object) -> bool:
    try:
        return cell.cell_contents is value
    except ValueError:
        return False


def _refusal(refused: Refused) -> str:
    kind = type(refused.value)
    why = refused.why or "its state cannot be read"
    return (
        f"{''.join(reversed(refused.path))} holds {kind.__module__}.{kind.__qualname__}: {why}. "
        "Keep numbers, strings, events, lists, dictionaries, sets, functions and objects of "
        "your own classes in a b-thread that is to be checked"
    )


def _place(generator: Generator) -> Place | None:
    frame = generator.gi_frame
    return Place.of_line(frame.f_code.co_filename, frame.f_lineno) if frame else None
