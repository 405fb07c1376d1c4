"""The contents of a report: all messages that the page needs, for each position of each run."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..report.score.held import gaps, held, left_out, span
from ..report.score.voice import GAME
from ..verdict import Answer, Verdict, Verdicts
from .link import Link
from .loaded import Loaded
from .properties import properties_data
from .screen import Scene, target_data, walk_data
from .walk import Walk

LEAST = 30
"""Positions of a run that are always kept."""


def recorded(loaded: Loaded, verdicts: Verdicts, most: int) -> dict[str, Any]:
    """All messages that the page needs, for about `most` positions of all runs together.

    Each run may always keep `LEAST` positions.
    """
    variant = loaded.variant(loaded.off)
    start = Walk(variant.target, loaded.whole, presenter=variant.presenter)
    shown = [verdict for verdict in verdicts if verdict.trace is not None]
    each = max(LEAST, most // max(1, len(shown)))
    runs = {verdict.name: _run(loaded, verdict, each) for verdict in shown}
    return {
        "target": _fixed(target_data(_scene(loaded, start, None))),
        "properties": properties_data(verdicts, loaded.wanted(loaded.off), {}),
        "start": _begun(_walked(loaded, start, None, [0]), runs),
        "runs": runs,
        "first": _first(verdicts),
    }


def _first(verdicts: Verdicts) -> str:
    """The property with the run that is shown first: one that fails; empty if none does."""
    failing = (v.name for v in verdicts if v.answer is Answer.FAILS and v.trace is not None)
    return next(failing, "")


def _run(loaded: Loaded, verdict: Verdict, most: int) -> dict[str, Any]:
    assert verdict.trace is not None
    variant = loaded.variant(loaded.off)
    walk = Walk.along(verdict.trace, variant.target, loaded.whole, presenter=variant.presenter)
    return _walked(loaded, walk, verdict, held(len(walk.steps), walk.loop, most))


def _steps(first: int, last: int) -> str:
    """Steps by their numbers, as the subject of a sentence with its verb."""
    return f"step {first:,} is" if first == last else f"steps {span(first, last)} are"


# Messages -----------------------------------------------------------------------------------------


def _walked(
    loaded: Loaded, walk: Walk, opened: Verdict | None, positions: Sequence[int]
) -> dict[str, Any]:
    """The columns and messages of a walk at some positions, which are numbered by their places.

    The `number` of a column is the number of steps before it.
    """
    placed = _Placed(positions)
    walks = []
    for at in positions:
        walk.jump(at)
        message = walk_data(_scene(loaded, walk, opened))
        del message["link"]
        walks.append(placed.message(message, at))
    return {"columns": list(_columns(walk, positions)), "walks": walks}


def _columns(walk: Walk, positions: Sequence[int]) -> Iterator[dict[str, Any]]:
    ends = [*positions[1:], positions[-1] + 1]
    for here, there in zip(positions, ends, strict=True):
        column = walk.column(here) | {"number": here}
        yield column if there == here + 1 else _gap(walk, column, here, there)


def _gap(walk: Walk, column: dict[str, Any], here: int, there: int) -> dict[str, Any]:
    """A column for steps that are left out; it shows only the state before them."""
    gap = {"label": "\u2026", "gap": there - here - 1, "voice": GAME, "marks": {}, "bad": ""}
    legal = all(step.legal for step in walk.steps[here:there])
    return column | gap | {"legal": legal, "asker": None, "woke": 0, "changes": {}}


class _Placed:
    """Converts messages: positions of a walk become indices into the positions that are kept."""

    def __init__(self, positions: Sequence[int]) -> None:
        self.positions = positions
        self.place = {position: place for place, position in enumerate(positions)}

    def message(self, message: dict[str, Any], at: int) -> dict[str, Any]:
        """The converted message of one position."""
        here = self.place[at]
        more: dict[str, Any] = {
            "at": here,
            "length": len(self.positions) - 1,
            "loop": None if message["loop"] is None else self.place[message["loop"]],
            "selected": max(0, here - 1),
            "events": [],
            "more_events": 0,
            "is_listed": True,
            "more_shut": 0,
            "around": self._around(message["around"], here),
            "values": self._values(message["values"]),
            "say": self._said(message["say"], here),
        }
        if message["trace"] is not None:
            more["trace"] = message["trace"] | {"left_out": left_out(self.positions)}
        return message | more

    def _column_of(self, step: int) -> int:
        """The index of the column that contains a step, counted from 0."""
        return bisect_right(self.positions, step) - 1

    def _values(self, values: Mapping[str, Any]) -> dict[str, Any]:
        return {**values, "lost": sorted({self._column_of(step) for step in values["lost"]})}

    def _around(self, around: Mapping[str, Any], here: int) -> dict[str, Any]:
        """The surroundings of a state, without folding or links to positions that are not kept."""
        back = [node | {"at": self.place.get(node["step"])} for node in around["back"]]
        nexts = around["next"]
        if self._gap_after(here):
            nexts = [node | {"taken": False} for node in nexts]
        return {**around, "back": back, "next": nexts, "folds": False}

    def _said(self, said: Mapping[str, Any], here: int) -> dict[str, Any]:
        """The texts of a position, with the steps that are left out next to it."""
        parts = [self._part(part) for part in said["parts"]]
        if after := self._gap_after(here):
            parts.append(f" Here {_steps(*after)} left out.")
        if here and (before := self._gap_after(here - 1)):
            parts.append(f" Before this, {_steps(*before)} left out.")
        return {**said, "parts": parts}

    def _part(self, part: Any) -> Any:
        if isinstance(part, Mapping) and "step" in part:
            return {"step": self._column_of(part["step"]), "number": part["step"]}
        return part

    def _gap_after(self, place: int) -> tuple[int, int] | None:
        """The first and last step that are left out after a position; None if none are."""
        pair = self.positions[place : place + 2]
        return next(iter(gaps(pair)), None)


def _begun(start: dict[str, Any], runs: Mapping[str, Any]) -> dict[str, Any]:
    """The start of a report, where only runs can be opened."""
    hint = "Play a run that a property has." if runs else "No property has a run to play."
    for walk in start["walks"]:
        walk["say"] = {"title": "The beginning.", "parts": [hint], "result": False}
    return start


def _scene(loaded: Loaded, walk: Walk, opened: Verdict | None) -> Scene:
    players = walk.presenter.voices.players
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
    """The message about a target for a report: rules cannot be switched, and nobody plays."""
    groups = [group | {"switch": False} for group in target["groups"]]
    return target | {"groups": groups, "values": False, "recorded": True}
