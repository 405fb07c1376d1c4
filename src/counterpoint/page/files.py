"""What is served as the page, and put into reports: the files of the folder `static`."""

from __future__ import annotations

import re
from pathlib import Path

from ..data import dataclass
from .bundle import bundled

STATIC = Path(__file__).parent / "static"

_STYLE = re.compile(r'<link rel="stylesheet" href="/([^"]+)">\n?')


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that is served: its type and its bytes."""

    type: str
    content: bytes


def assets() -> dict[str, Asset]:
    """All that is served, by its path; no other path leads anywhere.

    The page has its styles inside, and its modules are one script: each file that it waits for
    costs time, and more so those that are found one in another.

    >>> sorted(assets())
    ['/', '/icon.svg', '/page.js']
    """
    page, _ = with_styles(text_of("index.html"))
    return {
        "/": Asset("text/html; charset=utf-8", page.encode()),
        "/page.js": Asset("text/javascript; charset=utf-8", script().encode()),
        "/icon.svg": Asset("image/svg+xml", text_of("icon.svg").encode()),
    }


def script(socket: str = "socket") -> str:
    """The modules of the page as one script; what it shows comes from the module `socket`."""
    texts = {path.stem: text_of(path.name) for path in STATIC.glob("*.js")}
    return bundled(texts | {"socket": texts[socket]}, "main")


def with_styles(page: str) -> tuple[str, str]:
    """A page with the styles inside that it links to, and these styles, which a policy allows.

    They are in the order of the links: what comes later overrules.

    >>> page, styles = with_styles('<link rel="stylesheet" href="/tokens.css"><title>')
    >>> page == f"<style>{styles}</style>\\n<title>"
    True
    """
    styles = "".join(map(text_of, _STYLE.findall(page)))
    first, *others = _STYLE.split(page)[::2]
    return f"{first}<style>{styles}</style>\n{''.join(others)}", styles


def text_of(name: str) -> str:
    """The text of a file of the page."""
    return (STATIC / name).read_text(encoding="utf-8")
