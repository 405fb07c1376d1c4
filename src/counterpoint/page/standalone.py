"""A report: one file with the verdicts and all runs, which opens without a server."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from typing import Any

from ..engines.base.task import Watcher
from ..engines.base.workers import AUTO, Given
from ..verdict import Verdicts
from .files import script, text_of, with_styles
from .loaded import Loaded
from .policy import policy_of_report
from .recording import recorded
from .wire import written


def report_of(
    loaded: Loaded, watch: Watcher, *, most: int = 2000, workers: Given = AUTO
) -> tuple[str, Verdicts]:
    """The report of a target as HTML, and the verdicts that it shows; `workers` as for `check`.

    It has about `most` positions of all runs together. In longer runs, steps in between are left
    out, and the report says which.

    >>> from counterpoint.examples.hot_cold import program
    >>> text, verdicts = report_of(Loaded("hot_cold", program), lambda progress: None)
    >>> text.startswith("<!doctype html>"), bool(verdicts)
    (True, True)
    """
    verdicts = loaded.checking(loaded.off, workers)(watch)
    return _page(loaded.name, recorded(loaded, verdicts, most)), verdicts


# One file -----------------------------------------------------------------------------------------


def _page(name: str, data: Mapping[str, Any]) -> str:
    """The page with its styles, its script and the recorded data embedded."""
    page, styles = with_styles(text_of("index.html"))
    page = re.sub(r'<script type="module"[^>]*></script>\n', "", page)
    page = re.sub(r'<link rel="icon"[^>]*>', f'<link rel="icon" href="{_icon()}">', page)
    code = script(socket="recorded")
    allowed = policy_of_report(styles, code)
    policy = f'<meta http-equiv="Content-Security-Policy" content="{allowed}">'
    held = f'<script type="application/json" id="recorded">{written(data)}</script>'
    page = page.replace(_FIRST, f"{_FIRST}\n{policy}")
    return page.replace("<title>Counterpoint", f"<title>{_plain(name)} - Counterpoint").replace(
        "</head>", f'{held}\n<script type="module">{code}</script>\n</head>'
    )


_FIRST = '<meta charset="utf-8">'
"""The text after which the policy is inserted: it applies to everything that follows."""


def _plain(text: str) -> str:
    """A text as HTML; a lone surrogate is replaced, because a file cannot contain it."""
    text = text.encode(errors="replace").decode()
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _icon() -> str:
    icon = base64.b64encode(text_of("icon.svg").encode()).decode()
    return f"data:image/svg+xml;base64,{icon}"
