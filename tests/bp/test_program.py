from __future__ import annotations

import re
from typing import Any

import pytest

from counterpoint import (
    Body,
    Priority,
    Program,
    Uniform,
    events,
    named,
    never,
    sync,
    thread,
)
from counterpoint.bp.ruleset import different_names
from counterpoint.errors import BadEvent, BadStrategy, Misuse, UnknownName

HOT, COLD = events("HOT COLD")


@thread
def pour(event: Any) -> Body:
    yield sync(request=event)


@thread
def alternate() -> Body:
    yield sync(wait_for=HOT)


tap = Program(pour(HOT), pour(COLD), alternate(), strategy=Priority())


def test_keeps_what_it_was_given() -> None:
    show: Any = len
    program = Program(
        pour(HOT),
        final=HOT,
        external=[HOT, COLD],
        owners={"me": HOT, "you": named("COLD")},
        requirements={"no hot": never(HOT)},
        show=show,
    )
    assert program.strategy == Uniform()
    assert program.final is HOT
    assert program.external == (HOT, COLD)
    assert COLD in program.owners["you"]
    assert dict(program.requirements) == {"no hot": never(HOT)}
    assert program.show is show
    assert repr(program) == "<program of 1 b-threads: pour>"


def test_names_its_b_threads_differently() -> None:
    assert Program(pour(HOT), pour(COLD), pour(HOT), pour(HOT)).names == (
        "pour(HOT)", "pour(COLD)", "pour(HOT)#2", "pour(HOT)#3",
    )  # fmt: skip
    assert different_names([]) == ()


def test_switches_rules_off_and_remembers_them() -> None:
    without = tap.without("alternate")
    assert (without.rules, without.names) == (("pour",), ("pour(HOT)", "pour(COLD)"))
    assert [thread.name for thread in without.switched_off] == ["alternate"]
    assert without.strategy == Priority()
    assert tap.rules == ("pour", "alternate")
    assert tap.without("pour").only("alternate").names == ("alternate",)
    assert len(tap.without("pour").without("alternate").switched_off) == 3


def test_goes_up_stage_by_stage() -> None:
    assert [(name, stage.rules) for name, stage in tap.stages()] == [
        ("pour", ("pour",)),
        ("alternate", ("pour", "alternate")),
    ]


@pytest.mark.parametrize("switch", [tap.without, tap.only])
def test_refuses_a_rule_it_lacks(switch: Any) -> None:
    with pytest.raises(UnknownName) as caught:
        switch("pour", "drink")
    assert caught.value.message == "there is no rule 'drink'; there are pour, alternate"


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (
            lambda: Program(pour),  # type: ignore[arg-type]
            Misuse,
            "pour is a rule: call it, pour(...), to get a b-thread",
        ),
        (
            lambda: Program([pour(HOT)]),  # type: ignore[arg-type]
            Misuse,
            "unpack it with *",
        ),
        (
            lambda: Program(pour.function(HOT)),  # type: ignore[arg-type]
            Misuse,
            "not a generator: put @thread before `def pour`, and give pour(...)",
        ),
        (
            lambda: Program(pour.function),  # type: ignore[arg-type]
            Misuse,
            "not a function: put @thread before `def pour`",
        ),
        (
            lambda: Program(3),  # type: ignore[arg-type]
            Misuse,
            "Program() takes b-threads such as pour(HOT), not 3",
        ),
        (
            lambda: Program(sync()),  # type: ignore[arg-type]
            Misuse,
            "Program() takes b-threads such as pour(HOT), not sync()",
        ),
        (
            lambda: Program(external=named("HOT")),  # type: ignore[arg-type]
            Misuse,
            "external= takes concrete events",
        ),
        (
            lambda: Program(final=3),  # type: ignore[arg-type]
            BadEvent,
            "3 is not an event set",
        ),
        (
            lambda: Program(strategy="uniform"),  # type: ignore[arg-type]
            BadStrategy,
            "strategy= takes a strategy",
        ),
        (
            lambda: Program(strategy=lambda: ()),  # type: ignore[misc, arg-type]
            BadStrategy,
            "too many positional arguments; write it as def choose(statements)",
        ),
        (
            lambda: Program(strategy=lambda said, more: ()),  # type: ignore[misc, arg-type]
            BadStrategy,
            "argument: 'more'; write it",
        ),
        (
            lambda: Program(requirements={"a": HOT}),  # type: ignore[dict-item]
            Misuse,
            "maps names to formulas or properties such as never(EVENT), not 'a' to HOT",
        ),
        (
            lambda: Program(requirements={"deadlock": "F HOT"}),
            Misuse,
            "the requirement 'deadlock' has the name of another property: give it a name of its",
        ),
        (
            lambda: Program(requirements={"no deadlock": never(HOT)}),
            Misuse,
            "the requirement 'no deadlock' has the name of another property",
        ),
    ],
)
def test_checks_its_arguments_at_the_door(make: Any, error: Any, message: Any) -> None:
    with pytest.raises(error, match=re.escape(message)):
        make()
