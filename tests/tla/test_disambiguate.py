"""Labels that tell steps apart, and the places of values that they speak of."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from counterpoint.tla.disambiguate import UNNAMED, Distinguished, disambiguated, named
from counterpoint.tla.places import change, places
from counterpoint.tla.steps import Action, Taken
from counterpoint.tla.values import function, record

NAMES = ("x", "board")

VALUES = st.sampled_from(
    [
        0,
        1,
        "X",
        (),
        ("_", "_"),
        ("X", "_"),
        (("X", "_"), ("_", "_")),
        frozenset({1}),
        record(a=1, b="X"),
        record(a=1, b="Y"),
        function({(1, 2): "X", (2, 1): "_"}),
        function({(1, 2): "_", (2, 1): "_"}),
        tuple(range(60)),
        (*range(59), "X"),
        (*range(58), "X", "X"),
    ]
)
STATES = st.tuples(VALUES, VALUES)
LABELS = st.sampled_from([Taken((Action("Put"),)), Taken((None, Action("Take"))), Taken((None,))])


@given(STATES, st.lists(st.tuples(LABELS, STATES), max_size=6))
def test_no_label_leads_to_two_states(
    state: tuple[Any, ...], steps: list[tuple[Taken, tuple[Any, ...]]]
) -> None:
    found = disambiguated(NAMES, state, named(steps))
    assert [there for _, there in found] == [there for _, there in dict.fromkeys(steps)]
    assert len({str(label) for label, _ in found}) == len(found)
    for label, _ in found:
        assert label.names or str(label).startswith(UNNAMED)


def test_a_step_that_is_alone_keeps_its_name() -> None:
    put = Taken((Action("Put", ("k",), (1,)),))
    assert disambiguated(NAMES, (0, 0), [(put, (1, 1))]) == [(put, (1, 1))]
    assert put.names == ("Put(1)",)
    assert Distinguished((None,)).names == ()


def test_only_what_differs_is_said() -> None:
    put = Taken((Action("Put"),))
    here = ("X", ("_", "_", "_"))
    steps = [(put, ("O", ("X", "_", "_"))), (put, ("O", ("_", "X", "_")))]
    told = [str(label) for label, _ in disambiguated(NAMES, here, steps)]
    assert told == ['Put: board[1] = "X"', 'Put: board[2] = "X"']
    both = [(put, ("O", ("X", "_", "_"))), (put, ("X", ("X", "_", "_"))), (put, here)]
    told = [str(label) for label, _ in disambiguated(NAMES, here, both)]
    assert told == [
        'Put: x = "O", board[1] = "X"',
        'Put: x = "X", board[1] = "X"',
        'Put: x = "X", board = <<"_", "_", "_">>',
    ]


def test_places_are_written_as_in_the_module() -> None:
    value = function({("a", 1): record(left=(1, 2)), ("b", 2): ()})
    assert dict(places("f", value)) == {
        'f["a", 1].left[1]': 1,
        'f["a", 1].left[2]': 2,
        'f["b", 2]': (),
    }


def test_a_value_that_becomes_another_altogether_is_told_as_a_whole() -> None:
    assert change("x", (1, 2), (1, 2, 3)) == "x = <<1, 2, 3>>"
    assert change("x", (1,) * 9, (2,) * 9) == "x = <<2, 2, 2, 2, 2, 2, 2, 2, 2>>"
    assert change("x", frozenset(), frozenset({1})) == "x = {1}"
