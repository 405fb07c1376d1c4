"""A report: one file with the verdicts and every run, which opens without a server."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from typing import Any

from ..engines.task import Watcher
from ..verdict import Answer, Verdict, Verdicts
from .files import STATIC, with_styles
from .link import Link
from .loaded import Loaded
from .properties import properties_data
from .screen import Scene, target_data, walk_data
from .walk import Walk

LONGEST = 200
"""Steps of a run that are recorded; of a longer one the first."""

_IMPORT = re.compile(r"from '\./([\w]+\.js)'")


def report_of(loaded: Loaded, watch: Watcher) -> tuple[str, Verdicts]:
    """The report of a target as HTML, and the verdicts that it shows.

    >>> from counterpoint.examples.hot_cold import program
    >>> text, verdicts = report_of(Loaded("hot_cold", program), lambda progress: None)
    >>> text.startswith("<!doctype html>"), bool(verdicts)
    (True, True)
    """
    verdicts = loaded.checking(loaded.off)(watch)
    return _page(loaded.name, _recorded(loaded, verdicts)), verdicts


# What is recorded ---------------------------------------------------------------------------------


def _recorded(loaded: Loaded, verdicts: Verdicts) -> dict[str, Any]:
    """All messages that the page needs, for each position of each run."""
    variant = loaded.variant(loaded.off)
    start = Walk(variant.target, loaded.whole, teller=variant.teller)
    texts = {one.name: one.text for one in loaded.wanted(loaded.off)}
    runs = {
        verdict.name: _run(loaded, verdict) for verdict in verdicts if verdict.trace is not None
    }
    return {
        "target": _fixed(target_data(_scene(loaded, start, None))),
        "properties": properties_data(verdicts, texts, {}),
        "start": _begun(_walked(loaded, start, None), runs),
        "runs": runs,
        "first": _first(verdicts),
    }


def _first(verdicts: Verdicts) -> str:
    """The property whose run is shown first: one that fails; empty if none does."""
    failing = (v.name for v in verdicts if v.answer is Answer.FAILS and v.trace is not None)
    return next(failing, "")


def _run(loaded: Loaded, verdict: Verdict) -> dict[str, Any]:
    assert verdict.trace is not None
    variant = loaded.variant(loaded.off)
    walk = Walk.along(verdict.trace, variant.target, loaded.whole, teller=variant.teller)
    if len(walk.steps) > LONGEST:
        walk.cut(LONGEST)
        walk.loop = None
    return _walked(loaded, walk, verdict)


def _walked(loaded: Loaded, walk: Walk, opened: Verdict | None) -> dict[str, Any]:
    walks = []
    for at in range(len(walk.steps) + 1):
        walk.jump(at)
        message = walk_data(_scene(loaded, walk, opened))
        del message["link"]
        walks.append(message | {"events": [], "around": _still(message["around"])})
    return {"columns": walk.columns, "walks": walks}


def _begun(start: dict[str, Any], runs: Mapping[str, Any]) -> dict[str, Any]:
    """The start, where nothing can be clicked but the runs."""
    told = "Play a run that a property has." if runs else "No property has a run to play."
    for walk in start["walks"]:
        walk["say"] = {"title": "The beginning.", "parts": [told], "result": False}
    return start


def _still(around: Mapping[str, Any]) -> dict[str, Any]:
    """What is around a state, with nothing to switch."""
    return {**around, "folds": False}


def _scene(loaded: Loaded, walk: Walk, opened: Verdict | None) -> Scene:
    players = walk.teller.voices.players
    return Scene(
        loaded=loaded,
        off=loaded.off,
        walk=walk,
        opened=opened,
        selected=None,
        persons=players,
        by=dict.fromkeys(players, ""),
        ways={player: {} for player in players},
        link=Link(),
        values=False,
        fold=False,
    )


def _fixed(target: dict[str, Any]) -> dict[str, Any]:
    """A target whose rules are as they are, and which nobody plays."""
    groups = [group | {"switch": False} for group in target["groups"]]
    return target | {"groups": groups, "values": False, "recorded": True}


# One file -----------------------------------------------------------------------------------------


def _page(name: str, recorded: Mapping[str, Any]) -> str:
    """The page with its styles, its modules and what was recorded inside."""
    page = with_styles(_text("index.html"))
    page = re.sub(r'<script type="module"[^>]*></script>\n', "", page)
    page = re.sub(r'<link rel="icon"[^>]*>', f'<link rel="icon" href="{_icon()}">', page)
    return page.replace("<title>Counterpoint", f"<title>{_plain(name)} - Counterpoint").replace(
        "</head>", f"{_scripts(recorded)}</head>"
    )


def _plain(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _text(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def _scripts(recorded: Mapping[str, Any]) -> str:
    """Modules as addresses that hold their own text; that of the socket is the recording's."""
    names = [path.name for path in sorted(STATIC.glob("*.js")) if path.name != "recorded.js"]
    files = {name: "recorded.js" if name == "socket.js" else name for name in names}
    imports = {name: _module(_text(file)) for name, file in files.items()}
    data = json.dumps(recorded, ensure_ascii=False, default=str).replace("</", "<\\/")
    return (
        f'<script type="importmap">{json.dumps({"imports": imports})}</script>\n'
        f'<script type="application/json" id="recorded">{data}</script>\n'
        "<script type=\"module\">import 'main.js';</script>\n"
    )


def _module(text: str) -> str:
    return _address("text/javascript", _IMPORT.sub(r"from '\1'", text))


def _icon() -> str:
    return _address("image/svg+xml", _text("icon.svg"))


def _address(kind: str, text: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(text.encode()).decode()}"
