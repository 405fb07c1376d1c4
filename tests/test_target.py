"""Finding the program that a target names."""

from __future__ import annotations

from counterpoint import Program
from counterpoint.model.system import System
from counterpoint.target import bundled_examples, find_target, parse_settings


def test_every_bundled_example_can_be_found_and_says_what_it_shows() -> None:
    listed = list(bundled_examples())
    assert {"tictactoe", "hot_cold", "philosophers"} <= {example.name for example in listed}
    for example in listed:
        assert isinstance(find_target(example.name), Program | System)
        assert example.summary.endswith(".")


def test_settings_reach_an_example() -> None:
    philosophers = find_target("philosophers", parse_settings(("n=3",)))
    assert isinstance(philosophers, Program)
    assert len(philosophers.threads) == 6


def test_values_that_are_not_python_are_texts() -> None:
    assert parse_settings(("a=[1, 2]", "b=two words", "c=")) == {
        "a": [1, 2],
        "b": "two words",
        "c": "",
    }
