"""Which engine explores what: by name for every notation, and the choice where none is named."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from counterpoint import Program, check, sync, thread, where
from counterpoint.bp.event import Event
from counterpoint.engines.base.engine import (
    AUTO,
    BYTES_OF_STEP,
    DIAGRAMS,
    ENGINES,
    EXPLICIT,
    TABLED,
    Form,
    Needs,
    Reads,
    Swept,
    form_of_states,
    is_small,
    turns_of,
)
from counterpoint.errors import Misuse, Refused
from counterpoint.examples.peterson import model
from counterpoint.stopped import NOT_STOPPED, Cause, Stopped
from counterpoint.tla.module import PLAIN, TlaModule
from counterpoint.tla.modules import load
from counterpoint.tuning import USUAL, Tuning

COUNTER = r"""
---- MODULE Counter ----
EXTENDS Naturals
VARIABLE n
Init == n = 0
Next == n' = (n + 1) % 3000
Spec == Init /\ [][Next]_n
THEOREM Spec => [](n < 3000)
====
"""
HOT = Event("HOT")


@thread
def pour() -> Any:
    yield sync(request=HOT)


class Clock:
    """A system of a user's own."""

    def initial(self) -> list[int]:
        return [0]

    def successors(self, state: int) -> list[tuple[str, int]]:
        return [("tick", (state + 1) % 12)]

    def show(self, state: int) -> str:
        return str(state)


def module() -> TlaModule:
    return TlaModule(load("Counter.tla", text=COUNTER), None, PLAIN)


TARGETS: dict[Reads, tuple[Any, ...]] = {
    Reads.MODEL: (model,),
    Reads.SPECIFICATION: (module,),
    Reads.SYSTEM: (Clock,),
    Reads.NETWORK: (lambda: Program(pour()),),
}


@pytest.mark.parametrize(("engine", "reads"), [*product(ENGINES, Reads)])
def test_an_engine_that_is_named_is_taken_or_refuses(engine: str, reads: Reads) -> None:
    for made in TARGETS[reads]:
        target = made()
        if reads not in ENGINES[engine]:
            with pytest.raises(Refused, match=f"the {engine} engine explores .* only"):
                check(target, engine=engine)
            continue
        found = check(target, engine=engine)
        assert found.answer.value in ("holds", "fails")
        if engine in DIAGRAMS:
            assert found.engine.startswith("symbolic, ")
        elif engine == TABLED or (
            engine == EXPLICIT and reads in (Reads.MODEL, Reads.SPECIFICATION)
        ):
            assert found.engine == engine


def test_states_of_a_module_are_listed_so_tables_are_refused_for_them() -> None:
    with pytest.raises(Refused, match="the theorems of TLA\\+ modules only"):
        where(module(), "true", engine=TABLED)


def test_an_engine_that_is_unknown_is_a_misuse_for_every_target() -> None:
    for target in (model(), module(), Program(pour()), Clock()):
        with pytest.raises(Misuse, match="engine= is one of auto, explicit, tabled"):
            check(target, engine="learned")


def test_the_evaluator_hands_over_after_some_work_unless_an_engine_is_named() -> None:
    assert check(module()).engine == EXPLICIT
    few = Tuning(walk_work=100, pace_patience=1 << 20)
    assert check(module(), tuning=few).engine == TABLED
    assert check(module(), engine=EXPLICIT, tuning=few).engine == EXPLICIT
    assert turns_of(EXPLICIT, USUAL) is None
    assert (turns_of(TABLED, USUAL) or (0, 0, 0))[2]


ENDED = {cause: Stopped("ended", cause) if cause.value != "nothing" else NOT_STOPPED
         for cause in (Cause.NOTHING, Cause.STATES, Cause.MEMORY, Cause.TIME)}  # fmt: skip
SMALL, LARGE = USUAL.graph_at_once, USUAL.graph_at_most
ROOM = BYTES_OF_STEP * 10 * LARGE


@pytest.mark.parametrize(
    ("cause", "size", "needs", "auto", "explicit"),
    [
        (Cause.NOTHING, 10, (False, False), Form.SWEPT, Form.SWEPT),
        (Cause.NOTHING, LARGE, (False, True), Form.GRAPH, Form.GRAPH),
        (Cause.NOTHING, LARGE + 1, (False, True), Form.SWEPT, Form.SWEPT),
        (Cause.NOTHING, 10 * LARGE, (True, False), Form.GRAPH, Form.GRAPH),
        (Cause.NOTHING, 10 * LARGE + 1, (True, True), Form.DIAGRAMS, Form.GRAPH),
        (Cause.STATES, SMALL, (False, False), Form.GRAPH, Form.GRAPH),
        (Cause.STATES, SMALL + 1, (True, True), Form.SWEPT, Form.SWEPT),
        (Cause.MEMORY, SMALL, (False, False), Form.DIAGRAMS, Form.SWEPT),
        (Cause.TIME, SMALL, (True, False), Form.SWEPT, Form.SWEPT),
    ],
)
def test_the_form_of_the_states_of_a_model(
    cause: Cause, size: int, needs: tuple[bool, bool], auto: Form, explicit: Form
) -> None:
    found = Swept(size, 0, ENDED[cause])
    for engine, wanted in ((AUTO, auto), (EXPLICIT, explicit)):
        assert form_of_states(found, Needs(*needs), engine, ROOM, USUAL) is wanted


def test_a_graph_that_is_only_wanted_must_fit_the_memory_too() -> None:
    found = Swept(1000, 9000, ENDED[Cause.NOTHING])
    for spare, form in ((0, Form.GRAPH), (-1, Form.SWEPT)):
        free = BYTES_OF_STEP * 10_000 + spare
        assert form_of_states(found, Needs(False, True), AUTO, free, USUAL) is form


def test_a_model_with_few_encoded_states_is_a_graph_at_once() -> None:
    assert is_small(SMALL, USUAL)
    assert not is_small(SMALL + 1, USUAL)


def test_answers_do_not_depend_on_the_engine() -> None:
    answers = {check(module(), engine=name).answer for name in (AUTO, EXPLICIT, TABLED)}
    assert {answer.value for answer in answers} == {"holds"}
    asked = "G !(critical0 & critical1)"
    assert all(check(model(), asked, engine=name) for name in (AUTO, EXPLICIT, "symbolic"))
