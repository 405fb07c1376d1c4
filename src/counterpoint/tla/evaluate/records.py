"""Records, their fields, sets of records, and tuples."""

from __future__ import annotations

from typing import Any

from ..tree import Expression, Field, Record, RecordSet, Tuple
from ..values import Domain, domain_of, field
from ..values import RecordSet as SetOfRecords
from .bounds import check_sets
from .compiling import Compiling, ValueMaker
from .context import Context, Frame, Run
from .operators import normalised


def _record(c: Compiling, node: Record, cx: Context) -> Run:
    fields = dict(node.fields)
    domain = domain_of(frozenset(fields))
    head: tuple[Any, ...] = () if domain.is_sequence else (domain,)
    return _together([normalised(c, fields[name], cx) for name in domain.keys], head)


def _tuple(c: Compiling, node: Tuple, cx: Context) -> Run:
    return _together([normalised(c, item, cx) for item in node.items], ())


def _together(runs: list[Run], head: tuple[Any, ...]) -> Run:
    """A closure for the tuple of `head` and the values of closures."""
    if len(runs) == 1:
        (a,) = runs
        return lambda m: (*head, a(m))
    if len(runs) == 2:
        a, b = runs
        return lambda m: (*head, a(m), b(m))
    if len(runs) == 3:
        a, b, c = runs
        return lambda m: (*head, a(m), b(m), c(m))
    return lambda m: (*head, *[run(m) for run in runs])


def _field(c: Compiling, node: Field, cx: Context) -> Run:
    run, name, place = c.run(node.record, cx), node.name, c.place(node.record, cx)
    if c.watches:
        return lambda m: field(run(m), name)
    if place is not None:
        return _field_at(place, name)

    def of(m: Frame) -> Any:
        record = run(m)
        try:
            head = record[0]
            if type(head) is Domain:
                return record[head.index[name]]
        except (LookupError, TypeError):
            pass
        return field(record, name)

    return of


def _field_at(place: int, name: str) -> Run:
    """A closure for a field of the record at a position of the frame."""

    def of(m: Frame) -> Any:
        record = m[place]
        try:
            head = record[0]
            if type(head) is Domain:
                return record[head.index[name]]
        except (LookupError, TypeError):
            pass
        return field(record, name)

    return of


def _set(c: Compiling, node: RecordSet, cx: Context) -> Run:
    sets: list[tuple[str, Expression]] = list(node.fields)
    runs = [(name, c.run(each, cx)) for name, each in sets]

    def records(m: Frame) -> SetOfRecords:
        values = {name: run(m) for name, run in runs}
        check_sets(*values.values())
        return SetOfRecords(values)

    return records


VALUES: dict[type, ValueMaker] = {
    Record: _record,
    RecordSet: _set,
    Field: _field,
    Tuple: _tuple,
}
