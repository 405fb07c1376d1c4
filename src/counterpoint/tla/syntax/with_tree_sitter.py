"""tree-sitter and its grammar of TLA+: text to concrete trees. Nobody else imports them."""

from __future__ import annotations

import re
import warnings
from functools import cache
from typing import Any

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
"""Kinds of nodes that say nothing: their parents do, or nobody wants to know."""

DEEPEST = 200
"""Nodes inside each other, where a chain of operators counts as one."""

_PROCESS = re.compile(r"process version:\d+, version_count:\d+, state:(\d+), row:(\d+), col:(\d+)")


@dataclass(frozen=True, slots=True)
class Stop:
    """The first place where no module goes on as the text does."""

    position: int
    """In bytes: the end of what was understood; blanks may follow before what was not."""
    expected: frozenset[str]
    """The symbols of the grammar that could have stood there."""


@cache
def _grammar() -> tuple[Any, Any]:
    """The package tree_sitter and the language."""
    import tree_sitter
    import tree_sitter_tlaplus

    with warnings.catch_warnings():
        # The grammar gives its address as a number, which is a little out of fashion.
        warnings.simplefilter("ignore", DeprecationWarning)
        return tree_sitter, tree_sitter.Language(tree_sitter_tlaplus.language())


def parse(text: Prepared) -> Cst | Stop:
    """The concrete tree of a text, or where it stops being one."""
    tree_sitter, language = _grammar()
    root = tree_sitter.Parser(language).parse(text.data).root_node
    return _stop(text) if root.has_error else _converted(root, text)


def _converted(root: Any, text: Prepared) -> Cst:
    top = Cst("", (0, 0), ((0, 0), (0, 0)), text)
    waiting = [(top, root, 0)]
    while waiting:
        parent, node, depth = waiting.pop()
        cst = Cst(node.type, node.byte_range, (node.start_point, node.end_point), text)
        parent.parts.append(cst)
        if depth > DEEPEST:
            raise BadModule(f"this is nested too deep: {depth} levels", cst.at.place())
        # A chain of operators leans to the left, and is no deeper for that.
        first = depth + (node.type != "bound_infix_op")
        children = [
            (cst, child, depth + 1)
            for child in node.children
            if child.is_named and child.type not in DROPPED
        ]
        children[:1] = [(cst, child, first) for _, child, _ in children[:1]]
        waiting.extend(reversed(children))
    return top.parts[0]


def _stop(text: Prepared) -> Stop:
    """Where the parser first met a token that fits nowhere, from what it tells of its work."""
    tree_sitter, language = _grammar()
    lines: list[str] = []
    parser = tree_sitter.Parser(language, logger=lambda _, line: lines.append(line))
    parser.parse(text.data)
    row, column, here = -1, -1, (0, -1, -1)
    states: set[int] = set()
    for line in lines:
        if found := _PROCESS.match(line):
            here = (int(found[1]), int(found[2]), int(found[3]))
        elif line.startswith("detect_error"):
            state, *point = here
            if point > [row, column]:
                (row, column), states = point, set()
            states |= {state} if point == [row, column] else set()
        elif line.startswith("resume"):
            break
    expected = {name for state in states for name in language.lookahead_iterator(state).names()}
    return Stop(_offset(text.data, row, column), frozenset(expected))


def _offset(data: bytes, row: int, column: int) -> int:
    return sum(len(line) + 1 for line in data.split(b"\n")[: max(row, 0)]) + max(column, 0)
