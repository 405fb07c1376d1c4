"""Explanations of error codes as plain text: their Markdown without its marks."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from textwrap import indent

from ..explained import Explanation
from .wrap import hanging

_BLOCK = re.compile(
    r"^(?:<!-- (?:file|append): (?P<file>\S+) -->\n)?```\w+\n(?P<code>.*?)^```$", re.M | re.S
)
_LINK = re.compile(r"\[(?P<text>[^\]]+)\]\((?P<target>[^)#]+)(?:#[^)]*)?\)")
_BEGINS = "    "


def codes_text(explanations: Sequence[Explanation]) -> str:
    """All codes with their titles, a line each."""
    return "\n".join(f"{each.code}  {each.title}" for each in explanations)


def explanation_text(explanation: Explanation, width: int | None) -> str:
    """The page of a code: paragraphs are wrapped to the width, and blocks of code are indented.

    >>> from counterpoint.explained import explanation_of
    >>> print(explanation_text(explanation_of("CP001"), None)[:60])
    CP001: a command was used in a wrong way
    <BLANKLINE>
    The command does n
    """
    parts = [f"{explanation.code}: {explanation.title}", *_raised(explanation, width)]
    return "\n\n".join([*parts, *_parts(explanation.text, width)])


def _raised(explanation: Explanation, width: int | None) -> Iterator[str]:
    """The classes that have the code, and what helps, in a sentence."""
    if explanation.classes:
        yield f"Class: {', '.join(each.__name__ for each in explanation.classes)}"
    if explanation.remedy:
        yield _wrapped(explanation.remedy, width)


def _parts(text: str, width: int | None) -> Iterator[str]:
    end = 0
    for block in _BLOCK.finditer(text):
        yield from _paragraphs(text[end : block.start()], width)
        if block["file"]:
            yield f"{block['file']}:"
        yield indent(block["code"].rstrip("\n"), _BEGINS)
        end = block.end()
    yield from _paragraphs(text[end:], width)


def _paragraphs(text: str, width: int | None) -> Iterator[str]:
    return (_wrapped(each, width) for each in text.split("\n\n") if each.strip())


def _wrapped(paragraph: str, width: int | None) -> str:
    return "\n".join(hanging(_LINK.sub(_named, paragraph.strip()), width))


def _named(link: re.Match[str]) -> str:
    """The text of a link, with the document that it leads to; that of another code names itself."""
    path = posixpath.normpath(posixpath.join("src/counterpoint/explained", link["target"]))
    return f"{link['text']} ({path})" if path.startswith("docs/") else link["text"]
