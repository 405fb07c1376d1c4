"""A check beside an earlier one: as text and as data."""

from __future__ import annotations

from dataclasses import replace

import pytest

from counterpoint.report.against import Against
from counterpoint.report.baseline import Answered, Baseline

WAS = Baseline(
    "tap.py",
    "0.1.0",
    "behavioral program",
    7,
    6,
    True,
    (Answered("p", "holds"), Answered("deadlock", "fails", events=("HOT", "COLD"))),
    {"pour": "1", "bars": "1"},
    {"tap.py": "1"},
)


def lines(now: Baseline, was: Baseline = WAS) -> list[str]:
    head, blank, *rest = Against("main.json", was, now).text.splitlines()
    assert (head, blank) == ("against main.json", "")
    return rest


def with_properties(*properties: Answered) -> Baseline:
    return replace(WAS, properties=properties)


P, DEADLOCK = WAS.properties


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (WAS, ["  as was   no deadlock: FAILS by the same run"]),
        (
            with_properties(replace(P, answer="fails"), DEADLOCK),
            [
                "  changed  p: holds -> FAILS",
                "  as was   no deadlock: FAILS by the same run",
            ],
        ),
        (
            with_properties(replace(P, answer="unknown"), replace(DEADLOCK, answer="holds")),
            ["  changed  p: holds -> unknown", "  changed  no deadlock: FAILS -> holds"],
        ),
        (
            with_properties(replace(P, vacuous=True)),
            [
                "  changed  p: holds -> holds vacuously",
                "  gone     no deadlock: FAILS before",
            ],
        ),
        (
            with_properties(P, replace(DEADLOCK, events=("HOT",)), Answered("q", "unknown")),
            [
                "  new      q: unknown",
                "  as was   no deadlock: FAILS by another run: 1 step, not 2",
            ],
        ),
        (
            with_properties(P, replace(DEADLOCK, loop=0)),
            ["  as was   no deadlock: FAILS by another run"],
        ),
        (
            with_properties(P, replace(DEADLOCK, events=None)),
            ["  as was   no deadlock: FAILS by another run"],
        ),
        (
            replace(WAS, properties=(P,), states=1007, transitions=None, complete=False),
            [
                "  gone     no deadlock: FAILS before",
                "  states   7 -> 1,007 (not all), transitions 6 -> (not counted)",
            ],
        ),
        (
            replace(WAS, properties=(P,), transitions=9),
            ["  gone     no deadlock: FAILS before", "  transitions 6 -> 9"],
        ),
        (
            replace(
                WAS,
                properties=(P,),
                rules={"pour": "2", "turns": "1", "waits": "1"},
                files={"tap.py": "2"},
            ),
            [
                "  gone     no deadlock: FAILS before",
                "  rules    changed pour; added turns, waits; removed bars",
                "  files    changed tap.py",
            ],
        ),
    ],
)
def test_the_text_says_what_has_changed(now: Baseline, said: list[str]) -> None:
    assert lines(now) == said


def test_nothing_has_changed_where_all_holds_as_before() -> None:
    good = with_properties(P)
    assert lines(good, good) == ["  nothing has changed"]


def test_what_is_unknown_as_before_is_not_passed_over() -> None:
    open_ = with_properties(Answered("p", "unknown"))
    assert lines(open_, open_) == ["  as was   p: unknown"]
    assert Against("main.json", open_, open_).data["unknown_as_before"] == [{"name": "p"}]


def test_another_version_is_named() -> None:
    was = replace(WAS, version="0.0.9")
    head = Against("main.json", was, WAS).text.partition("\n")[0]
    assert head == "against main.json, saved by version 0.0.9"


def test_the_data_says_the_same() -> None:
    now = replace(
        WAS,
        properties=(
            Answered("p", "unknown", False, "late"),
            replace(DEADLOCK, events=("COLD",)),
            Answered("q", "holds"),
        ),
        states=9,
        complete=False,
        rules={"pour": "2"},
    )
    gone = replace(WAS, properties=(*WAS.properties, Answered("r", "holds")))
    assert Against("main.json", gone, now).data == {
        "file": "main.json",
        "version": "0.1.0",
        "changed": [
            {
                "name": "p",
                "before": "holds",
                "now": "unknown",
                "vacuous": {"before": False, "now": False},
                "reason": {"before": "", "now": "late"},
            }
        ],
        "new": [{"name": "q", "now": "holds"}],
        "gone": [{"name": "r", "before": "holds"}],
        "fails_as_before": [{"name": "deadlock", "before": ["HOT", "COLD"], "now": ["COLD"]}],
        "unknown_as_before": [],
        "states": {"before": 7, "now": 9},
        "transitions": {"before": 6, "now": 6},
        "complete": {"before": True, "now": False},
        "rules": {"changed": ["pour"], "added": [], "removed": ["bars"]},
        "files": {"changed": [], "added": [], "removed": []},
    }
