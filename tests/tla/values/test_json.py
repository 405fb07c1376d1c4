"""Values as data for JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.errors import NoValue
from counterpoint.tla.values import (
    NAT,
    TRUE,
    Interval,
    ModelValue,
    from_json,
    function,
    record,
    to_json,
)

from .models import tried, values


@tried
@given(st.one_of(values, st.integers()))
def test_nothing_is_lost(value: Any) -> None:
    assert from_json(json.loads(json.dumps(to_json(value)))) == value


@pytest.mark.parametrize(
    ("value", "data"),
    [
        (TRUE, True),
        (ModelValue("p1"), {"#model": "p1"}),
        (2**60, {"#bigint": str(2**60)}),
        (frozenset({2, 1}), {"#set": [1, 2]}),
        (Interval(1, 2), {"#set": [1, 2]}),
        ((1, "a"), [1, "a"]),
        (record(a=1), {"a": 1}),
        (function({"#set": 1}), {"#map": [["#set", 1]]}),
        (function({0: "x"}), {"#map": [[0, "x"]]}),
        (NAT, {"#unserializable": "Nat"}),
    ],
)
def test_the_notation_is_that_of_the_informal_trace_format(value: Any, data: Any) -> None:
    assert to_json(value) == data


def test_tuples_of_the_format_are_read() -> None:
    assert from_json({"#tup": [1, 2]}) == (1, 2)


@pytest.mark.parametrize("data", [None, 1.5, {"#unserializable": "Nat"}, {"#set": 3}])
def test_other_data_is_no_value(data: Any) -> None:
    with pytest.raises(NoValue, match="is no value"):
        from_json(data)
