"""The command `docs`: it opens a copy of the site, if there is one."""

from __future__ import annotations

import tomllib
import webbrowser
from pathlib import Path

import pytest

from counterpoint.cli import explaining

from .command_line import Run
from .test_docs import ROOT


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is opened in the browser; the site is in a folder with a blank in its name."""
    monkeypatch.setattr(explaining, "SITE", tmp_path / "the site")
    found: list[str] = []

    def open_uri(uri: str) -> bool:
        found.append(uri)
        return True

    monkeypatch.setattr(webbrowser, "open", open_uri)
    return found


@pytest.fixture
def page(tmp_path: Path, opened: list[str]) -> Path:
    (tmp_path / "the site").mkdir()
    (tmp_path / "the site" / "index.html").touch()
    return tmp_path / "the site" / "index.html"


def test_the_first_page_is_opened(run: Run, opened: list[str], page: Path) -> None:
    said = run("docs")
    assert (said.code, said.out) == (0, f"{page}\n")
    assert opened == [page.as_uri()]
    assert opened[0].endswith("/the%20site/index.html")


def test_print_opens_nothing(run: Run, opened: list[str], page: Path) -> None:
    said = run("docs", "--print")
    assert (said.code, said.out, opened) == (0, f"{page}\n", [])


def test_without_a_browser_the_path_is_still_printed(
    run: Run, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda _uri: False)
    said = run("docs")
    assert (said.code, said.out) == (2, f"{page}\n")
    assert said.err == "Error: no browser was found: open this file yourself\n"


def test_without_a_copy_it_says_how_to_get_one(
    run: Run, opened: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = run("docs")
    assert (said.code, said.out, opened) == (2, "", [])
    assert f"not built yet: run `{ROOT / 'scripts' / 'site'} --install`" in said.err
    installed = tmp_path / "lib" / "site-packages" / "counterpoint" / "cli" / "explaining.py"
    monkeypatch.setattr(explaining, "__file__", str(installed))
    assert "this installation has no copy of the documents: run `scripts/site" in run("docs").err


def test_the_copy_is_packaged_where_it_is_looked_for() -> None:
    place = explaining.SITE.relative_to(ROOT).as_posix()
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert settings["tool"]["hatch"]["build"]["artifacts"] == [f"{place}/"]
    assert f"/{place}/" in (ROOT / ".gitignore").read_text("utf-8").splitlines()
    assert f"copy={place}\n" in (ROOT / "scripts" / "site").read_text("utf-8")
