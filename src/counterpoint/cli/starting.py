"""The command `new`: writes a small project to begin with."""

from __future__ import annotations

import re
from pathlib import Path

import click

from ..report.exit_code import ExitCode
from .options import say_line

_TEMPLATES = Path(__file__).with_name("project")

FILES = {
    "rules.py": "the rules of a level crossing, and what is required of them",
    "test_rules.py": "tests of the rules",
    "pyproject.toml": "what the project needs, and settings for pytest",
    ".github/workflows/check.yml": "a workflow for GitHub that checks and tests them",
    "README.md": "how to use them",
}
"""The files of a project, and what each is."""

_NEXT = """
next:

  cd {name}
  counterpoint check rules.py   decide each requirement
  counterpoint rules rules.py   see which rules they need
  counterpoint play rules.py    play it in the browser
  pytest                        run the tests (python -m pip install pytest)"""

_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?", re.ASCII)


def _project_name(_context: click.Context, _option: click.Parameter, given: str) -> str:
    """A name that both a folder and a project in Python can have; else an error."""
    if "/" in given or "\\" in given:
        raise click.BadParameter(
            f"{given!r} is a path: give a name, in the folder that is to contain the project"
        )
    if _NAME.fullmatch(given) is None:
        raise click.BadParameter(
            f"{given!r} is no name for a project: it has letters from a to z, digits, and between "
            "them - _ and ."
        )
    if given.lower() in ("counterpoint", "pytest"):
        raise click.BadParameter(f"a project that needs {given.lower()} cannot have its name")
    return given


@click.command()
@click.argument("name", callback=_project_name)
def new(name: str) -> ExitCode:
    """Write a small project into the folder NAME: rules, tests, and a workflow for CI."""
    folder = Path(name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise click.UsageError(
            f"{name} exists already, and nothing is overwritten: choose another name"
        )
    for file in FILES:
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_text_of(file, name), encoding="utf-8")
    width = max(map(len, FILES))
    say_line(f"{name} is made:\n")
    for file, what in FILES.items():
        say_line(f"  {file:<{width}}  {what}")
    say_line(_NEXT.format(name=name))
    return ExitCode.HOLDS


def _text_of(file: str, name: str) -> str:
    template = _TEMPLATES / f"{Path(file).name}.template"
    return template.read_text(encoding="utf-8").replace("{name}", name)
