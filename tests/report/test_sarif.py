"""Findings as SARIF: valid for each notation, and with the run as a flow."""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from counterpoint.errors import BadModule, Place
from counterpoint.report.findings import Finding, Findings, Step, failed, unanswered
from counterpoint.report.sarif import LONGEST, sarif_data
from counterpoint.report.source_root import SourceRoot
from counterpoint.verdict import Answer

from .checked import findings, written
from .sarif_rules import faults


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(written(tmp_path))
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("taps", "lift", "clock"):
        monkeypatch.delitem(sys.modules, name, raising=False)


def log_of(found: Findings) -> dict[str, Any]:
    return sarif_data(found, SourceRoot.around(Path.cwd()))


def results(log: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = log["runs"][0]["results"]
    return found


TARGETS = [
    ("taps.py",),
    ("taps.py:doubting",),
    ("taps.py:stuck",),
    ("taps.py:hot",),
    ("taps.py:outside",),
    ("lift.py",),
    ("Lift.tla",),
    ("lift.smv",),
    ("lamps.led",),
    ("flip.aag",),
    ("game.pg",),
    ("clock.py", "deadlock"),
]


@pytest.mark.parametrize("target", TARGETS, ids=lambda of: of[0])
def test_a_log_is_valid_in_each_notation(target: tuple[str, ...]) -> None:
    log = log_of(findings(*target))
    assert faults(log) == []
    assert json.loads(json.dumps(log)) == log
    assert "error" in {result["level"] for result in results(log)}


def test_a_failing_property_is_an_error_with_its_run() -> None:
    (result,) = results(log_of(findings("taps.py:outside")))
    assert (result["ruleId"], result["level"]) == ("never left", "error")
    assert result["message"]["text"] == "never left: fails after 2 events (LEFT can be selected)"
    physical = result["locations"][0]["physicalLocation"]
    assert physical["artifactLocation"] == {"uri": "taps.py", "uriBaseId": "%SRCROOT%"}
    ((flow,),) = [of["threadFlows"] for of in result["codeFlows"]]
    said = [each["location"]["message"]["text"] for each in flow["locations"]]
    assert said == ["start", "1  COLD", "2  LEFT, requested by turns"]
    assert [each["executionOrder"] for each in flow["locations"]] == [1, 2, 3]


def test_there_is_a_rule_for_what_holds_too_and_no_result() -> None:
    log = log_of(findings("Lift.tla"))
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [
        "Spec => []Low",
        r"Whole: Spec => [](floor \in 0..3)",
    ]
    assert [result["ruleIndex"] for result in results(log)] == [0]


def test_an_unknown_property_is_a_warning_and_does_not_look_passed() -> None:
    found = Findings(
        "tap.py", (Finding("deadlock", "no deadlock", Answer.UNKNOWN, "late", code="unknown"),)
    )
    (result,) = results(log := log_of(found))
    assert faults(log) == []
    assert (result["level"], result.get("kind", "fail")) == ("warning", "fail")
    assert result["message"]["text"] == "no deadlock: unknown (late)"
    assert result["properties"] == {"answer": "unknown"}


def test_an_error_is_a_result_and_an_invocation_without_success() -> None:
    error = BadModule("an operand is missing", Place("Lift.tla", 4, "Init ==", 8))
    log = log_of(failed("Lift.tla", error, "Lift.tla"))
    assert faults(log) == []
    (invocation,) = log["runs"][0]["invocations"]
    assert not invocation["executionSuccessful"]
    assert invocation["toolExecutionNotifications"][0]["descriptor"] == {"id": "CP700"}
    (result,) = results(log)
    assert result["level"] == "error"
    assert result["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 4,
        "startColumn": 8,
    }


def test_a_check_without_answers_is_a_warning() -> None:
    (result,) = results(log := log_of(unanswered("tap.py", "interrupted", None)))
    assert faults(log) == []
    assert (result["level"], result["locations"]) == ("warning", [])


def test_odd_names_and_texts_are_valid_too() -> None:
    place = Place("/elsewhere/a b{ü}.py", 0, "", -1)
    names = ["x" * 999, "x" * 999, "", " ", "p", "p", "{0} [x](1) %d"]
    odd = tuple(
        Finding(
            name,
            name or "nameless",
            Answer.FAILS,
            "{ is open",
            place=place,
            steps=(Step("{1, 2}", place),),
        )
        for name in names
    )
    log = log_of(Findings("ö {t}.py", odd))
    assert faults(log) == []
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    assert all(len(rule["id"]) <= LONGEST for rule in rules)
    uri = results(log)[0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert uri == {"uri": "file:///elsewhere/a%20b%7B%C3%BC%7D.py"}


def test_a_property_keeps_its_fingerprint_where_its_line_moves(tmp_path: Path) -> None:
    (before,) = results(log_of(findings("Lift.tla")))
    text = (tmp_path / "Lift.tla").read_text().replace("Init ==", "\n\nInit ==")
    (tmp_path / "Lift.tla").write_text(text)
    (after,) = results(log_of(findings("Lift.tla")))
    assert before["locations"] != after["locations"]
    assert before["partialFingerprints"] == after["partialFingerprints"]


def _drop_message(log: Any) -> None:
    del log["runs"][0]["results"][0]["message"]


def _open(log: Any) -> None:
    log["runs"][0]["results"][0]["kind"] = "open"


def _another_rule(log: Any) -> None:
    log["runs"][0]["results"][0]["ruleId"] = "another"


def _line_0(log: Any) -> None:
    log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0


def _empty_flow(log: Any) -> None:
    log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"] = []


def _single_brace(log: Any) -> None:
    log["runs"][0]["results"][0]["message"]["text"] += "{"


def _unknown_key(log: Any) -> None:
    log["runs"][0]["results"][0]["severity"] = "high"


def _without_base(log: Any) -> None:
    del log["runs"][0]["originalUriBaseIds"]["%SRCROOT%"]


@pytest.mark.parametrize(
    "spoil",
    [
        _drop_message,
        _open,
        _another_rule,
        _line_0,
        _empty_flow,
        _single_brace,
        _unknown_key,
        _without_base,
    ],
)
def test_the_rules_find_what_is_wrong(spoil: Callable[[Any], None]) -> None:
    log = copy.deepcopy(log_of(findings("taps.py:outside")))
    spoil(log)
    assert len(faults(log)) >= 1
