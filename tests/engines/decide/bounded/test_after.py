"""What other engines leave unknown is asked of bounded search; what a person ended is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from counterpoint import Body, Event, Model, Program, check, if_, never, step, sync, thread
from counterpoint.certificate import Audited
from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import Task
from counterpoint.engines.decide.bounded.after import InTurns
from counterpoint.errors import Refused
from counterpoint.model.action import Action
from counterpoint.model.parts import Parts
from counterpoint.stopped import ENOUGH_LISTED, INTERRUPTED, NOT_STOPPED, Cause, Stopped
from counterpoint.terms.apply import apply, constant
from counterpoint.terms.sort import Interval
from counterpoint.terms.term import Op, Variable
from counterpoint.tuning import Tuning
from counterpoint.verdict import Answer, Verdict, Verdicts

TOO_LARGE = Stopped("the limit of 1 MB of memory was reached", Cause.MEMORY)


class Said:
    """A check with given answers, for each task that it is asked with."""

    def __init__(self, stopped: Stopped = NOT_STOPPED, **answers: tuple[Answer, str]) -> None:
        self.asked: list[tuple[str, ...]] = []
        self.tasks: list[Task] = []
        self._stopped, self._answers = stopped, answers
        self.given: tuple[Verdict, ...] = ()

    def __call__(self, task: Task) -> Said:
        self.tasks.append(task)
        return self

    def verdicts(self, name: str, wanted: Mapping[str, Any], start: float) -> Verdicts:
        self.asked.append(tuple(wanted))
        found = self.given or tuple(Verdict(prop, *self._answers[prop]) for prop in wanted)
        return Verdicts(name, 7, None, False, "said", 0.0, found, stopped=self._stopped)


class Cut(Said):
    """The same, but first only the first states are listed; then the answers are those of `whole`.

    The whole is not stopped.
    """

    whole: dict[str, tuple[Answer, str]]

    def verdicts(self, name: str, wanted: Mapping[str, Any], start: float) -> Verdicts:
        is_cut = self.tasks[-1].listed is not None
        self._stopped = ENOUGH_LISTED if is_cut else NOT_STOPPED
        self._answers = self._answers if is_cut else self.whole
        return super().verdicts(name, wanted, start)


def refusing(task: Task) -> Said:
    raise Refused("no")


HOLDS, FAILS, UNKNOWN = Answer.HOLDS, Answer.FAILS, Answer.UNKNOWN

AT_ONCE = Task(Limits(memory=1000), tuning=Tuning(turn_memory=1000))
"""So little memory is allowed that there are no turns."""

TURNS = Task(Limits(memory=1000), tuning=Tuning(turn_memory=999, turn_work=5, turn_last=7))


def in_turns(
    first: Said, then: Said | Any, wanted: str, task: Task = AT_ONCE, *, refused: bool = True
) -> Verdicts:
    return InTurns(first, then, task, refused=refused).verdicts("it", dict.fromkeys(wanted), 0.0)


def test_only_what_is_unknown_is_asked_again() -> None:
    first = Said(TOO_LARGE, a=(HOLDS, ""), b=(UNKNOWN, "too large"), c=(UNKNOWN, "too large"))
    then = Said(b=(FAILS, "a run"), c=(UNKNOWN, "no run of up to 9 steps decides it"))
    verdicts = in_turns(first, then, "abc")
    last = replace(AT_ONCE, work=AT_ONCE.tuning.turn_last)
    listed = replace(AT_ONCE, listed=AT_ONCE.tuning.turn_listed)
    assert (first.tasks, then.tasks, then.asked) == ([listed], [last], [("b", "c")])
    assert [(each.answer, each.reason) for each in verdicts] == [
        (HOLDS, ""),
        (FAILS, "a run; by bounded search"),
        (UNKNOWN, "too large; by bounded search: no run of up to 9 steps decides it"),
    ]
    assert verdicts.stopped is TOO_LARGE


@pytest.mark.parametrize("stopped", [INTERRUPTED, Stopped("9 states", Cause.STATES)])
@pytest.mark.parametrize("task", [AT_ONCE, TURNS])
def test_what_a_person_or_a_limit_ended_stays_unknown(stopped: Stopped, task: Task) -> None:
    first, then = Said(stopped, a=(UNKNOWN, str(stopped))), Said()
    verdicts = in_turns(first, then, "a", task)
    assert (then.asked, verdicts["a"].reason, len(first.tasks)) == ([], str(stopped), 1)


class Ended(Said):
    """A check that is ended before it has any verdicts."""

    def verdicts(self, name: str, wanted: Mapping[str, Any], start: float) -> Verdicts:
        super().verdicts(name, wanted, start)
        raise KeyboardInterrupt


class EndedLater(Said):
    """The same, after this many checks that are not ended."""

    left = 1

    def verdicts(self, name: str, wanted: Mapping[str, Any], start: float) -> Verdicts:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return super().verdicts(name, wanted, start)


@pytest.mark.parametrize("task", [AT_ONCE, TURNS])
def test_what_was_decided_before_a_turn_is_ended_stays_decided(task: Task) -> None:
    first = Said(TOO_LARGE, a=(HOLDS, ""), b=(UNKNOWN, "too large"))
    verdicts = in_turns(first, Ended(b=(FAILS, "")), "ab", task)
    assert [each.answer for each in verdicts] == [HOLDS, UNKNOWN]
    assert verdicts["b"].reason == "too large"
    assert verdicts.stopped is INTERRUPTED


def test_what_a_turn_decided_stays_decided_if_the_other_engine_is_ended() -> None:
    short = Stopped(str(TURNS.limits.too_much_memory), Cause.MEMORY)
    for task in (TURNS, replace(TURNS, listed=None)):
        first = EndedLater(short, a=(UNKNOWN, str(short)), b=(UNKNOWN, str(short)))
        then = Said(a=(HOLDS, ""), b=(UNKNOWN, "no run"))
        verdicts = in_turns(first, then, "ab", task)
        assert [each.answer for each in verdicts] == [HOLDS, UNKNOWN]
        assert verdicts.stopped is INTERRUPTED
    at_once = InTurns(Ended(a=(HOLDS, ""), b=(HOLDS, "")), then, TURNS, refused=True, at_once=True)
    verdicts = at_once.verdicts("it", dict.fromkeys("ab"), 0.0)
    assert [each.answer for each in verdicts] == [HOLDS, UNKNOWN]
    assert verdicts.stopped is INTERRUPTED


def test_what_a_program_leaves_unknown_with_memory_left_is_not_searched() -> None:
    first, then = Said(a=(UNKNOWN, "a doubt")), Said()
    assert in_turns(first, then, "a", refused=False)["a"].reason == "a doubt"
    assert then.asked == []


def test_the_first_answer_stays_if_there_is_no_other() -> None:
    assert in_turns(Said(a=(UNKNOWN, "refused")), refusing, "a")["a"].reason == "refused"


def test_an_answer_that_its_audit_refuted_is_not_asked_again() -> None:
    wrong = Verdict("a", UNKNOWN, "the audit did not pass", audited=Audited(1, 2, fault="wrong"))
    first, then = Said(a=(UNKNOWN, "")), Said(a=(HOLDS, ""))
    first.given = (wrong,)
    assert (in_turns(first, then, "a")["a"], then.asked) == (wrong, [])


def test_a_part_of_the_memory_is_tried_first_and_a_turn_of_bounded_search_next() -> None:
    first = Said(TOO_LARGE, a=(UNKNOWN, "large"), b=(UNKNOWN, "large"), c=(FAILS, "a run"))
    then = Said(a=(HOLDS, "a proof"), b=(UNKNOWN, "its turn is over"))
    verdicts = in_turns(first, then, "abc", TURNS)
    assert [task.limits.memory for task in first.tasks] == [999, 1000]
    assert [task.work for task in then.tasks] == [5, 7]
    assert (first.asked, then.asked) == ([("a", "b", "c"), ("b",)], [("a", "b"), ("b",)])
    assert [(each.answer, each.reason) for each in verdicts] == [
        (HOLDS, "a proof; by bounded search"),
        (UNKNOWN, "large; by bounded search: its turn is over"),
        (FAILS, "a run"),
    ]


def test_the_last_turn_is_as_long_as_the_limit_of_time() -> None:
    first, then = Said(TOO_LARGE, a=(UNKNOWN, "large")), Said(a=(HOLDS, ""))
    in_turns(first, then, "a", replace(AT_ONCE, limits=Limits(memory=1000, seconds=9.0)))
    assert [task.work for task in then.tasks] == [None]


def test_a_part_of_the_memory_is_enough_where_nothing_is_left() -> None:
    first, then = Said(a=(HOLDS, "")), Said()
    assert in_turns(first, then, "a", TURNS)["a"].answer is HOLDS
    assert (len(first.tasks), then.tasks) == (1, [])


def test_a_short_turn_comes_after_the_first_states_and_then_the_others_begin_again() -> None:
    tuning = Tuning(turn_memory=999, turn_listed=4, turn_at_once=3, turn_last=7)
    task = Task(Limits(memory=1000), tuning=tuning)
    first = Cut(a=(UNKNOWN, "in part"), b=(UNKNOWN, "in part"), c=(FAILS, "a run"))
    first.whole = {"b": (HOLDS, "in all states")}
    then = Said(a=(HOLDS, "a proof"), b=(UNKNOWN, "its turn is over"))
    verdicts = in_turns(first, then, "abc", task)
    assert [(each.answer, each.reason) for each in verdicts] == [
        (HOLDS, "a proof; by bounded search"),
        (HOLDS, "in all states"),
        (FAILS, "a run"),
    ]
    assert [(each.listed, each.limits.memory) for each in first.tasks] == [(4, 999), (None, 999)]
    assert ([each.work for each in then.tasks], then.asked) == ([3], [("a", "b")])
    assert verdicts.stopped == NOT_STOPPED


def test_where_the_first_states_decide_all_nothing_else_is_asked() -> None:
    first, then = Cut(a=(FAILS, "a run")), Said()
    verdicts = in_turns(first, then, "a", TURNS)
    assert (len(first.tasks), then.tasks, verdicts.stopped) == (1, [], ENOUGH_LISTED)


def test_where_bounded_search_refuses_the_others_begin_again() -> None:
    first = Cut(a=(UNKNOWN, "in part"))
    first.whole = {"a": (HOLDS, "in all states")}
    assert in_turns(first, refusing, "a", TURNS)["a"].reason == "in all states"


def test_what_a_person_ends_in_the_short_turn_is_not_begun_again() -> None:
    first = Cut(a=(UNKNOWN, str(ENOUGH_LISTED)))
    then = Said(INTERRUPTED, a=(UNKNOWN, "interrupted"))
    verdicts = in_turns(first, then, "a", TURNS)
    assert (len(first.tasks), verdicts.stopped) == (1, INTERRUPTED)
    assert verdicts["a"].reason == (
        "only the first states were listed; by bounded search: interrupted"
    )


def endless_counter() -> Model:
    """A word of 64 bits, in steps of two: what is said of it fails soon, or by induction never."""
    model = Model("word")
    n = model.var("n", range(1 << 64), init=0)

    @model.action
    def up() -> object:
        return step(set={n: if_(n < (1 << 64) - 2, n + 2, 0)})

    return model


def counters() -> Model:
    model = Model("counters")
    cell = model.array("cell", range(3), range(12), init=0)

    @model.action(i=range(3))
    def up(i: int) -> object:
        return step(set={cell[i]: if_(cell[i] == 11, 0, cell[i] + 1)})

    return model


@thread
def digit_of(name: str) -> Body:
    while True:
        for at in range(11):
            yield sync(request=Event(name, at))


LISTED = Tuning(turn_listed=300, graph_at_once=0)


def test_what_fails_soon_or_holds_by_induction_in_a_large_model_is_decided_soon() -> None:
    fails, holds = check(endless_counter(), "AG n != 60", "AG n != 61", tuning=LISTED)
    assert (fails.answer, fails.trace and len(fails.trace.steps)) == (FAILS, 30)
    assert (holds.answer, holds.reason.endswith("by bounded search")) == (HOLDS, True)


@pytest.mark.parametrize(
    "target", [counters(), Program(*(digit_of(name) for name in "ABC"), external=())]
)
@pytest.mark.parametrize("formula", ["AG EF {}", "AG AF {}", "AG !EX EX {}"])
def test_an_answer_after_the_short_turn_is_what_it_is_without(target: Any, formula: str) -> None:
    asked = formula.format("up(0)" if isinstance(target, Model) else "A(1)")
    (found,), (whole,) = (check(target, asked, tuning=each) for each in (LISTED, Tuning()))
    assert found.answer is whole.answer
    assert found.answer is not UNKNOWN


def test_states_are_counted_as_ever_where_the_others_decide() -> None:
    verdicts = check(counters(), "AG EF cell[0] = 3", tuning=LISTED)
    assert (verdicts.states, verdicts.complete, verdicts.answer) == (1728, True, HOLDS)


def test_what_a_short_turn_at_once_decides_is_not_asked_of_others() -> None:
    task = Task(Limits(memory=1000), tuning=Tuning(turn_memory=1000, turn_at_once=3))
    then = Said(a=(FAILS, "a run"), b=(UNKNOWN, "its turn is over"))
    first = Said(b=(HOLDS, "in all states"))
    every = InTurns(first, then, task, refused=True, at_once=True)
    verdicts = every.verdicts("it", dict.fromkeys("ab"), 0.0)
    assert [(each.answer, each.reason) for each in verdicts] == [
        (FAILS, "a run"),
        (HOLDS, "in all states"),
    ]
    assert ([each.work for each in then.tasks], first.asked) == ([3], [("b",)])


def test_a_turn_at_once_that_is_refused_leaves_all_to_others() -> None:
    first, task = Said(a=(HOLDS, "")), AT_ONCE
    every = InTurns(first, refusing, task, refused=True, at_once=True)
    assert every.verdicts("it", {"a": None}, 0.0)["a"].answer is HOLDS


@pytest.mark.parametrize(("states", "engine"), [(1 << 20, "symbolic"), (1, "bounded")])
def test_a_model_that_chooses_values_is_searched_at_once_if_it_is_large(
    states: int, engine: str
) -> None:
    x, y = Variable("x", Interval(0, 99)), Variable("y", Interval(0, 99))
    far = apply(Op.LE, apply(Op.ADD, x, y), constant(150))
    adds = Action("add", "add", (), far, ((x, y),), chosen=(y,))
    start = apply(Op.EQ, x, constant(0))
    parts = Parts((x,), start, (adds,), {"p": apply(Op.LT, x, constant(70))})
    tuning = Tuning(relation_states=1, turn_states=states)
    verdicts = check(Model.of("adds", parts), "AG p", tuning=tuning)
    assert verdicts.answer is FAILS
    assert verdicts.engine.startswith(engine)


def test_an_assertion_that_nobody_asked_for_is_searched_too() -> None:
    first, then = Said(TOO_LARGE, a=(HOLDS, "")), Said(assertions=(HOLDS, "a proof"))
    first.given = (Verdict("a", HOLDS), Verdict("assertions", UNKNOWN, "large"))
    verdicts = in_turns(first, then, "a", refused=False)
    assert (verdicts["assertions"].answer, then.asked) == (HOLDS, [("assertions",)])


@thread
def digit(number: int) -> Body:
    for at in range(9):
        yield sync(request=Event("UP", number, at))


@thread
def watcher() -> Body:
    yield sync(wait_for=Event("UP", 3, 1))
    yield sync(request=BAD)


BAD = Event("BAD")


@pytest.mark.parametrize(("memory", "turn"), [("250M", 1 << 30), ("4G", 1 << 20)])
def test_a_program_that_is_too_large_for_a_list_of_states_is_searched(
    memory: str, turn: int
) -> None:
    """Whether little memory is allowed, or more than is tried before a turn of bounded search."""
    program = Program(*(digit(number) for number in range(12)), watcher())
    options: Any = {"limit_memory": memory, "tuning": Tuning(turn_memory=turn)}
    once = "AG !(once(UP(0,1)) & !once(UP(0,0)))"
    bad, ordered = check(program, never(BAD), once, **options)
    assert (bad.answer, bad.trace and len(bad.trace.steps)) == (FAILS, 3)
    assert (ordered.answer, ordered.invariant == ()) == (HOLDS, False)
    assert ordered.reason.endswith("by bounded search")


@pytest.mark.slow
def test_a_model_that_is_too_large_for_the_others_is_searched() -> None:
    model = Model("large")
    one, other = model.var("one", range(2, 1 << 20)), model.var("other", range(2, 1 << 20))
    product = model.var("product", range(1 << 40), init=0)

    @model.action
    def multiply() -> object:
        return step(when=product == 0, set={product: one * other})

    (verdict,) = check(model, "AG product != 35", limit_memory="80M")
    assert (verdict.answer, verdict.reason) == (FAILS, "by bounded search")
    assert verdict.trace is not None
    assert verdict.trace.states[-1][2] == 35  # type: ignore[index]
