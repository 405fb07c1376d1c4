"""Parsing text into concrete syntax trees with tree-sitter and its TLA+ grammar.

This is the only module that imports those packages.
"""

from __future__ import annotations

import re
import threading
import warnings
from collections.abc import Callable
from functools import cache
from typing import Any

from ...aside import aside
from ...data import dataclass
from ...errors import BadModule
from .cst import Cst
from .source import Prepared

DROPPED = frozenset(
    {
        "header_line", "double_line", "single_line", "extramodular_text", "comment",
        "block_comment", "def_eq", "set_in", "gets", "all_map_to", "maps_to", "langle_bracket",
        "rangle_bracket", "rangle_bracket_sub", "case_box", "case_arrow", "colon", "label_as",
        "bullet_conj", "bullet_disj", "terminal_proof", "non_terminal_proof", "use_or_hide",
        "format",
    }
)  # fmt: skip
"""Kinds of nodes that are dropped, since they are implied by their parents or not needed."""

DEEPEST = 200
"""The most nodes inside each other, where a chain of operators counts as one."""

_CHUNK = 1 << 8
"""The number of bytes per read. It is small since the parser reads some parts repeatedly."""

_PROCESS = re.compile(r"process version:\d+, version_count:\d+, state:(\d+), row:(\d+), col:(\d+)")


@dataclass(frozen=True, slots=True)
class Stop:
    """The first place where the text cannot be continued to a module."""

    position: int
    """The end of what was parsed, in bytes; blanks may follow before the token that is wrong."""
    expected: frozenset[str]
    """The symbols of the grammar that would be accepted there."""


@cache
def _grammar() -> tuple[Any, Any]:
    """The package tree_sitter and the TLA+ language for it."""
    import tree_sitter
    import tree_sitter_tlaplus

    with warnings.catch_warnings():
        # The grammar passes its address as an int, which is deprecated.
        warnings.simplefilter("ignore", DeprecationWarning)
        return tree_sitter, tree_sitter.Language(tree_sitter_tlaplus.language())


def parse(text: Prepared) -> Cst | Stop:
    """The concrete syntax tree of a text, or the place of its first error.

    Raises `BadModule` if the text is nested too deep.
    """
    root = _tree(text.data, _Budget())
    if root is not None and not root.has_error:
        return _converted(root, text)
    work = _Work()
    root = _tree(text.data, work, work.note)
    if root is not None and not root.has_error:  # the budget was exceeded, but there is no error
        return _converted(root, text)
    _, language = _grammar()
    expected = {name for at in work.states for name in language.lookahead_iterator(at).names()}
    return Stop(_offset(text.data, *work.point), frozenset(expected))


def _tree(
    data: bytes, ends: _Budget | _Work, note: Callable[[object, str], None] | None = None
) -> Any:
    """The root of the tree-sitter tree of a text; None if `ends` stopped the parser.

    After an error, the parser tries more and more ways to recover, which may take minutes and all
    of the memory. `note` is called with each line of the log of the parser.
    """
    tree_sitter, language = _grammar()
    options = {} if note is None else {"logger": note}
    abandoned = threading.Event()

    def read(at: int, _point: object) -> bytes:
        ends.looks += 1
        return data[at : at + _CHUNK]

    def is_over(at: int, _is_wrong: bool) -> bool:
        return abandoned.is_set() or ends.is_over(at)

    def root() -> Any:
        try:
            parser = tree_sitter.Parser(language, **options)
            return parser.parse(read, progress_callback=is_over).root_node
        except ValueError:  # tree_sitter raises this if parsing was cancelled
            return None

    # Ctrl-C inside one of these callbacks would become an error of the parser, or be lost.
    return aside(root, abandoned.set)


class _Budget:
    """A limit on the work of the parser that texts without errors do not reach.

    For each byte of a correct module, the parser makes at most 0.3 reads and 0.02 progress calls.
    After an error, it makes at least ten times as many.
    """

    def __init__(self) -> None:
        self.looks = 0
        self._rounds = 0
        self._furthest = 0

    def is_over(self, at: int) -> bool:
        """Progress callback: whether the budget is spent, with the parser at byte `at`."""
        self._rounds += 1
        self._furthest = max(self._furthest, at)
        return self.looks > 1000 + self._furthest or self._rounds > 1000 + self._furthest // 10


def _converted(root: Any, text: Prepared) -> Cst:
    top = Cst("", (0, 0), ((0, 0), (0, 0)), text)
    waiting = [(top, root, 0)]
    while waiting:
        parent, node, depth = waiting.pop()
        cst = Cst(node.type, node.byte_range, (node.start_point, node.end_point), text)
        parent.parts.append(cst)
        if depth > DEEPEST:
            raise BadModule(f"this is nested too deep: {depth} levels", cst.at.place())
        # A chain of operators nests to the left; that does not count as depth.
        first = depth + (node.type != "bound_infix_op")
        children = [
            (cst, child, depth + 1)
            for child in node.children
            if child.is_named and child.type not in DROPPED
        ]
        children[:1] = [(cst, child, first) for _, child, _ in children[:1]]
        waiting.extend(reversed(children))
    return top.parts[0]


class _Work:
    """Reads the log of the parser, up to the first token that is not accepted.

    `point` is the row and column of that token, and `states` are the parser states there.
    """

    def __init__(self) -> None:
        self.looks = 0
        self.point = -1, -1
        self.states: set[int] = set()
        self._here = 0, -1, -1
        self._is_wrong = False

    def is_over(self, _at: int) -> bool:
        """Whether the parser has begun to recover from an error."""
        return self._is_wrong

    def note(self, _kind: object, line: str) -> None:
        """Process one line of the log."""
        if self._is_wrong:
            return
        if found := _PROCESS.match(line):
            self._here = int(found[1]), int(found[2]), int(found[3])
        elif line.startswith("detect_error"):
            state, *point = self._here
            if (at := (point[0], point[1])) > self.point:
                self.point, self.states = at, set()
            self.states |= {state} if at == self.point else set()
        self._is_wrong = line.startswith("resume")


def _offset(data: bytes, row: int, column: int) -> int:
    return sum(len(line) + 1 for line in data.split(b"\n")[: max(row, 0)]) + max(column, 0)
