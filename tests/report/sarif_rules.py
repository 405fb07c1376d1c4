"""What SARIF 2.1.0 asks of a log, for the objects that are written: keys, types and conditions.

An object may have no other keys than those its section lists; the keys here are those in use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

Faults: TypeAlias = Iterator[str]
Rule: TypeAlias = Callable[[Any, str], Faults]

LEVELS = ("none", "note", "warning", "error")
KINDS = ("notApplicable", "pass", "fail", "review", "open", "informational")


def faults(log: Any) -> list[str]:
    """What is wrong with a log; nothing if it is valid."""
    return [*LOG(log, "log"), *_references(log)]


def text(found: Any, at: str) -> Faults:
    if not isinstance(found, str) or not found:
        yield f"{at} is no text"


def truth(found: Any, at: str) -> Faults:
    if not isinstance(found, bool):
        yield f"{at} is neither true nor false"


def number(least: int) -> Rule:
    def rule(found: Any, at: str) -> Faults:
        if not isinstance(found, int) or isinstance(found, bool) or found < least:
            yield f"{at} is no number from {least} up"

    return rule


def one_of(*members: str) -> Rule:
    def rule(found: Any, at: str) -> Faults:
        if found not in members:
            yield f"{at} is {found!r}, none of {members}"

    return rule


def message_text(found: Any, at: str) -> Faults:
    """Section 3.11.5: braces are doubled, unless they are placeholders."""
    yield from text(found, at)
    if isinstance(found, str) and re.search(r"[{}]", found.replace("{{", "").replace("}}", "")):
        yield f"{at} has a single brace"


def uri(found: Any, at: str) -> Faults:
    """RFC 3986: the characters that a reference may have."""
    yield from text(found, at)
    if not re.fullmatch(r"(?:[A-Za-z0-9._~:/?#@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+", str(found)):
        yield f"{at} is no URI"


def listed(rule: Rule, least: int = 0) -> Rule:
    def of(found: Any, at: str) -> Faults:
        if not isinstance(found, list) or len(found) < least:
            yield f"{at} is no list of at least {least}"
            return
        for place, each in enumerate(found):
            yield from rule(each, f"{at}[{place}]")

    return of


def keyed(rule: Rule) -> Rule:
    def of(found: Any, at: str) -> Faults:
        if not isinstance(found, dict):
            yield f"{at} is no object"
            return
        for key, each in found.items():
            yield from rule(each, f"{at}.{key}")

    return of


def shaped(needed: dict[str, Rule], also: dict[str, Rule] | None = None) -> Rule:
    def of(found: Any, at: str) -> Faults:
        if not isinstance(found, dict):
            yield f"{at} is no object"
            return
        yield from (f"{at} has no {key}" for key in needed if key not in found)
        known = {**needed, **(also or {})}
        for key, each in found.items():
            if key not in known:
                yield f"{at} has an unknown key {key}"
            else:
                yield from known[key](each, f"{at}.{key}")

    return of


def anything(_found: Any, _at: str) -> Faults:
    return iter(())


MESSAGE = shaped({"text": message_text})
PLAIN = shaped({"text": text})
ARTIFACT = shaped({"uri": uri}, {"uriBaseId": text})
REGION = shaped({"startLine": number(1)}, {"startColumn": number(1)})
PHYSICAL = shaped({"artifactLocation": ARTIFACT}, {"region": REGION})
LOCATION = shaped({"physicalLocation": PHYSICAL}, {"message": MESSAGE, "id": number(0)})
FLOW_LOCATION = shaped({"location": LOCATION}, {"executionOrder": number(0)})
THREAD_FLOW = shaped({"locations": listed(FLOW_LOCATION, 1)})
CODE_FLOW = shaped({"threadFlows": listed(THREAD_FLOW, 1)}, {"message": MESSAGE})
DESCRIPTOR = shaped(
    {"id": text},
    {
        "name": text,
        "shortDescription": PLAIN,
        "fullDescription": PLAIN,
        "help": PLAIN,
        "defaultConfiguration": shaped({}, {"level": one_of(*LEVELS)}),
    },
)
RESULT = shaped(
    {"message": MESSAGE},
    {
        "ruleId": text,
        "ruleIndex": number(0),
        "level": one_of(*LEVELS),
        "kind": one_of(*KINDS),
        "locations": listed(LOCATION),
        "relatedLocations": listed(LOCATION),
        "codeFlows": listed(CODE_FLOW),
        "partialFingerprints": keyed(text),
        "properties": keyed(anything),
    },
)
NOTIFICATION = shaped(
    {"message": MESSAGE},
    {
        "descriptor": shaped({"id": text}),
        "level": one_of(*LEVELS),
        "locations": listed(LOCATION),
    },
)
INVOCATION = shaped(
    {"executionSuccessful": truth}, {"toolExecutionNotifications": listed(NOTIFICATION)}
)
DRIVER = shaped({"name": text}, {"version": text, "rules": listed(DESCRIPTOR)})
RUN = shaped(
    {"tool": shaped({"driver": DRIVER})},
    {
        "automationDetails": shaped({}, {"id": text}),
        "invocations": listed(INVOCATION),
        "originalUriBaseIds": keyed(shaped({}, {"uri": uri, "description": MESSAGE})),
        "columnKind": one_of("utf16CodeUnits", "unicodeCodePoints"),
        "results": listed(RESULT),
    },
)
LOG = shaped({"version": one_of("2.1.0"), "runs": listed(RUN)}, {"$schema": uri})


def _references(log: Any) -> Faults:
    """What refers to something else refers to what there is, and levels go with kinds."""
    for run in log["runs"]:
        rules = run["tool"]["driver"].get("rules", [])
        ids = [rule["id"] for rule in rules]
        if len(set(ids)) < len(ids):
            yield "two rules have one id"
        for result in run.get("results", []):
            yield from _result(result, ids)
        for artifact in _artifacts(run):
            base, where = artifact.get("uriBaseId"), artifact["uri"]
            is_relative = not re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", where)
            if base is not None and (base not in run["originalUriBaseIds"] or not is_relative):
                yield f"{where} is not relative to {base}"
            if is_relative and (base is None or where.startswith("/")):
                yield f"{where} is relative to nothing"


def _result(result: Any, ids: list[str]) -> Faults:
    if ids[result["ruleIndex"]] != result["ruleId"]:
        yield f"the rule of {result['message']} is another one"
    if result.get("kind", "fail") != "fail" and result.get("level", "none") != "none":
        yield f"section 3.27.10: {result['kind']} has a level"
    numbers = [each["id"] for each in result.get("relatedLocations", []) if "id" in each]
    if len(set(numbers)) < len(numbers):
        yield "two related locations have one id"


def _artifacts(found: Any) -> Iterator[dict[str, Any]]:
    if isinstance(found, list):
        for each in found:
            yield from _artifacts(each)
    elif isinstance(found, dict):
        for key, each in found.items():
            if key == "artifactLocation":
                yield each
            else:
                yield from _artifacts(each)
