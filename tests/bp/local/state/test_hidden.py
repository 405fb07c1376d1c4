from __future__ import annotations

import collections
from typing import Any

import pytest

from counterpoint.bp.local.state.hidden import iterator_place, set_layout


def test_the_layout_of_a_set_tells_its_history() -> None:
    fresh: set[object] = {1, 2}
    popped: set[object] = {0, 1, 2}
    popped.pop()
    assert list(fresh) == list(popped)
    assert set_layout(fresh) == set_layout({1, 2})
    assert set_layout(fresh) != set_layout(popped)


def test_elements_in_other_places_are_another_layout() -> None:
    first, second = frozenset([0, 8]), frozenset([8])
    assert set_layout(first) != set_layout(second)
    assert set_layout(frozenset([8, 0])) == set_layout(first)  # the order tells these apart


@pytest.mark.parametrize("make", [dict.fromkeys, set, collections.deque])
def test_the_place_of_an_iterator_moves_with_it(make: Any) -> None:
    values = make("abc")
    walk = iter(values)
    places = [iterator_place(walk)]
    for _ in values:
        next(walk)
        places.append(iterator_place(walk))
    assert len(set(places)) == 4
    assert iterator_place(iter(values)) == places[0]


def test_an_iterator_at_its_end_forgets_its_container() -> None:
    empty: tuple[Any, ...] = ({}, set())
    for values in empty:
        walk = iter(values)
        next(walk, None)
        assert iterator_place(walk) == ("ended",)


def test_a_deque_that_changed_is_told() -> None:
    values = collections.deque("ab")
    walk = iter(values)
    assert iterator_place(walk) == (2, True)
    values.rotate()
    assert iterator_place(walk) == (2, False)


def test_holes_before_an_iterator_are_told() -> None:
    full = dict.fromkeys("xab")
    del full["x"]
    walk, other = iter(full), iter(dict.fromkeys("ab"))
    place = iterator_place(walk)
    assert place is not None
    assert place[-1] == b"\0\1\1"
    assert iterator_place(walk) != iterator_place(other)


def test_the_attributes_of_an_object_can_be_walked() -> None:
    class Thing:
        def __init__(self) -> None:
            self.a = self.b = 1

    walk = iter(vars(Thing()))
    assert iterator_place(walk) != (next(walk), iterator_place(walk))[1]
