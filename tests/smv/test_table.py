"""The loop over lark's tables, compared with lark itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from counterpoint.nodes import parts_of
from counterpoint.smv.source import Source, source_in
from counterpoint.smv.syntax import grammar
from counterpoint.smv.syntax.build import Actions
from tests.smv.texts import Text

ERRORS = sorted(Path(__file__).with_name("errors").glob("*.smv"))


def spans(tree: Any) -> Iterator[tuple[int, int]]:
    todo = [tree]
    while todo:
        node = todo.pop()
        yield node.at.start, node.at.end
        todo += parts_of(node)


def by_loop(source: Source) -> Any:
    return grammar._table().reduced(source.text, "text", Actions(source))


def by_lark(source: Source) -> Any:
    return grammar._by_lark(source.text, "text", Actions(source))


@pytest.mark.parametrize("seed", range(30))
def test_the_loop_makes_the_trees_of_lark_with_the_same_spans(seed: int) -> None:
    source = Source("r.smv", Text(Random(seed)).text)
    mine, theirs = by_loop(source), by_lark(source)
    assert mine == theirs
    assert list(spans(mine)) == list(spans(theirs))


def test_the_loop_reads_what_lark_reads_and_nothing_else() -> None:
    for file in ERRORS:
        source = source_in(file)
        try:
            theirs = by_lark(source)
        except grammar.Unexpected:
            assert by_loop(source) is None, file
        except Exception as error:
            with pytest.raises(type(error)):
                by_loop(source)
        else:
            assert by_loop(source) == theirs, file


def test_an_error_of_syntax_comes_before_one_of_what_is_written() -> None:
    source = Source("m.smv", "MODULE main VAR x : 0..99999999999; y : ;")
    with pytest.raises(grammar.Unexpected):
        grammar.reduced(source.text, "text", Actions(source))
