"""Conditions in which nothing is asked twice."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from counterpoint.model.factored import NOWHERE, Arrive, Ask, Go
from counterpoint.tla.cells.pruning import pruned

FACTORS = 5
STORES = 0
"""A factor that does not test, but stores a value for what follows."""


@st.composite
def conditions(draw: st.DrawFn) -> list[Go]:
    nodes: list[Go] = [Arrive()]
    for number in range(1, draw(st.integers(2, 25))):
        ways = st.integers(NOWHERE, number - 1)
        factor = draw(st.integers(0, FACTORS - 1))
        nodes.append(Ask(factor, draw(ways), draw(ways), tests=factor != STORES))
    return nodes


def outcome(nodes: list[Go], start: int, answers: int) -> tuple[bool, list[int]]:
    """Whether a way arrives where factors answer so, and what is asked on it."""
    asked = []
    while start != NOWHERE and isinstance(node := nodes[start], Ask):
        asked.append(node.factor)
        start = node.then if answers >> node.factor & 1 else node.otherwise
    return start != NOWHERE, asked


@given(conditions())
def test_a_pruned_condition_says_the_same_and_asks_nothing_twice(nodes: list[Go]) -> None:
    made = list(nodes)

    def make(node: Go) -> int:
        made.append(node)
        return len(made) - 1

    start = pruned(nodes, len(nodes) - 1, make)
    assert all(ask.tests == (ask.factor != STORES) for ask in made if isinstance(ask, Ask))
    for answers in range(1 << FACTORS):
        before, asked = outcome(nodes, len(nodes) - 1, answers)
        after, again = outcome(made, start, answers)
        assert after == before
        assert again == list(dict.fromkeys(asked))


def test_a_condition_does_not_grow_without_end() -> None:
    nodes: list[Go] = [Arrive()]
    for number in range(60):
        last = len(nodes) - 1
        nodes.append(Ask(100 + number, last, NOWHERE, tests=True))
        nodes.append(Ask(number % 30, last, last + 1, tests=True))
    made = list(nodes)

    def make(node: Go) -> int:
        made.append(node)
        return len(made) - 1

    pruned(nodes, len(nodes) - 1, make)
    assert len(made) < 10 * len(nodes)
