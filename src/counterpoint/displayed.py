"""The base of what displays itself in a notebook; it costs nothing until something is displayed."""

from __future__ import annotations

import importlib

_DRAWS = "counterpoint.notebook.output"
"""The module that draws, which has `html_of(object)`."""


class Displayed:
    """The base of what Jupyter shows as HTML; `repr` in a terminal stays what it is.

    The room that draws stands floors above the classes that are drawn, so none of them imports it:
    its name is looked up when a notebook asks for a display, and is all that is known of it here.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        """The object as HTML that needs no script, no server and nothing from elsewhere."""
        found: str = importlib.import_module(_DRAWS).html_of(self)
        return found
