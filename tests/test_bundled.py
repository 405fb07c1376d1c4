"""The bundled examples: what each says of itself, and the commands that it offers."""

from __future__ import annotations

import shlex

import pytest

from counterpoint.bundled import Example, bundled_examples
from counterpoint.cli import cli

from .command_line import Run

SHOWN = (
    "It shows how a deadlock is explained, how one more rule removes it, and how the number of "
    "states grows."
)

EXAMPLES = {example.name: example for example in bundled_examples()}


def test_every_text_in_the_folder_is_an_example() -> None:
    (folder,) = {example.file.parent for example in EXAMPLES.values()}
    texts = {path for path in folder.iterdir() if path.suffix in (".py", ".tla", ".led", ".smv")}
    assert {example.file for example in EXAMPLES.values()} == texts - {folder / "__init__.py"}


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=list(EXAMPLES))
def test_an_example_says_what_it_is_and_what_it_shows(example: Example) -> None:
    assert example.summary.endswith(".")
    assert not example.summary.endswith("..")
    assert example.shows.startswith("It shows ")
    assert example.commands


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=list(EXAMPLES))
def test_the_commands_of_an_example_are_about_it_and_have_options_that_exist(
    example: Example,
) -> None:
    for typed, _ in example.commands:
        program, *words = shlex.split(typed)
        assert example.name in typed.replace(".", " ").replace(":", " ").split() or (
            example.name in words
        ), typed
        if program == "python":
            assert words == ["-m", f"counterpoint.examples.{example.name}"]
        else:
            cli.commands[words[0]].make_context(words[0], words[1:])


def test_the_command_lists_each_example_with_its_summary(run: Run) -> None:
    lines = run("examples").out.splitlines()
    assert [tuple(line.split(maxsplit=1)) for line in lines] == [
        (example.name, example.summary) for example in EXAMPLES.values()
    ]


def test_the_command_says_what_one_example_shows_and_what_to_try(run: Run) -> None:
    said = run("examples", "philosophers")
    assert said.code == 0
    assert said.out.splitlines() == [
        "The dining philosophers: a deadlock is found, then removed by one more rule.",
        "",
        SHOWN,
        "",
        "  counterpoint check philosophers               a deadlock: each of five holds one stick",
        "  counterpoint sweep philosophers --set n=2..6  how the number of states grows",
        "  counterpoint check philosophers:with_waiter   with one more rule there is no deadlock",
    ]


def test_an_example_that_is_not_there_is_an_error_that_names_those_that_are(run: Run) -> None:
    said = run("examples", "filosofers")
    assert said.code == 2
    assert "there is no example filosofers; there are alternating_bit, " in said.err


def test_a_command_over_two_lines_is_one() -> None:
    assert any(
        typed.startswith("counterpoint advise krk --goal white=white_wins --from")
        for typed, _ in EXAMPLES["krk"].commands
    )
