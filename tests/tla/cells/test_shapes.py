"""Values in cells: how they are cut, looked at and written."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.tla.cells.observed import Cuts, Shaping, form_of
from counterpoint.tla.cells.shapes import Cell, Parts, Shape, Unfit
from counterpoint.tla.values import LazyFunction, apply, function, normal, record, updated

Row = list[int]


def shape_of(*values: Any, coarse: tuple[tuple[str, ...], ...] = ()) -> Shape:
    return Shaping([form_of(set(values), ("v",), coarse)]).shapes[0]


def row_of(shape: Shape, value: Any) -> Row:
    writes: list[tuple[int, int]] = []
    shape.put(value, writes)
    row = [0] * len(list(shape.cells))
    for cell, number in writes:
        row[cell] = number
    return row


class Reader:
    """Reads a row, and notes which cells."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.looks: list[int] = []

    def __call__(self, cell: int) -> int:
        self.looks.append(cell)
        return self.row[cell]


GRID = ((1, 2), (3, 4))
OTHER = ((1, 2), (3, 5))


def test_functions_with_one_domain_are_cut_into_their_values_however_deep() -> None:
    shape = shape_of(GRID, OTHER)
    assert isinstance(shape, Parts)
    assert [cell.place for cell in shape.cells] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "values", [((), (1,)), (3, (1,)), (frozenset({1}), frozenset()), ((),), ()]
)
def test_other_values_stand_in_one_cell(values: tuple[Any, ...]) -> None:
    assert isinstance(shape_of(*values), Cell)


def test_values_of_all_keys_are_cut_alike_but_not_those_of_fields() -> None:
    ragged = function({"p": (1, 2), "q": ()})
    assert len(list(shape_of(ragged).cells)) == 2 + 1  # a record's fields differ
    assert len(list(shape_of(((1, 2), ())).cells)) == 2


def test_cells_of_one_place_share_their_numbers_and_fields_do_not() -> None:
    shape = shape_of(((5, 6), (6, 5)))
    tables = {id(cell.table) for cell in shape.cells}
    assert len(tables) == 1
    tables = {id(cell.table) for cell in shape_of(record(a=1, b=2)).cells}
    assert len(tables) == 2


def test_a_function_of_very_many_arguments_stands_in_one_cell() -> None:
    assert isinstance(form_of([tuple(range(1024))], ("v",), ()), Cuts)
    assert isinstance(shape_of(tuple(range(2000))), Cell)


def test_what_was_once_unfit_stays_whole() -> None:
    shape = shape_of(GRID, coarse=(("v", "[]"),))
    assert len(list(shape.cells)) == 2


def test_only_the_cell_is_looked_at_that_is_asked_for() -> None:
    shape = shape_of(GRID, OTHER)
    reader = Reader(row_of(shape, GRID))
    value = shape.at(reader, 0)
    assert (apply(apply(value, 2), 1), reader.looks) == (3, [2])


def test_a_changed_function_looks_at_nothing_and_writes_what_changed() -> None:
    shape = shape_of(GRID, OTHER)
    reader = Reader(row_of(shape, GRID))
    value = updated(shape.at(reader, 0), (2, 1), lambda old: 9)
    writes: list[tuple[int, int]] = []
    shape.put(value, writes)
    assert reader.looks == []
    assert [cell for cell, _ in writes] == [2]
    assert normal(value) == ((1, 2), (9, 4))


def test_what_is_changed_outside_its_domain_is_not_changed() -> None:
    shape = shape_of(GRID)
    reader = Reader(row_of(shape, GRID))
    writes: list[tuple[int, int]] = []
    shape.put(updated(shape.at(reader, 0), (7, 1), lambda old: 9), writes)
    assert (writes, reader.looks) == ([], [])


def test_a_function_of_another_place_is_copied_cell_by_cell() -> None:
    one, other = Shaping([form_of({GRID}, (name,), ()) for name in "ab"]).shapes
    reader = Reader(row_of(one, GRID) + [0] * 4)
    writes: list[tuple[int, int]] = []
    other.put(one.at(reader, 0), writes)
    assert (reader.looks, [cell for cell, _ in writes]) == ([0, 1, 2, 3], [4, 5, 6, 7])


@pytest.mark.parametrize("value", [(1, 2, 3), 5, ((1, 2),), function({0: 1, 1: 2}), "ab"])
def test_a_value_of_another_form_does_not_fit(value: Any) -> None:
    with pytest.raises(Unfit) as raised:
        row_of(shape_of(GRID), value)
    assert raised.value.path == ("v",)


def test_a_lazy_function_over_the_same_arguments_fits() -> None:
    shape = shape_of(GRID)
    lazy = LazyFunction(frozenset({1, 2}), lambda n: (n, 2 * n))
    assert shape.value(row_of(shape, lazy)) == ((1, 2), (2, 4))


numbers = st.integers(0, 3)
values = st.one_of(
    numbers,
    st.lists(numbers, max_size=3).map(tuple),
    st.tuples(st.tuples(numbers, numbers), st.tuples(numbers, numbers)),
    st.builds(lambda a, b: record(a=a, b=(b, a)), numbers, numbers),
    st.builds(lambda a, b: function({0: a, "none": b}), numbers, numbers),
    st.frozensets(numbers, max_size=2),
)


@given(st.lists(values, min_size=1, max_size=5))
def test_every_value_that_was_seen_is_read_as_it_was_written(seen: list[Any]) -> None:
    shape = shape_of(*seen)
    for value in seen:
        row = row_of(shape, value)
        assert shape.value(row) == value
        assert normal(shape.at(Reader(row), 0)) == value
    columns = list(shape.columns(seen))
    assert [list(row) for row in zip(*columns, strict=True)] == [row_of(shape, v) for v in seen]
