"""Findings as commands of GitHub workflows, which are shown beside the lines of the source."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import Place
from ..verdict import Answer
from .against import Against
from .findings import Finding, Findings
from .source_root import SourceRoot

LONGEST = 4_000
"""The most characters of an annotation: its run is printed above it as a whole."""


def annotation_lines(findings: Findings, root: SourceRoot) -> Iterator[str]:
    """A line for each property that does not hold: an error if it fails, a warning if unknown.

    >>> from pathlib import Path
    >>> from .findings import unanswered
    >>> print(*annotation_lines(unanswered("tap.py", "50% done", "tap.py"), SourceRoot(Path.cwd())))
    ::warning file=tap.py,line=1,title=check::check: unknown (50%25 done)
    """
    for finding in findings:
        if finding.answer is not Answer.HOLDS:
            yield _annotation(finding, root)


def change_lines(
    against: Against, findings: Findings, root: SourceRoot, *, fails: bool
) -> Iterator[str]:
    """A line for each change for the worse that has none yet, as the property holds or is gone.

    An error if such changes let the check fail, else a warning.
    """
    said = {finding.name for finding in findings if finding.answer is not Answer.HOLDS}
    places = {finding.name: finding.place for finding in findings}
    anywhere = next((Place(place.file, 1) for place in places.values() if place), None)
    for name, text in against.worse:
        if name not in said:
            about = {**_about(places.get(name, anywhere), root), "title": "changed"}
            yield _line(about, f"{text} (against {against.file})", fails=fails)


def _annotation(finding: Finding, root: SourceRoot) -> str:
    fails = finding.answer is Answer.FAILS or finding.is_error
    about = {**_about(finding.place, root), "title": finding.title}
    is_known = finding.is_error and finding.code.startswith("CP")
    headline = f"[{finding.code}] {finding.headline}" if is_known else finding.headline
    text = "\n\n".join(filter(None, (headline, finding.below)))
    if len(text) > LONGEST:
        text = f"{text[:LONGEST].rstrip()} ..."
    return _line(about, text, fails=fails)


def _about(place: Place | None, root: SourceRoot) -> dict[str, str]:
    if place is None:
        return {}
    about = {"file": root.path(place.file), "line": str(max(1, place.line))}
    return about | ({"col": str(place.column)} if place.column > 0 else {})


def _line(about: dict[str, str], text: str, *, fails: bool) -> str:
    said = ",".join(f"{name}={_of_property(value)}" for name, value in about.items())
    return f"::{'error' if fails else 'warning'} {said}::{_of_message(text)}"


def _of_message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _of_property(text: str) -> str:
    return _of_message(text).replace(":", "%3A").replace(",", "%2C")
