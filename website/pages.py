"""The pages that the site has beside those in `docs`."""

from __future__ import annotations

from .codes import codes_page
from .gallery import gallery_page
from .interface import interface_pages
from .options import options_page


def made_pages() -> dict[str, str]:
    """The pages that are made from the code: their Markdown by path."""
    return {
        "gallery.md": gallery_page(),
        "reference/errors.md": codes_page(),
        "reference/options.md": options_page(),
        **interface_pages(),
    }
