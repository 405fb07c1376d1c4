"""What the automata say of each step of each state is compared with b-threads that are run."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from counterpoint import (
    Answer,
    Body,
    Event,
    Program,
    check,
    never,
    solve,
    sync,
    thread,
    where,
)
from counterpoint.certificate import Audited
from counterpoint.errors import Undecided
from counterpoint.model.notation import Notation
from counterpoint.tuning import USUAL, Tuning
from counterpoint.verdict import Verdict

A, B, C, D, NEVER = map(Event, ("A", "B", "C", "D", "NEVER"))


@thread
def asks(event: Event) -> Body:
    while True:
        yield sync(request=event)


@thread
def ends() -> Body:
    yield sync(wait_for=NEVER)


@thread
def joins() -> Body:
    """Wait for both, in either order; so what asks for C is reached in two ways."""
    first = None
    while True:
        first = yield sync(wait_for=[A, B])
        if first == A:
            yield sync(wait_for=B)
        else:
            yield sync(wait_for=A)
        first = None
        yield sync(request=C)


@thread
def asks_once(event: Event) -> Body:
    yield sync(request=event)


@pytest.mark.parametrize("formula", ["C", "EX C", "C -> AX !C", "AF AG !C"])
def test_what_happened_before_a_rest_is_forgotten_and_b_threads_stay(formula: str) -> None:
    found = where(Program(asks_once(C)), formula, audit="all")
    assert found.audited is not None
    assert found.audited.passed
    assert not found.audited.unchecked


START, AFTER_A, AFTER_B, BOTH = range(4)


class Planted:
    """A program whose network has a fault in the automaton of `joins`."""

    requirements: Mapping[str, Any] = MappingProxyType({})
    switched_off = ()
    notation = Notation.PROGRAM

    def __init__(self, program: Program | None = None, tuning: Tuning = USUAL) -> None:
        self.program = program or Program(asks(A), asks(B), joins())
        network: Any = self.program.network(tuning)
        network.origin.wander = lambda: ""  # random runs might find it by chance
        self._network = network
        self.joins = network.automata[-1]
        self.numbers = {label: n for n, label in enumerate(network.alphabet)}

    def network(self, *tuning: Tuning) -> Any:
        return self._network

    def leads(self, local: int, event: Event, to: int) -> Planted:
        self.joins.moves[local][self.numbers[event]] = to
        return self

    def says(self, local: int, **said: Any) -> Planted:
        known = self.joins.locals[local]
        self.joins.locals[local] = replace(known, voices=(replace(known.voices[0], **said),))
        return self


def audited(target: Any, *asked: Any) -> Verdict:
    (verdict,) = check(target, *asked or (never(NEVER),), audit="all")
    return verdict


def test_what_is_right_passes() -> None:
    for asked in (never(NEVER), "AG EF C", "hot-cycle"):
        verdict = audited(Planted(), asked)
        assert verdict.answer is Answer.HOLDS
        assert verdict.audited is not None
        assert (verdict.audited.fault, verdict.audited.unchecked) == ("", ())


@pytest.mark.parametrize("asked", [never(NEVER), "AG EF {A}"])
@pytest.mark.parametrize(
    ("local", "event", "to"),
    [(AFTER_B, A, AFTER_A), (AFTER_A, B, AFTER_B), (BOTH, C, AFTER_A), (START, B, AFTER_A)],
)
def test_a_step_to_another_state_is_found_on_each_way(
    asked: Any, local: int, event: Event, to: int
) -> None:
    verdict = audited(Planted().leads(local, event, to), asked)
    assert verdict.answer is Answer.UNKNOWN
    assert "live run" in verdict.reason


@pytest.mark.parametrize("local", [START, AFTER_A, AFTER_B, BOTH])
def test_a_step_too_many_is_found(local: int) -> None:
    planted = Planted(Program(asks(A), asks(B), joins(), external=[D]))
    number = planted.numbers[D]
    verdict = audited(planted.says(local, request=(number,)))
    assert "the live run" in verdict.reason


@pytest.mark.parametrize("said", [(), (0,)])
def test_a_step_that_is_left_out_or_named_otherwise_is_found(said: tuple[int, ...]) -> None:
    verdict = audited(Planted().says(BOTH, request=said))
    assert "the live run" in verdict.reason


def test_a_step_from_outside_that_is_left_out_is_found() -> None:
    program = Program(ends(), ends(), joins(), external=[A, B])
    planted = Planted(program)
    planted.says(AFTER_A, block=1 << planted.numbers[B])
    assert "from outside" in audited(planted).reason


def test_what_is_said_without_effect_on_the_steps_is_compared_too() -> None:
    verdict = audited(Planted().says(BOTH, hot=True))
    assert "say something else" in verdict.reason


@pytest.fixture(name="same")
def from_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Event], Event]:
    """A function of a package whose insides nobody looks at."""
    folder = tmp_path / "site-packages"
    folder.mkdir()
    (folder / "kept_out_of_sight.py").write_text("def same(event):\n    return event\n")
    monkeypatch.syspath_prepend(folder)
    found: Callable[[Event], Event] = importlib.import_module("kept_out_of_sight").same
    return found


def test_what_a_package_may_keep_is_compared_in_a_fresh_process(
    same: Callable[[Event], Event],
) -> None:
    @thread
    def asks_for_either() -> Body:
        while True:
            yield sync(request=[same(A), B])

    few = Tuning(hash_seeds=1, live_together=5)
    program = Program(asks_for_either(), joins())
    (verdict,) = check(program, never(NEVER), audit="all", tuning=few)
    assert verdict.audited == Audited(4, 4)
    planted = Planted(program, few)
    planted.network().first_only = True
    verdict = audited(planted)
    assert verdict.answer is Answer.UNKNOWN
    assert "a function of the package kept_out_of_sight" in verdict.reason
    assert "the live run ['A', 'B']" in verdict.reason
    assert "contradicts itself" not in verdict.reason


def test_sets_of_states_and_games_compare_the_steps_too() -> None:
    planted = Planted().leads(AFTER_B, A, AFTER_A)
    with pytest.raises(Undecided, match="live run"):
        where(planted, "EX C", audit="all")
    planted = Planted(Program(asks(A), asks(B), joins(), owners={"me": [A, B, C]}))
    with pytest.raises(Undecided, match="live run"):
        solve(planted.leads(AFTER_B, A, AFTER_A), player="me", goal="F C", audit="all")
