"""The bundled examples, each with what its text says of it at its head."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from .data import dataclass
from .reading import is_there
from .trees import module_tree

FOLDER = Path(__file__).parent / "examples"

NOTATIONS = {".py": "", ".tla": "TLA+: ", ".led": "LED: ", ".smv": "SMV: "}
"""The endings of examples, in the order in which they are listed, with how a summary begins."""

_SHOWS = re.compile(r"^(It shows\b.*?\.)$", re.M | re.S)
_COMMAND = re.compile(r"^ +((?:counterpoint|python) (?:[^\n]*\\\n)*[^\n]*)$", re.M)
_COMMENTS = re.compile(r"(?:^\\\*.*\n)+", re.M)


@dataclass(frozen=True, slots=True)
class Example:
    """A bundled example: what it is and shows, in a line each, and commands to try.

    A command is a pair of what to type and a remark, which may be empty.

    >>> (nim,) = (each for each in bundled_examples() if each.name == "nim")
    >>> nim.shows
    'It shows a winning strategy as rules, and a proof of who wins for piles of every size.'
    >>> nim.commands[0]
    ('counterpoint solve nim --player player1 --goal p1_wins', 'from 3-4-5 player1 can force it')
    """

    name: str
    summary: str
    shows: str
    commands: tuple[tuple[str, str], ...]
    file: Path


def bundled_examples() -> Iterator[Example]:
    """The bundled examples: those in Python by name, then TLA+ modules, LED and SMV texts."""
    for ending in NOTATIONS:
        for path in sorted(FOLDER.glob(f"*{ending}")):
            if path.name != "__init__.py":
                yield _example(path)


def _example(path: Path) -> Example:
    is_taken = path.suffix in (".led", ".smv") and is_there(path.with_suffix(".py"))
    head = _head(path)
    summary = head.partition("\n")[0].removesuffix(".")
    shows = _SHOWS.search(head)
    return Example(
        path.name if is_taken else path.stem,
        f"{NOTATIONS[path.suffix]}{summary}.",
        " ".join(shows[1].split()) if shows else "",
        tuple(map(_command, _COMMAND.findall(head))),
        path,
    )


def _command(line: str) -> tuple[str, str]:
    """What to type, on one line, and the remark behind it.

    >>> _command("counterpoint check nim  it holds")
    ('counterpoint check nim', 'it holds')
    """
    joined = re.sub(r" *\\\n *", " ", line)
    typed, _, remark = joined.partition("  ")
    return typed, remark.strip()


def _head(path: Path) -> str:
    """What the text in a file says of itself before it begins."""
    text = path.read_text(encoding="utf-8")
    match path.suffix:
        case ".tla":
            found = _COMMENTS.search(text)
            return re.sub(r"^\\\* ?", "", found[0] if found else "", flags=re.M)
        case ".led":
            return text.lstrip().partition("\n/$")[0]
        case ".smv":
            lines = text[: text.index("\n\n")].splitlines()
            return "\n".join(line.removeprefix("--").removeprefix(" ") for line in lines)
    return ast.get_docstring(module_tree(text)) or ""
