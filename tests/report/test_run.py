"""Runs as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from counterpoint import Body, Program, events, sync, thread
from counterpoint.aiger.circuit import Circuit, Latch
from counterpoint.aiger.model import model_of
from counterpoint.errors import NothingToCheck
from counterpoint.model.system import REST
from counterpoint.report.run import MOST_STARTS, run_lines
from counterpoint.tla.module import Choice
from tests.bp.timed import shop
from tests.engines import programs as p
from tests.engines.kripkes import Listed
from tests.logic.semantics import Kripke, Move

from . import modules


class Hesitates:
    """May rest wherever it is, as long as it can still go on."""

    def initial(self) -> list[int]:
        return [0]

    def successors(self, state: int) -> list[tuple[object, int]]:
        steps: list[tuple[object, int]] = [("up", state + 1)] if state < 3 else []
        return [*steps, (REST, state)]

    def show(self, state: int) -> str:
        return f"at {state}"


class BeginsAnywhere(Hesitates):
    """Has ever more initial states."""

    def initial(self) -> Iterator[int]:  # type: ignore[override]
        return count(3)


def test_a_run_begins_though_the_initial_states_never_end() -> None:
    first, *_ = run_lines(BeginsAnywhere(), seed=3)
    assert first.startswith("      at ")


def test_a_run_begins_in_one_of_the_first_initial_states() -> None:
    firsts = {next(iter(run_lines(BeginsAnywhere(), seed=seed))) for seed in range(40)}
    places = {int(first.removeprefix("      at ")) for first in firsts}
    assert len(places) > 30
    assert places <= set(range(3, 3 + MOST_STARTS))


def test_a_run_takes_a_step_that_has_very_many_inputs() -> None:
    inputs = range(2, 82, 2)
    gates = {82: (2, 4)} | {at + 78: (at + 76, at) for at in inputs[2:]}
    last = max(gates)
    model = model_of(Circuit(inputs, (Latch(last + 2, last),), bad=(last + 2,), gates=gates))
    lines = list(run_lines(model, seed=1, steps=2))
    assert [line.strip() for line in lines[1:-1:2]] == ["1  step", "2  step"]


def test_a_walk_shows_each_step_and_state_until_nothing_can_happen() -> None:
    assert list(run_lines(Hesitates(), seed=3)) == [
        "      at 0", "   1  up", "      at 1", "   2  up", "      at 2", "   3  up", "      at 3",
        "nothing more can happen (seed 3)",
    ]  # fmt: skip


def test_a_walk_ends_after_its_steps() -> None:
    lines = list(run_lines(Listed(Kripke(((Move("a", 0),),)), (0,)), seed=1, steps=2))
    assert lines[-1] == "stopped after 2 steps, as --steps says (seed 1)"
    assert lines[1:-1:2] == ["   1  a", "   2  a"]


def test_the_same_seed_walks_the_same_way() -> None:
    kripke = Kripke(((Move("a", 0), Move("b", 0)),))
    first, again, other = (
        list(run_lines(Listed(kripke, (0,)), seed=seed, steps=20))[:-1] for seed in (5, 5, 6)
    )
    assert first == again != other


def test_without_an_initial_state_there_is_no_walk() -> None:
    system = Listed(Kripke(((Move("a", 0),),)), ())
    with pytest.raises(NothingToCheck, match="there is no initial state, so there is nothing to"):
        list(run_lines(system, seed=1))


def test_a_failed_assertion_is_what_a_run_returns() -> None:
    failed: list[bool] = []

    def told() -> Iterator[str]:
        failed.append((yield from run_lines(Program(p.request(p.A), p.forbid(p.A)), seed=1)))

    first, last = told()
    assert failed == [True]
    assert first == "   1  A"
    assert last.startswith("an assertion failed: A came (")


def test_a_walk_through_a_module_shows_boards_and_else_what_changed(tmp_path: Path) -> None:
    game = modules.module(tmp_path, modules.RULES, choice=Choice(spec="Game"))
    lines = list(run_lines(game, seed=1, steps=1))
    assert lines[:4] == ["      board =", "      - -", "      - -", '      turn = "X"']
    assert lines[4].startswith("   1  Board: Mark(<<")
    zeros = " /\\ ".join(f"{name} = 0" for name in "abcd")
    body = "EXTENDS Naturals\nVARIABLES a, b, c, d\nUp == a' = a + 1 /\\ UNCHANGED <<b, c, d>>\n"
    body += f"Spec == {zeros} /\\ [][Up]_<<a, b, c, d>>"
    counter = modules.module(tmp_path, body, choice=Choice(spec="Spec"))
    assert list(run_lines(counter, seed=1, steps=1)) == [
        "      a = 0", "      b = 0", "      c = 0", "      d = 0",
        "   1  Up", "      a = 1  (was 0)",
        "stopped after 1 step, as --steps says (seed 1)",
    ]  # fmt: skip


def test_an_explained_run_tells_what_may_come_from_outside() -> None:
    @thread
    def door() -> Body:
        yield sync(request=OPEN)
        yield sync(wait_for=RING, block=LOCK)

    OPEN, RING, LOCK = events("OPEN RING LOCK")
    lines = list(run_lines(Program(door(), external=[RING, LOCK]), seed=1, explain=True))
    waits = "waits until nothing that is requested can be selected"
    assert lines[1] == f"      from outside RING, LOCK: {waits}"
    assert lines[3:5] == [
        "      from outside RING: selectable",
        "      from outside LOCK: blocked by door",
    ]
    assert "every b-thread has ended" in lines[-1]


def test_a_run_that_outside_events_could_continue_was_stopped_by_its_steps() -> None:
    @thread
    def bell() -> Body:
        yield sync(wait_for=RING)
        yield sync(wait_for=RING)
        yield sync(block=RING)

    (RING,) = events("RING")
    program = Program(bell(), external=[RING])
    endings = [list(run_lines(program, seed=1, steps=steps))[-1] for steps in (0, 1, 2, 3)]
    assert endings == [
        *(f"stopped after {steps}, as --steps says (seed 1)" for steps in ("0 steps", "1 step")),
        *["nothing more can be selected (seed 1)"] * 2,
    ]


def test_an_explained_run_says_when_timeouts_are_due() -> None:
    lines = list(run_lines(shop, seed=1, explain=True))
    waits = "order waits for after(seconds=30): due in"
    assert f"      {waits} 30 s" in lines
    assert any(line.startswith(f"      {waits} ") for line in lines[3:])


def test_a_run_tries_outside_events_before_timeouts_and_timeouts_before_outside_events() -> None:
    endings = {tuple(run_lines(shop, seed=seed))[-2].split()[1] for seed in range(12)}
    assert endings == {"SHIP", "CANCEL"}
    paid = [list(run_lines(shop, seed=seed)) for seed in range(12)]
    assert any("PAY" in lines[0] for lines in paid)
    assert any("PAY" in lines[2] for lines in paid if len(lines) > 3), "after the reminder"


@pytest.mark.slow
def test_the_picture_of_a_very_long_run_is_drawn_of_all_its_events() -> None:
    @thread
    def tick() -> Body:
        while True:
            yield sync(request=TICK)

    (TICK,) = events("TICK")
    program = Program(tick(), show=lambda done: str(len(done)))
    *_, last, _ = run_lines(program, seed=1, steps=10_001)
    assert last.strip() == "10001"
