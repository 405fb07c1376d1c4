"""The files of the page: those of this package's folder `static`, each known by its name."""

from __future__ import annotations

from pathlib import Path

from ..data import dataclass

STATIC = Path(__file__).parent / "static"

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that is served: its type and its bytes."""

    type: str
    content: bytes


def assets() -> dict[str, Asset]:
    """All files that are served, by their paths; no other path leads anywhere.

    >>> "/stage.css" in assets(), "/../files.py" in assets()
    (True, False)
    """
    found = {
        f"/{path.name}": Asset(TYPES[path.suffix], path.read_bytes())
        for path in sorted(STATIC.iterdir())
        if path.suffix in TYPES
    }
    return found | {"/": found["/index.html"]} if "/index.html" in found else found
