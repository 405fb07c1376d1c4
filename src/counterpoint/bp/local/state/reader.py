"""A walk over the object graph of a value, which writes a key that distinguishes the value."""

from __future__ import annotations

import cmath
import collections
import decimal
import gc
import struct
import types
import warnings
from collections.abc import Callable, Generator, Hashable, Iterable, Mapping
from typing import Any, TypeAlias

from ....identity import Identity, identity
from ...event import Event, Named
from ...eventset import Both, Complement, Either, Finite, Matching
from ...sync import STATED, Sync
from ..bytecode import blind_sets
from ..bytecode.orders import comes_in_any_order
from . import arrays, builtin_state, cleanup, hidden
from .builtin_state import (
    ATOMS,
    BASES,
    BY_TEXT,
    EXCEPTION_FIELDS,
    PARTS,
    VALUES,
    Layout,
    has_own_hash,
    is_constant,
    layout_of,
)  # fmt: skip

AnyGenerator: TypeAlias = "Generator[Any, Any, object]"
Outside: TypeAlias = Mapping[Identity, object]
"""The objects outside of a b-thread, by their identity."""

NOTHING: Outside = types.MappingProxyType({})

_MIXED = (
    "so far it was identified by its elements, and now it has some that cannot identify it, such "
    "as objects of a class of one's own, or numbers and texts in a set that is sorted"
)


class Refused(Exception):
    """A value cannot be read. `path` leads to it, innermost part first."""

    def __init__(self, value: object, why: str = "") -> None:
        self.value = value
        self.why = why
        self.path: list[str] = []


class Reader:
    """One walk over an object graph. `out` is the key so far."""

    def __init__(
        self,
        outside: Outside,
        body: AnyGenerator | None = None,
        orders: blind_sets.Orders | None = None,
    ) -> None:
        """`body` is the b-thread that the value is a part of, and that may free parts of it.

        Without `orders` every set is identified by its layout.
        """
        self.out: list[Hashable] = []
        self.objects: dict[Identity, object] = {}
        self.kept: list[object] = []  # kept alive, so that no identity is used twice
        self._outside = outside
        self._numbers: dict[Identity, int] = {}
        self._scopes: list[Any] = []  # the dictionaries that `locals()` returns
        self._may_be_dropped = body is not None
        self._driven: list[object] = [body]  # generators that are run to their end
        self._orders = orders
        self._blind: dict[Identity, Hashable] = {}  # keys of sets of which no code sees the order

    def add(self, value: object) -> None:
        """Append what distinguishes `value` from any other value to the key."""
        kind: Any = type(value)
        # Other metaclasses may define `==`, so only types of the metaclass `type` are looked up.
        listed = kind if type(kind) is type else None
        if listed in ATOMS:
            self.out += (kind, value)
        elif (read := _VALUES.get(listed)) is not None:
            self.out.append(kind)
            read(self, value)
        elif (itself := identity(value)) in self._outside or is_constant(value):
            self.out += ("named", itself)
            self._note_outside(itself, value)
        elif (read := _READERS.get(listed)) is not None:
            if self._is_first_meeting(kind, itself, value):
                read(self, value)
        else:
            self._object(kind, itself, value)

    def let_go(self) -> None:
        """Clear the dictionaries of variables that were read, so that they keep nothing alive."""
        while self._scopes:
            cleanup.let_go(self._scopes.pop())

    def _note_outside(self, itself: Identity, value: object) -> None:
        """Note an object, such as a class, that other b-threads can reach, unless it is known."""
        if itself not in self._outside:
            self.objects[itself] = value

    def _is_first_meeting(self, kind: Hashable, itself: Identity, value: object) -> bool:
        is_first = self._is_first_number(kind, itself)
        if is_first:
            self.objects[itself] = value
        return is_first

    def _is_first_number(self, kind: Hashable, itself: Identity) -> bool:
        number = self._numbers.get(itself)
        self.out += (kind, len(self._numbers) if number is None else number)
        if number is None:
            self._numbers[itself] = len(self._numbers)
        return number is None

    # Values: their identity does not matter

    def _sequence(self, items: tuple[object, ...]) -> None:
        self.out.append(len(items))
        index = 0
        try:
            for index, item in enumerate(items):  # noqa: B007 - said where an item is refused
                self.add(item)
        except Refused as refused:
            refused.path.append(f"[{index}]")
            raise

    def _number(self, value: float | complex) -> None:
        """A float or complex by its value; a NaN by its bits and its identity, which `in` uses."""
        if cmath.isnan(value):
            self._which(value)
            self.out.append(struct.pack("dd", value.real, value.imag))
        else:
            self.out.append(repr(value))

    def _numpy_number(self, value: Any) -> None:
        if value != value:
            self._which(value)
        self.out.append((identity(type(value)), *arrays.shown(value)))

    def _text(self, value: object) -> None:
        if isinstance(value, decimal.Decimal) and value.is_nan():
            self._which(value)
        self.out.append(repr(value))

    def _which(self, value: object) -> None:
        itself = identity(value)
        if itself in self._outside:
            self.out.append(itself)
        else:
            self._is_first_meeting("nan", itself, value)

    def _named(self, value: Named) -> None:
        self.out.append(tuple(sorted(value.names)))

    def _statement(self, statement: Sync) -> None:
        heard = (statement.wait_for.members, statement.block.members, statement.interrupt.members)
        simple = statement.priority is None or type(statement.priority) in (int, float)
        if None in heard or statement.start or statement.on_interrupt is not None or not simple:
            for name in STATED:
                self._part(f"sync({name}=...)", getattr(statement, name))
        else:
            self.out += (statement.request, heard, statement.hot)
            self.add(statement.priority)

    def _part(self, name: str, value: object) -> None:
        try:
            self.add(value)
        except Refused as refused:
            refused.path.append(name)
            raise

    # Objects: numbered, and read when they are first met

    def _list(self, value: list[object]) -> None:
        self._sequence(tuple(list.__iter__(value)))

    def _mapping(self, value: dict[object, object]) -> None:
        if any(value is scope for scope in self._scopes):
            raise Refused(value, "what locals() gave is not kept up to date")
        self.out.append(dict.__len__(value))
        self._stored_hashes(value, dict.keys(value))
        for key, item in dict.items(value):
            self.add(key)
            try:
                self.add(item)
            except Refused as refused:
                refused.path.append(f"[{key!r}]")
                raise

    def _stored_hashes(self, value: object, items: Iterable[object]) -> None:
        """The hashes that a hash table was built with, if user code computes them."""
        if any(map(has_own_hash, items)):
            hashes = hidden.stored_hashes(value)
            if hashes is None:
                raise Refused(value, "this Python hides the hashes that it keeps")
            self.out.append(hashes)

    def _attributes(self, value: dict[str, object]) -> None:
        """The attributes of an object. The dictionary is numbered, as others may refer to it."""
        if not self._is_first_number(dict, identity(value)):
            return
        self.out.append(len(value))
        for name, item in value.items():
            self.out.append(name)
            self._part(f".{name}", item)

    def _set(self, value: set[object] | frozenset[object]) -> None:
        """A set by its elements in order, and by all that determines its order later.

        If no code can see its order, it is identified by its elements only.
        """
        if (elements := self._blind.get(identity(value))) is not None:
            self.out.append(elements)
            return
        layout = hidden.set_layout(value)
        if layout is None:
            raise Refused(value, "this Python hides how a set orders its elements")
        self.out.append(layout)
        base = set if isinstance(value, set) else frozenset
        items = tuple(base.__iter__(value))  # type: ignore[arg-type]
        self._stored_hashes(value, items)
        for item in items:
            if self._is_ordered_by_address(item):
                raise Refused(value, f"a set has no order of its own for objects such as {item!r}")
        self._sequence(items)

    def _is_ordered_by_address(self, item: object) -> bool:
        """Whether the hash of an element is its address, which differs from run to run."""
        if type(item) is Event or is_constant(item) or identity(item) in self._outside:
            return False
        return type(item).__hash__ is object.__hash__

    def _cell(self, cell: types.CellType) -> None:
        try:
            content = cell.cell_contents
        except ValueError:
            self.out.append("empty")
        else:
            self.add(content)

    def _function(self, function: types.FunctionType) -> None:
        code = function.__code__
        self.out += (identity(code), identity(function.__globals__))
        self._part(" (a default)", function.__defaults__)
        self._part(" (a default)", function.__kwdefaults__)
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            self._part(f" (its {name})", cell)
        self._sequence(
            (function.__name__, function.__qualname__, function.__doc__, function.__module__)
        )
        self._part(" (its annotations)", function.__annotations__)
        self._part(" (its type parameters)", getattr(function, "__type_params__", ()))
        self._attributes(function.__dict__)

    def _method(self, method: types.MethodType) -> None:
        self.add(method.__func__)
        self._part(" (its object)", method.__self__)

    def _builtin_method(self, method: types.BuiltinMethodType) -> None:
        owner = method.__self__
        if owner is None or isinstance(owner, types.ModuleType | type):
            self.out.append(method)
        else:
            self.out.append(method.__name__)
            self._part(" (its object)", owner)

    def _generator(self, generator: types.GeneratorType[object, object, object]) -> None:
        frame = generator.gi_frame
        self.out += (generator.__name__, generator.__qualname__)
        if frame is None:
            self.out.append("ended")
            return
        self._require_no_cleanup(generator)
        names = frame.f_locals
        if self._orders is not None and any(generator is each for each in self._driven):
            sorts = generator is self._driven[0]  # no other code catches what it raises
            self._note_blind_sets(self._orders, frame, names, sorts=sorts)
        self.out += (identity(generator.gi_code), frame.f_lasti, tuple(sorted(names)))
        self._scopes.append(names)
        for name, value in names.items():
            if value is names:
                self._part(name, value)
        code = generator.gi_code
        referred = [
            value
            for value in gc.get_referents(generator)
            if value is not frame and value is not code and value is not names
        ]
        _drop_last_nones(referred)
        self.out.append(len(referred))
        value = None
        try:
            for value in referred:
                self.add(value)
        except Refused as refused:
            refused.path.append(_local_name(names, value))
            raise

    def _note_blind_sets(
        self,
        orders: blind_sets.Orders,
        frame: types.FrameType,
        names: Mapping[str, object],
        *,
        sorts: bool,
    ) -> None:
        """Note which sets are identified by their elements.

        Raises `SeesOrder` for a variable with elements by which its set cannot be identified, or
        `Refused` once it is too late to distrust a variable.
        """
        code = frame.f_code
        without = orders.without(code)
        found = blind_sets.blind_variables(code, frame.f_globals, without, sorts=sorts)
        for name, needs in found.items():
            value = names.get(name)
            if type(value) is not set and type(value) is not frozenset:
                continue
            elements = blind_sets.elements(value, needs)
            if elements is not None:
                self._blind[identity(value)] = elements
            elif not orders.is_settled:
                raise blind_sets.SeesOrder(code, name)
            else:
                refused = Refused(value, _MIXED)
                refused.path.append(name)
                raise refused

    def _require_no_cleanup(self, generator: types.GeneratorType[Any, Any, Any]) -> None:
        """Refuse a suspended generator with code that runs when it is freed, as checks delay this.

        Generators that are run to their end are not refused.
        """
        if any(generator is each for each in self._driven):
            self._driven.append(generator.gi_yieldfrom)
        elif self._may_be_dropped and cleanup.cleans_up(generator):
            raise Refused(
                generator,
                "it stands inside of a try or with, whose end runs when nothing holds it any more, "
                "which a check delays. Use yield from, or let it yield outside of those",
            )

    def _iterator(self, value: object) -> None:
        """An iterator by what `__reduce__` returns, and by its container if that is left out."""
        kind = type(value)
        if "__reduce__" not in vars(kind):
            raise Refused(value, "this Python does not show where the iterator stands")
        try:
            _, arguments, *state = _reduced(value)
        except RuntimeError:
            raise Refused(value, "its container was changed while it was iterated") from None
        self.kept += (arguments, state)
        self.add(arguments)
        self.add(tuple(state))
        if kind in builtin_state.ORDERED_ITERATORS:
            self._sequence(tuple(gc.get_referents(value)))

    def _held_iterator(self, value: object) -> None:
        """An iterator by all objects that it refers to; a group also by whether it is the latest.

        `__reduce__` of `groupby` leaves out its keys once the group was entered, and `pairwise` has
        no `__reduce__`. The number of parts shows which are absent: a `groupby` refers to its two
        arguments, then the key of the group, then the key of the next element with this element.
        """
        if type(value) is builtin_state.GROUPER:
            self.out.append(bool(_reduced(value)[1][0]))
        self._sequence(tuple(gc.get_referents(value)))

    def _placed_iterator(self, value: object) -> None:
        """An iterator by its position in its container, and by that container."""
        place = hidden.iterator_place(value)
        if place is None:
            raise Refused(value, "this Python does not show where the iterator stands")
        if any(map(comes_in_any_order, gc.get_referents(value))):
            raise Refused(
                value,
                "a set of such elements comes in another order in another process, so iterate over "
                "sorted(...)",
            )
        self.out.append(place)
        containers = (dict, set, frozenset, collections.deque)
        referred = gc.get_referents(value)
        self._sequence(tuple(part for part in referred if isinstance(part, containers)))

    def _exception(self, error: BaseException) -> None:
        for field in _OF_ANY_EXCEPTION:
            self._part(f".{field.__name__}", field.__get__(error))
        trace = error.__traceback__
        if self._may_be_dropped and cleanup.drops_something(trace):
            raise Refused(
                error,
                "the functions that it came through hold what runs code when nothing holds it any "
                "more, which a check delays",
            )
        while trace is not None:
            self.out += (identity(trace.tb_frame.f_code), trace.tb_lasti)
            trace = trace.tb_next

    def _object(self, kind: type, itself: Identity, value: Any) -> None:
        """An instance of a class written in Python, by its built-in value, slots and attributes."""
        layout = layout_of(kind)
        if layout is None and arrays.is_number(value):
            self._numpy_number(value)
            return
        if layout is None:
            raise Refused(value)
        of = identity(kind)
        self._note_outside(of, kind)
        if not self._is_first_meeting(of, itself, value):
            return
        if self._may_be_dropped and cleanup.finalizes(kind):
            raise Refused(
                value, "its __del__ runs when nothing holds it any more, which a check delays"
            )
        if isinstance(value, cleanup.MANAGER):  # the end of the `with` runs it to its end
            self._driven.append(value.gen)
        if layout.base is not None:
            self._base_part(layout, value)
        for slot in layout.slots:
            try:
                content = slot.__get__(value)
            except AttributeError:
                continue
            self.out.append(slot.__name__)
            self._part(f".{slot.__name__}", content)
        if layout.has_dict:
            self._attributes(object.__getattribute__(value, "__dict__"))

    def _base_part(self, layout: Layout, value: Any) -> None:
        base = layout.base
        assert base is not None
        if base in BASES:
            self._sequence(BASES[base](value))
        elif issubclass(base, BaseException):
            self._exception(value)
        else:
            _READERS[base](self, value)


def _reads_parts(parts: Callable[[Any], tuple[object, ...]]) -> Callable[[Reader, Any], None]:
    def read(reader: Reader, value: object) -> None:
        found = parts(value)
        reader.kept.append(found)
        reader._sequence(found)

    return read


_OF_ANY_EXCEPTION: list[types.GetSetDescriptorType] = [
    vars(BaseException)[name] for name in EXCEPTION_FIELDS
]

_Table: TypeAlias = dict[type | None, Any]
"""For each type, how its values are read. None of them has a metaclass other than `type`."""

_VALUES: _Table = {
    tuple: Reader._sequence,
    float: Reader._number,
    complex: Reader._number,
    frozenset: Reader._set,
    types.MethodType: Reader._method,
    types.BuiltinMethodType: Reader._builtin_method,
    Sync: Reader._statement,
    Named: Reader._named,
    Finite: _reads_parts(lambda events: events.members),
    Matching: _reads_parts(lambda events: (events.predicate,)),
    Either: _reads_parts(lambda events: events.parts),
    Both: _reads_parts(lambda events: (events.left, events.right)),
    Complement: _reads_parts(lambda events: (events.inside,)),
    **dict.fromkeys(BY_TEXT, Reader._text),
    **{kind: _reads_parts(parts) for kind, parts in VALUES.items()},
}

_READERS: _Table = {
    list: Reader._list,
    dict: Reader._mapping,
    set: Reader._set,
    frozenset: Reader._set,
    types.CellType: Reader._cell,
    types.FunctionType: Reader._function,
    types.GeneratorType: Reader._generator,
    **dict.fromkeys(builtin_state.ITERATORS, Reader._iterator),
    **dict.fromkeys(builtin_state.HELD_ITERATORS, Reader._held_iterator),
    **dict.fromkeys(builtin_state.PLACED_ITERATORS, Reader._placed_iterator),
    **{kind: _reads_parts(parts) for kind, parts in PARTS.items()},
}


def _drop_last_nones(values: list[object]) -> None:
    """Remove each None at the end. One may mean that no exception is handled, which is accidental.

    The depth of the value stack depends on the code position only. So removing every None at the
    end does not make different states equal.
    """
    while values and values[-1] is None:
        values.pop()


def _reduced(value: object) -> tuple[Any, ...]:
    if type(value).__module__ != "itertools":
        return value.__reduce__()  # type: ignore[return-value]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return value.__reduce__()  # type: ignore[return-value]


def _local_name(names: Mapping[str, object], value: object) -> str:
    for name, local in names.items():
        if local is value or (isinstance(value, types.CellType) and _holds(value, local)):
            return name
    return "a value in use at this line"


def _holds(cell: types.CellType, value: object) -> bool:
    try:
        return cell.cell_contents is value
    except ValueError:
        return False
