"""Links from where a page first uses a term to the glossary: what is missing, and what to write.

`python -m website.terms` writes the links that are missing. With `--all` it also links the terms
that need no link. Pages may be named; else it is all of them.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"
GLOSSARY = DOCS / "reference" / "glossary.md"

CORE = {
    "holds-vacuously": r"(?:(?:holds?|held) )?vacuous(?:ly)?",
    "winning-region": r"winning regions?",
    "b-thread": r"b-threads?",
    "certificate": r"certificates?",
    "deadlock": r"deadlock(?:s|ed)?",
    "event": r"events?(?! loop)",
    "hot": r"hot(?: statements?| (?:system )?cycles?| terminations?)?(?! water| and cold| loops?)",
    "liveness": r"liveness",
    "state": r"states?(?! (?:its|theorems|properties)\b)",
}
"""What each page links where it first uses it: an anchor of the glossary, and how it is written."""

OTHERS = {
    "external-event": r"(?:external|outside) events?|events? from outside",
    "bounded-search": r"bounded search(?:es)?",
    "atom": r"atoms?",
    "audit": r"audit(?:s|ed)?",
    "baseline": r"baselines?",
    "counterexample": r"counterexamples?",
    "engine": r"engines?",
    "fairness": r"fairness|fair",
    "invariant": r"(?<!inductive )invariants?",
    "requirement": r"requirements?",
    "rule": r"rules?",
    "step": r"steps?",
    "strategy": r"strateg(?:y|ies)",
    "transition": r"transitions?",
}
"""Further terms, as `CORE`; pages link them where a reader may not know them."""

_NO_TEXT = re.compile(
    r"^(?P<fence>```+).*?^(?P=fence)[ ]*$"  # blocks of code
    r"|<!--.*?-->|</?\w[^>\n]*>"
    r"|^[ ]*(?:\#|\|).*?$"  # headings and tables
    r"|(?P<tick>`+)(?!`).*?(?<!`)(?P=tick)(?!`)"
    r"|\b\w+://\S+",
    re.M | re.S | re.X,
)
_LINK = re.compile(r"!?\[[^\]]*\]\((?P<target>[^)\s]*)\)")
_TO_TERM = re.compile(r"(?:^|/)glossary\.md#(?P<anchor>.+)$")


@dataclass(frozen=True)
class Unlinked:
    """A term that a text uses, from `start` to `end`, before any link of it to the glossary."""

    anchor: str
    start: int
    end: int


def running_text(markdown: str) -> str:
    """The text with blanks for all that is no prose: code, headings, tables, comments, links.

    >>> running_text("# A state\\n\\nA `state` is a [state](x.md), and a state.").split()
    ['A', 'is', 'a', ',', 'and', 'a', 'state.']
    """
    for hidden in (_NO_TEXT, _LINK):
        markdown = hidden.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), markdown)
    return markdown


def unlinked(markdown: str, terms: Mapping[str, str] = CORE) -> list[Unlinked]:
    """The terms that a text uses in prose before it links them, each where it first does.

    >>> unlinked("An event. An [event](../reference/glossary.md#event). A state.")
    [Unlinked(anchor='event', start=3, end=8), Unlinked(anchor='state', start=56, end=61)]
    >>> unlinked("An [event](../reference/glossary.md#event) is an event.")
    []
    """
    text = running_text(markdown)
    linked: dict[str, int] = {}
    for link in _LINK.finditer(markdown):
        if term := _TO_TERM.search(link["target"]):
            linked.setdefault(term["anchor"], link.start())
    found = []
    for anchor, written in terms.items():
        first = re.search(rf"(?<![\w-])(?:{written})(?![\w-])", text, re.I)
        if first and first.start() < linked.get(anchor, len(markdown)):
            found.append(Unlinked(anchor, first.start(), first.end()))
    return sorted(found, key=lambda each: each.start)


def link_from(page: Path, text: str, anchor: str) -> str:
    """The link that a page has instead of a text.

    >>> link_from(DOCS / "how_to" / "ci.md", "states", "state")
    '[states](../reference/glossary.md#state)'
    """
    way = os.path.relpath(GLOSSARY, page.parent).replace(os.sep, "/")
    return f"[{text}]({way}#{anchor})"


def pages() -> Iterator[Path]:
    """The pages that link terms: all but the glossary itself, decisions, and the plan."""
    for page in sorted(DOCS.rglob("*.md")):
        if page not in (GLOSSARY, DOCS / "plan.md") and page.parent.name != "adr":
            yield page


def missing(page: Path) -> Iterator[str]:
    """For each core term that the page does not link where it first uses it, what to write."""
    markdown = page.read_text(encoding="utf-8")
    for each in unlinked(markdown):
        line = markdown.count("\n", 0, each.start) + 1
        link = link_from(page, markdown[each.start : each.end], each.anchor)
        yield f"{page.relative_to(DOCS.parent)}:{line}: write {link}"


def with_links(page: Path, markdown: str, terms: Mapping[str, str] = CORE) -> str:
    """The text of a page with a link for each term that lacks one.

    Terms come one after the other: where one is part of another, the first of both is linked.
    """
    for anchor, written in terms.items():
        for each in unlinked(markdown, {anchor: written}):
            link = link_from(page, markdown[each.start : each.end], anchor)
            markdown = markdown[: each.start] + link + markdown[each.end :]
    return markdown


def main(words: Sequence[str]) -> None:
    """Write the links that are missing."""
    named: Iterable[Path] = [Path(word).resolve() for word in words if word != "--all"]
    for page in named or pages():
        markdown = page.read_text(encoding="utf-8")
        terms = {**OTHERS, **CORE} if "--all" in words else CORE
        page.write_text(with_links(page, markdown, terms), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
