"""The pages that the site has beside those in `docs`."""

from __future__ import annotations

from .codes import codes_page
from .forms import form_files, forms_page
from .gallery import gallery_page
from .interface import interface_pages
from .options import options_page


def made_pages() -> dict[str, str]:
    """The pages that are made from the code: their Markdown by path."""
    return {
        "gallery.md": gallery_page(),
        "reference/errors.md": codes_page(),
        "reference/json.md": forms_page(),
        "reference/options.md": options_page(),
        **interface_pages(),
    }


def made_files() -> dict[str, str]:
    """Other files that are made from the code, which pages link: their text by path."""
    return form_files()
