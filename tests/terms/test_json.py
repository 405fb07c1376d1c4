"""Values of models as data for JSON."""

from __future__ import annotations

import json
import math
from enum import Enum, IntEnum
from typing import Any

import pytest

from counterpoint import Event
from counterpoint.terms.json import to_json


class Colour(Enum):
    RED = 1


class Level(IntEnum):
    LOW = 0


class Token:
    def __str__(self) -> str:
        return "a token"


@pytest.mark.parametrize(
    ("value", "data"),
    [
        (3, 3),
        (-(2**53) + 1, -(2**53) + 1),
        (2**53, {"#bigint": str(2**53)}),
        (-(2**60), {"#bigint": str(-(2**60))}),
        (True, True),
        (1.5, 1.5),
        (math.inf, "inf"),
        (None, None),
        ("true", "true"),
        (Colour.RED, "RED"),
        (Level.LOW, "LOW"),
        ((1, ("a", False)), [1, ["a", False]]),
        (frozenset({10, 9}), {"#set": [9, 10]}),
        (frozenset({"b", 10, 9}), {"#set": [10, 9, "b"]}),
        (frozenset({(1, 2)}), {"#set": [[1, 2]]}),
        (Event("Pay", 1), "Pay(1)"),
        (Token(), "a token"),
    ],
)
def test_a_value_keeps_its_type_where_json_has_one(value: Any, data: Any) -> None:
    assert to_json(value) == data
    assert type(to_json(value)) is type(data)
    assert json.loads(json.dumps(data, allow_nan=False)) == data


def test_a_number_of_more_digits_than_python_writes_is_hexadecimal() -> None:
    assert to_json(1 << 20_000) == {"#bigint": hex(1 << 20_000)}
