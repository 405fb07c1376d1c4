"""What is wrong in a file of a parity game is named with its line."""

from __future__ import annotations

import random

import pytest

from counterpoint.errors import BadParityGame
from counterpoint.parity.read import Node, ParityArena, read_arena
from tests.parity.arenas import random_arena, written
from tests.share import share

NODE = 'a node such as `3 2 0 4,5 "third";` is needed here: number, priority, owner, successors'

WRONG: dict[str, tuple[str, str, str, str]] = {
    "nothing": ("", "this game has no node; one is written as `0 2 1 0;`", "1:1", ""),
    "a word": ("parity 1;\nhello;", NODE, "2:1", "hello;\n    ^"),
    "no successor": (
        'parity 1;\n0 1 0 0;\n1 1 1 "end";\n',
        "the node 1 has no successor: in a parity game every node has one",
        "3:1",
        '1 1 1 "end";\n    ^',
    ),
    "a third player": (
        "0 1 2 0;\n",
        "a node belongs to 0 or 1, not to 2",
        "1:5",
        "0 1 2 0;\n        ^",
    ),
    "a node given twice": (
        "0 1 0 0; 0 2 0 0;",
        "the node 0 is given twice",
        "1:10",
        "0 1 0 0; 0 2 0 0;\n             ^",
    ),
    "a node beyond the header": (
        "parity 1;\n5 1 0 5;\n",
        "the node 5 has a greater number than the header says, 1",
        "2:1",
        "5 1 0 5;\n    ^",
    ),
    "a step to nowhere": (
        "0 1 0\n  7;\n",
        "the node 0 leads to 7, which is no node",
        "2:3",
        "7;\n    ^",
    ),
    "a start that is no node": (
        "start 3;\n0 1 0 0;\n",
        "the game starts at 3, which is no node",
        "1:7",
        "start 3;\n          ^",
    ),
    "a number beyond all": (
        "0 1234567890123456789 0 0;",
        NODE,
        "1:1",
        "0 1234567890123456789 0 0;\n    ^",
    ),
    "no semicolon": ("0 1 0 0", NODE, "1:1", "0 1 0 0\n    ^"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_named_with_its_line(what: str) -> None:
    text, said, place, quoted = WRONG[what]
    with pytest.raises(BadParityGame) as wrong:
        read_arena(text, "f")
    shown = f"\n    {quoted}" if quoted else ""
    assert str(wrong.value) == f"[CP860] {said}\n  at f:{place}{shown}"


def test_a_greatest_number_beyond_all_nodes_takes_no_room() -> None:
    assert read_arena("parity 999999999999999999;\n7 1 0 7,7;\n") == ParityArena(
        {7: Node(1, 0, (7,))}
    )


@pytest.mark.parametrize("seed", range(share(200)))
def test_damaged_files_are_read_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    text = list(written(random_arena(rng, 6, 5, start=True)))
    for _ in range(rng.randrange(1, 4)):
        text[rng.randrange(len(text))] = rng.choice(' \n;,"x0123456789')
    try:
        found = read_arena("".join(text))
    except BadParityGame as error:
        assert error.place is not None  # noqa: PT017
    else:
        assert all(
            there in found.nodes for node in found.nodes.values() for there in node.successors
        )
