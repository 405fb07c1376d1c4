"""What the score shows of an LED program: its state, its clicks, and its conditions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from ...errors import CounterpointError
from ...led.program import LedProgram
from ...model.system import Label, State
from .values import ValuesPresenter

WON = ("threeInRow", "wins", "won", "hasWon", "win")
"""Definitions with one parameter: the first of them that exists is evaluated for each player."""

DEPTH = 2
"""Depth to which a condition is explained that a step made true or false."""


class LedPresenter(ValuesPresenter):
    """Describes an LED program.

    >>> from counterpoint.target import find_target
    >>> presenter = LedPresenter(find_target("tictactoe.led"))
    >>> [row["name"] for group in presenter.groups for row in group["rows"]][1:]
    ['cell', 'boardFull', 'gameOver', 'threeInRow(x)', 'threeInRow(o)']
    """

    kind = "led"

    def __init__(self, program: LedProgram) -> None:
        super().__init__(program)
        self.program = program
        steps = program.successors(program.initial()[0])
        self._actions.update(dict.fromkeys(n for step in steps for n in self.actions_of(step[0])))

    @property
    def files(self) -> list[str]:
        """The file of the LED text."""
        return [self.program.module.source.file]

    @cached_property
    def _definitions(self) -> dict[tuple[str, int], Any]:
        return dict(self.program.module.known.definitions)

    def place_of(self, kind: str, name: str) -> tuple[str, int] | None:
        """The file and line of a definition; None if it is not known."""
        name = name.partition("(")[0]
        found = [of for (known, _), of in self._definitions.items() if known == name]
        place = found[0].at.place() if found else None
        return None if place is None else (place.file, place.line)

    @cached_property
    def conditions(self) -> list[str]:
        """The conditions without parameters, and for each player whether the player has won."""
        program = self.program
        named = [name for name in program.atoms if "(" not in name]
        won = [name for name in WON if (name, 1) in self._definitions][:1]
        asked = [f"{name}({player})" for name in won for player in self.voices.players]
        return [
            text for text in (*named, *asked) if self._holds(text, program.initial()[0]) is not None
        ]

    def _holds(self, text: str, state: State) -> bool | None:
        """Whether a condition holds in a state; None if it has no value."""
        try:
            return bool(self.program.atoms[text](state))
        except (CounterpointError, KeyError):
            return None

    def watched(self, state: State) -> dict[str, bool]:
        """The conditions, each with whether it holds in a state."""
        return {text: bool(self._holds(text, state)) for text in self.conditions}

    def more_why(self, state: State, label: Label | None) -> list[dict[str, Any]]:
        """A section that explains the conditions changed by a step."""
        there = next((to for by, to in self.program.successors(state) if by == label), None)
        rows = [] if there is None else list(self._reasons(state, there))
        title = "How it was evaluated"
        return [{"kind": "tree", "title": title, "note": "", "rows": rows}]

    def _reasons(self, state: State, there: State) -> Iterator[dict[str, str]]:
        before, after = self.watched(state), self.watched(there)
        for text, value in after.items():
            if value == before[text] or "(" in text:
                continue
            explained = self.program.explain_value(text, there, depth=DEPTH)
            yield from ({"text": line} for line in explained.lines())
