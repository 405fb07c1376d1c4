"""Findings as JUnit XML: what a CI server reads of it."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from counterpoint.errors import BadModule, Place
from counterpoint.report.findings import Finding, Findings, failed, unanswered
from counterpoint.report.junit import junit_xml
from counterpoint.report.source_root import SourceRoot
from counterpoint.verdict import Answer

from .checked import findings, written
from .test_sarif import TARGETS


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(written(tmp_path))
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("taps", "lift", "clock"):
        monkeypatch.delitem(sys.modules, name, raising=False)


def suite_of(found: Findings) -> Xml.Element:
    """The only suite of the report, the figures of which are those of its test cases."""
    root = Xml.fromstring(junit_xml(found, SourceRoot.around(Path.cwd())))
    (suite,) = root
    assert (root.tag, suite.tag) == ("testsuites", "testsuite")
    assert suite.attrib.keys() == root.attrib.keys() | {"skipped"}
    root.attrib["skipped"] = "0"
    for each in (root, suite):
        assert int(each.attrib["tests"]) == len(suite.findall("testcase"))
        for name, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(each.attrib[name]) == len(suite.findall(f"testcase/{kind}"))
        assert float(each.attrib["time"]) >= 0
    return suite


@pytest.mark.parametrize("target", TARGETS, ids=lambda of: of[0])
def test_there_is_a_test_case_for_each_property(target: tuple[str, ...]) -> None:
    found = findings(*target)
    suite = suite_of(found)
    assert suite.attrib["name"] == target[0]
    cases = suite.findall("testcase")
    assert [case.attrib["name"] for case in cases] == [each.title for each in found]
    assert {case.attrib["classname"] for case in cases} == {target[0]}
    assert suite.find("testcase/failure") is not None


def test_a_failing_property_is_a_failure_with_its_run() -> None:
    suite = suite_of(findings("taps.py:stuck"))
    (case,) = suite
    assert (case.attrib["file"], case.attrib["line"]) == ("taps.py", "22")
    (failure,) = case
    assert failure.attrib["message"].startswith("nothing can be selected")
    assert failure.text is not None
    assert failure.text.startswith("it flows: fails after 1 event (nothing can be selected: HOT ")
    assert "\n\n    1  HOT  requested by pour(HOT) at" in failure.text
    assert failure.text.count("it flows") == 1


def test_an_unknown_property_is_an_error_and_neither_passed_nor_skipped() -> None:
    found = Finding("deadlock", "no deadlock", Answer.UNKNOWN, "a limit & more", code="unknown")
    (case,) = suite_of(Findings("tap.py", (found,)))
    (error,) = case
    assert (error.tag, error.attrib) == ("error", {"type": "unknown", "message": "a limit & more"})


def test_what_holds_passes_and_says_what_shows_it() -> None:
    found = Finding("p", "p", Answer.HOLDS, "q is never true", vacuous=True)
    (case,) = suite_of(Findings("tap.py", (found,)))
    (said,) = case
    assert (said.tag, said.text) == ("system-out", "p: holds vacuously (q is never true)")


def test_a_check_without_answers_is_an_error() -> None:
    (case,) = suite_of(unanswered("tap.py", "the check did not end", "tap.py"))
    assert [each.attrib["type"] for each in case] == ["unknown"]
    error = BadModule("an operand is missing", Place("Lift.tla", 4))
    (case,) = suite_of(failed("Lift.tla", error, "Lift.tla"))
    assert [each.attrib for each in case] == [{"type": "CP700", "message": "an operand is missing"}]
    assert case.attrib["line"] == "4"


def test_colours_control_characters_and_halves_of_characters_are_left_out() -> None:
    found = findings("clock.py", "deadlock")
    text = Xml.tostring(suite_of(found), encoding="unicode")
    assert "3 o'clock" in text
    for sign in ("\x00", "\x07", "\x1b", "\x9f"):
        assert sign not in text
    (case,) = suite_of(unanswered("\ud800 ]]> \x07", "a\x08b <c> \ud800", None))
    assert case.attrib["classname"] == "\ufffd ]]> "
    assert case[0].attrib["message"] == "ab <c> \ufffd"


def test_warnings_and_what_has_no_value_are_beside_the_cases(tmp_path: Path) -> None:
    (tmp_path / "Broken.tla").write_text(
        "---- MODULE Broken ----\nEXTENDS Naturals\nVARIABLE x\n"
        "Go == x' = IF x = 2 THEN CHOOSE n \\in {} : TRUE ELSE x + 1\n"
        "Spec == x = 0 /\\ [][Go]_x\nTHEOREM Spec => [](x < 9)\n===="
    )
    suite = suite_of(findings("Broken.tla"))
    assert suite.find("testcase/error") is not None
    beside = suite.find("system-err")
    assert beside is not None
    assert "reached after 2 steps" in (beside.text or "")
