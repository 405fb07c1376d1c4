"""Read parity games in the format of PGSolver.

Friedmann and Lange, PGSolver: a collection of parity game solvers, Ludwig-Maximilians-Universitat
Munchen, 2010. A file has an optional line `parity N;` with the greatest number of a node, an
optional line `start N;`, and for each node its number, priority, owner, successors, and perhaps a
name: `3 2 0 4,5 "third";`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..data import dataclass
from ..errors import BadParityGame, Place

_NODE = re.compile(
    r'\s*(\d{1,18})\s+(\d{1,18})\s+([01])\s+(\d{1,18}(?:\s*,\s*\d{1,18})*)\s*(?:"([^"]*)")?\s*;'
)
_PARITY = re.compile(r"\s*parity\s+(\d{1,18})\s*;")
_START = re.compile(r"\s*start\s+(\d{1,18})\s*;")
_BARREN = re.compile(r'\s*(\d+)\s+\d+\s+[01]\s*("[^"]*")?\s*;')
_OWNED = re.compile(r"\s*\d+\s+\d+\s+(\S+)\s")
_END = re.compile(r"\s*\Z")
_REST = re.compile(r"\s*(\S.*)?")


@dataclass(frozen=True, slots=True)
class Node:
    """A node: its priority, its owner, its successors in their order, each once, and its name."""

    priority: int
    owner: int
    successors: tuple[int, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class ParityArena:
    """The nodes of a game by number, in the order of the file; `start` is None if not said."""

    nodes: Mapping[int, Node]
    start: int | None = None


def read_arena(text: str, file: str = "game.pg") -> ParityArena:
    """The game in a text; raises `BadParityGame` with the place of what is wrong.

    >>> read_arena('parity 1;\\n0 2 0 1,0 "a";\\n1 3 1 0;').nodes[0]
    Node(priority=2, owner=0, successors=(1, 0), name='a')
    """
    return _Reading(text, file).arena()


class _Reading:
    def __init__(self, text: str, file: str) -> None:
        self._text, self._file, self._at = text, file, 0

    def arena(self) -> ParityArena:
        most, start = self._header(_PARITY), self._header(_START)
        nodes: dict[int, Node] = {}
        places: dict[int, int] = {}
        while not _END.match(self._text, self._at):
            found = _NODE.match(self._text, self._at)
            if found is None:
                raise self._no_node()
            number = int(found[1])
            if number in nodes:
                raise self._wrong(f"the node {number} is given twice", found.start(1))
            if most is not None and number > most[0]:
                says = f"the node {number} has a greater number than the header says, {most[0]}"
                raise self._wrong(says, found.start(1))
            successors = tuple(dict.fromkeys(map(int, found[4].split(","))))
            nodes[number] = Node(int(found[2]), int(found[3]), successors, found[5] or "")
            places[number] = found.start(4)
            self._at = found.end()
        self._require_known(nodes, places, start)
        return ParityArena(nodes, None if start is None else start[0])

    def _header(self, line: re.Pattern[str]) -> tuple[int, int] | None:
        """The number in a line of the header and its place; None if there is no such line."""
        found = line.match(self._text, self._at)
        if found is None:
            return None
        self._at = found.end()
        return int(found[1]), found.start(1)

    def _require_known(
        self, nodes: Mapping[int, Node], places: Mapping[int, int], start: tuple[int, int] | None
    ) -> None:
        """Raise `BadParityGame` unless there is a node, and each that is named is given."""
        if not nodes:
            raise self._wrong("this game has no node; one is written as `0 2 1 0;`", self._at)
        if start is not None and start[0] not in nodes:
            raise self._wrong(f"the game starts at {start[0]}, which is no node", start[1])
        for number, node in nodes.items():
            for other in node.successors:
                if other not in nodes:
                    says = f"the node {number} leads to {other}, which is no node"
                    raise self._wrong(says, places[number])

    def _no_node(self) -> BadParityGame:
        """The error for what stands where a node should."""
        text, at = self._text, self._at
        if barren := _BARREN.match(text, at):
            says = f"the node {barren[1]} has no successor: in a parity game every node has one"
            return self._wrong(says, barren.start(1))
        if (owned := _OWNED.match(text, at)) and owned[1] not in ("0", "1"):
            return self._wrong(f"a node belongs to 0 or 1, not to {owned[1]}", owned.start(1))
        rest = _REST.match(text, at)
        assert rest is not None
        wanted = 'a node such as `3 2 0 4,5 "third";` is needed here'
        return self._wrong(f"{wanted}: number, priority, owner, successors", rest.start(1))

    def _wrong(self, says: str, at: int) -> BadParityGame:
        text = self._text
        number, begin = text.count("\n", 0, at) + 1, text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        line = text[begin : end if end >= 0 else len(text)]
        return BadParityGame(says, Place(self._file, number, line, at - begin + 1))
