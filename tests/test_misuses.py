"""What newcomers give to the public functions by mistake: one of our errors says what to write."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from counterpoint import (
    Body,
    Event,
    Journal,
    Model,
    Program,
    Runner,
    Session,
    ThreadPriority,
    Trace,
    advice,
    check,
    check_rules,
    events,
    load_module,
    no_hot_cycle,
    solve,
    sync,
    thread,
    where,
)
from counterpoint.errors import CounterpointError
from counterpoint.model.property import NoHotCycle

HOT, COLD = events("HOT COLD")


@thread
def pour(event: Event = HOT) -> Body:
    yield sync(request=event)


program = Program(pour())


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (
            lambda: Runner(program, seed=[1]),  # type: ignore[arg-type]
            "a seed is a number or a text, not [1]",
        ),
        (
            lambda: Session(program, seed=1.5),  # type: ignore[arg-type]
            "a seed is a number or a text, not 1.5",
        ),
        (
            lambda: Session(program, seed="\ud800"),
            "a seed is a number or a text, not '\\ud800'",
        ),
        (
            lambda: where(Model(), "true").sample(seed=object()),  # type: ignore[arg-type]
            "a seed is a number or a text, not <object",
        ),
        (
            lambda: Runner(program).outcome(1.5),  # type: ignore[arg-type]
            "since= takes a number from 0 up, or None, not 1.5",
        ),
        (
            lambda: solve(program, player=b"X", goal="F {HOT}"),  # type: ignore[arg-type]
            "player= takes a player's name, or several, not b'X'",
        ),
        (lambda: load_module(""), "load_module() takes the path of a file, not ''"),
        (lambda: load_module("a\0b"), r"'a\x00b' is not the name of a file"),
        (
            lambda: load_module("M.tla", config=0),  # type: ignore[arg-type]
            "config= takes the path of a file, or None, not 0",
        ),
        (
            lambda: load_module("M.tla", settings=-1),  # type: ignore[arg-type]
            "settings= takes a mapping of names, or None, not -1",
        ),
        (
            lambda: check(program, engine="symbolic"),
            "the symbolic engine explores models only, and is asked for behavioral programs",
        ),
        (lambda: Runner(program, keep=-1), "keep= takes a number from 0 up, or None, not -1"),
        (
            lambda: Journal("a"),  # type: ignore[arg-type]
            "keep= takes a number from 0 up, or None, not 'a'",
        ),
        (
            lambda: Runner(program, listeners=print),  # type: ignore[arg-type]
            "listeners= takes several: write [print]",
        ),
        (
            lambda: Runner(program).explain_step("HOT"),  # type: ignore[arg-type]
            "explain_step() takes an event, not 'HOT'",
        ),
        (
            lambda: Program(pour(), weak=None),  # type: ignore[arg-type]
            "weak= takes a list of event sets, each a constraint",
        ),
        (lambda: Program(pour(), strong="HOT"), "strong= takes a list of event sets"),
        (
            lambda: Program(pour(), owners={1: HOT}),  # type: ignore[dict-item]
            "owners= maps players, which are texts",
        ),
        (
            lambda: program.without(pour),  # type: ignore[arg-type]
            "a rule is meant by its name, such as 'pour', not by",
        ),
        (
            lambda: no_hot_cycle(5),  # type: ignore[arg-type]
            "a b-thread is meant by its name, such as 'pour(HOT)', not by 5",
        ),
        (
            lambda: ThreadPriority([("pour", 1)]),  # type: ignore[arg-type]
            "maps names to numbers, such as {'pour': 2}",
        ),
        (lambda: ThreadPriority({1: 2}), "to numbers, not 1 to 2"),  # type: ignore[dict-item]
        (
            lambda: ThreadPriority({"pour": "2"}),  # type: ignore[dict-item]
            "to numbers, not 'pour' to '2'",
        ),
        (
            lambda: check_rules(Model()),  # type: ignore[arg-type]
            "only programs and TLA+ modules have rules",
        ),
        (
            lambda: check(Program),  # type: ignore[arg-type]
            "Program is a class: give an object of it, such as Program()",
        ),
        (
            lambda: advice(program, 1, 2),  # type: ignore[arg-type]
            "winning= maps players to their winning states, not 2",
        ),
        (
            lambda: solve(program, player=1, goal="HOT"),  # type: ignore[arg-type]
            "player= takes a player's name, or several",
        ),
        (
            lambda: solve(program, player="a", goal=2),  # type: ignore[arg-type]
            "goal= takes a formula such as 'F won', not",
        ),
        (
            lambda: load_module(5),  # type: ignore[arg-type]
            "load_module() takes the path of a file, not 5",
        ),
        (lambda: Trace(1).replay(5), "a program, a model or a system is needed, not 5"),
    ],
)
def test_what_is_given_by_mistake_says_what_to_write(wrong: Callable[[], object], why: str) -> None:
    with pytest.raises(CounterpointError) as raised:
        wrong()
    assert why in raised.value.message


def test_a_rule_or_a_b_thread_stands_for_its_name_in_a_property() -> None:
    assert no_hot_cycle(pour, pour(COLD)) == NoHotCycle(("pour", "pour(COLD)"))
