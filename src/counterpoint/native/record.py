"""Records: numbers and arrays passed to a kernel as one parameter."""

from __future__ import annotations

import itertools
import operator
import sys
from array import array
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, ClassVar, NamedTuple

from ..errors import NativeError
from .types import M64, Layout

_BYTES = operator.attrgetter("nbytes")

_replacements = itertools.count(1)
_last_replacement = [0]


def last_replacement() -> int:
    """The number of the last time that an array or a record was replaced in any record."""
    return _last_replacement[0]


class Filled(NamedTuple):
    """The layouts for which the words of a record are right, its arrays, and their bytes."""

    layouts: tuple[Layout, ...]
    arrays: tuple[Any, ...]
    sizes: list[int]


NOT_FILLED = Filled((), (), [])


class Record:
    """Base class of records: a subclass declares its fields by annotations.

    A field is a number (`u64`), an array (such as `Ptr[u32]`) or another record. It has no default,
    and no name that begins with `record_`. Kernels read all fields and can assign numbers; between
    calls, Python can assign every field. Numbers are stored in the memory that kernels access. A
    number that was not given is 0, any other field None; arrays must be given before a kernel is
    called. Threads may share a record if they do not assign its numbers. A subclass of a kind of
    records adds fields; kernels for the kind can pass its records to one another.

    Where an array is, and of which kind, is looked up again if it was replaced, or has another size
    than at the last call. So an array must not be resized twice between two calls, to the size that
    it had, nor be made read-only: assign a new one instead.

    >>> from counterpoint.native import Ptr, u64, define, twin
    >>> class Sum(Record):
    ...     numbers: "Ptr[u64]"
    ...     count: "u64"
    ...     total: "u64"
    >>> text = '''
    ... def add(s: Sum) -> u64:
    ...     for i in range(s.count):
    ...         s.total += s.numbers[i]
    ...     return s.total
    ... '''
    >>> sum_ = Sum(numbers=array("Q", [5, 6, 7]), count=2)
    >>> twin(define(text, "add", Ptr=Ptr, u64=u64, Sum=Sum)).add(sum_), sum_.total
    (11, 11)
    """

    record_fields: ClassVar[dict[str, str]] = {}
    """The fields of this kind of record: their annotations by name."""

    record_names: ClassVar[tuple[str, ...]] = ()
    """The names of the fields."""

    record_parts: ClassVar[tuple[str, ...]] = ()
    """The names of the fields that are arrays or records."""

    record_homes: ClassVar[dict[str, str]] = {}
    """The module in which each field is declared, where its annotation has its meaning."""

    def __init_subclass__(cls) -> None:
        own = vars(cls).get("__annotations__", {})
        if not all(isinstance(annotation, str) for annotation in own.values()):
            found = f"{cls.__name__}: its annotations are values"
            raise NativeError(f"{found}; accepted: from __future__ import annotations")
        for name in own:
            if name.startswith("record_") or name in cls.record_fields:
                found = f"{cls.__name__}: field {name} is "
                found += "declared again" if name in cls.record_fields else "a reserved name"
                raise NativeError(f"{found}; accepted: other names, not beginning with record_")
            if name in vars(cls):
                raise NativeError(f"{cls.__name__}: field {name} has a default; accepted: none")
        cls.record_fields = cls.record_fields | {name: of.strip("'\"") for name, of in own.items()}
        cls.record_names = tuple(cls.record_fields)
        cls.record_parts = tuple(n for n, of in cls.record_fields.items() if of != "u64")
        cls.record_homes = cls.record_homes | dict.fromkeys(own, cls.__module__)
        for place, (name, annotation) in enumerate(cls.record_fields.items()):
            is_number = annotation == "u64"
            field = _Number(cls.__name__, name, 2 * place) if is_number else _Part(name)
            setattr(cls, name, field)

    @classmethod
    def record_require_finite(cls) -> None:
        """Raise `NativeError` if this kind of record contains itself."""
        for _ in cls.record_kinds():
            pass

    @classmethod
    def record_kinds(cls) -> Iterator[type[Record]]:
        """This kind of record, and the kinds of records in its fields, recursively.

        Raises `NativeError` for a kind that contains itself.
        """
        yield from cls.record_kinds_within(())

    @classmethod
    def record_kinds_within(cls, around: tuple[type[Record], ...]) -> Iterator[type[Record]]:
        """The same for a kind that stands in fields of the kinds `around`."""
        if cls in around:
            accepted = "fields of other kinds of records, which do not contain it"
            raise NativeError(f"{cls.__name__} contains itself; accepted: {accepted}")
        yield cls
        for name in cls.record_fields:
            if (kind := cls.record_kind(name)) is not None:
                yield from kind.record_kinds_within((*around, cls))

    @classmethod
    def record_kind(cls, field: str) -> type[Record] | None:
        """The kind of record that a field is; None if it is none."""
        home = vars(sys.modules[cls.record_homes[field]])
        found = home.get(cls.record_fields[field])
        return found if isinstance(found, type) and issubclass(found, Record) else None

    def __init__(self, **values: Any) -> None:
        self.record_words = array("Q", bytes(16 * len(self.record_fields)))
        vars(self).update(dict.fromkeys(self.record_parts))
        self.record_forget()
        for name, value in values.items():
            if name not in self.record_fields:
                found = f"{type(self).__name__} has no field {name}"
                raise NativeError(f"{found}; accepted: {', '.join(self.record_fields)}")
            setattr(self, name, value)

    def record_forget(self) -> None:
        """Forget that the words have the addresses of arrays, as one was replaced.

        The arrays are forgotten too, so that the memory of one that was replaced is free.
        """
        self.record_filled = NOT_FILLED
        self.record_whole: tuple[Layout | None, int, tuple[Record, ...]] = None, 0, ()
        """When all was known to be filled last: for which layout, at which `last_replacement`, and
        with which records within this one."""

    def record_note_filled(self, layout: Layout) -> None:
        """Note that arrays have the kinds in a layout, and that the words have their addresses.

        It is not noted if there are arrays that may move while their size stays the same.
        """
        arrays = tuple(getattr(self, name) for _, name, _ in layout.arrays)
        known = self.record_filled
        before = known.layouts if all(map(operator.is_, known.arrays, arrays)) else ()
        with suppress(AttributeError):  # such arrays (`array`, `bytearray`) have no `nbytes`
            sizes = [*map(_BYTES, arrays)]
            # In one go: threads that share a record may do this, and `record_forget`, at once.
            self.record_filled = Filled((*before, layout), arrays, sizes)

    def record_is_filled(self, layout: Layout) -> bool:
        """Whether that was noted, and no array was replaced or resized since then."""
        if not self.record_is_as_noted():
            self.record_forget()
        return any(layout is known for known in self.record_filled.layouts)

    def record_is_as_noted(self) -> bool:
        """Whether something was noted, and no array was replaced or resized since then."""
        known = self.record_filled
        return bool(known.layouts) and known.sizes == [*map(_BYTES, known.arrays)]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its fields; where their memory is, is written again for each call."""
        return _record_again, (type(self), fields_of(self, self.record_names))


def _record_again(kind: type[Record], fields: dict[str, Any]) -> Record:
    return kind(**fields)


def fields_of(record: Record, names: Iterable[str]) -> dict[str, Any]:
    """The values of some fields of a record by name: ints, arrays and records.

    >>> from counterpoint.native import u64
    >>> class Pair(Record):
    ...     one: "u64"
    ...     two: "u64"
    >>> fields_of(Pair(one=5), ("one", "two"))
    {'one': 5, 'two': 0}
    """
    return {name: getattr(record, name) for name in names}


class _Part:
    """A descriptor of an array or a record, which is read from the record as any attribute."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __set__(self, record: Record, value: Any) -> None:
        fields = vars(record)
        if fields[self._name] is value:
            return
        fields[self._name] = value
        record.record_forget()
        _last_replacement[0] = next(_replacements)


class _Number:
    """A descriptor of a field that is a number, stored in the words that kernels access."""

    def __init__(self, record: str, name: str, place: int) -> None:
        self._record = record
        self._name = name
        self._place = place

    def __get__(self, record: Any, kind: type | None = None) -> int:
        return record.record_words[self._place]  # type: ignore[no-any-return]

    def __set__(self, record: Any, value: Any) -> None:
        number = operator.index(value) if hasattr(value, "__index__") else -1
        if not 0 <= number <= M64:
            found = f"{self._record}.{self._name} is {value!r}"
            raise NativeError(f"{found}; accepted: an int from 0 to 2**64 - 1")
        record.record_words[self._place] = number
