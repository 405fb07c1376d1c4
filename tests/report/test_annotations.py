"""Annotations of GitHub: one line each, with what GitHub asks to be escaped."""

from __future__ import annotations

from pathlib import Path

from counterpoint.errors import BadModule, Place
from counterpoint.report.annotations import LONGEST, annotation_lines
from counterpoint.report.findings import Finding, Findings, failed
from counterpoint.report.source_root import SourceRoot
from counterpoint.verdict import Answer

ROOT = SourceRoot(Path("/home/me/shop"))


def lines(*found: Finding) -> list[str]:
    return [*annotation_lines(Findings("tap.py", found), ROOT)]


def test_what_fails_is_an_error_what_is_unknown_a_warning_and_what_holds_nothing() -> None:
    place = Place("/home/me/shop/src/tap.py", 7)
    assert lines(
        Finding("a", "a", Answer.FAILS, "why", place=place),
        Finding("b", "b", Answer.UNKNOWN, "late", code="unknown"),
        Finding("c", "c", Answer.HOLDS),
    ) == [
        "::error file=src/tap.py,line=7,title=a::a: fails (why)",
        "::warning title=b::b: unknown (late)",
    ]


def test_ends_of_lines_and_signs_with_a_meaning_are_escaped() -> None:
    place = Place("/home/me/shop/a,b:c%.py", 7, "text", 3)
    (line,) = lines(
        Finding("x", "x: 1,\n2", Answer.FAILS, "50%\r\n", shown="::error::", place=place)
    )
    assert line == (
        "::error file=a%2Cb%3Ac%25.py,line=7,col=3,title=x%3A 1%2C%0A2"
        "::x: 1,%0A2: fails (50%25%0D%0A)%0A%0A::error::"
    )
    assert "\n" not in line


def test_the_answer_is_said_once() -> None:
    shown = "p is  never\n  q: fails after 2 events\n\n  1  A\n\n  2  B"
    (line,) = lines(
        Finding("x", "p is never q", Answer.FAILS, "why", shown=shown, when="after 2 events")
    )
    assert line.endswith("::p is never q: fails after 2 events (why)%0A%0A  1  A%0A%0A  2  B")


def test_a_long_run_is_cut() -> None:
    (line,) = lines(Finding("x", "x", Answer.FAILS, shown="y" * 2 * LONGEST))
    assert len(line) < LONGEST + 100
    assert line.endswith("y ...")


def test_an_error_of_the_input_is_an_error_at_its_place() -> None:
    error = BadModule("an operand is missing", Place("/home/me/shop/Lift.tla", 4, "Init ==", 8))
    assert [*annotation_lines(failed("Lift.tla", error, None), ROOT)] == [
        "::error file=Lift.tla,line=4,col=8,title=check::[CP700] check: an operand is missing"
    ]
