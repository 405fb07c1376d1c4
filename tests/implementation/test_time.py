"""Programs with timeouts, beside logs and implementations."""

from __future__ import annotations

import pickle
from typing import Any, ClassVar

import pytest

from counterpoint import Conformance, Event, Monitor, Program, Standing, conform
from tests.bp.timed import CANCEL, PAY, REMIND, SHIP, order, remind, shop, watch


def answer(*events: Event) -> tuple[Standing, int | None]:
    found = conform(shop, [{"event": event.name} for event in events])
    return found.answer, found.line


@pytest.mark.parametrize(
    "events", [(), (PAY, SHIP), (REMIND, PAY, SHIP), (REMIND, CANCEL), (REMIND,)]
)
def test_time_passes_between_the_lines_of_a_log(events: tuple[Event, ...]) -> None:
    assert answer(*events) == (Standing.CONFORMS, None)


def test_what_timeouts_do_not_allow_diverges() -> None:
    assert answer(CANCEL) == (Standing.DIVERGES, 1)
    assert answer(PAY, REMIND) == (Standing.DIVERGES, 2)
    assert answer(REMIND, CANCEL, SHIP) == (Standing.DIVERGES, 3)
    slow = Program(order(), watch(40, REMIND), external=[PAY])
    found = conform(slow, [{"event": "REMIND"}, {"event": "CANCEL"}])
    assert (found.answer, found.line) == (Standing.DIVERGES, 1)


def test_a_log_may_have_the_timeouts_too() -> None:
    lines = [{"event": "after", "args": {"seconds": 20}}, {"event": "REMIND"}]
    assert conform(shop, lines).answer is Standing.CONFORMS
    assert conform(shop, lines[:1] * 2).answer is Standing.DIVERGES


def test_a_monitor_lets_time_pass_too() -> None:
    monitor = Monitor(shop)
    assert monitor.observe(REMIND)
    again = pickle.loads(pickle.dumps(monitor))
    for each in (monitor, again):
        assert each.observe(CANCEL)
        assert not each.observe(PAY)


class Shop:
    """A shop with a clock of its own: it reminds after 20 seconds, and cancels after 30."""

    emits: ClassVar = ("REMIND", "CANCEL")
    patience: ClassVar = {20: REMIND, 30: CANCEL}

    def __init__(self) -> None:
        self.now = 0.0
        self.paid = False
        self.due = dict(self.patience)

    def tick(self, seconds: float) -> None:
        self.now += seconds

    def after(self, seconds: float) -> list[Event]:
        late = [moment for moment in self.due if moment <= self.now and not self.paid]
        return [self.due.pop(moment) for moment in late]

    def PAY(self) -> None:
        self.paid = True

    def SHIP(self) -> None:
        assert self.paid, "nothing is sent that was not paid"


class Impatient(Shop):
    patience: ClassVar = {20: CANCEL, 30: REMIND}


class Forgetful(Shop):
    patience: ClassVar = {20: REMIND}


def tried(adapter: Any) -> Any:
    return Conformance(Program(order(), remind(), external=[PAY]), adapter).random(seed=1)


def test_an_implementation_is_driven_by_its_clock() -> None:
    assert tried(Shop)


def test_what_comes_too_early_or_never_is_a_difference() -> None:
    early, never = tried(Impatient).difference, tried(Forgetful).difference
    assert [str(label) for label in early.labels] == [
        "tick(seconds=10)", "tick(seconds=10)", "after(seconds=20)",
    ]  # fmt: skip
    assert "CANCEL" in str(early)
    assert str(never.labels[-1]) == "after(seconds=30)"
    assert "it sends nothing, where CANCEL is due" in str(never)


class Hasty:
    """It cancels when it likes, which may be after any time."""

    emits: ClassVar = ("REMIND", "CANCEL")

    def PAY(self) -> None:
        pass

    def SHIP(self) -> None:
        pass


def test_time_passes_unseen_for_an_adapter_without_a_clock() -> None:
    found = tried(Hasty)
    assert found.untried == ()
    assert found.steps > 0
