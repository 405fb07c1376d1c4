"""Bounded checks of programs against the product search, and what is said of the proofs."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from counterpoint import Body, Program, Verdicts, check, events, never, sync, thread
from counterpoint.errors import CounterpointError
from counterpoint.tuning import Tuning
from counterpoint.verdict import Answer
from tests.conformance.brute_force import ALPHABET
from tests.model.test_networked import drawn
from tests.share import share
from tests.tunings import TUNINGS

PLAIN: tuple[Any, ...] = ("assertions", "deadlock", "hot-termination", *map(never, ALPHABET))

FORMULAS = (
    "AG (A -> AX !B)", "G (A -> F B)", "EF hot", "AG !(requested(A) & blocked(B))", "F G hot",
    "G F A", "AG (automaton.row = 1 -> enabled(C))", "EF ended(automaton)", "AG (once(A) | !C)",
    "G !once(C)", "EF (enabled(A) & !enabled(B))",
)  # fmt: skip


def answered(program: Program, wanted: Any, **options: Any) -> Any:
    """The verdict on one property, or the name of the error."""
    try:
        return check(program, wanted, **options).properties[0]
    except CounterpointError as error:
        return type(error).__name__


@pytest.mark.slow
@pytest.mark.parametrize("name", TUNINGS)
def test_random_programs_get_the_answers_of_their_states(name: str) -> None:
    random, met = Random(name), set()
    for _ in range(share(150)):
        program = drawn(random)
        if program is None:
            continue
        for wanted in (*random.sample(PLAIN, 2), *random.sample(FORMULAS, 2)):
            true = answered(program, wanted)
            found = answered(program, wanted, engine="bounded", tuning=TUNINGS[name])
            if isinstance(true, str):
                assert found == true
                continue
            assert found.answer is true.answer, (wanted, true, found)
            met.add(true.answer)
            if true.answer is Answer.FAILS and wanted in PLAIN:
                assert len(found.trace.steps) == len(true.trace.steps)
                if wanted != "assertions":  # of several b-threads that fail, any may be named
                    assert found.reason == true.reason
    assert met == {Answer.HOLDS, Answer.FAILS}


HOT, COLD = events("HOT COLD")


@thread
def pour(event: Any) -> Body:
    while True:
        yield sync(request=event)


@thread
def alternate() -> Body:
    while True:
        yield sync(wait_for=HOT, block=COLD)
        yield sync(wait_for=COLD, block=HOT)


def tap(*more: Any, **options: Any) -> Verdicts:
    program = Program(pour(HOT), pour(COLD), alternate())
    return check(program, *more, engine="bounded", **options)


def test_an_invariant_of_a_program_says_where_b_threads_wait() -> None:
    tuning = Tuning(bounded_shares=(0, 0, 1))
    (verdict,) = tap("G (COLD -> once(HOT))", tuning=tuning)
    assert verdict.answer is Answer.HOLDS
    assert [re.sub("[0-9]+", "N", text) for text in verdict.invariant] == [
        "alternate is at line N | once(HOT)",
        "!COLD | once(HOT)",
    ]


def test_what_no_b_thread_could_break_holds_vacuously() -> None:
    (other,) = events("OTHER")
    (verdict,) = tap(never(other))
    assert (verdict.vacuous, verdict.reason) == (True, "no b-thread ever requests it")


def test_hot_cycles_are_refused_with_a_reason() -> None:
    (verdict,) = tap("hot-cycle")
    assert verdict.reason == (
        "hot cycles are not searched by the bounded engine: ask the explicit engine, or by a "
        "formula such as F G hot"
    )


@thread
def waits() -> Body:
    yield sync(wait_for=HOT)
    yield sync(request=COLD)


def test_what_the_outside_may_send_is_asked_about() -> None:
    (verdict,) = check(Program(waits()), never(COLD), engine="bounded")
    assert verdict.answer is Answer.UNKNOWN
    assert verdict.reason.startswith("waits waits for HOT, which no b-thread requests")


@thread
def crashes() -> Body:
    yield sync(request=HOT)
    raise ZeroDivisionError("on purpose")


def test_an_exception_of_a_b_thread_passes_through() -> None:
    with pytest.raises(ZeroDivisionError, match="on purpose"):
        check(Program(crashes()), never(COLD), engine="bounded")
