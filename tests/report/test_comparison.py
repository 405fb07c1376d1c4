"""Comparisons as text and as data."""

from __future__ import annotations

import re

from counterpoint import compare
from counterpoint.report.comparison import comparison_data, comparison_text
from counterpoint.tuning import Tuning
from tests.engines.relation.toys import MAP, Toy
from tests.engines.test_compare import counter

DARK = frozenset[str]()


def without_time(text: str) -> str:
    return re.sub(r"\d+\.\d\d s", "T s", text)


def test_a_difference_is_shown_side_by_side() -> None:
    first, second = counter(3), counter(3, skip=1)
    found = compare(first, second, names=("counter", "stuck"), relation="traces")
    assert without_time(comparison_text(found, (first, second), width=60)) == (
        "counter: 4 states, 4 transitions; stuck: 2 states, 1\ntransition; T s\n"
        "compared by value n; labels up, reset (guessed from names)\n"
        "\n"
        "  FAILS    traces\n"
        "\n"
        "  counter                      stuck\n"
        "\n"
        "  start                        start\n"
        "  n = 0                        n = 0\n"
        "\n"
        "  up                           up\n"
        "  n = 1                        n = 1\n"
        "\n"
        "  up                           -\n"
        "  n = 2\n"
        "\n"
        "  counter takes the step up, after which n becomes 2; no\n"
        "  step of stuck matches it\n"
        "  true of counter, and not of stuck: EF (n = 2)"
    )


def test_an_answer_that_holds_says_how_much_is_distinguished() -> None:
    of = counter(2, fair=True)
    found = compare(of, of, names=("counter", "counter"))
    assert without_time(comparison_text(found, (of, of), width=100)) == (
        "counter (first): 3 states, 3 transitions; counter (second): 3 states, 3 transitions; T s\n"
        "compared by value n; labels up, reset (guessed from names)\n"
        "\n"
        "  holds    bisimulation (3 states are distinguished)\n"
        "  (all runs of counter and counter are compared, fair or not)"
    )


def test_an_unknown_answer_says_why() -> None:
    of = counter(9)
    found = compare(of, of, limit_states=2)
    said = comparison_text(found, (of, of), width=200).splitlines()
    assert said[-1].startswith("  unknown  bisimulation (not all states of first are known: the")


def test_hidden_labels_and_what_only_one_has_are_mentioned() -> None:
    class Clock:
        def __init__(self, *extra: str) -> None:
            self.extra = extra

        def initial(self) -> list[int]:
            return [0]

        def successors(self, state: int) -> list[tuple[str, int]]:
            return []

        def show(self, state: int) -> dict[str, str]:
            return {"hour": str(state)} | dict.fromkeys(self.extra, "0")

    first, second = Clock("zone"), Clock(*"abcdefgh")
    found = compare(first, second)
    said = comparison_text(found, (first, second), width=200).splitlines()[1]
    assert said == (
        "compared by value hour; labels are hidden (guessed from names); first only: zone; "
        "second only: a, b, c, d, e, f and 2 more"
    )


def test_a_formula_that_is_too_long_and_a_difference_at_the_start_are_said() -> None:
    first, second = Toy((0,), ((),), (frozenset("p"),)), Toy((0,), ((),), (DARK,))
    found = compare(first, second, map=MAP, tuning=Tuning(distinguishing_parts=0))
    said = comparison_text(found, (first, second), width=200).splitlines()
    assert said[-2:] == [
        "  at the start first and second look different: p is true in first, and false in second",
        "  (a formula that distinguishes them would be too long)",
    ]


def test_the_data_has_both_runs_and_what_distinguishes_them() -> None:
    first, second = counter(2), counter(3)
    mapping = {"condition": [{"name": "top", "first": "n = 2", "second": "n = 3"}]}
    found = compare(first, second, map=mapping, names=("two", "three"), audit="all")
    data = comparison_data(found, (first, second))
    assert list(data) == [
        "first",
        "second",
        "relation",
        "answer",
        "reason",
        "distinguished",
        "observed",
        "difference",
        "notes",
        "seconds",
        "audited",
    ]
    assert data["first"] == {"target": "two", "states": 3, "transitions": 3}
    assert (data["relation"], data["answer"]) == ("bisimulation", "fails")
    assert data["observed"] == {
        "conditions": ["top"],
        "values": [],
        "labels": [],
        "guessed": False,
        "only_first": [],
        "only_second": [],
    }
    difference = data["difference"]
    assert {key: difference[key] for key in difference if key not in ("first", "second")} == {
        "by": "first",
        "said": (
            "two takes the step up, after which top becomes true; no step of three matches it"
        ),
        "step": "",
        "changes": [{"name": "top", "before": "false", "after": "true"}],
        "matched": [[0, 0], [1, 1]],
        "formula": "<><>top",
        "true_in": "first",
        "in_first": "<><>(n = 2)",
        "in_second": "<><>(n = 3)",
    }
    assert difference["first"]["events"] == ["up", "up"]
    assert difference["second"]["events"] == ["up"]
    assert data["audited"]["fault"] == ""
