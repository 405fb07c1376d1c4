"""Values of parameters: ranges and lists, and what is wrong with them."""

from __future__ import annotations

import pytest

from counterpoint.errors import Misuse
from counterpoint.sweeps.settings import combinations, values_of


def test_ranges_and_values_are_listed_in_order() -> None:
    assert values_of("n=-1..2,7") == ("n", ["-1", "0", "1", "2", "7"])
    assert values_of(" mode = a , b ") == ("mode", ["a", "b"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("n", "sets nothing"),
        ("=3", "sets nothing"),
        ("n=", "an empty value"),
        ("n=1,,2", "an empty value"),
        ("n=5..2", "is no range"),
        ("n=0..100000", "is no range"),
        ("n=1,1", "a value twice"),
    ],
)
def test_what_is_no_list_of_values_is_an_error(text: str, said: str) -> None:
    with pytest.raises(Misuse, match=said):
        values_of(text)


def test_the_last_parameter_changes_fastest() -> None:
    assert combinations(["n=1..2", "k=a,b"]) == [
        {"n": "1", "k": "a"},
        {"n": "1", "k": "b"},
        {"n": "2", "k": "a"},
        {"n": "2", "k": "b"},
    ]


def test_a_parameter_twice_and_too_many_combinations_are_errors() -> None:
    with pytest.raises(Misuse, match="given twice"):
        combinations(["n=1", "n=2"])
    with pytest.raises(Misuse, match="combinations, more than"):
        combinations(["n=1..1000", "k=1..1000"])
