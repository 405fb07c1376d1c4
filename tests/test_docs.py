"""The documents are run: Python blocks as programs, console blocks as commands with their output.

In a `console` block lines after `$ ` are run and what follows is compared; times are masked and
`...` stands for anything. `<!-- file: NAME -->` before a block of any kind writes it as that file,
for the commands after it, and `<!-- append: NAME -->` adds it to that file; `<!-- edit: NAME -->`
before a `diff` block changes these lines of it. A block may be indented, as in a collapsed answer.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from website.pages import made_pages

from counterpoint.cli import main

ROOT = Path(__file__).parents[1]
EXPLAINED = ROOT / "src" / "counterpoint" / "explained"
DOCUMENTS = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted(EXPLAINED.glob("*.md")),
]

_BLOCK = re.compile(
    r"(?:<!-- (?P<how>file|append|edit): (?P<file>\S+) -->\n)?"
    r"^(?P<indent> *)```(?P<kind>\w+)\n(?P<text>.*?)^(?P=indent)```$",
    re.M | re.S,
)


_FENCED = re.compile(r"^( *)```.*?^\1```$", re.M | re.S)
"""A block of code."""


@dataclass(frozen=True)
class Block:
    kind: str
    text: str
    file: str | None
    how: str | None

    def written_to(self, before: str) -> str:
        """The text of the file after this block, from its text before."""
        if self.how == "append":
            return f"{before}\n\n{self.text}"
        return edited(before, self.text) if self.how == "edit" else self.text


def blocks(document: Path) -> Iterator[Block]:
    for found in _BLOCK.finditer(document.read_text(encoding="utf-8")):
        text = re.sub(f"^{found['indent']}", "", found["text"], flags=re.M)
        yield Block(found["kind"], text, found["file"], found["how"])


def edited(text: str, diff: str) -> str:
    """A text with the lines of a diff that begin with `+` instead of those that begin with `-`."""
    lines = diff.splitlines(keepends=True)
    old, new = ("".join(line[1:] for line in lines if line[0] in kept) for kept in (" -", " +"))
    assert text.count(old) == 1, f"these lines are not there, or several times:\n{old}"
    return text.replace(old, new)


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block with the output that is expected of it."""
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


_said: dict[tuple[str, frozenset[tuple[Path, bytes]]], str] = {}
"""What commands said, by the command and the files that it could read."""


def said_by(command: str) -> str:
    """What a command says; one that several documents show is run once."""
    asked = command, files_here()
    if asked not in _said:
        said = run_command(command)
        if files_here() != asked[1]:
            return said  # it has written something
        _said[asked] = said
    return _said[asked]


def files_here() -> frozenset[tuple[Path, bytes]]:
    return frozenset((path, path.read_bytes()) for path in Path().rglob("*.*") if path.is_file()
                     and path.suffix != ".pyc")  # fmt: skip


def run_command(command: str) -> str:
    words = shlex.split(command)
    assert words[0] in ("counterpoint", "python", "pytest"), f"only our own commands: {command}"
    if words[0] == "pytest":
        return run_pytest(words[1:])
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        if words[0] == "counterpoint":
            with pytest.raises(SystemExit):
                main(words[1:])
        else:
            run_python(words[1:])
    forget_modules()
    return out.getvalue()


def run_python(words: list[str]) -> None:
    if words[0] == "-m":  # pytest loads our modules in a way that `runpy` does not know
        command = [sys.executable, *words]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        print(done.stdout, end="")
    else:
        runpy.run_path(words[0], run_name="__main__")


def run_pytest(words: list[str]) -> str:
    """What pytest prints, in a process of its own, with the plugin."""
    plugins = ("-p", "counterpoint.plugin", "-p", "no:cacheprovider")
    command = [sys.executable, "-m", "pytest", *plugins, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def masked(text: str) -> str:
    """A text without what differs from run to run: times, news of progress, the end of lines."""
    text = re.sub(
        r"^([\d,]+ states, .* states/s(, \d+ workers)?|size \d+, .* tried, \d+ s)\n",
        "",
        text,
        flags=re.M,
    )
    text = re.sub(r"\d+\.\d+ s\b", "T s", text)
    text = re.sub(r'"seconds": [\d.]+', '"seconds": T', text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def matches(expected: str, actual: str) -> bool:
    parts = map(re.escape, masked(expected).split("..."))
    return re.fullmatch(".*".join(parts), masked(actual), re.S) is not None


def forget_modules() -> None:
    """Forget the modules of this and of other tests' folders, as the end of a process does."""
    folders = os.path.join(Path.cwd().parent, "")
    for name, module in [*sys.modules.items()]:
        if str(getattr(module, "__file__", "")).startswith(folders):
            del sys.modules[name]


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of its own to run in, whose modules are forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    forget_modules()
    yield tmp_path
    forget_modules()


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_document_shows_is_what_happens(document: Path, elsewhere: Path) -> None:
    for block in blocks(document):
        if block.file:
            path = elsewhere / block.file
            path.write_text(block.written_to(path.read_text() if path.exists() else ""))
        elif block.kind == "python":
            exec(compile(block.text, f"{document.name}:block", "exec"), {"__name__": "document"})
        if block.kind == "console":
            for command, expected in commands(block.text):
                actual = said_by(command)
                assert matches(expected, actual), f"$ {command}\n{actual}"


@pytest.mark.parametrize(("page", "name"), [("tour.md", "ttt.py"), ("lesson.md", "drinks.py")])
def test_a_file_to_fetch_is_what_the_blocks_of_its_page_make(page: str, name: str) -> None:
    folder = ROOT / "docs" / "tutorials"
    assert f"]({name})" in (folder / page).read_text(encoding="utf-8")
    text = ""
    for block in blocks(folder / page):
        text = block.written_to(text) if block.file == name else text
    assert (folder / name).read_text(encoding="utf-8") == text


def links(document: Path) -> Iterator[tuple[Path, str]]:
    """The files and anchors that a document links to; an empty anchor is the file itself."""
    prose = re.sub(r"`+[^`]*`+", "", document.read_text(encoding="utf-8"))
    for file, anchor in re.findall(r"\]\(([^)\s#:]*)(?:#([^)\s]*))?\)", prose):
        there = document.parent / file if file else document
        yield Path(os.path.normpath(there)), anchor


@cache
def anchors(document: Path) -> frozenset[str]:
    """What links can lead to in a document: its headings, as GitHub names them, and other ids."""
    text = _FENCED.sub("", document.read_text(encoding="utf-8"))
    found: list[str] = re.findall(r'<a id="([^"]+)">', text)
    for heading in re.findall(r"^#+ +(.+?) *#*$", text, re.M):
        name = slug(heading)
        times = sum(
            each == name or re.fullmatch(rf"{name}-\d+", each) is not None for each in found
        )
        found.append(f"{name}-{times}" if times else name)
    return frozenset(found)


def slug(heading: str) -> str:
    """The name that GitHub gives to a heading."""
    shown = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", shown.strip().lower()).replace(" ", "-")


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("Try it", "try-it"),
        ("What `sync(...)` takes", "what-sync-takes"),
        ("C++, and [more](x.md)!", "c-and-more"),
        ("on_interrupt & co.", "on_interrupt--co"),
    ],
)
def test_a_heading_has_the_name_that_github_gives_to_it(heading: str, name: str) -> None:
    assert slug(heading) == name


def test_headings_with_the_same_text_have_different_names(tmp_path: Path) -> None:
    document = tmp_path / "twice.md"
    document.write_text('# One\n## Two\n```sh\n# Three\n```\n## Two\n<a id="four"></a>\n')
    assert anchors(document) == {"one", "two", "two-1", "four"}


def test_links_between_documents_lead_somewhere() -> None:
    broken = []
    made = {ROOT / "docs" / path for path in made_pages()}
    for document in DOCUMENTS:
        for there, anchor in links(document):
            if there in made:
                continue
            has_anchor = not anchor or there.suffix != ".md" or anchor in anchors(there)
            if not there.exists() or not has_anchor:
                broken.append(f"{document.relative_to(ROOT)}: {there.name}#{anchor}")
    assert broken == []


def test_the_two_commands_of_the_readme_are_found() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in ("run", "test"):
        assert re.search(rf"<!-- {name} -->\n```sh\n.+\n```", text), name
