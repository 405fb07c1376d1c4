"""A run that remembers its situations does what it would do without, and remembers only so much."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import (
    Body,
    Event,
    Priority,
    Program,
    Strategy,
    Uniform,
    events,
    named,
    sync,
    thread,
)
from counterpoint.bp.lint import CounterpointWarning
from counterpoint.bp.live import memory
from counterpoint.bp.live.index import Index
from counterpoint.bp.live.runner import Runner
from counterpoint.tuning import Tuning

A, B, C, STOP = events("A B C STOP")


@thread
def ask_for_ever(event: Any) -> Body:
    while True:
        yield sync(request=event)


@thread
def alternate() -> Body:
    while True:
        yield sync(wait_for=A, block=B)
        yield sync(wait_for=B, block=A)


@thread
def count_up() -> Body:
    """New data in each step."""
    number = 0
    while True:
        yield sync(request=A(number := number + 1))


def kept(runner: Any) -> Any:
    """How many situations, turns and edges a run remembers."""
    situations = runner._cast._memory._situations.values()
    turns = [turn for here in situations for turn in here.turns.values()]
    return len(situations) + len(turns) + sum(len(turn.leads_to) for turn in turns)


@pytest.fixture
def index_uses(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Grows by one each time that selectable events are worked out from the index."""
    uses = []
    selectable = Index.selectable

    def counted(index: Any, first_only: Any) -> Any:
        uses.append(index)
        return selectable(index, first_only)

    monkeypatch.setattr(Index, "selectable", counted)
    return uses


def test_nothing_is_worked_out_twice(index_uses: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    runner = Runner(Program(ask_for_ever(A), ask_for_ever(B), alternate()))
    assert runner.run(3).events == (A, B, A)
    monkeypatch.setattr(memory.Memory, "recall", None)  # the way that led here is known too
    assert runner.run(100).events == (B, A) * 50
    assert len(index_uses) == kept(runner) / 3 == 2


def test_the_index_is_right_after_steps_that_passed_it_by() -> None:
    runner = Runner(Program(ask_for_ever(A), ask_for_ever(B), alternate()))
    runner.run(101)
    for blocked, free in ((A, B), (B, A)) * 2:
        index = runner._cast.index
        assert (index.blocks(blocked), index.blocks(free)) == (True, False)
        assert index.selectable(first_only=False) == (free,)
        assert runner.explain().selectable == (free,)
        runner.step()


def test_a_predicate_may_change_its_mind() -> None:
    wanted = {A}

    @thread
    def forbid() -> Body:
        yield sync(block=lambda event: event not in wanted)

    runner = Runner(Program(ask_for_ever(A), ask_for_ever(B), forbid()))
    assert set(runner.run(20).events) == {A}
    wanted.add(B)
    assert set(runner.run(20).events) == {A, B}
    wanted.clear()
    assert runner.waiting
    assert kept(runner) == 0


def test_a_predicate_within_a_set_counts_too() -> None:
    blocked = set()
    inside = named("B") | (lambda event: event in blocked)

    @thread
    def forbid() -> Body:
        yield sync(block=~(A | inside) | (inside & A) | (inside - C))

    runner = Runner(Program(ask_for_ever(A), forbid()))
    assert runner.run(5).count == 5
    blocked.add(A)
    assert runner.run(5).count == 0


def test_a_rank_of_the_user_may_change_its_mind() -> None:
    best = [A]

    class Moody(Strategy):
        def rank(self, thread: Any, sync: Any) -> Any:
            return sync.request == tuple(best)

    runner = Runner(Program(ask_for_ever(A), ask_for_ever(B), alternate(), strategy=Moody()))
    assert runner.run(20).count == 20
    assert kept(runner) == 0


def test_a_choice_of_the_user_is_asked_each_time() -> None:
    class Rotating(Uniform):
        def choose(self, events: Any, chance: Any) -> Any:
            turns.append(events)
            return events[len(turns) % len(events)]

    turns: list[Any] = []
    runner = Runner(Program(ask_for_ever(A), ask_for_ever(B), strategy=Rotating()))
    assert runner.run(4).events == (B, A, B, A)
    assert turns == [(A, B)] * 4


def test_known_situations_are_left_by_starts_and_interrupts() -> None:
    @thread
    def host() -> Body:
        while True:
            for _ in range(5):
                yield sync(request=A)
            yield sync(request=B, start=guest())
            yield sync(request=STOP)

    @thread
    def guest() -> Body:
        yield sync(wait_for=A, interrupt=STOP)

    told = []

    class Log:
        def thread_added(self, runner: Any, name: Any) -> None:
            told.append(f"+{name}")

        def thread_removed(self, runner: Any, name: Any) -> None:
            told.append(f"-{name}")

        def event_selected(self, runner: Any, event: Any) -> None:
            told.append(str(event))

    Runner(Program(host()), listeners=[Log()]).run(21)
    assert told == ["+host", *(*"AAAAA", "+guest", "B", "STOP", "-guest") * 3]


def test_the_same_statement_starts_again_in_a_known_situation() -> None:
    again = sync(request=A, start=ask_for_ever(B))

    @thread
    def starter() -> Body:
        while True:
            yield again
            yield sync(request=A)

    runner = Runner(Program(starter(), strategy=Priority()))
    runner.run(6)
    names = [said.name for said in runner.statements]
    assert names[0] == "starter"
    assert len(names) == 1 + (runner.events.count(A) + 2) // 2


def test_an_end_in_a_known_situation_is_told_before_the_next_b_thread_resumes() -> None:
    told = []

    @thread
    def first(times: Any) -> Body:
        for _ in range(times):
            yield sync(wait_for=A)

    @thread
    def second() -> Body:
        while True:
            yield sync(request=A)
            told.append("resumed")

    class Log:
        def thread_ended(self, runner: Any, name: Any) -> None:
            told.append(name)
            assert runner.waiting is False  # asked in the middle of a step

    runner = Runner(Program(first(10), second()), listeners=[Log()])
    runner.run(12)
    assert told == ["resumed"] * 9 + ["first(10)"] + ["resumed"] * 3


def test_what_is_asked_in_the_middle_of_a_step_does_not_mislead_the_run() -> None:
    @thread
    def curious() -> Body:
        while True:
            yield sync(request=A, block=B)
            waiting.append(runner.waiting)
            yield sync(request=B, block=A)
            waiting.append(runner.waiting)

    waiting: list[bool] = []
    runner = Runner(Program(alternate(), curious(), ask_for_ever(A), ask_for_ever(B)))
    assert runner.run(40).events == (A, B) * 20
    # When asked, `alternate` is one event ahead of `curious`, and each blocks what the other lets.
    assert waiting == [True] * 40


def test_blame_tells_the_same_statement_at_two_yields_apart() -> None:
    def inner() -> Any:
        yield sync(request=A)
        assert len(heard) < 50

    @thread
    def outer() -> Body:
        while True:
            heard.append((yield sync(request=A)))
            assert len(heard) != limit
            yield from inner()

    for limit, text in (
        (30, "heard.append((yield sync(request=A)))"),
        (0, "yield sync(request=A)"),
    ):
        heard: list[Any] = []
        failed: list[tuple[str, str]] = []

        class Log:
            def assertion_failed(
                self, runner: Any, name: Any, place: Any, error: Any, failed: Any = failed
            ) -> None:
                failed.append((name, place.text))

        runner = Runner(Program(outer()), listeners=[Log()])
        with pytest.raises(AssertionError) as caught:
            runner.run()
        assert caught.value.__notes__[0].startswith("in b-thread outer, resumed with A at")
        assert caught.value.__notes__[0].endswith("\n    " + text)
        assert failed == [("outer", f"assert len(heard) {'!= limit' if limit else '< 50'}")]


def test_the_statements_after_a_failure_are_those_at_the_failure() -> None:
    @thread
    def failing() -> Body:
        for _ in range(10):
            yield sync(request=A)
            yield sync(request=B)
        raise KeyError

    runner = Runner(Program(alternate(), failing()))
    with pytest.raises(KeyError):
        runner.run()
    assert [repr(said.sync) for said in runner.statements] == [
        "sync(wait_for=A, block=B)",
        "sync(request=[B])",
    ]


def test_warns_once_for_each_yield_in_known_situations_too() -> None:
    @thread
    def odd() -> Body:
        while True:
            for _ in range(10):
                yield sync(request=A, priority=1)
            yield sync(request=B)
            yield sync(request=A, priority=1)

    with pytest.warns(CounterpointWarning) as caught:
        Runner(Program(odd())).run(100)
    assert len({warning.lineno for warning in caught}) == len(caught) == 2


def test_new_data_for_ever_does_not_fill_the_memory() -> None:
    few = Tuning(memory_room=50, memory_rest=300)
    runner = Runner(Program(count_up(), ask_for_ever(B)), seed=1, tuning=few)
    for _ in range(2_000):
        runner.step()
        assert kept(runner) < 60
    assert runner.run(10).count == 10


def test_rests_when_remembering_did_not_pay_and_tries_again(index_uses: Any) -> None:
    few = Tuning(memory_room=60, memory_rest=100)
    switch: list[Any] = []

    @thread
    def changing() -> Body:
        number = 0
        while not switch:
            yield sync(request=A(number := number + 1))
        while True:
            yield sync(request=B)

    runner = Runner(Program(changing()), tuning=few)
    runner.run(30)
    assert kept(runner) == 0
    switch.append(True)
    runner.run(100)
    index_uses.clear()
    assert runner.run(100).events == (B,) * 100
    assert (len(index_uses), kept(runner)) == (0, 3)


def test_goes_on_learning_where_it_pays() -> None:
    @thread
    def phases() -> Body:
        number = 0
        while True:
            number += 1
            for _ in range(50):
                yield sync(request=A(number))

    runner = Runner(Program(phases()), tuning=Tuning(memory_room=20))
    for _ in range(50):
        runner.run(50)
        assert 0 < kept(runner) <= 30


def test_b_threads_that_come_and_go_leave_nothing_behind() -> None:
    @thread
    def session(number: Any) -> Body:
        yield sync(wait_for=Event("HELLO", number))
        parts: dict[str, Any] = {"interrupt" if number % 2 else "wait_for": STOP}
        yield sync(**parts)

    runner = Runner(Program(alternate()))
    for number in range(100):
        runner.add(session(number))
        for event in (A, B, Event("HELLO", number), STOP):
            runner.put(event)
        assert runner.run().count == 4
    assert [said.name for said in runner.statements] == ["alternate"]
    index = runner._cast.index
    assert len(index.loose) + len(index._hears._listed) == len(index.threads) == 1
    assert kept(runner) < 10
