"""Findings as JUnit XML, as CI servers show the results of tests."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

from ..verdict import Answer
from .clean import clean
from .findings import Finding, Findings
from .source_root import SourceRoot


def junit_xml(findings: Findings, root: SourceRoot) -> bytes:
    """Findings as an XML document in UTF-8: a test suite with a test case for each property.

    A property that fails is a failure. One that is unknown is an error, never a test that passed or
    was skipped. Names of files begin at `root`.

    >>> from pathlib import Path
    >>> from .findings import unanswered
    >>> xml = junit_xml(unanswered("tap.py", "interrupted", "tap.py"), SourceRoot(Path.cwd()))
    >>> print(xml.decode().splitlines()[4].strip())
    <error type="unknown" message="interrupted">check: unknown (interrupted)</error>
    """
    counts = {
        "tests": len(findings.found),
        "failures": sum(found.answer is Answer.FAILS for found in findings),
        "errors": sum(found.answer is Answer.UNKNOWN for found in findings),
        "skipped": 0,
    }
    figures = {name: str(count) for name, count in counts.items()}
    figures["time"] = f"{findings.seconds:.3f}"
    name = clean(findings.target)
    whole = {key: of for key, of in figures.items() if key != "skipped"}  # as schemas have it
    suites = Xml.Element("testsuites", {"name": "counterpoint", **whole})
    suite = Xml.SubElement(suites, "testsuite", {"name": name, **figures})
    for finding in findings:
        _add_case(suite, name, finding, root)
    if findings.notes:
        Xml.SubElement(suite, "system-err").text = "\n\n".join(findings.notes)
    Xml.indent(suites)
    text: bytes = Xml.tostring(suites, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _add_case(suite: Xml.Element, target: str, finding: Finding, root: SourceRoot) -> None:
    """Add the test case of a finding to its suite."""
    about = {"classname": target, "name": finding.title}
    if finding.place is not None:
        about["file"] = clean(root.path(finding.place.file))
        about |= {"line": str(finding.place.line)} if finding.is_placed else {}
    case = Xml.SubElement(suite, "testcase", about)
    body = "\n\n".join(filter(None, (finding.headline, finding.below)))
    match finding.answer:
        case Answer.FAILS:
            kind = "vacuous" if finding.vacuous else "fails"
            how = {"type": kind, "message": finding.reason or finding.headline}
            Xml.SubElement(case, "failure", how).text = body
        case Answer.UNKNOWN:
            how = {"type": finding.code, "message": finding.reason or finding.headline}
            Xml.SubElement(case, "error", how).text = body
        case Answer.HOLDS if finding.reason or finding.shown:
            Xml.SubElement(case, "system-out").text = body
