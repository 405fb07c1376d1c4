"""Several engines side by side: the first certain answer counts, and the others end."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from multiprocessing import active_children, get_all_start_methods
from random import Random
from typing import Any

import pytest

from counterpoint import Body, Event, Program, check, events, never, sync, thread, where
from counterpoint.alarm import Alarm, require_going_on
from counterpoint.engines.base import processes
from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import Progress, Task
from counterpoint.engines.decide.portfolio import Portfolio
from counterpoint.errors import CounterpointError, Refused
from counterpoint.examples import peterson
from counterpoint.stopped import AT_A_FAILURE, NOT_STOPPED, Cause, Stopped
from counterpoint.tuning import Tuning
from counterpoint.verdict import Answer, Verdict, Verdicts
from tests.model.test_networked import drawn as drawn_program
from tests.share import share
from tests.soak.model_writer import draw

from .bounded.test_model_check import ENDLESS, REACHING, compare, one
from .bounded.test_program_check import FORMULAS, PLAIN, answered

HOLDS, FAILS, UNKNOWN = Answer.HOLDS, Answer.FAILS, Answer.UNKNOWN

forks = pytest.mark.skipif("fork" not in get_all_start_methods(), reason="nothing can be forked")


class Engine:
    """An engine that answers as it is told, or does what a test asks of it."""

    def __init__(self, does: Callable[[], Any] | None = None, **answers: Answer) -> None:
        self.does, self.answers = does, answers
        self.tasks: list[Task] = []

    def __call__(self, task: Task) -> Engine:
        self.tasks.append(task)
        return self

    def verdicts(self, name: str, wanted: Mapping[str, Any], start: float) -> Verdicts:
        done = None if self.does is None else self.does()
        if isinstance(done, Verdicts):
            return done
        verdicts = tuple(
            Verdict(each, self.answers.get(each, UNKNOWN), "" if each in self.answers else "why")
            for each in wanted
        )
        return Verdicts(name, 7, None, True, "its own", 0.0, verdicts)


def for_ever() -> None:
    while True:
        require_going_on()


def asked(task: Task = Task(), **engines: Engine) -> Verdicts:  # noqa: B008
    """The verdicts on two properties, p and q."""
    return Portfolio(engines, task).verdicts("it", {"p": None, "q": None}, 0.0)


def answers(found: Verdicts) -> list[tuple[str, str]]:
    return [(verdict.answer.value, verdict.reason) for verdict in found]


@forks
def test_the_first_certain_answer_counts_and_the_others_are_ended() -> None:
    found = asked(explicit=Engine(for_ever), symbolic=Engine(p=HOLDS, q=FAILS))
    assert answers(found) == [
        ("holds", "by the symbolic engine"),
        ("fails", "by the symbolic engine"),
    ]
    assert (found.engine, found.states, found.target) == ("its own", 7, "it")
    assert not active_children()


@forks
def test_each_property_is_decided_by_the_engine_that_can() -> None:
    found = asked(explicit=Engine(p=HOLDS), symbolic=Engine(q=FAILS))
    assert answers(found) == [
        ("holds", "by the explicit engine"),
        ("fails", "by the symbolic engine"),
    ]


@forks
def test_what_none_decides_is_unknown_for_the_reasons_of_all() -> None:
    def refuses() -> None:
        raise Refused("it cannot")

    found = asked(
        explicit=Engine(p=HOLDS), symbolic=Engine(refuses), bounded=Engine(lambda: os._exit(1))
    )
    assert answers(found)[1] == (
        "unknown",
        "explicit: why; symbolic: it cannot; bounded: it gave no answer",
    )


@forks
def test_bounded_search_does_not_keep_one_property_waiting_for_another() -> None:
    def only_in_a_turn() -> Any:
        if bounded.tasks[-1].work is None:
            for_ever()

    bounded = Engine(only_in_a_turn, q=FAILS)
    found = asked(explicit=Engine(p=HOLDS), bounded=bounded)
    assert answers(found)[1] == ("fails", "by the bounded engine")


@forks
def test_memory_and_threads_are_shared_out() -> None:
    def shares() -> Verdicts:
        (task,) = engine.tasks
        said = f"{task.limits.memory}, {task.tuning.workers}"
        return Verdicts("", 1, None, True, "", 0.0, tuple(Verdict(n, HOLDS, said) for n in "pq"))

    engine = Engine(shares)
    task = Task(Limits(memory=900), tuning=Tuning(threads=6))
    found = asked(task, explicit=engine, symbolic=Engine(for_ever), bounded=Engine(for_ever))
    assert answers(found)[0][1] == "300, 2; by the explicit engine"
    assert task.workers.used == 3


@forks
def test_the_first_failure_ends_all_if_that_is_enough() -> None:
    task = Task(stop=lambda _found: NOT_STOPPED)
    found = asked(task, explicit=Engine(for_ever), symbolic=Engine(p=FAILS))
    assert [verdict.answer for verdict in found] == [FAILS, UNKNOWN]
    assert found.stopped == AT_A_FAILURE


@forks
def test_an_end_leaves_what_was_decided() -> None:
    alarm = Alarm(exhausted=lambda: Stopped("no more", Cause.EXHAUSTED) if heard else NOT_STOPPED)
    heard: list[Progress] = []
    task = Task(watch=heard.append)

    def tells_and_goes_on() -> None:
        watch = engine.tasks[-1].watch
        assert watch is not None
        watch(Progress(5, 2, 0.1))
        threading.Event().wait()

    engine = Engine(tells_and_goes_on)
    engines = {"explicit": engine, "symbolic": Engine(for_ever)}
    found = alarm.run(lambda: asked(task, **engines))
    assert heard == [Progress(5, 2, 0.1)]
    assert [verdict.answer for verdict in found] == [UNKNOWN, UNKNOWN]
    assert found.stopped == "no more"
    assert not active_children()


class Unsendable(Exception):
    """An exception that no other process can read."""

    def __init__(self, of: Any, more: Any) -> None:
        super().__init__("raised")


@forks
def test_an_error_of_the_target_is_raised_where_the_program_is() -> None:
    def fails() -> None:
        raise Unsendable(threading.Lock(), 1)

    with pytest.raises(Unsendable):
        asked(explicit=Engine(fails), symbolic=Engine(p=HOLDS))
    assert asked(explicit=Engine(fails), symbolic=Engine(p=HOLDS, q=HOLDS))


@forks
def test_a_target_that_ends_the_process_is_asked_again_here() -> None:
    def leaves() -> None:
        raise SystemExit(5)

    with pytest.raises(SystemExit):
        asked(explicit=Engine(leaves), symbolic=Engine(p=HOLDS))


@forks
def test_a_limit_that_kept_nothing_from_being_decided_is_not_told() -> None:
    def short() -> Verdicts:
        stopped = Stopped("the limit", Cause.STATES)
        decided = (Verdict("p", HOLDS), Verdict("q", UNKNOWN, "the limit"))
        return Verdicts("", 9, None, False, "", 0.0, decided, stopped=stopped)

    assert asked(explicit=Engine(short), symbolic=Engine(q=HOLDS)).stopped == NOT_STOPPED
    assert asked(explicit=Engine(short), symbolic=Engine()).stopped == "the limit"


@forks
def test_an_answer_that_cannot_be_sent_is_found_again_here() -> None:
    here = os.getpid()

    def unsendable() -> Verdicts:
        assert os.getpid() == here or engine.tasks
        of: Any = threading.Lock()
        return Verdicts("", 1, None, True, "", 0.0, tuple(Verdict(n, HOLDS, of=of) for n in "pq"))

    engine = Engine(unsendable)
    found = asked(explicit=engine, symbolic=Engine(p=HOLDS))
    assert [verdict.answer for verdict in found] == [HOLDS, HOLDS]


def test_without_processes_one_engine_is_asked_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(processes, "get_all_start_methods", lambda: ["spawn"])
    found = asked(explicit=Engine(p=HOLDS), symbolic=Engine(p=HOLDS, q=FAILS), bounded=Engine())
    assert answers(found) == [
        ("holds", "by the explicit engine"),
        ("fails", "by the symbolic engine"),
    ]


# Real engines ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_random_models_get_the_answers_of_their_states() -> None:
    random, met = Random("portfolio"), set()
    for _ in range(share(60)):
        try:
            model = draw(random).model()
        except CounterpointError:  # such as a number that is never reached
            continue
        if model.fairness or not model.actions:
            continue
        act = model.actions[0].name
        for formula in random.sample([*REACHING, *ENDLESS], 2):
            asked_for = formula.replace("ONE", act)
            true = one(model, asked_for, engine="explicit")
            found = one(model, asked_for, engine="portfolio", limit_time=60)
            if isinstance(true, Verdict) and isinstance(found, Verdict):
                assert (asked_for, found.answer) == (asked_for, true.answer)
                met.add(found.answer)
            else:
                compare(asked_for, true, found)
    assert {HOLDS, FAILS} <= met


@pytest.mark.slow
def test_random_programs_get_the_answers_of_their_states() -> None:
    random, met = Random("portfolio"), set()
    for _ in range(share(60)):
        program = drawn_program(random)
        if program is None:
            continue
        for wanted in (random.choice(PLAIN), random.choice(FORMULAS)):
            true = answered(program, wanted)
            found = answered(program, wanted, engine="portfolio")
            if isinstance(true, str):
                assert found == true
                continue
            assert found.answer is true.answer, (wanted, true, found)
            met.add(found.answer)
    assert met == {HOLDS, FAILS}


@forks
def test_decision_diagrams_that_were_used_before_do_not_stand_in_the_way() -> None:
    assert check(peterson.model(), "AG EF critical0", engine="symbolic")
    found = check(peterson.model(), "AG EF critical0", engine="portfolio")
    assert found
    assert found.workers == 3


HOT, COLD = events("HOT COLD")


@thread
def pour(event: Event) -> Body:
    yield sync(request=event)


@thread
def fails_after(event: Event) -> Body:
    yield sync(wait_for=event)
    raise ZeroDivisionError


def test_an_exception_of_a_b_thread_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        check(Program(pour(HOT), fails_after(HOT)), engine="portfolio")


def test_a_b_program_gets_the_run_that_shows_a_failure() -> None:
    found = check(Program(pour(HOT), pour(COLD)), never(COLD), engine="portfolio")
    assert found.trace is not None
    assert found.trace.events[-1] == COLD


def test_other_targets_and_sets_of_states_are_refused() -> None:
    with pytest.raises(Refused, match="the portfolio engine finds runs and proofs, not sets"):
        where(peterson.model(), "critical0", engine="portfolio")
