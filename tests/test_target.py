"""Finding the program that a target names."""

from __future__ import annotations

from counterpoint.target import bundled_examples, find_program, parse_settings


def test_every_bundled_example_can_be_found_and_says_what_it_shows() -> None:
    listed = list(bundled_examples())
    assert {"tictactoe", "hot_cold", "philosophers"} <= {example.name for example in listed}
    for example in listed:
        assert find_program(example.name).threads
        assert example.summary.endswith(".")


def test_settings_reach_an_example() -> None:
    assert len(find_program("philosophers", parse_settings(("n=3",))).threads) == 6


def test_values_that_are_not_python_are_texts() -> None:
    assert parse_settings(("a=[1, 2]", "b=two words", "c=")) == {
        "a": [1, 2],
        "b": "two words",
        "c": "",
    }
