"""Findings as commands of GitHub workflows, which are shown beside the lines of the source."""

from __future__ import annotations

from collections.abc import Iterator

from ..verdict import Answer
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


def _annotation(finding: Finding, root: SourceRoot) -> str:
    fails = finding.answer is Answer.FAILS or finding.is_error
    about: dict[str, str] = {}
    if finding.place is not None:
        about = {"file": root.path(finding.place.file), "line": str(max(1, finding.place.line))}
        about |= {"col": str(finding.place.column)} if finding.place.column > 0 else {}
    about["title"] = finding.title
    text = "\n\n".join(filter(None, (finding.headline, finding.shown)))
    if len(text) > LONGEST:
        text = f"{text[:LONGEST].rstrip()} ..."
    said = ",".join(f"{name}={_of_property(value)}" for name, value in about.items())
    return f"::{'error' if fails else 'warning'} {said}::{_of_message(text)}"


def _of_message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _of_property(text: str) -> str:
    return _of_message(text).replace(":", "%3A").replace(",", "%2C")
