"""A sheet of a notebook: an element with an id, styles that end at its border, and bounded size."""

from __future__ import annotations

import re
from functools import cache
from itertools import count
from pathlib import Path

from ..page.files import text_of

ROOM = 1_500_000
"""Characters of the pictures in one output."""

_NAMED = re.compile(r"^(:root|\[data-theme=dark\]) \{(.*?)^\}", re.M | re.S)

_COLOUR = re.compile(r"--[\w-]+: [^;]*(?:#|%)[^;]*;")

_LIGHT = ('[data-jp-theme-light="true"] &', "body.vscode-light &")
_DARK = (
    '[data-jp-theme-light="false"] &',
    "body.vscode-dark &",
    "body.vscode-high-contrast:not(.vscode-high-contrast-light) &",
    "html[theme=dark] &",
)
"""How Jupyter, VS Code and Colab say which theme they have, where it is not the system's."""


class Sheet:
    """One output, with an id that no other output on the page has.

    >>> sheet = Sheet("cp")
    >>> sheet.new_id(), sheet.new_id(), sheet.has_room(5)
    ('cp-1', 'cp-2', True)
    """

    def __init__(self, name: str) -> None:
        self.id = name
        self._ids = count(1)
        self._room = ROOM

    def new_id(self) -> str:
        """An id for an element of the sheet."""
        return f"{self.id}-{next(self._ids)}"

    def has_room(self, characters: int) -> bool:
        """Whether a picture of this size still fits; if so, it has its place."""
        fits = characters <= self._room
        self._room -= characters if fits else 0
        return fits

    def html(self, inside: str) -> str:
        """The whole output."""
        styles = styled().replace("&", f"#{self.id}")
        return f'<div class="counterpoint" id="{self.id}"><style>{styles}</style>{inside}</div>'


@cache
def styled() -> str:
    """The styles of a sheet, where `&` stands for it: the colours of the page, in both themes."""
    light, dark = (_colours(block) for _, block in _NAMED.findall(text_of("tokens.css")))
    own = (Path(__file__).parent / "style.css").read_text(encoding="utf-8")
    themes = [
        f"& {{{light}color-scheme:light;}}",
        f"@media (prefers-color-scheme: dark) {{ & {{{dark}color-scheme:dark;}} }}",
        f"{', '.join(_LIGHT)} {{{light}color-scheme:light;}}",
        f"{', '.join(_DARK)} {{{dark}color-scheme:dark;}}",
    ]
    return _squeezed("\n".join([*themes, own]))


def _colours(block: str) -> str:
    return "".join(_COLOUR.findall(block))


def _squeezed(css: str) -> str:
    """Styles without comments and indentation: each output has them."""
    return re.sub(r"\n\s*", "\n", re.sub(r"/\*.*?\*/", "", css, flags=re.S)).strip()
