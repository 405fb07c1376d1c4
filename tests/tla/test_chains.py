"""Long chains of definitions, each of which uses the one before it."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterpoint import check
from counterpoint.target import find_target

LENGTH = 400

CONSTANTS = "a0 == 1", "a{n} == a{m} + 1", "THEOREM a{last} = {length}"
OPERATORS = "a0(x) == x", "a{n}(x) == a{m}(x) + 1", "THEOREM a{last}(1) = {length}"
STATES = (
    "VARIABLE v\na0 == v",
    "a{n} == a{m} + 1",
    "Spec == v = 0 /\\ [][v' = 1 - v]_v\nTHEOREM Spec => [](a{last} <= {length})",
)
ACTIONS = (
    "VARIABLE v\na0 == v' = 1 - v",
    "a{n} == a{m} /\\ TRUE",
    "Spec == v = 0 /\\ [][a{last}]_v\nTHEOREM Spec => [](v < 2)",
)


@pytest.mark.parametrize(
    "texts",
    [CONSTANTS, OPERATORS, STATES, ACTIONS],
    ids=["constants", "operators", "states", "actions"],
)
def test_a_long_chain_of_definitions_is_checked(tmp_path: Path, texts: tuple[str, ...]) -> None:
    first, each, last = texts
    chain = [first, *(each.format(n=n, m=n - 1) for n in range(1, LENGTH))]
    end = last.format(last=LENGTH - 1, length=LENGTH)
    path = tmp_path / "Chain.tla"
    text = "\n".join(["---- MODULE Chain ----", "EXTENDS Naturals", *chain, end, "===="])
    path.write_text(text, encoding="utf-8")
    assert bool(check(find_target(str(path))))
