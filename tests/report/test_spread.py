"""Values over several lines."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from counterpoint.report.spread import MOST, spread
from counterpoint.tla.values import ModelValue, function, record, show

plain = st.integers(-99, 99) | st.sampled_from(["a", "waiting", ""]) | st.just(ModelValue("m1"))


def collections(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return (
        st.frozensets(parts, max_size=4)
        | st.lists(parts, max_size=4).map(tuple)
        | st.dictionaries(plain, parts, min_size=1, max_size=4).map(function)
        | st.dictionaries(st.sampled_from(["pc", "stack"]), parts, min_size=1).map(function)
    )


values = st.recursive(plain, collections, max_leaves=20)


@given(values, st.integers(1, 60))
def test_the_lines_say_what_the_value_is_and_nothing_is_broken_inside(
    value: Any, width: int
) -> None:
    assert "".join("".join(spread(value, width)).split()) == "".join(show(value).split())


@given(values)
def test_what_fits_is_one_line(value: Any) -> None:
    assert spread(value, len(show(value))) == [show(value)]


@given(values)
def test_lines_are_not_longer_than_the_width_where_that_can_be(value: Any) -> None:
    assert max(map(len, spread(value, 80))) <= 80


def test_fields_of_a_record_stand_below_one_another() -> None:
    value = record(acceptor="a1", ballot=3, votes=(1, 2))
    assert spread(value, 30) == [
        '[acceptor |-> "a1",',
        " ballot |-> 3,",
        " votes |-> <<1, 2>>]",
    ]


def test_short_elements_fill_lines() -> None:
    assert spread(frozenset(range(12)), 20) == ["{0, 1, 2, 3, 4, 5,", " 6, 7, 8, 9, 10, 11}"]
    assert spread(tuple(range(7)), 12) == ["<<0, 1, 2,", "  3, 4, 5,", "  6>>"]


def test_pairs_of_a_function_stand_below_one_another() -> None:
    value = function({ModelValue("p1"): "working", ModelValue("p2"): "prepared"})
    assert spread(value, 30) == ['(p1 :> "working" @@', ' p2 :> "prepared")']


def test_a_part_with_little_room_begins_on_a_line_of_its_own() -> None:
    value = record(a_very_long_name_of_a_field=frozenset(range(9)))
    assert spread(value, 32) == [
        "[a_very_long_name_of_a_field |->",
        "   {0, 1, 2, 3, 4, 5, 6, 7, 8}]",
    ]


def test_of_very_many_parts_the_first_are_shown() -> None:
    lines = spread(tuple(range(MOST + 7)), 40)
    assert lines[-1].endswith("... and 7 more>>")
