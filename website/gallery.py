"""The gallery: each bundled example with what it shows, what to try, and a picture of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from counterpoint.bundled import Example, bundled_examples
from counterpoint.figure import figure

from .pictures import PICTURES, styles

ROOT = Path(__file__).resolve().parents[1]

HEAD = """---
hide: [navigation]
---

# Gallery

"""

INTRODUCTION = (
    "Every bundled example: what it shows, what to try, and where these pages use it.",
    "On the command line, an example has the name shown here, in any folder:",
    "`counterpoint check hot_cold` checks one, `counterpoint play hot_cold` opens it in a browser,",
    "and `counterpoint examples hot_cold` prints what it shows. A run is drawn at its last step:",
    "choose another step at the top of the drawing, or with the arrow keys.",
)

GROUPS: dict[str, tuple[str, tuple[str, ...]]] = {
    "Programs": (
        "[Programs](tutorials/tour.md) of b-threads, in Python.",
        ("hot_cold", "tictactoe", "philosophers", "junction", "delivery", "shop", "lift"),
    ),
    "Models and games": (
        "[Models](reference/models.md) and [games](how_to/games.md), in Python.",
        (
            *("peterson", "elevator", "alternating_bit", "async_queue", "transactions"),
            *("nim", "mnk", "connect_four", "ttt_model", "best_play", "krk"),
        ),
    ),
    "TLA+ modules": (
        "Modules in [TLA+](reference/tla.md).",
        (
            *("StrategicTicTacToe", "FreeTicTacToe"),
            *("BehavioralRules", "BehavioralTicTacToe", "MendedTicTacToe"),
        ),
    ),
    "LED": ("Texts in [LED](reference/led.md).", ("tictactoe.led", "breakout", "reachability")),
    "SMV": ("A text in [SMV](reference/smv.md).", ("ttt",)),
}
"""Each group with its text and its examples, in their order."""

STATES: dict[str, int | None] = {
    "hot_cold": 7,
    "tictactoe": 5_258,
    "philosophers": 392,
    "junction": 14,
    "delivery": 87,
    "shop": 63,
    "lift": 213,
    "peterson": 34,
    "elevator": 308,
    "alternating_bit": 66,
    "async_queue": 99,
    "transactions": 106,
    "nim": 232,
    "mnk": 5_478,
    "connect_four": 161_029,
    "ttt_model": 5_478,
    "best_play": 2_042,
    "krk": 402_724,
    "StrategicTicTacToe": 871,
    "FreeTicTacToe": 871,
    "BehavioralRules": 19_683,
    "BehavioralTicTacToe": 19_683,
    "MendedTicTacToe": 19_683,
    "tictactoe.led": 5_478,
    "breakout": 122,
    "reachability": None,
    "ttt": 5_478,
}
"""The number of states that `check` finds; None where nothing runs."""

STAGED = ("BehavioralRules", "BehavioralTicTacToe", "MendedTicTacToe")
"""Modules with theorems about several specifications, which share the largest of them."""


def gallery_page() -> str:
    """The page, with a mark for each picture, which `pictured` replaces."""
    known = {example.name: example for example in bundled_examples()}
    pages = {path: path.read_text("utf-8") for path in _pages()}
    parts = [HEAD + " ".join(INTRODUCTION)]
    for title, (text, names) in GROUPS.items():
        parts += [f"## {title}", text]
        parts += [part for name in names for part in _entry(known[name], pages)]
    return "\n\n".join(parts) + "\n"


def pictured(html: str) -> str:
    """The page as HTML, with its pictures: they would take Markdown long to read."""
    drawn = re.sub(
        r"<!-- picture: (\S+) -->", lambda found: PICTURES[found[1]].html(found[1]), html
    )
    return f"<style>{styles()}</style>{drawn}"


def _entry(example: Example, pages: dict[Path, str]) -> Iterator[str]:
    picture = f"<!-- picture: {example.name} -->"
    is_small = PICTURES[example.name].is_small
    yield f"### {example.name} {{ #{example.name} }}"
    if is_small:
        yield picture
    yield _without_notation(example.summary)
    yield example.shows
    yield "\n".join(["```sh", *map(_typed, example.commands), "```"])
    yield " · ".join(filter(None, [_counted(example.name), *_links(example, pages)]))
    if not is_small:
        yield picture


def _without_notation(summary: str) -> str:
    return re.sub(r"^(TLA\+|LED|SMV): ", "", summary)


def _typed(command: tuple[str, str]) -> str:
    typed, remark = command
    return f"{typed}  # {remark}" if remark else typed


def _counted(name: str) -> str:
    states = STATES[name]
    staged = " in the largest of the stages that its theorems are about" * (name in STAGED)
    return "" if states is None else f"{figure(states)} states{staged}"


def _links(example: Example, pages: dict[Path, str]) -> Iterator[str]:
    """Links to the pages that use an example."""
    links = [
        f"[{_title(path, text)}]({_place(path)})"
        for path, text in pages.items()
        if uses(text, example.name)
    ]
    if links:
        yield f"used in {', '.join(links)}"


def uses(text: str, name: str) -> bool:
    """Whether a page uses an example: it is in a command, imported, or named as code.

    >>> uses("`counterpoint check nim`", "nim"), uses("a minimum", "nim"), uses("`nim:n`", "nim")
    (True, False, True)
    """
    said = re.escape(name)
    return bool(
        re.search(rf"counterpoint [^\n`]*(?<![\w./]){said}(?![\w.])", text)
        or re.search(rf"counterpoint\.examples(\.| import ){said}\b", text)
        or re.search(rf"`{said}[`:]", text)
    )


def _pages() -> list[Path]:
    """The pages that are written by hand, in the order in which a reader finds them."""
    folders = ("tutorials", "how_to", "reference", "explanation", "coming_from")
    found = (path for folder in folders for path in sorted((ROOT / "docs" / folder).glob("*.md")))
    return [ROOT / "README.md", *(path for path in found if path.name != "index.md")]


def _title(path: Path, text: str) -> str:
    return "Home" if path.name == "README.md" else text.partition("\n")[0].removeprefix("# ")


def _place(path: Path) -> str:
    """The path of a page on the site."""
    return "index.md" if path.name == "README.md" else path.relative_to(ROOT / "docs").as_posix()
