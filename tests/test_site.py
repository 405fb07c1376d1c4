"""The site is built without a warning, and lacks no name, option or code."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
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
from counterpoint.engines.base.engine import ENGINES, Reads
from counterpoint.plugin.options import MARK, OPTIONS, add_options

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


def test_each_code_has_a_cause_and_a_remedy() -> None:
    for code, classes in codes().items():
        for each in classes:
            assert each.__doc__, each
            assert each.remedy or each is CounterpointError, code


CONFIGURATION = (ROOT / "docs" / "reference" / "configuration.md").read_text(encoding="utf-8")


def test_each_variable_of_the_environment_is_described() -> None:
    sources = (ROOT / "src").rglob("*.py")
    read = set[str]().union(
        *(re.findall(r"COUNTERPOINT_[A-Z_]+", path.read_text("utf-8")) for path in sources)
    )
    assert read == set(re.findall(r"^\| `(COUNTERPOINT_[A-Z_]+)` \|", CONFIGURATION, re.M))


def test_each_setting_of_pytest_is_described() -> None:
    parser = pytest.Parser(_ispytest=True)
    add_options(parser)
    settings = re.findall(r"^\| `(counterpoint_\w+)` \|", CONFIGURATION, re.M)
    assert sorted(settings) == sorted(parser._inidict)
    assert "`--counterpoint TARGET`" in CONFIGURATION
    (marked,) = re.findall(rf"@pytest\.mark\.{MARK}\((.*)\)", CONFIGURATION)
    assert re.findall(r"(\w+)=", marked) == list(OPTIONS)


def test_each_extra_is_described() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = re.findall(r"^\| `counterpoint\[(\w+)\]` \|", CONFIGURATION, re.M)
    assert set(project["optional-dependencies"]) - {*extras} == {"bench", "dev", "test"}


def test_the_page_about_engines_says_what_each_reads() -> None:
    page = (ROOT / "docs" / "explanation" / "engines.md").read_text(encoding="utf-8")
    table = page.split("## What they read\n\n")[1].split("\n\n")[0]
    rows = [re.findall(r"[\w`]+", line) for line in table.splitlines()[2:]]
    columns = (Reads.MODEL, Reads.NETWORK, Reads.SPECIFICATION, Reads.SYSTEM)
    assert {name.strip("`"): said for name, *said in rows} == {
        name: ["yes" if each in reads else "no" for each in columns]
        for name, reads in ENGINES.items()
    }


def test_links_of_the_repository_are_turned_to_links_between_pages() -> None:
    text = "[a](../reference/models.md#engines) [b](../../CONTRIBUTING.md) [c](../../LICENSE)"
    made = turned(text, "docs/how_to/ci.md", "how_to/ci.md")
    assert made == "[a](../reference/models.md#engines) [b](../development/contributing.md) c"
    picture = turned("![p](docs/pictures/page-dark.png)", "README.md", "index.md")
    assert picture == "![p](pictures/page-dark.png)"
    block = "```python\n[a](LICENSE)\n```"
    assert turned(block, "README.md", "index.md") == block
