"""Links between files of the repository, turned to links between pages of the site."""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import Path

from .moved import MOVED

ROOT = Path(__file__).resolve().parents[1]

_LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s#:]+)(?P<part>#[^)\s]*)?\)")
_PICTURE = re.compile(r'(?P<before>!\[[^\]]*\]\(|src=")(?P<target>[^)"\s:]+)(?P<after>[)"])')
_FENCED = re.compile(r"^(```.*?^```)$", re.M | re.S)


def turned(markdown: str, source: str, page: str) -> str:
    """The text of `source`, a file of the repository, as the page of the site at `page`.

    A file that has no page is named, without a link. What stands in a block of code stays.

    >>> turned("[a](docs/how_to/ci.md#x), [b](CONTRIBUTING.md), [c](LICENSE)", "README.md", "a.md")
    '[a](how_to/ci.md#x), [b](development/contributing.md), c'
    """
    here = posixpath.dirname(source)

    def link(found: re.Match[str]) -> str:
        target = page_of(posixpath.normpath(posixpath.join(here, found["target"])))
        if target is None:
            return found["text"]
        return f"[{found['text']}]({_relative(target, page)}{found['part'] or ''})"

    def picture(found: re.Match[str]) -> str:
        target = page_of(posixpath.normpath(posixpath.join(here, found["target"])))
        assert target is not None, f"{source}: {found['target']} is not under docs/"
        return f"{found['before']}{_relative(target, page)}{found['after']}"

    parts = _FENCED.split(markdown)
    return "".join(
        part if number % 2 else _LINK.sub(link, _PICTURE.sub(picture, part))
        for number, part in enumerate(parts)
    )


def page_of(path: str) -> str | None:
    """The page, or other file, of the site for a path in the repository; None if there is none."""
    for page, source in MOVED.items():
        if source == path:
            return page
    if (ROOT / path).is_dir():
        path = f"{path}/README.md"
    return path.removeprefix("docs/") if path.startswith("docs/") else None


def _relative(target: str, page: str) -> str:
    return os.path.relpath(target, posixpath.dirname(page) or ".").replace(os.sep, "/")
