"""Parity games as systems of two players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from ..errors import BadParityGame
from ..model.notation import Notation
from ..model.property import Property, WinsParity
from ..model.system import Label, State, Trusted
from ..reading import text_in
from .read import Node, ParityArena, read_arena

PLAYERS = ("0", "1")
"""The players; 0 wins a play in which the greatest priority that recurs for ever is even."""


class ParityGame(Trusted):
    """A parity game; a state is the number of a node, and a step is called as the node it leads to.

    A play begins at `start`; if the file does not say where, it may begin at any node.

    >>> game = ParityGame(read_arena('parity 1;\\nstart 0;\\n0 2 0 1,0 "a";\\n1 3 1 0;'))
    >>> game.successors(0), game.owner(1), game.priority(1), game.show(0)
    ([('1', 1), ('a', 0)], '1', 3, {'node': 'a', 'priority': '2', 'owner': '0'})
    """

    notation: ClassVar = Notation.PARITY
    players = PLAYERS
    source_files: tuple[str, ...] = ()

    def __init__(self, arena: ParityArena, name: str = "game") -> None:
        self.arena, self.name = arena, name
        self._nodes = arena.nodes

    @cached_property
    def texts(self) -> Mapping[int, str]:
        """What each node is called: by its name, if no other node is called so."""
        counts = Counter(node.name for node in self._nodes.values())
        return {number: self._text(number, node, counts) for number, node in self._nodes.items()}

    def _text(self, number: int, node: Node, counts: Mapping[str, int]) -> str:
        is_name = node.name.strip() and counts[node.name] == 1 and not node.name.isdecimal()
        return node.name if is_name else str(number)

    def initial(self) -> Iterable[State]:
        """The start, or every node."""
        return self.every() if self.arena.start is None else [self.arena.start]

    def every(self) -> Iterable[State]:
        """Every node, whether a play from the start visits it or not."""
        return list(self._nodes)

    def begins(self, state: State) -> bool:
        """Whether a play may begin at a node."""
        return self.arena.start is None or state == self.arena.start

    def successors(self, state: int) -> list[tuple[Label, State]]:
        """The steps out of a node."""
        texts = self.texts
        return [(texts[there], there) for there in self._nodes[state].successors]

    def owner(self, state: int) -> str:
        """The player who chooses at a node."""
        return PLAYERS[self._nodes[state].owner]

    def priority(self, state: int) -> int:
        """The priority of a node."""
        return self._nodes[state].priority

    def show(self, state: int) -> Mapping[str, str]:
        """A node with its name, its priority and its owner."""
        node = self._nodes[state]
        return {
            "node": self.texts[state],
            "priority": str(node.priority),
            "owner": PLAYERS[node.owner],
        }

    def parse_state(self, text: str) -> State | None:
        """The node with a number or a name; None if there is none."""
        given = text.strip()
        if given.isdecimal() and int(given) in self._nodes:
            return int(given)
        return next((number for number, name in self.texts.items() if name == given), None)

    @cached_property
    def atoms(self) -> Mapping[str, Callable[[State], bool]]:
        """Conditions on a node: `priority = 3` and `owner = 0`, for each that occurs."""
        nodes = self._nodes

        def has_priority(number: int) -> Callable[[State], bool]:
            return lambda state: nodes[state].priority == number  # type: ignore[index]

        found = {
            f"priority = {number}": has_priority(number)
            for number in sorted({node.priority for node in nodes.values()})
        }
        found["owner = 0"] = lambda state: nodes[state].owner == 0  # type: ignore[index]
        found["owner = 1"] = lambda state: nodes[state].owner == 1  # type: ignore[index]
        return found

    @property
    def requirements(self) -> Mapping[str, Property]:
        """The question of the game: whether 0 wins from the start."""
        wins = WinsParity("0")
        return {str(wins): wins}


def load_parity_game(path: str | Path) -> ParityGame:
    """The parity game in a file; raises `BadParityGame` if it cannot be read."""
    text = text_in(path, BadParityGame)
    game = ParityGame(read_arena(text, str(path)), Path(path).stem)
    game.source_files = (str(path),)
    return game
