"""A project that `new` writes: it can be checked and tested as it is."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest
import yaml

from counterpoint.cli import starting
from counterpoint.cli.checking import check

from .command_line import Run
from .test_docs import run_pytest

HOSTS = re.compile(r"pypi\.org|pythonhosted|index-url|conda", re.IGNORECASE)


def made(folder: Path) -> dict[str, str]:
    """The texts of a folder by their paths."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in files}


def test_a_project_is_written_and_what_comes_next_is_said(run: Run, tmp_path: Path) -> None:
    said = run("new", "level-crossing")
    assert (said.code, said.err) == (0, "")
    texts = made(tmp_path / "level-crossing")
    assert texts.keys() == starting.FILES.keys()
    for name, text in texts.items():
        assert f"  {name}  " in said.out
        assert "{name}" not in text
        assert HOSTS.search(text) is None, name
    assert "  cd level-crossing\n  counterpoint check rules.py  " in said.out
    assert texts["README.md"].startswith("# level-crossing\n")


def test_its_requirements_hold_and_each_rule_is_needed(run: Run) -> None:
    run("new", "crossing")
    said = run("check", "crossing/rules.py", "--json")
    assert said.code == 0
    assert '"vacuous": true' not in said.out
    table = run("rules", "crossing/rules.py").out
    for rule in ("trains", "gate", "enter_when_closed", "open_before_the_next"):
        assert re.search(rf"^{rule} .*FAILS", table, re.M), rule


@pytest.mark.slow
def test_its_tests_pass_and_each_requirement_is_one(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("new", "crossing")
    monkeypatch.chdir(tmp_path / "crossing")
    said = run_pytest(["-v"])
    assert "6 passed" in said
    assert "rules.py::the gate opens again and again PASSED" in said
    assert "passed" in run_pytest(["-q", "--counterpoint", "rules.py"])


def test_its_settings_name_what_it_needs(run: Run, tmp_path: Path) -> None:
    run("new", "crossing")
    settings = tomllib.loads((tmp_path / "crossing" / "pyproject.toml").read_text("utf-8"))
    assert settings["project"]["name"] == "crossing"
    assert settings["project"]["dependencies"] == ["counterpoint"]
    assert settings["tool"]["setuptools"]["py-modules"] == ["rules"]
    options = settings["tool"]["pytest"]["ini_options"]
    assert options["counterpoint_targets"] == ["rules.py"]


def test_its_workflow_has_options_that_exist_and_keeps_what_is_written(
    run: Run, tmp_path: Path
) -> None:
    run("new", "crossing")
    text = (tmp_path / "crossing" / ".github" / "workflows" / "check.yml").read_text("utf-8")
    steps = yaml.safe_load(text)["jobs"]["check"]["steps"]
    assert all(("uses" in step) != ("run" in step) for step in steps)
    (command,) = [step["run"] for step in steps if "counterpoint check" in step.get("run", "")]
    words = command.split()
    assert check.make_context("check", words[2:]).params["target"] == "rules.py"
    written = {word for word in words if word.endswith((".xml", ".sarif"))}
    (kept,) = [step for step in steps if "upload-artifact" in step.get("uses", "")]
    assert set(kept["with"]["path"].split()) == written
    assert kept["if"] == "always()"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "'' is no name for a project: it has letters"),
        ("my rules", "'my rules' is no name for a project"),
        (".hidden", "'.hidden' is no name for a project"),
        ("ends-", "'ends-' is no name for a project"),
        ("weiß", "'weiß' is no name for a project"),
        ("one\n", "'one\\n' is no name for a project"),
        ("..", "'..' is no name for a project"),
        ("a/b", "'a/b' is a path: give a name"),
        (os.path.abspath("a"), "is a path: give a name"),
        ("Counterpoint", "a project that needs counterpoint cannot have its name"),
    ],
)
def test_a_name_that_no_project_can_have_is_refused(
    run: Run, tmp_path: Path, name: str, message: str
) -> None:
    said = run("new", name)
    assert said.code == 2
    assert message in " ".join(said.err.split())
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "rules.py").write_text("mine")
    (tmp_path / "file").write_text("mine")
    for name in ("mine", "file"):
        said = run("new", name)
        assert said.code == 2
        assert f"{name} exists already, and nothing is overwritten" in said.err
    assert made(tmp_path) == {"mine/rules.py": "mine", "file": "mine"}


def test_an_empty_folder_is_filled(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert run("new", "empty").code == 0
    assert made(tmp_path / "empty").keys() == starting.FILES.keys()


def test_a_folder_that_cannot_be_written_is_an_error(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_given: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied", "crossing")

    monkeypatch.setattr(Path, "mkdir", refuses)
    said = run("new", "crossing")
    assert (said.code, said.err) == (2, "counterpoint: [Errno 13] Permission denied: 'crossing'\n")
