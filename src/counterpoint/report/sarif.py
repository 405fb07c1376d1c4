"""Findings as SARIF 2.1.0, which code scanning and editors read.

OASIS, *Static Analysis Results Interchange Format (SARIF) Version 2.1.0*, 2020.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import version
from typing import Any

from ..errors import Place
from ..verdict import Answer
from .clean import clean
from .findings import Finding, Findings, Step
from .source_root import SourceRoot

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

ROOT = "%SRCROOT%"
"""The name of the folder that URIs begin at; the reader knows where it is."""

LONGEST = 255
"""The most characters of the identifier of a rule that readers keep."""


def sarif_data(findings: Findings, root: SourceRoot) -> dict[str, Any]:
    """Findings as a SARIF log: a rule for each property, a result for each that does not hold.

    A property that fails is a result of level `error`, one that is unknown of level `warning`. That
    is no result of kind `open`, since only kind `fail` may have a level and is shown everywhere. A
    check that ended with an error has a result for that, and an invocation without success.
    """
    ids = _identifiers(findings)
    driver = {
        "name": "counterpoint",
        "version": version("counterpoint"),
        "rules": [_rule(name, finding) for name, finding in zip(ids, findings, strict=True)],
    }
    run = {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"counterpoint/{clean(findings.target)}/"},
        "invocations": [_invocation(findings, root)],
        "originalUriBaseIds": {ROOT: {"description": {"text": "the root of the repository"}}},
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(number, name, finding, findings.target, root)
            for number, (name, finding) in enumerate(zip(ids, findings, strict=True))
            if finding.answer is not Answer.HOLDS
        ],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _identifiers(findings: Findings) -> list[str]:
    """A different identifier for each finding: its name, if that is short and not taken."""
    ids: list[str] = []
    for finding in findings:
        name = finding.name
        if len(name) > LONGEST or not name.strip() or name in ids:
            name = f"{name[: LONGEST - 20].rstrip()} {_digest(name)} {len(ids)}"
        ids.append(name)
    return ids


def _rule(name: str, finding: Finding) -> dict[str, Any]:
    title = finding.title if len(finding.title) <= LONGEST else name
    return {
        "id": name,
        "name": title,
        "shortDescription": {"text": title},
        "fullDescription": {"text": finding.title},
        "help": {"text": f"Decided by the model checker Counterpoint: {finding.title}."},
        "defaultConfiguration": {"level": "error"},
    }


def _invocation(findings: Findings, root: SourceRoot) -> dict[str, Any]:
    errors = [finding for finding in findings if finding.is_error]
    if not errors:
        return {"executionSuccessful": True}
    return {
        "executionSuccessful": False,
        "toolExecutionNotifications": [
            {
                "descriptor": {"id": finding.code},
                "level": "error",
                "message": _message(finding.headline),
                "locations": _locations(finding, root),
            }
            for finding in errors
        ],
    }


def _result(
    number: int, name: str, finding: Finding, target: str, root: SourceRoot
) -> dict[str, Any]:
    fails = finding.answer is Answer.FAILS or finding.is_error
    result: dict[str, Any] = {
        "ruleId": name,
        "ruleIndex": number,
        "level": "error" if fails else "warning",
        "message": _message(finding.headline),
        "locations": _locations(finding, root),
        "partialFingerprints": {"counterpointProperty/v1": _digest(f"{target}\0{finding.name}")},
        "properties": {"answer": _answer(finding)},
    }
    if finding.blamed:
        result["relatedLocations"] = [
            {"id": n, **_location(blame.place, root), "message": _message(blame.words)}
            for n, blame in enumerate(finding.blamed, start=1)
        ]
    if finding.steps:
        flow = [*_flow(finding.steps, root)]
        result["codeFlows"] = [
            {"message": _message("the run that shows it"), "threadFlows": [{"locations": flow}]}
        ]
    return result


def _answer(finding: Finding) -> str:
    return finding.code or ("vacuous" if finding.vacuous else finding.answer.value)


def _flow(steps: tuple[Step, ...], root: SourceRoot) -> Iterator[dict[str, Any]]:
    """A location for each state of a run, in order."""
    for number, step in enumerate(steps, start=1):
        location = {**_location(step.place, root), "message": _message(step.text)}
        yield {"location": location, "executionOrder": number}


def _locations(finding: Finding, root: SourceRoot) -> list[dict[str, Any]]:
    return [] if finding.place is None else [_location(finding.place, root)]


def _location(place: Place, root: SourceRoot) -> dict[str, Any]:
    artifact = {"uri": clean(root.uri(place.file))}
    if root.has(place.file):
        artifact["uriBaseId"] = ROOT
    region = {"startLine": max(1, place.line)}
    if place.column > 0:
        region["startColumn"] = place.column
    return {"physicalLocation": {"artifactLocation": artifact, "region": region}}


def _message(text: str) -> dict[str, str]:
    """A message; braces are doubled, since a single one begins a placeholder (section 3.11.5)."""
    return {"text": text.replace("{", "{{").replace("}", "}}")}


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
