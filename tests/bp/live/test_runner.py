from __future__ import annotations

import re
import threading
from typing import Any

import pytest

from counterpoint import (
    Body,
    Event,
    Priority,
    Program,
    Strategy,
    ThreadPriority,
    Uniform,
    events,
    named,
    sync,
    thread,
)
from counterpoint.bp.live.outcome import Outcome
from counterpoint.bp.live.runner import Runner
from counterpoint.errors import BadStrategy, BadSync, BadYield, Misuse

from ...patience import PATIENCE

A, B, C, D, STOP = events("A B C D STOP")


@thread
def ask(*wanted: Any) -> Body:
    for event in wanted:
        yield sync(request=event)


@thread
def ask_for_ever(event: Any) -> Body:
    while True:
        yield sync(request=event)


@thread
def forbid(blocked: Any, until: Any = ()) -> Body:
    yield sync(block=blocked, wait_for=until)


@thread
def on(trigger: Any, *answers: Any) -> Body:
    """Answer each outside event."""
    while True:
        yield sync(wait_for=trigger)
        for answer in answers:
            yield sync(request=answer)


def run(*threads: Any, seed: Any = 0, **more: Any) -> Any:
    return Runner(Program(*threads, **more), seed=seed).run()


# One step


def test_every_request_is_selected_in_turn() -> None:
    assert run(ask(A, B, C)) == Outcome((A, B, C), 3, "ended")


def test_an_event_wakes_all_who_request_it() -> None:
    assert run(ask(A, B), ask(A, C), seed=1).count == 3


def test_a_blocked_event_is_not_selected() -> None:
    assert run(ask(A), ask(B), forbid(A)).events == (B,)


def test_a_b_threads_own_block_counts() -> None:
    @thread
    def divided() -> Body:
        yield sync(request=[A, B], block=A)

    assert run(divided()).events == (B,)


def test_blocking_an_event_does_not_keep_a_b_thread_from_waking() -> None:
    @thread
    def hear_and_forbid() -> Body:
        yield sync(wait_for=C, block=A)
        yield sync(request=D)

    assert run(ask(C), hear_and_forbid(), ask(A)).events in ((C, A, D), (C, D, A))


def test_the_event_itself_is_handed_over() -> None:
    heard = []

    @thread
    def listen() -> Body:
        heard.append((yield sync(wait_for=named("Move"))))

    move = Event("Move", row=1)
    run(ask(move), listen())
    assert heard[0] is move


def test_b_threads_resume_in_their_order() -> None:
    order = []

    @thread
    def listen(number: Any) -> Body:
        yield sync(wait_for=A)
        order.append(number)

    run(*map(listen, range(20)), ask(A))
    assert order == list(range(20))


def test_the_waking_is_settled_before_anyone_resumes() -> None:
    """A predicate that a resumed b-thread changes counts for the next step."""
    wanted = {A}

    @thread
    def change() -> Body:
        yield sync(request=A)
        wanted.clear()

    @thread
    def listen() -> Body:
        yield sync(wait_for=lambda event: event in wanted)
        yield sync(request=B)

    assert run(change(), listen()).events == (A, B)


def test_the_greatest_priority_wins() -> None:
    @thread
    def urgent(event: Any, priority: Any) -> Body:
        yield sync(request=event, priority=priority)

    threads = urgent(A, 1), urgent(B, 3), urgent(C, 2), ask(D)
    assert run(*threads, strategy=Priority()).events == (B, C, A, D)


def test_b_threads_with_the_same_name_share_their_priority() -> None:
    threads = ask(A), ask(B), ask(B)
    runner = Runner(Program(*threads, strategy=ThreadPriority({"ask(B)": 1})), seed=0)
    assert [said.name for said in runner.statements] == ["ask(A)", "ask(B)", "ask(B)#2"]
    assert runner.run().events == (B, A)


# Interrupts


def test_an_interrupted_b_thread_is_gone_even_if_it_requested_the_event() -> None:
    told: list[Event] = []

    @thread
    def leave() -> Body:
        yield sync(request=STOP, interrupt=STOP, on_interrupt=told.append)
        yield sync(request=A)

    assert run(leave(), ask(B)).events in ((STOP, B), (B, STOP))
    assert told == [STOP]


def test_handlers_run_before_anyone_resumes() -> None:
    order = []

    @thread
    def first() -> Body:
        yield sync(wait_for=STOP)
        order.append("resumed")

    @thread
    def second() -> Body:
        yield sync(interrupt=STOP, on_interrupt=lambda event: order.append("interrupted"))

    run(first(), second(), ask(STOP))
    assert order == ["interrupted", "resumed"]


def test_a_handler_that_answers_with_a_statement_is_an_error() -> None:
    @thread
    def leave() -> Body:
        yield sync(interrupt=STOP, on_interrupt=lambda event: sync(request=A))

    with pytest.raises(BadSync, match="on_interrupt answered STOP with sync"):
        run(leave(), ask(STOP))


# Starting b-threads


def test_a_started_b_thread_does_not_see_the_event_of_the_step() -> None:
    @thread
    def listen(event: Any) -> Body:
        yield sync(wait_for=event)
        yield sync(request=B)

    @thread
    def starter() -> Body:
        yield sync(request=A)
        yield sync(start=listen(A), wait_for=C)

    runner = Runner(Program(starter(), ask(A)), seed=0)
    assert runner.step() is A
    assert [said.name for said in runner.statements] == ["starter", "listen(A)"]
    assert runner.run().how == "waiting"


def test_a_started_b_thread_can_start_others_and_block_at_once() -> None:
    @thread
    def starter() -> Body:
        yield sync(request=A)
        yield sync(start=[middle()], request=B)

    @thread
    def middle() -> Body:
        yield sync(start=[forbid(B)], wait_for=D)

    assert run(starter()) == Outcome((A,), 1, "deadlock")


def test_the_same_statement_starts_again_each_time_it_is_said() -> None:
    started: list[int] = []

    @thread
    def note() -> Body:
        started.append(len(started))
        yield sync(wait_for=STOP)

    again = sync(request=A, start=note())

    @thread
    def starter() -> Body:
        yield again
        yield again

    run(starter())
    assert started == [0, 1]


def test_a_b_thread_can_be_added_between_steps() -> None:
    runner = Runner(Program(ask(A), on(C)), seed=0)
    assert runner.run().events == (A,)
    runner.add(ask(B))
    assert [said.name for said in runner.statements] == ["on(C)", "ask(B)"]
    assert runner.run().events == (B,)


def test_a_b_thread_can_add_others_through_the_runner() -> None:
    @thread
    def adder() -> Body:
        yield sync(request=A)
        runner.add(ask(B))

    runner = Runner(Program(adder()))
    assert runner.run() == Outcome((A, B), 2, "ended")


def test_names_of_the_living_differ() -> None:
    @thread
    def session() -> Body:
        yield sync(wait_for=STOP)

    runner = Runner(Program(session(), session(), on(A)))
    runner.add(session())
    assert [said.name for said in runner.statements] == [
        "session", "session#2", "on(A)", "session#3",
    ]  # fmt: skip
    runner.put(STOP)
    runner.step()
    runner.add(session())
    assert [said.name for said in runner.statements] == ["on(A)", "session"]


# Outside events and super-steps


def test_an_outside_event_waits_until_the_super_step_is_over() -> None:
    runner = Runner(Program(ask(A, B), on(C, D)), seed=0)
    runner.put(C)
    assert runner.run() == Outcome((A, B, C, D), 4, "waiting")


def test_each_outside_event_gets_its_reaction_before_the_next() -> None:
    runner = Runner(Program(on(A, C, D)))
    for _ in range(2):
        runner.put(A)
    assert runner.run().events == (A, C, D, A, C, D)


def test_a_blocked_outside_event_stays_in_its_place() -> None:
    runner = Runner(Program(forbid(A, until=C), on(B), on(D)), seed=0)
    for event in (A, B, A, D):
        runner.put(event)
    assert runner.run().events == (B, D)
    assert runner.waiting
    runner.put(C)
    assert runner.run().events == (C, A, A)


def test_an_outside_event_that_nobody_hears_is_selected_all_the_same() -> None:
    runner = Runner(Program(on(A)))
    runner.put(B)
    assert runner.step() is B


def test_waits_until_something_comes_from_outside() -> None:
    runner = Runner(Program(on(A, B)))
    assert runner.waiting
    assert runner.step() is None
    runner.put(A)
    assert not runner.waiting
    assert runner.run().events == (A, B)
    assert runner.waiting


def test_an_outside_event_must_be_one_that_was_declared() -> None:
    runner = Runner(Program(on(A), external=[A, B]))
    runner.put(A)
    with pytest.raises(Misuse) as caught:
        runner.put(C)
    assert caught.value.message == "put(C): the program declares external=A, B"


def test_a_run_in_another_os_thread_waits_for_events_and_ends_when_closed() -> None:
    heard: list[Event] = []
    runner = Runner(Program(on(A, B)), listeners=[heard.append])
    outcomes = []
    worker = threading.Thread(target=lambda: outcomes.append(runner.run(wait=True)))
    worker.start()
    for _ in range(50):
        runner.put(A)
    runner.close()
    worker.join(PATIENCE)
    assert outcomes == [Outcome((A, B) * 50, 100, "waiting")]
    assert heard == [A, B] * 50
    assert runner.ended


def test_waiting_for_outside_events_ends_with_the_last_b_thread() -> None:
    runner = Runner(Program(forbid(B, until=A)))
    runner.put(A)
    assert runner.run(wait=True).how == "ended"


# Endings


@pytest.mark.parametrize(
    ("program", "how"),
    [
        (Program(), "ended"),
        (Program(ask(A)), "ended"),
        (Program(ask(A), on(B)), "waiting"),
        (Program(ask(A), forbid(A)), "deadlock"),
        (Program(ask(B, A), forbid(A), final=B), "waiting"),
        (Program(ask(A), forbid(A, until=C), external=[C]), "waiting"),
        (Program(ask(A), forbid(A, until=C), forbid(C), external=[C]), "deadlock"),
    ],
)
def test_says_how_it_came_to_stop(program: Any, how: Any) -> None:
    runner = Runner(program)
    assert runner.run().how == how
    assert runner.ended == (how == "ended")


def test_stops_after_the_steps_that_were_asked_for() -> None:
    runner = Runner(Program(ask_for_ever(A)))
    assert runner.run(0) == Outcome((), 0, "steps")
    assert runner.run(3) == Outcome((A, A, A), 3, "steps")
    assert (runner.count, runner.events) == (3, (A,) * 3)
    assert Runner(Program(ask(A))).run(1).how == "ended"
    assert Runner(Program(ask(A), on(B))).run(1).how == "waiting"


def test_an_ended_run_takes_no_more_steps() -> None:
    runner = Runner(Program(ask(A)))
    runner.run()
    assert (runner.step(), runner.run(), runner.waiting) == (None, Outcome((), 0, "ended"), False)


def test_a_closed_run_ends_when_it_would_have_to_wait() -> None:
    runner = Runner(Program(on(A, B)))
    runner.put(A)
    runner.close()
    assert runner.run() == Outcome((A, B), 2, "waiting")
    assert runner.ended
    with pytest.raises(Misuse, match=re.escape("put(A): the run has ended")):
        runner.put(A)


def test_nothing_can_be_put_once_closed_nor_added_once_ended() -> None:
    runner = Runner(Program(ask(A)))
    runner.close()
    with pytest.raises(Misuse, match=re.escape("put(A): the run was closed")):
        runner.put(A)
    runner.run()
    with pytest.raises(Misuse, match=re.escape("add(ask(B)): the run has ended")):
        runner.add(ask(B))


def test_a_long_run_keeps_the_last_events_only() -> None:
    runner = Runner(Program(ask_for_ever(A)), keep=2)
    assert runner.run(5) == Outcome((A, A), 5, "steps")
    assert Runner(Program(ask_for_ever(A)), keep=0).run(5) == Outcome((), 5, "steps")
    assert len(Runner(Program(ask_for_ever(A)), keep=None).run(20_000).events) == 20_000


# Chance


def test_the_same_seed_gives_the_same_run() -> None:
    program = Program(ask_for_ever(A), ask_for_ever(B), ask_for_ever(C))
    first = Runner(program)
    events = first.run(50).events
    assert Runner(program, seed=first.seed).run(50).events == events
    assert len({Runner(program, seed=seed).run(10).events for seed in range(20)}) > 15


def test_a_strategy_written_as_a_function_selects_the_same() -> None:
    def everything(statements: Any) -> Any:
        return Uniform().selectable(statements)

    threads = ask_for_ever(A), ask_for_ever(B), forbid(C), ask(C)
    runs = [
        Runner(Program(*threads, strategy=strategy), seed=5).run(40).events
        for strategy in (Uniform(), everything)
    ]
    assert runs[0] == runs[1]


def test_a_function_may_select_nothing() -> None:
    assert run(ask(A), strategy=lambda statements: []) == Outcome((), 0, "deadlock")


def test_priorities_of_any_size_are_compared_exactly() -> None:
    @thread
    def prefer(event: Any, priority: Any) -> Body:
        yield sync(request=event, priority=priority)

    threads = [prefer(A, 2**53), prefer(B, 2**53 + 1), prefer(C, 10**400)]
    assert run(*threads, strategy=Priority()).events == (C, B, A)


def test_a_strategy_may_rank_by_itself() -> None:
    class Alphabetical(Strategy):
        def rank(self, thread: Any, sync: Any) -> Any:
            return -ord(sync.request[0].name) if sync.request else 0

    assert run(ask(C), ask(A), ask(B), strategy=Alphabetical()).events == (A, B, C)


class Wild(Strategy):
    def selectable(self, statements: Any) -> Any:
        return [B]


class Cheat(Strategy):
    def choose(self, events: Any, chance: Any) -> Any:
        return B


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        (
            lambda statements: [B],
            "strategy <lambda> selected B, which is not requested or is blocked; enabled are A",
        ),
        (
            Wild(),
            "strategy Wild() selected B, which is not requested or is blocked; enabled are A",
        ),
        (Cheat(), "strategy Cheat() chose B, which is not selectable; selectable are A"),
    ],
)
def test_refuses_what_a_strategy_may_not_select(strategy: Any, message: Any) -> None:
    with pytest.raises(BadStrategy) as caught:
        run(ask(A), strategy=strategy)
    assert caught.value.message == message


# Going wrong


def test_a_failed_assertion_passes_through_and_ends_the_run() -> None:
    @thread
    def check() -> Body:
        event = yield sync(wait_for=A)
        assert event is not A, "an A was selected"

    runner = Runner(Program(ask(A, B), check()), seed=0)
    with pytest.raises(AssertionError, match="an A was selected") as caught:
        runner.run()
    assert "in b-thread check, resumed with A at" in caught.value.__notes__[0]
    assert runner.failure is caught.value
    assert (runner.ended, runner.step(), runner.run().how) == (True, None, "failed")


def test_an_error_of_the_program_is_not_taken_for_the_end_of_a_b_thread() -> None:
    @thread
    def broken() -> Body:
        yield sync(request=A)
        {}["missing"]  # type: ignore[index]

    with pytest.raises(KeyError) as caught:
        run(broken())
    assert "in b-thread broken, resumed with A" in caught.value.__notes__[0]


def test_an_error_while_a_b_thread_starts_ends_the_run() -> None:
    @thread
    def broken() -> Body:
        yield 3  # type: ignore[misc]

    runner = Runner(Program(ask(A), broken()))
    with pytest.raises(BadYield, match="b-thread broken: it yielded 3"):
        _ = runner.statements
    assert runner.ended


@pytest.mark.parametrize("part", ["wait_for", "block", "interrupt"])
def test_an_error_in_a_predicate_says_whose_it_is(part: Any) -> None:
    def is_in_first_row(event: Any) -> Any:
        return event.row == 1

    parts: dict[str, Any] = {part: is_in_first_row}

    @thread
    def watch() -> Body:
        yield sync(**parts)

    with pytest.raises(AttributeError, match="event A has no 'row'") as caught:
        run(ask(A), watch())
    assert re.match(
        r"in b-thread watch, whose \{e: .*is_in_first_row\(e\)\} was asked for A at .*\n"
        r"    yield sync\(\*\*parts\)",
        caught.value.__notes__[0],
    )


def test_a_step_within_a_step_is_refused() -> None:
    @thread
    def impatient() -> Body:
        yield sync(request=A)
        runner.step()

    runner = Runner(Program(impatient()))
    with pytest.raises(Misuse, match="a step cannot be made from within a step: use put"):
        runner.run()


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (
            lambda: Runner(ask(A)),  # type: ignore[arg-type]
            "Runner() takes a Program, not ask(A)",
        ),
        (
            lambda: Runner(Program()).put("A"),  # type: ignore[arg-type]
            "put() takes an event, not 'A'",
        ),
        (
            lambda: Runner(Program()).put(A | B),  # type: ignore[arg-type]
            "put() takes an event, not {A, B}",
        ),
        (
            lambda: Runner(Program()).add(ask),  # type: ignore[arg-type]
            "ask is a rule: call it, ask(...), to get a b-thread",
        ),
        (
            lambda: Runner(Program()).add(3),  # type: ignore[arg-type]
            "add() takes b-threads such as pour(HOT), not 3",
        ),
        (lambda: Runner(Program()).run(-1), "run(): steps is a number of steps or nothing, not -1"),
        (
            lambda: Runner(Program()).run("3"),  # type: ignore[arg-type]
            "steps is a number of steps or nothing, not '3'",
        ),
    ],
)
def test_checks_its_arguments_at_the_door(act: Any, message: Any) -> None:
    with pytest.raises(Misuse, match=re.escape(message)):
        act()


def test_the_runs_of_a_program_do_not_disturb_each_other() -> None:
    program = Program(ask(A, B), on(A))
    first, second = Runner(program), Runner(program)
    first.step()
    assert (second.count, second.run().events, first.run().events) == (0, (A, B), (B,))


def test_b_threads_that_start_one_another_without_end_are_refused() -> None:
    @thread
    def breed() -> Body:
        yield sync(request=A, start=breed())

    with pytest.raises(Misuse, match="b-thread breed: it starts b-threads that start others"):
        Runner(Program(breed()), seed=1).step()
