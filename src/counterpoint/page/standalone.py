"""A report: one file with the verdicts and every run, which opens without a server."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from typing import Any

from ..engines.task import Watcher
from ..verdict import Verdicts
from .files import STATIC, with_styles
from .loaded import Loaded
from .recording import recorded

_IMPORT = re.compile(r"from '\./([\w]+\.js)'")


def report_of(loaded: Loaded, watch: Watcher, *, most: int = 2000) -> tuple[str, Verdicts]:
    """The report of a target as HTML, and the verdicts that it shows.

    It holds `most` positions of all runs together. Of runs that have more it leaves out steps in
    between, and says which.

    >>> from counterpoint.examples.hot_cold import program
    >>> text, verdicts = report_of(Loaded("hot_cold", program), lambda progress: None)
    >>> text.startswith("<!doctype html>"), bool(verdicts)
    (True, True)
    """
    verdicts = loaded.checking(loaded.off)(watch)
    return _page(loaded.name, recorded(loaded, verdicts, most)), verdicts


# One file -----------------------------------------------------------------------------------------


def _page(name: str, data: Mapping[str, Any]) -> str:
    """The page with its styles, its modules and what was recorded inside."""
    page = with_styles(_text("index.html"))
    page = re.sub(r'<script type="module"[^>]*></script>\n', "", page)
    page = re.sub(r'<link rel="icon"[^>]*>', f'<link rel="icon" href="{_icon()}">', page)
    return page.replace("<title>Counterpoint", f"<title>{_plain(name)} - Counterpoint").replace(
        "</head>", f"{_scripts(data)}</head>"
    )


def _plain(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _text(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def _scripts(data: Mapping[str, Any]) -> str:
    """Modules as addresses that hold their own text; that of the socket is the recording's."""
    names = [path.name for path in sorted(STATIC.glob("*.js")) if path.name != "recorded.js"]
    files = {name: "recorded.js" if name == "socket.js" else name for name in names}
    imports = {name: _module(_text(file)) for name, file in files.items()}
    held = json.dumps(data, ensure_ascii=False, default=str).replace("</", "<\\/")
    return (
        f'<script type="importmap">{json.dumps({"imports": imports})}</script>\n'
        f'<script type="application/json" id="recorded">{held}</script>\n'
        "<script type=\"module\">import 'main.js';</script>\n"
    )


def _module(text: str) -> str:
    return _address("text/javascript", _IMPORT.sub(r"from '\1'", text))


def _icon() -> str:
    return _address("image/svg+xml", _text("icon.svg"))


def _address(kind: str, text: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(text.encode()).decode()}"
