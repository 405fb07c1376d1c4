"""The screen of a tab: the messages that show a target and a walk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..data import dataclass
from ..model.notation import Notation, notation_of
from ..report.score.grid import EMPTY
from ..report.score.view import seen, squares_of, view_data, winning_line
from ..verdict import Verdict
from .around import around_data
from .bounds import Off
from .events import events_data
from .link import Link
from .loaded import Loaded
from .others import Others
from .players import Way
from .sentence import claims_at, said_of_game, said_of_trace, shown_at
from .standing import Standing
from .walk import Walk
from .worth import Worth

Send = Callable[[dict[str, Any]], object]


@dataclass(frozen=True, slots=True)
class Scene:
    """What to show: a walk, the property that it belongs to, and the person's settings.

    `opened` is the property with the run that is played instead of the game. `ways` maps each
    player to the ways to play for that player, and `by` to the current one.
    """

    loaded: Loaded
    off: Off
    walk: Walk
    opened: Verdict | None
    selected: int | None
    persons: Sequence[str]
    by: Mapping[str, str]
    ways: Mapping[str, Mapping[str, Way]]
    link: Link
    values: bool
    fold: bool


def scene_of(standing: Standing, others: Others, *, values: bool, fold: bool) -> Scene:
    """The scene of a tab with this standing and these opponents."""
    opened = standing.opened
    return Scene(
        loaded=standing.loaded,
        off=standing.off,
        walk=standing.walk,
        opened=None if opened is None else opened.verdict,
        selected=standing.selected,
        persons=others.persons,
        by={player: others.by(player) for player in others.players},
        ways={player: others.ways(player) for player in others.players},
        link=standing.link,
        values=values,
        fold=fold,
    )


class Screen:
    """Shows scenes by sending messages; only changed columns of a walk are sent."""

    def __init__(self) -> None:
        self._sent: list[Any] = []
        self._rows: list[int] | None = None

    def forget(self) -> None:
        """Send everything again at the next `show`."""
        self._sent = []
        self._rows = None

    def show(self, scene: Scene, send: Send) -> None:
        """Send the walk, and before it the target if the number of its rows has changed."""
        columns = list(scene.walk.columns)
        rows = [len(group["rows"]) for group in scene.walk.presenter.groups]
        if rows != self._rows:
            self._rows = rows
            send(target_data(scene))
        same = 0
        while same < min(len(columns), len(self._sent)) and columns[same] is self._sent[same]:
            same += 1
        self._sent = columns
        send(walk_data(scene) | {"from": same, "columns": columns[same:]})


def target_data(scene: Scene) -> dict[str, Any]:
    """The message about a target: its rows, its sources, and who plays."""
    presenter, loaded = scene.walk.presenter, scene.loaded
    return {
        "type": "target",
        "name": loaded.name,
        "kind": presenter.kind,
        "version": loaded.version,
        "groups": presenter.groups,
        "off": sorted(scene.off),
        "threads": _threads(scene.walk.target),
        "sources": loaded.sources,
        "players": [_player(scene, player) for player in presenter.voices.players],
        "values": bool(loaded.goals(scene.off)),
    }


def _player(scene: Scene, player: str) -> dict[str, Any]:
    ways = [
        {"id": how, "title": way.title, "why_not": way.why_not}
        for how, way in scene.ways[player].items()
    ]
    voice = scene.walk.presenter.voices.of_player(player)
    return {"name": player, "voice": voice, "by": scene.by[player], "ways": ways}


def walk_data(scene: Scene) -> dict[str, Any]:
    """The message about a walk, without its columns."""
    walk = scene.walk
    near = [walk.state_at(k) for k in range(max(0, walk.at - 1), walk.at + 1)]
    view = view_data(walk.target, walk.presenter, near, walk.labels)
    worth = _worth(scene)
    said = _said(scene, view, worth["lost"])
    if said["result"] and view["kind"] == "board":
        view["line"] = winning_line(walk.target, walk.states[: walk.at + 1], walk.labels)
    selected = max(0, walk.at - 1) if scene.selected is None else scene.selected
    return {
        "type": "walk",
        "mode": "game" if scene.opened is None else "trace",
        "trace": None if scene.opened is None else _strip(scene, scene.opened),
        "at": walk.at,
        "length": len(walk.steps),
        "loop": walk.loop,
        "view": view,
        "say": said,
        **events_data(walk, scene.persons, scene.opened is None),
        "selected": selected,
        "why": walk.why(selected),
        "around": around_data(walk, fold=scene.fold),
        "fold": scene.fold,
        "values": worth,
        "link": str(scene.link),
        "beside": _beside(scene),
    }


def _beside(scene: Scene) -> dict[str, Any] | None:
    """The second target, as it follows the walk; None if there is only one."""
    companion = scene.loaded.companion
    return None if companion is None else companion.data(scene.walk)


def _said(scene: Scene, view: Mapping[str, Any], lost: Sequence[int]) -> dict[str, Any]:
    if scene.opened is not None:
        return said_of_trace(scene.walk, scene.opened, lost)
    squares = _squares(scene.walk) if view["kind"] == "board" else 0
    goals = scene.loaded.goals(scene.off)
    values = _values_sentence(scene) if scene.values else ""
    return said_of_game(scene.walk, goals, scene.persons, squares=squares, values=values)


def _squares(walk: Walk) -> int | None:
    """The number of squares that one step can mark; None if these are all empty squares."""
    now = seen(walk.target, walk.state, walk.labels)
    marked = (
        squares_of(now, seen(walk.target, step.state, [*walk.labels, step.label]))
        for step in walk.choices
    )
    found = {squares[0] for squares in marked if len(squares) == 1}
    marks = [mark for row in now.grid or () for mark in row]
    empty = {at for at, mark in enumerate(marks) if mark in EMPTY}
    return None if found and found >= empty else len(found)


def _values_sentence(scene: Scene) -> str:
    """A sentence about the values of moves, or that they are not known yet."""
    if scene.loaded.advisor(scene.off) is None:
        return "Working out what each move is worth ..."
    return "What each move is worth, if all play as well as they can."


def _strip(scene: Scene, opened: Verdict) -> dict[str, Any]:
    """The data of the strip at the top of the page while a run is played."""
    return {
        "property": opened.name,
        "answer": opened.answer.value,
        "steps": len(scene.walk.steps),
        "loop": scene.walk.loop,
        "claims": claims_at(scene.walk, opened),
        "shown": shown_at(scene.walk, opened),
        "off": sorted(scene.off),
        "reason": opened.reason,
    }


def _worth(scene: Scene) -> dict[str, Any]:
    """The values of moves, and the steps that lost value; for an opened run, the latter."""
    advisor = scene.loaded.advisor(scene.off)
    if advisor is None or not (scene.values or scene.opened is not None):
        return {"on": scene.values, "ready": advisor is not None, "moves": {}, "lost": []}
    worth = Worth(advisor, scene.walk, scene.loaded.advices)
    moves = worth.moves if scene.values else {}
    return {"on": scene.values, "ready": True, "moves": moves, "lost": worth.lost}


def _threads(target: Any) -> int:
    """How many b-threads a target has."""
    return len(target.threads) if notation_of(target) is Notation.PROGRAM else 0
