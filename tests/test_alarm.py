"""Work that is ended from outside, by a limit of time or by Ctrl-C."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from itertools import count

import pytest

from counterpoint.alarm import Alarm, TimeIsUp, interrupt, require_going_on, stopped_by
from counterpoint.stopped import INTERRUPTED, NOT_STOPPED, Cause, Stopped


def for_ever() -> None:
    for _ in count():
        require_going_on()


def test_work_that_is_done_in_time_gives_what_it_gives() -> None:
    alarm = Alarm(3600.0)
    assert alarm.run(lambda: 7) == 7
    assert alarm.stopped is NOT_STOPPED


def test_work_is_ended_when_the_time_is_up() -> None:
    alarm = Alarm(0.01)
    with pytest.raises(TimeIsUp):
        alarm.run(for_ever)
    assert alarm.stopped == "the limit of 0.01 s was reached"
    assert alarm.stopped.cause is Cause.TIME


def test_work_is_ended_when_the_memory_is_used_up() -> None:
    exhausted = Stopped("the limit of 9 MB of memory was reached", Cause.EXHAUSTED)
    asked = iter([NOT_STOPPED, NOT_STOPPED, exhausted])
    alarm = Alarm(exhausted=lambda: next(asked))
    with pytest.raises(TimeIsUp) as raised:
        alarm.run(for_ever)
    assert alarm.stopped is exhausted
    assert alarm.stopped.ends_everything
    with pytest.raises(TimeIsUp):
        alarm.run(require_going_on)
    assert alarm.run(lambda: stopped_by(raised.value)) is exhausted


def test_work_of_another_thread_is_ended_there() -> None:
    ended = list[Stopped]()

    def work() -> None:
        alarm = Alarm(0.01)
        with pytest.raises(TimeIsUp):
            alarm.run(for_ever)
        ended.append(alarm.stopped)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert [stopped.cause for stopped in ended] == [Cause.TIME]


def test_what_ends_the_whole_ends_the_parts_and_says_why() -> None:
    said = list[Stopped]()

    def part() -> None:
        try:
            for_ever()
        except KeyboardInterrupt as error:
            said.append(stopped_by(error))
            raise

    seconds = 0.01
    while not said:  # on a slow machine the time may be up before the part begins
        outer = Alarm(seconds)
        with pytest.raises(TimeIsUp):
            outer.run(lambda: Alarm(3600.0).run(part))
        seconds *= 2
    assert said == [outer.stopped]
    assert outer.stopped.cause is Cause.TIME


def test_a_part_that_has_only_a_moment_says_why_the_whole_is_to_end() -> None:
    with pytest.raises(TimeIsUp):
        Alarm(0.01, INTERRUPTED).run(for_ever)


def test_work_goes_on_after_a_part_that_had_no_time() -> None:
    def whole() -> int:
        with pytest.raises(TimeIsUp):
            Alarm(0.01).run(for_ever)
        require_going_on()
        return 7

    assert Alarm(3600.0).run(whole) == 7


@pytest.mark.parametrize("press", [lambda: signal.raise_signal(signal.SIGINT), interrupt])
def test_what_swallows_ctrl_c_is_found_out(press: Callable[[], None]) -> None:
    def swallows() -> None:
        with suppress(BaseException):
            press()
        require_going_on()

    alarm = Alarm()
    with pytest.raises(KeyboardInterrupt):
        alarm.run(swallows)
    assert alarm.stopped is INTERRUPTED


def test_the_handler_of_ctrl_c_is_what_it_was_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    Alarm().run(lambda: Alarm().run(lambda: None))
    assert signal.getsignal(signal.SIGINT) is before


def test_an_own_handler_of_ctrl_c_is_left_alone() -> None:
    heard = list[int]()
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        Alarm().run(lambda: signal.raise_signal(signal.SIGINT))
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == [signal.SIGINT]


def test_work_that_asks_nobody_is_not_ended() -> None:
    """An exception that came anywhere would leave imports and locks in the middle."""
    alarm = Alarm(1e-9)
    assert alarm.run(lambda: sum(range(1000))) == 499500
    assert not alarm.stopped


def test_a_moment_is_not_ended_by_what_ended_everything() -> None:
    def moment() -> int:
        require_going_on()
        return 7

    def whole() -> int:
        with pytest.raises(TimeIsUp):
            for_ever()
        return Alarm(3600.0, INTERRUPTED).run(moment)

    assert Alarm(0.01).run(whole) == 7


def test_what_begins_when_the_time_is_up_ends_too() -> None:
    def whole() -> None:
        with pytest.raises(TimeIsUp):
            for_ever()
        Alarm().run(for_ever)

    with pytest.raises(TimeIsUp):
        Alarm(0.01).run(whole)
