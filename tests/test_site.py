"""The site is built without a warning, and lacks no name, option or code."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from website.bars import unescaped
from website.codes import codes_page
from website.interface import PAGES
from website.links import turned
from website.options import contexts, options_page
from website.terms import CORE, GLOSSARY, OTHERS, missing, pages, unlinked, with_links
from website.titles import titled

import counterpoint
from counterpoint.cli import cli
from counterpoint.engines.base.engine import ENGINES, Reads
from counterpoint.explained import codes
from counterpoint.plugin.options import MARK, OPTIONS, add_options

from .page.conftest import chromium as chromium
from .page.conftest import tab_of

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
    for name in ("ttt.py", "drinks.py"):
        offered = ROOT / "docs" / "tutorials" / name
        assert (site / "tutorials" / name).read_bytes() == offered.read_bytes()


@pytest.mark.slow
def test_each_public_name_is_on_a_page(site: Path) -> None:
    for page, (_, names) in PAGES.items():
        text = (site / "reference" / "api" / f"{page}.html").read_text(encoding="utf-8")
        assert {f"counterpoint.{name}" for name in names} <= set(re.findall(r'id="([^"]+)"', text))


@pytest.mark.slow
def test_a_site_in_a_folder_is_searched_without_another_host(site: Path, chromium: Any) -> None:
    tab = tab_of(chromium)
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto((site / "how_to" / "orders.html").as_uri())
    tab.locator("input[name=query]").press_sequentially("deadlock")
    tab.locator(".md-search-result__item a").first.wait_for()
    assert "deadlock" in tab.locator(".md-search-result__item").first.inner_text().lower()
    assert [url for url in asked if not url.startswith(("file:", "data:", "about:"))] == []
    tab.close()


@pytest.mark.slow
def test_no_table_shows_the_backslash_of_a_bar(site: Path) -> None:
    shown = [
        f"{page.relative_to(site)}: {code}"
        for page in site.rglob("*.html")
        for row in re.findall(r"<td>.*?</td>", page.read_text(encoding="utf-8"), re.S)
        for code in re.findall(r"<code>([^<]*\\\|[^<]*)</code>", row)
    ]
    assert shown == []


@pytest.mark.slow
def test_the_cheat_sheet_is_printed_on_one_page(site: Path, chromium: Any) -> None:
    tab = tab_of(chromium)
    tab.goto((site / "reference" / "cheat_sheet.html").as_uri())
    tab.locator("#cheat-sheet").wait_for()
    for options in ({"prefer_css_page_size": True}, {"format": "A4"}):
        printed = tab.pdf(print_background=True, **options)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, options


def test_bars_in_the_code_of_tables_lose_their_backslash() -> None:
    text = "| `a \\| b` | a \\| b |\n\nA `c \\| d`.\n\n```text\n| `e \\| f` |\n```\n"
    assert unescaped(text) == text.replace("`a \\| b`", "`a | b`")


def test_code_of_a_file_has_its_name_as_a_title() -> None:
    text = "One:\n\n    <!-- file: a.py -->\n    ```python\n    x = 1\n    ```\n"
    assert titled(text) == 'One:\n\n    ```python title="a.py"\n    x = 1\n    ```\n'
    pages = [path.read_text("utf-8") for path in (ROOT / "docs").rglob("*.md")]
    assert not [page for page in pages if "<!-- file:" in titled(page)]


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


CONFIGURATION = (ROOT / "docs" / "reference" / "configuration.md").read_text(encoding="utf-8")


def test_each_variable_of_the_environment_is_described() -> None:
    sources = (ROOT / "src").rglob("*.py")
    read = set[str]().union(
        *(re.findall(r"\bCOUNTERPOINT_[A-Z_]+", path.read_text("utf-8")) for path in sources)
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
    for context in contexts():
        name = "" if context.command is cli else context.command.name or ""
        for option in context.command.get_params(context):
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


def test_links_of_the_repository_are_turned_to_links_between_pages() -> None:
    text = "[a](../reference/models.md#engines) [b](../../CONTRIBUTING.md) [c](../../LICENSE)"
    made = turned(text, "docs/how_to/ci.md", "how_to/ci.md")
    assert made == "[a](../reference/models.md#engines) [b](../development/contributing.md) c"
    picture = turned("![p](docs/pictures/counterexample.png)", "README.md", "index.md")
    assert picture == "![p](pictures/counterexample.png)"
    block = "```python\n[a](LICENSE)\n```"
    assert turned(block, "README.md", "index.md") == block


def test_each_page_links_a_core_term_where_it_first_uses_it() -> None:
    found = [each for page in pages() for each in missing(page)]
    assert not found, "\n".join(
        [
            "Terms are linked to the glossary where running text first uses them;",
            "`python -m website.terms` writes these links (or use another word):",
            *found,
        ]
    )


def test_the_glossary_has_an_anchor_for_each_term_in_order() -> None:
    rows = re.findall(r"^\| (.+?) \| (.+) \|$", GLOSSARY.read_text(encoding="utf-8"), re.M)[2:]
    terms = [re.sub(r"<a .*?</a>", "", term) for term, _ in rows]
    assert terms == sorted(set(terms), key=str.lower)
    anchors = [term.lower().replace(" ", "-") for term in terms]
    assert [
        f'<a id="{anchor}"></a>{term}' for anchor, term in zip(anchors, terms, strict=True)
    ] == [term for term, _ in rows]
    assert {*CORE, *OTHERS} <= set(anchors)


@pytest.mark.parametrize(
    "text",
    [
        "# A state\n",
        "A `state` is code, and so is ``a ` state``.",
        "```text\nA state.\n```\n",
        "| a state | in a table |\n",
        "<!-- a state -->",
        "[a state](models.md), ![a state](state.png)",
        "The answer states its reason, in upstate New York; an event loop runs; hot water.",
        "A [state](glossary.md#state) is a state.",
    ],
)
def test_what_is_no_use_of_a_term_in_running_text_needs_no_link(text: str) -> None:
    assert unlinked(text) == []


def test_links_are_written_where_a_page_first_uses_a_term() -> None:
    page = GLOSSARY.parents[1] / "how_to" / "ci.md"
    text = "## States\n\nA *state*, external events; a state holds vacuously.\n"
    glossary = "../reference/glossary.md"
    assert with_links(page, text) == (
        f"## States\n\nA *[state]({glossary}#state)*, external [events]({glossary}#event); "
        f"a state [holds vacuously]({glossary}#holds-vacuously).\n"
    )
    written = with_links(page, text, {**OTHERS, **CORE})
    assert f"[external events]({glossary}#external-event); a state" in written
    assert unlinked(written, {**OTHERS, **CORE}) == []


PAGES_READ = (
    "index",
    "tutorials/tour",
    "how_to/orders",
    "reference/options",
    "reference/api/games",
)


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_pages_can_be_read_by_everyone(site: Path, chromium: Any, theme: str, width: int) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = []
    for page in PAGES_READ[: None if width < 1000 else 2]:
        tab = tab_of(chromium, viewport={"width": width, "height": 900}, color_scheme=theme)
        tab.goto((site / f"{page}.html").as_uri())
        tab.locator("nav[role=presentation]").first.wait_for(state="attached")
        violations = axe.run(tab).response["violations"]
        found += [f"{page}: {each['id']}: {each['nodes'][0]['html']}" for each in violations]
        assert tab.evaluate("document.documentElement.scrollWidth") <= width, page
        tab.close()
    assert found == []
