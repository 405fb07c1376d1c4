"""The site is built without a warning, and lacks no name, option or code."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from website.codes import codes
from website.interface import PAGES
from website.links import turned
from website.options import options_page

import counterpoint
from counterpoint import CounterpointError
from counterpoint.cli import cli

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, which is built once."""
    folder = tmp_path_factory.mktemp("site")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    built = subprocess.run(
        [ROOT / "scripts" / "site", folder],
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (built.returncode, built.stdout, built.stderr) == (0, "", "")
    return folder


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(site: Path) -> None:
    for page in ("index", "tutorials/tour", "reference/options", "adr/index"):
        assert (site / f"{page}.html").exists(), page


@pytest.mark.slow
def test_each_public_name_is_on_a_page(site: Path) -> None:
    for page, (_, names) in PAGES.items():
        text = (site / "reference" / "api" / f"{page}.html").read_text(encoding="utf-8")
        assert {f"counterpoint.{name}" for name in names} <= set(re.findall(r'id="([^"]+)"', text))


def test_each_public_name_is_on_one_page_of_the_interface() -> None:
    assert sorted(name for _, names in PAGES.values() for name in names) == sorted(
        counterpoint.__all__
    )


def test_each_option_of_each_command_is_described() -> None:
    page = options_page()
    for name, command in cli.commands.items():
        section = page.split(f"## {name}\n")[1].split("\n## ")[0]
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.help, f"{name} {option.opts}"
                assert all(f"`{each}" in section or f", {each}" in section for each in option.opts)


WRITTEN = ("coming_from", "explanation", "how_to", "reference", "tutorials")
"""Folders of pages that are written by hand; the pages of options are made from the code."""

NOT_IN_DOCUMENTS = {
    "--help": "every command line has it",
    "--version": "every command line has it",
}
"""Options that no page needs to name, each with the reason."""


def _written_pages() -> list[str]:
    return [path.read_text("utf-8") for of in WRITTEN for path in (ROOT / "docs" / of).glob("*.md")]


def _long_options() -> Iterator[tuple[str, str]]:
    """Each command with each of its long options, and the options of the program itself."""
    for name, command in {"": cli, **cli.commands}.items():
        context = click.Context(command)
        for option in command.get_params(context):
            if isinstance(option, click.Option):
                every = (*option.opts, *option.secondary_opts)
                yield from ((name, each) for each in every if each.startswith("--"))


def test_each_long_option_is_on_a_page_that_is_about_its_command() -> None:
    pages = _written_pages()
    missing = []
    for name, option in _long_options():
        shown = re.compile(rf"counterpoint {name}\b|`{name}[` ]|^## .*\b{name}\b", re.MULTILINE)
        written = re.compile(rf"{option}(?![\w-])")
        if not any(shown.search(page) and written.search(page) for page in pages):
            missing.append((name, option))
    assert [each for each in missing if each[1] not in NOT_IN_DOCUMENTS] == []
    assert NOT_IN_DOCUMENTS.keys() <= {option for _, option in missing}


def test_each_code_has_a_cause_and_a_remedy() -> None:
    for code, classes in codes().items():
        for each in classes:
            assert each.__doc__, each
            assert each.remedy or each is CounterpointError, code


def test_links_of_the_repository_are_turned_to_links_between_pages() -> None:
    text = "[a](../reference/models.md#engines) [b](../../CONTRIBUTING.md) [c](../../LICENSE)"
    made = turned(text, "docs/how_to/ci.md", "how_to/ci.md")
    assert made == "[a](../reference/models.md#engines) [b](../development/contributing.md) c"
    picture = turned("![p](docs/pictures/page-dark.png)", "README.md", "index.md")
    assert picture == "![p](pictures/page-dark.png)"
    block = "```python\n[a](LICENSE)\n```"
    assert turned(block, "README.md", "index.md") == block
