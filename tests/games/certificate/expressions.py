"""Random expressions as text, read twice: as terms of the library, and by Python on plain ints."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import strategies as st

from counterpoint.games.certificate.pile_term import Literal, NewSize
from counterpoint.games.certificate.piles import Condition, Number, Piles

VARIABLES = ["x[0]", "x[1]", "y"]

SYMBOLIC: dict[str, Any] = {
    "literal": lambda value: Number(Literal(value)),
    "minus": lambda left, right: left - right,
    "no": lambda condition: ~condition,
}
PLAIN: dict[str, Any] = {
    "literal": lambda value: value,
    "minus": lambda left, right: max(left - right, 0),
    "no": lambda condition: not condition,
}


def numbers(variables: list[str]) -> st.SearchStrategy[str]:
    """Texts of numbers."""
    literals = st.integers(0, 9).map(lambda value: f"literal({value})")

    def grown(below: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.one_of(
            st.builds("({} {} {})".format, below, st.sampled_from("^&|+"), below),
            st.builds("minus({}, {})".format, below, below),
            st.builds("({} % {})".format, below, st.integers(1, 7)),
        )

    return st.recursive(st.sampled_from(variables) | literals, grown, max_leaves=3)


def conditions(variables: list[str]) -> st.SearchStrategy[str]:
    """Texts of conditions."""
    comparisons = st.builds(
        "({} {} {})".format,
        numbers(variables),
        st.sampled_from(["<", "<=", ">", ">=", "==", "!="]),
        numbers(variables),
    )

    def grown(below: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        joined = st.builds("({} {} {})".format, below, st.sampled_from("&|"), below)
        return joined | below.map("no({})".format)

    return st.recursive(comparisons, grown, max_leaves=3)


def symbolic(text: str, piles: Piles) -> Any:
    """The expression of the library that a text means."""
    return eval(text, SYMBOLIC, {"x": piles, "y": Number(NewSize())})


def symbolic_condition(text: str, piles: Piles) -> Condition:
    """The condition of the library that a text means."""
    condition = symbolic(text, piles)
    assert isinstance(condition, Condition)
    return condition


@cache
def plain(text: str) -> Callable[[tuple[int, ...], int], Any]:
    """What a text means to Python, as a function of the sizes and the new size."""
    function: Callable[[tuple[int, ...], int], Any] = eval(f"lambda x, y: {text}", dict(PLAIN))
    return function
