"""Records for kernels run by CPython: plain objects, copied back after the call."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from .record import Record
from .signature import Lent


class Opened:
    """The arguments of one call; `view` turns an array into what the kernel gets for it."""

    def __init__(self, view: Callable[[Any], Any]) -> None:
        self._view = view
        self._opened: dict[Record, SimpleNamespace] = {}

    def value(self, arg: Any) -> Any:
        """An argument as the kernel gets it; the same record gives the same object."""
        if isinstance(arg, Lent):
            return self._fields(arg.record, arg.values)
        if isinstance(arg, Record):
            return self._fields(arg, {name: getattr(arg, name) for name in arg.record_fields})
        return arg if isinstance(arg, int) else self._view(arg)

    def _fields(self, record: Record, values: dict[str, Any]) -> SimpleNamespace:
        if record not in self._opened:
            fields = self._opened[record] = SimpleNamespace()
            for name in record.record_fields:
                given = values[name] if name in values else getattr(record, name)
                setattr(fields, name, self.value(given))
        return self._opened[record]

    def close(self) -> None:
        """Copy the numbers that the kernel may have changed back to the records."""
        for record, fields in self._opened.items():
            for name, annotation in record.record_fields.items():
                if annotation == "u64":
                    setattr(record, name, getattr(fields, name))
