"""Implementations driven beside their rules: differences, and the shortest runs to them."""

from __future__ import annotations

import asyncio
import re
from typing import Any, ClassVar

import pytest
from hypothesis import settings
from hypothesis.database import InMemoryExampleDatabase

from counterpoint import (
    BadLog,
    Conformance,
    Event,
    Misuse,
    Model,
    Program,
    Standing,
    Trace,
    UnknownName,
    check,
    covering_runs,
    step,
)
from counterpoint.target import find_target
from counterpoint.tuning import Tuning

from .implemented import Answer, Ask, Receipt, buffer, shop


class Buffer:
    """A buffer of three places that does what the model says."""

    capacity = 3

    def __init__(self) -> None:
        self.items: list[int] = []

    def put(self, item: int) -> Any:
        if len(self.items) == self.capacity:
            raise OverflowError("full")
        self.items.append(item)

    def take(self) -> Any:
        self.items.pop(0)

    def observe(self) -> Any:
        return {"count": len(self.items)}


def test_an_implementation_that_does_what_the_rules_say_has_no_difference() -> None:
    tried = Conformance(buffer(), Buffer).random(runs=30, steps=20, seed=1)
    assert tried
    assert (tried.runs, tried.steps, tried.untried) == (30, 600, ())
    assert str(tried) == "no difference in 30 runs of 600 steps"


class Small(Buffer):
    capacity = 2


class LastFirst(Buffer):
    def take(self) -> Any:
        return {"first": self.items.pop()}


class Forgets(Buffer):
    def put(self, item: int) -> None:
        if item == 1 and len(self.items) == 1:
            return
        super().put(item)


class Late(Buffer):
    """Async, and wrong only after a certain history."""

    def __init__(self) -> None:
        super().__init__()
        self.taken = 0

    async def put(self, item: int) -> None:
        await asyncio.sleep(0)
        super().put(item)

    async def take(self) -> None:
        super().take()
        self.taken += 1

    async def observe(self) -> dict[str, int]:
        return {"count": len(self.items) + (self.taken == 2)}


@pytest.mark.parametrize(
    ("adapter", "length", "did"),
    [
        (Small, 3, "raises OverflowError: full"),
        (Forgets, 2, "count = 1"),
        (Late, 4, "count = 1"),
    ],
)
def test_a_difference_is_shrunk_to_the_shortest_run(adapter: Any, length: int, did: str) -> None:
    for seed in range(4):
        tried = Conformance(buffer(), adapter).random(runs=200, steps=30, seed=seed)
        found = tried.difference
        assert found is not None
        assert (len(found.labels), found.is_shortest) == (length, True)
        assert did in found.did
        assert not tried


def test_the_text_has_the_run_and_both_sides() -> None:
    found = Conformance(buffer(), Forgets).random(seed=1).difference
    assert found is not None
    lines = str(found).splitlines()
    assert lines[0] == "the implementation differs after 2 steps, the fewest that show it:"
    assert lines[2] == "    2  put(1)"
    assert lines[3] == "  the implementation: put(1) with count = 1"
    assert lines[4].startswith("  the rules allow: put(0), put(1)")
    assert found.rules.answer is Standing.DIVERGES


def test_a_difference_that_is_too_far_is_as_short_as_was_tried() -> None:
    found = Conformance(buffer(), Late, tuning=Tuning(shrunk_runs=3)).random(seed=1).difference
    assert found is not None
    assert not found.is_shortest
    assert len(found.labels) >= 4


def test_a_difference_that_does_not_come_again_stays_as_it_was() -> None:
    class Flaky(Buffer):
        bad: ClassVar = [True]

        def observe(self) -> dict[str, int]:
            return {
                "count": 7
                if len(self.items) == 2 and self.bad and self.bad.pop()
                else len(self.items)
            }

    found = Conformance(buffer(), Flaky).random(seed=1).difference
    assert found is not None
    assert not found.is_shortest


def test_steps_without_a_method_are_named() -> None:
    class OnlyPuts:
        def put(self, item: int) -> None:
            """Nothing is seen of it."""

    tried = Conformance(buffer(), OnlyPuts).random(runs=5, steps=9, seed=1)
    assert tried
    assert tried.untried == ("take",)
    assert "never tried: take" in str(tried)


def test_runs_may_be_given() -> None:
    conformance = Conformance(buffer(), Small)
    assert conformance.along([["put(0)", "take"], ["put(1)", "put(1)"]])
    found = conformance.along([["put(0)", "put(1)", "put(1)", "take"]]).difference
    assert found is not None
    assert len(found.labels) == 3
    with pytest.raises(Misuse, match="the rules do not allow take here; there is put"):
        conformance.along([["take"]])


def test_an_implementation_is_taken_along_counterexamples() -> None:
    verdicts = check(buffer(), "AG count < 3")
    found = Conformance(buffer(), Small).along_counterexamples(verdicts).difference
    assert found is not None
    assert "OverflowError" in found.did
    assert Conformance(buffer(), Buffer).along_counterexamples(verdicts)
    assert verdicts.trace is not None
    assert not Conformance(buffer(), Small).along_counterexamples(verdicts.trace)
    with pytest.raises(Misuse, match="takes verdicts or a run"):
        Conformance(buffer(), Small).along_counterexamples([verdicts])  # type: ignore[arg-type]
    assert Conformance(buffer(), Small).along_counterexamples(Trace(()))


# Programs, with events that the implementation sends.


class Shop:
    emits = ("Receipt",)

    def order(self, number: int) -> Any:
        return Receipt(number)

    def cancel(self, number: int) -> None:
        """Nothing is sent."""


def test_events_that_an_implementation_sends_are_followed() -> None:
    assert Conformance(shop, Shop).random(runs=20, seed=1)


def test_generated_tests_leave_to_the_implementation_what_it_sends() -> None:
    runs = covering_runs(shop).runs
    assert any(Receipt(1) in run.events for run in runs)
    assert Conformance(shop, Shop).along(runs)


def test_an_event_that_is_not_sent_where_it_is_due_is_a_difference() -> None:
    class Silent(Shop):
        emits = ("Receipt",)

        def order(self, number: int) -> Any:
            return Receipt(number) if number == 1 else None

    found = Conformance(shop, Silent).random(runs=20, seed=1).difference
    assert found is not None
    assert found.did == "it sends nothing, where Receipt(2) is due"
    assert list(map(str, found.labels)) == ["Order(2)"]


@pytest.mark.parametrize("name", ["Receipts", "receipt", "Receipt(1)"])
def test_an_unknown_event_in_emits_is_an_error(name: str) -> None:
    wrong = type("Wrong", (Shop,), {"emits": ("Receipt", name)})
    said = re.escape(f"emits of Wrong names {name}, and nothing is called so; there are Receipt, ")
    with pytest.raises(UnknownName, match=said):
        Conformance(shop, wrong)


def test_a_wrong_event_is_a_difference() -> None:
    class Wrong(Shop):
        def order(self, number: int) -> Any:
            return [Receipt(3 - number)]

    found = Conformance(shop, Wrong).random(runs=20, seed=1).difference
    assert found is not None
    assert found.did.startswith("Receipt(")
    assert len(found.labels) == 1


def test_nondeterministic_rules_are_narrowed_by_what_is_seen() -> None:
    model = Model("coin")
    side = model.var("side", ["none", "heads", "tails"], init="none")
    drawn = model.choice("drawn", ["heads", "tails"])

    @model.action
    def toss() -> Any:
        return step(when=side == "none", set={side: drawn})

    @model.action
    def turn() -> Any:
        return step(when=side == "heads", set={side: "tails"})

    class Coin:
        tossed = 0

        def __init__(self) -> None:
            Coin.tossed += 1

        def toss(self) -> dict[str, str]:
            self.side = "heads" if Coin.tossed % 2 else "tails"
            return {"side": self.side}

        def turn(self) -> dict[str, str]:
            assert self.side == "heads"
            return {"side": "tails"}

    assert Conformance(model, Coin).random(runs=20, seed=1)


def test_arguments_of_modules_are_given_as_plain_values() -> None:
    taken: list[Any] = []

    class Board:
        def __init__(self) -> None:
            self.board: Any = [["-"] * 3 for _ in range(3)]

        def MoveX(self, *args: Any) -> None:
            taken.append(args)

        def MoveO(self, *args: Any) -> None:
            taken.append(args)

    module = find_target("StrategicTicTacToe")
    assert Conformance(module, Board).random(runs=2, steps=3, seed=1)
    assert taken


# What is refused.


def test_what_is_no_adapter_is_refused() -> None:
    with pytest.raises(Misuse, match="adapter is a class"):
        Conformance(buffer(), Buffer())  # type: ignore[arg-type]

    class Nothing:
        pass

    with pytest.raises(Misuse, match=r"Nothing has no method for any step, such as put\(0\)"):
        Conformance(buffer(), Nothing)

    class Odd(Buffer):
        def put(self, item: int) -> Any:
            return 7

    with pytest.raises(Misuse, match="a method of an adapter returns nothing, parts of the state"):
        Conformance(buffer(), Odd).random(seed=1)

    class Elsewhere(Buffer):
        def observe(self) -> dict[str, int]:
            return {"counted": 0}

    with pytest.raises(BadLog, match="there is no counted in a state"):
        Conformance(buffer(), Elsewhere).random(seed=1)


def test_it_is_closed_even_after_an_error() -> None:
    closed: list[int] = []

    class Closes(Buffer):
        async def close(self) -> None:
            closed.append(len(self.items))

        def take(self) -> Any:
            return 7

    with pytest.raises(Misuse):
        Conformance(buffer(), Closes).random(runs=9, seed=1)
    assert closed


def test_in_a_loop_that_runs_it_says_what_to_do() -> None:
    async def main() -> None:
        Conformance(buffer(), Late).random(seed=1)

    with pytest.raises(Misuse, match=r"asyncio\.to_thread"):
        asyncio.run(main())

    async def aside() -> Any:
        return await asyncio.to_thread(Conformance(buffer(), Buffer).random, 3, seed=1)

    assert asyncio.run(aside())


# Hypothesis.


def run_machine(adapter: Any) -> None:
    machine = Conformance(buffer(), adapter).machine().TestCase
    machine.settings = settings(
        max_examples=60, stateful_step_count=20, database=InMemoryExampleDatabase(), deadline=None
    )
    machine().runTest()


def test_a_state_machine_of_hypothesis_finds_and_shrinks_a_difference() -> None:
    run_machine(Buffer)
    with pytest.raises(AssertionError, match="the implementation differs after 2 steps:"):
        run_machine(Forgets)


def test_a_program_may_be_asked_and_answer() -> None:
    program: Program = shop
    assert Ask is not Answer
    assert Conformance(program, Shop).can_take(Event("Order", 1))
    assert not Conformance(program, Shop).can_take(Receipt(1))
