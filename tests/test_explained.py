"""Explanations of error codes: there is one for each, and `explain` prints it."""

from __future__ import annotations

import inspect
import re

import pytest

from counterpoint import errors
from counterpoint.cli.wrong import NO_FILE, USAGE
from counterpoint.explained import codes, explanation_of, explanations
from counterpoint.report.explanation import explanation_text

from .command_line import Run

RAISED = {
    each.code
    for each in vars(errors).values()
    if inspect.isclass(each) and issubclass(each, errors.CounterpointError)
}

NOT_PRINTED = {
    "CP000": "the base of all errors",
    "CP001": "printed with --json only",
    "CP002": "printed with --json only",
    "CP203": "raised in Python",
    "CP900": "our own fault, of which there is no example",
}
"""Codes that no example prints, by why."""


def test_each_code_is_explained_and_each_explanation_has_a_code() -> None:
    assert set(codes()) == RAISED | {USAGE, NO_FILE}


def test_each_explanation_has_a_title_a_text_and_an_example() -> None:
    for each in explanations():
        assert each.title, each.code
        assert each.path.read_text("utf-8").startswith(f"# {each.code}: {each.title}\n\n")
        assert not each.title.endswith("."), each.code
        assert re.search(r"^```(console|python)$", each.text, re.M), each.code
        assert {of.code for of in each.classes} <= {each.code}
        assert bool(each.remedy) == (each.code not in ("CP000", USAGE, NO_FILE)), each.code


def test_an_example_prints_its_code() -> None:
    silent = {each.code for each in explanations() if f"[{each.code}]" not in each.text}
    assert silent == NOT_PRINTED.keys()


def test_explain_lists_all_codes(run: Run) -> None:
    said = run("explain")
    assert said.code == 0
    assert [line[:5] for line in said.out.splitlines()] == codes()
    assert "CP204  the answer is unknown" in said.out.splitlines()


@pytest.mark.parametrize("name", ["CP204", "cp204", "204", "[CP204]"])
def test_explain_prints_one_code_however_it_is_written(run: Run, name: str) -> None:
    said = run("explain", name)
    assert said.code == 0
    assert said.out.startswith(
        "CP204: the answer is unknown\n\nClass: Undecided, LimitReached\n\nRaise the limit"
    )


@pytest.mark.parametrize("code", codes())
def test_no_marks_of_markdown_are_left(run: Run, code: str) -> None:
    said = run("explain", code)
    assert said.code == 0
    prose = [line for line in said.out.splitlines() if not line.startswith("    ")]
    assert [line for line in prose if re.search(r"^```|^<!--|\]\(", line)] == []


def test_a_code_that_there_is_not_suggests_others(run: Run) -> None:
    said = run("explain", "CP24")
    assert said.code == 2
    assert said.err.startswith("counterpoint: [CP104] there is no error code 'CP24'; similar are")
    assert "CP204" in said.err
    assert run("explain", "everything").err == (
        "counterpoint: [CP104] there is no error code 'everything'\n"
    )


def test_text_is_wrapped_to_the_terminal_and_code_is_not() -> None:
    text = explanation_text(explanation_of("CP600"), 60)
    prose = [line for line in text.splitlines() if not line.startswith("    ")]
    assert max(map(len, prose)) <= 60
    assert '    $ counterpoint solve both.py --player one --goal "once(HOT)"' in text
    assert "both.py:\n\n    from counterpoint import" in text
    assert "In a game (docs/how_to/games.md) each step" in " ".join(text.split())


def test_a_link_to_another_code_names_it() -> None:
    assert "another error, CP204." in explanation_text(explanation_of("CP402"), None)
