"""The site is built without a warning, and lacks no name, option or code."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from website.codes import codes_page
from website.interface import PAGES
from website.links import turned
from website.options import options_page

import counterpoint
from counterpoint.cli import cli
from counterpoint.explained import codes

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


def test_each_code_is_explained_at_a_place_of_its_own() -> None:
    page = codes_page()
    assert re.findall(r"^## (CP\d+): .+ \{#(cp\d+)\}$", page, re.M) == [
        (code, code.lower()) for code in codes()
    ]
    assert set(re.findall(r"\]\(#(\w+)\)", page)) <= {code.lower() for code in codes()}


def test_links_of_the_repository_are_turned_to_links_between_pages() -> None:
    text = "[a](../reference/models.md#engines) [b](../../CONTRIBUTING.md) [c](../../LICENSE)"
    made = turned(text, "docs/how_to/ci.md", "how_to/ci.md")
    assert made == "[a](../reference/models.md#engines) [b](../development/contributing.md) c"
    picture = turned("![p](docs/pictures/page-dark.png)", "README.md", "index.md")
    assert picture == "![p](pictures/page-dark.png)"
    block = "```python\n[a](LICENSE)\n```"
    assert turned(block, "README.md", "index.md") == block
