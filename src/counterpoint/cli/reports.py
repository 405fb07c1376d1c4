"""Reports of a check for other programs: files for CI servers, annotations, and saved verdicts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import combinations, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..reading import is_file
from ..stopped import Stopped
from ..target import file_of, parts_of
from ..watchman import Watchman
from .options import say, take_floor
from .output import is_replaced, is_same, require_no_source, require_writable, write

if TYPE_CHECKING:
    from ..report.against import Against
    from ..report.baseline import Baseline
    from ..report.findings import Findings
    from ..report.source_root import SourceRoot
    from ..verdict import Verdicts

WRITTEN = ("junit", "sarif", "save")
"""The options that name a file to be written."""

READ = ("against", "config", "checkpoint", "recover")
"""The options that name a file that no report may be written over."""

report_options = (
    click.option("--junit", metavar="FILE", help="Write the answers as JUnit XML."),
    click.option("--sarif", metavar="FILE", help="Write the answers and runs as SARIF."),
    click.option(
        "--format",
        "form",
        type=click.Choice(["text", "github"]),
        default="text",
        show_default=True,
        help="github: print annotations for GitHub too.",
    ),
    click.option("--save", metavar="FILE", help="Save the answers, for --against."),
    click.option("--against", metavar="FILE", help="Say what has changed since --save FILE."),
    click.option(
        "--fail-on-change", is_flag=True, help="With --against: exit code 1 if something is worse."
    ),
    click.option(
        "--fail-on-vacuous", is_flag=True, help="Exit code 1 if a property holds vacuously."
    ),
)


@contextmanager
def reports_of(target: str, options: dict[str, Any]) -> Iterator[Reports]:
    """The reports that options ask for, which are written even if the check does not end.

    Raises an error for a file that cannot be written, or is no baseline, before the check begins.
    An error of the check is reported, and passes through.
    """
    _require_fitting(options)
    for of in WRITTEN:
        if options[of] is not None:
            require_writable(options[of])
    reports = Reports(target, options)
    reports.begin()
    with reports.last_words():
        try:
            yield reports
        except (Exception, KeyboardInterrupt, SystemExit) as error:
            reports.fail(error)
            raise


class Reports:
    """The reports of one check; without options there are none, and nothing is done."""

    def __init__(self, target: str, options: dict[str, Any]) -> None:
        given = {of: options[of] for of in (*WRITTEN, "against") if options[of] is not None}
        self._annotates = options["form"] == "github"
        self._is_asked = bool(given) or self._annotates
        self._against: str | None = given.pop("against", None)
        # A program may change the current folder.
        self._written = {of: os.path.abspath(path) for of, path in given.items()}
        self._save = self._written.pop("save", None)
        self._target, self._name = target, target
        self._here = Path.cwd() if self._is_asked else Path()
        path = file_of(target) if self._is_asked else None
        self._file = None if path is None else os.path.abspath(path)
        self._before: Baseline | None = None
        self._now: Baseline | None = None
        self._is_done = False
        self._changed: Against | None = None
        self._fails_on_change = bool(options["fail_on_change"])
        self._fails_on_vacuous = bool(options["fail_on_vacuous"])

    @property
    def _needs_findings(self) -> bool:
        return bool(self._written) or self._annotates

    def begin(self) -> None:
        """Read the baseline, and write reports that say that the check did not end."""
        if self._against is not None or self._save is not None:
            self._name = self._name_in_repository()
        if self._against is not None:
            from ..report.baseline import baseline_in  # few checks are compared

            self._before = baseline_in(self._against, self._name)
        if self._written:
            from ..report.findings import NOT_ENDED, unanswered

            self._write(unanswered(self._target, NOT_ENDED, self._file), before=True)

    def compare(self, verdicts: Verdicts, found: Any) -> Against | None:
        """The answers beside those of the baseline; None without one."""
        if self._is_asked:
            take_floor()  # so that files are written even if Ctrl-C ended the search
        if self._save is None and self._before is None:
            return None
        from ..report.baseline import baseline_of

        self._now = baseline_of(verdicts, found, self._file, self._root, self._name)
        if self._against is None or self._before is None:
            return None
        from ..report.against import Against

        self._changed = Against(self._against, self._before, self._now)
        return self._changed

    def failed_by(self, verdicts: Verdicts) -> dict[str, list[str]]:
        """For each option by which the check fails, what it is that fails."""
        found = {
            "--fail-on-change": [
                text
                for _, text in (self._changed.worse if self._changed is not None else ())
                if self._fails_on_change
            ],
            "--fail-on-vacuous": [
                verdict.name for verdict in verdicts if verdict.vacuous and self._fails_on_vacuous
            ],
        }
        return {option: names for option, names in found.items() if names}

    def end(self, verdicts: Verdicts, found: Any) -> None:
        """Print annotations and write the reports, once the answers are printed."""
        self._is_done = True
        with ExitStack() as last:  # each file is written, even if another one cannot be
            if self._save is not None and self._now is not None:
                from ..report.baseline import baseline_text

                last.callback(write, self._save, baseline_text(self._now).encode())
            if self._needs_findings:
                from ..report.findings import findings_of

                hollow = self._fails_on_vacuous
                findings = findings_of(verdicts, found, self._file, hollow_fails=hollow)
                self._annotate(findings)
                last.callback(self._write, findings)

    def fail(self, error: BaseException) -> None:
        """Report that the check ended with an error, unless the answers are reported already."""
        if self._is_done or not self._needs_findings:
            return
        from ..report.findings import failed

        self._is_done = True
        with suppress(OSError):  # the error that ended the check is the one to print
            self._write(failed(self._target, error, self._file))
        self._annotate(failed(self._target, error, self._file))

    @contextmanager
    def last_words(self) -> Iterator[None]:
        """A context in which the reports are also written if the main thread cannot answer."""
        watchman = click.get_current_context().find_object(Watchman)
        if watchman is None or not self._written:
            yield
            return
        before = watchman.last_words
        watchman.last_words = self._before_words(before)
        try:
            yield
        finally:
            watchman.last_words = before

    def _before_words(
        self, words: Callable[[str, Stopped], object]
    ) -> Callable[[str, Stopped], object]:
        def write_and_say(text: str, why: Stopped) -> None:
            from ..report.findings import unanswered

            with suppress(Exception):
                self._write(unanswered(self._target, text, self._file))
            words(text, why)

        return write_and_say

    @property
    def _root(self) -> SourceRoot:
        from ..report.source_root import SourceRoot

        return SourceRoot.around(self._here)

    def _name_in_repository(self) -> str:
        """What the target is called from the root of the repository, wherever that is."""
        where, part = parts_of(self._target)
        if not is_file(where):  # a bundled example
            return self._target
        return self._root.short(where) + ("" if part is None else f":{part}")

    def _annotate(self, findings: Findings) -> None:
        if self._annotates:
            from ..report.annotations import annotation_lines, change_lines

            lines = [*annotation_lines(findings, self._root)]
            if (changed := self._changed) is not None:
                fails = self._fails_on_change
                lines += change_lines(changed, findings, self._root, fails=fails)
            if lines:
                say("\n".join(lines))

    def _write(self, findings: Findings, *, before: bool = False) -> None:
        """Write the reports; `before` the check, only those that can be replaced later."""
        with ExitStack() as last:
            for form, path in self._written.items():
                if not before or is_replaced(path):
                    last.callback(write, path, _bytes(form, findings, self._root))


def _bytes(form: str, findings: Findings, root: SourceRoot) -> bytes:
    if form == "junit":
        from ..report.junit import junit_xml  # few checks write reports

        return junit_xml(findings, root)
    from ..report.plain import to_text
    from ..report.sarif import sarif_data

    return (to_text(sarif_data(findings, root)) + "\n").encode()


def _require_fitting(options: dict[str, Any]) -> None:
    """Raise `UsageError` for options that do not go together, or that would destroy a source."""
    if options["as_json"] and options["form"] != "text":
        raise click.UsageError("--json prints one object, and --format github prints annotations")
    if options["fail_on_change"] and options["against"] is None:
        raise click.UsageError("--fail-on-change compares with a baseline: give --against FILE too")
    written = {f"--{of}": options[of] for of in WRITTEN if options[of] is not None}
    read = {f"--{of}": options[of] for of in READ if options[of] is not None}
    for option, path in {**written, **read}.items():
        if not path and option in (*written, "--against"):
            raise click.UsageError(f"{option} needs the name of a file, which is empty here")
    kept = {} if options["checkpoint"] is None else {"--checkpoint": options["checkpoint"]}
    for option, path in {**written, **kept}.items():
        require_no_source(option, path)
    pairs = [*combinations(written, 2), *product(written, read)]
    for one, other in pairs:
        # A baseline is read before it is saved anew.
        is_renewed = (one, other) == ("--save", "--against")
        if not is_renewed and is_same(written[one], {**written, **read}[other]):
            raise click.UsageError(f"{one} and {other} name one file, and need two")
