"""The files of the page: those of this package's folder `static`, each known by its name."""

from __future__ import annotations

import re
from pathlib import Path

from ..data import dataclass

STATIC = Path(__file__).parent / "static"

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}

_STYLE = re.compile(r'<link rel="stylesheet" href="/([^"]+)">\n?')


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that is served: its type and its bytes."""

    type: str
    content: bytes


def assets() -> dict[str, Asset]:
    """All files that are served, by their paths; no other path leads anywhere.

    The page itself comes with its styles inside and names its modules: each file that it waits for
    costs time, and more so those that are found one in another.

    >>> "/stage.css" in assets(), "/../files.py" in assets()
    (True, False)
    """
    found = {
        f"/{path.name}": Asset(TYPES[path.suffix], path.read_bytes())
        for path in sorted(STATIC.iterdir())
        if path.suffix in TYPES
    }
    page, _ = with_styles(text_of("index.html"))
    modules = [f'<link rel="modulepreload" href="{at}">\n' for at in found if _is_loaded(at)]
    page = page.replace("</head>", f"{''.join(modules)}</head>")
    return found | {"/": Asset(TYPES[".html"], page.encode())}


def _is_loaded(at: str) -> bool:
    """Whether a file is a module of the page; that of recordings is none."""
    return at.endswith(".js") and at != "/recorded.js"


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
