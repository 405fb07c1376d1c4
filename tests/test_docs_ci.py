"""The page about CI: its YAML is that of a workflow, a job and a hook, with commands that exist."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from counterpoint.cli.checking import check

from .test_docs import ROOT, blocks

PAGE = ROOT / "docs" / "how_to" / "ci.md"
TEXTS = [block.text for block in blocks(PAGE) if block.kind == "yaml"]
WORKFLOW, JOB, HOOK = map(yaml.safe_load, TEXTS)


def texts(found: Any) -> Iterator[str]:
    """All texts in what YAML holds."""
    match found:
        case str():
            yield found
        case dict():
            yield from texts([*found.values()])
        case list():
            for each in found:
                yield from texts(each)


COMMANDS = [
    text for found in (WORKFLOW, JOB, HOOK) for text in texts(found) if "counterpoint check" in text
]
COMMANDS.remove("counterpoint check")  # the name of the hook


def test_there_is_a_command_in_each() -> None:
    assert len(COMMANDS) == 3


@pytest.mark.parametrize("command", COMMANDS)
def test_its_commands_have_options_that_exist(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program, name, *words = shlex.split(command)
    assert (program, name) == ("counterpoint", "check")
    context = check.make_context("check", words)
    assert context.params["target"] == "tap.py"
    assert context.params["limit_time"] is not None
    with pytest.raises(click.NoSuchOption):
        check.make_context("check", [*words, "--no-such-option"])


def test_the_workflow_uploads_its_reports_whatever_the_check_says() -> None:
    steps = WORKFLOW["jobs"]["check"]["steps"]
    assert all(("uses" in step) != ("run" in step) for step in steps)
    (command,) = [step["run"] for step in steps if "counterpoint check" in step.get("run", "")]
    written = {word for word in shlex.split(command) if word.endswith((".xml", ".sarif"))}
    (shown,) = [step for step in steps if "upload-sarif" in step.get("uses", "")]
    (kept,) = [step for step in steps if "upload-artifact" in step.get("uses", "")]
    assert shown["if"] == kept["if"] == "always()"
    assert shown["with"]["sarif_file"] in written
    assert set(kept["with"]["path"].split()) == written
    assert WORKFLOW["permissions"]["security-events"] == "write"


def test_the_job_reports_what_it_writes_whatever_the_check_says() -> None:
    job = JOB["counterpoint"]
    report = job["artifacts"]["reports"]["junit"]
    assert job["artifacts"]["when"] == "always"
    assert f"--junit {report}" in job["script"][-1]


def test_the_hook_has_what_pre_commit_asks_for() -> None:
    (repository,) = HOOK["repos"]
    (hook,) = repository["hooks"]
    assert repository["repo"] == "local"
    assert {"id", "name", "entry", "language"} <= hook.keys()
    assert hook["pass_filenames"] is False
