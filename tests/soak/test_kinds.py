"""Each kind of cases draws, compares and shows; what differs is shrunk and told."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from .choices import Choices
from .compare import Tally
from .kinds import Case, Kind, file_of, kinds
from .rounds import Summary

SLOW = {"circuit", "counted", "model", "program", "smv", "source"}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else []) for name in kinds()],
)
def test_a_kind_compares_much_and_finds_no_difference(name: str) -> None:
    kind, total = kinds()[name], 0
    for number in range(3):
        case = Case(name, f"test.{number}")
        tally = kind.compared(case.choices)
        assert not tally.differences, file_of(case, tally.differences, "")
        total += tally.counts.total()
    assert total > 10


@pytest.mark.parametrize("name", kinds())
def test_a_case_is_drawn_and_shown_from_its_seed_alone(name: str) -> None:
    kind, case = kinds()[name], Case(name, "test.1")
    first, second = case.choices, case.choices
    kind.draw(first)
    kind.draw(second)
    assert first.made == second.made
    assert kind.show(first)


def planted(draw: Any, compare: Any) -> Kind:
    return Kind("planted", SimpleNamespace(draw=draw, compare=compare, show=str))  # type: ignore[arg-type]


def test_what_differs_is_shrunk_and_told() -> None:
    def compare(case: list[int], tally: Tally) -> None:
        tally.same("sums", case, sum(case) > 150, False)

    def draw(random: Random) -> list[int]:
        return [random.randrange(100) for _ in range(random.randrange(9))]

    kind = planted(draw, compare)
    every = (Case("planted", str(number)).choices for number in range(99))
    choices = next(choices for choices in every if kind.compared(choices).differences)
    small = kind.shrunk(choices, "sums", 5.0)
    assert sum(draw(Choices("", small))) == 151
    assert len(small) == 3


def test_what_is_raised_is_a_difference() -> None:
    def compare(case: int, tally: Tally) -> None:
        raise ValueError("a bug")

    found = planted(lambda random: 1, compare).compared(Case("planted", "1").choices)
    assert [str(each) for each in found.differences] == [
        "crash: the whole case\n  found  ValueError: a bug\n  wanted an answer"
    ]


def test_a_summary_counts_by_kind_and_by_who_was_compared() -> None:
    summary = Summary(seconds=2.0)
    tally = Tally()
    tally.same("sweeps", "p", 1, 1)
    tally.same("sweeps", "q", 1, 2)
    tally.unanswered("too large")
    summary.add(Case("model", "1"), tally)
    told = str(summary)
    assert "2 comparisons in 2 s (1 a second)" in told
    assert "1 cases: 1 of model" in told
    assert summary.differences == {("model", "sweeps"): 1}
