"""Timeouts in checks: time passes in ticks, and covers all that happens in real time."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from counterpoint import (
    Answer,
    BadEvent,
    Body,
    Event,
    Program,
    Runner,
    Thread,
    after,
    check,
    covering_runs,
    named,
    never,
    no_deadlock,
    no_hot_cycle,
    no_hot_termination,
    repair,
    solve,
    state_graph,
    sync,
    thread,
)
from counterpoint.bp.tick import Tick
from counterpoint.engines.base.task import Task
from counterpoint.engines.search.network.enumerate import enumerate_states
from counterpoint.engines.search.network.search import search
from counterpoint.engines.search.network.steps import ASKING, FAILED, HOT, QUIET, STUCK
from counterpoint.errors import Refused, Undecided
from counterpoint.model.network import Locals, Network, is_whole
from counterpoint.model.property import Property
from counterpoint.report.story import story_of
from counterpoint.tuning import Tuning
from tests.engines.search.network.test_explore import by_groups
from tests.share import share
from tests.tunings import UNHURRIED

from ..timed import (
    CANCEL,
    INSIDE,
    OUTSIDE,
    PAY,
    REMIND,
    SHIP,
    TICKET,
    TIMEOUTS,
    beat,
    forbid,
    order,
    random_program,
    remind,
    shop,
    threads,
    watch,
)

pytestmark = pytest.mark.filterwarnings("ignore::counterpoint.bp.lint.CounterpointWarning")


def holds(program: Program, *asked: Property | str) -> list[bool]:
    return [verdict.answer is Answer.HOLDS for verdict in check(program, *asked)]


def test_time_passes_in_steps_that_divide_all_timeouts() -> None:
    network = shop.network()
    assert str(network.alphabet[network.tick or 0]) == "tick(seconds=10)"
    assert Program(watch(1.5, SHIP), watch(2, SHIP)).network().alphabet[-1] == Tick(0.5)  # type: ignore[arg-type]
    assert Program(forbid(SHIP, CANCEL)).network().tick is None


def test_what_comes_first_is_known_by_the_lengths() -> None:
    assert all(
        holds(shop, "G (CANCEL -> once(REMIND))", "G (PAY -> G !CANCEL)", "F (SHIP | CANCEL)")
    )
    slow = Program(order(), watch(40, REMIND), external=[PAY])
    assert holds(slow, never(REMIND), "G (REMIND -> once(CANCEL) | once(SHIP))") == [False, True]


def test_a_counterexample_says_when_what_is_due() -> None:
    (verdict,) = check(shop, never(CANCEL))
    trace = verdict.trace
    assert trace is not None
    assert [str(event) for event in trace.events] == [
        "tick(seconds=10)", "tick(seconds=10)", "after(seconds=20)", "REMIND",
        "tick(seconds=10)", "after(seconds=30)", "CANCEL",
    ]  # fmt: skip


def test_time_goes_on_however_often_outside_events_come() -> None:
    program = Program(watch(5, SHIP), external=[PAY])
    assert all(holds(program, "F SHIP", no_hot_termination()))
    assert holds(Program(beat(2), external=[PAY]), "G F TICKET", "F G TICKET") == [True, False]


def test_a_b_thread_that_waits_for_time_is_not_stuck() -> None:
    @thread
    def want() -> Body:
        yield sync(request=SHIP, wait_for=after(2))

    @thread
    def hot() -> Body:
        yield sync(wait_for=after(2), hot=True)

    def stuck(*more: Thread) -> Program:
        return Program(want(), forbid(SHIP, TICKET), *more, external=())

    assert all(holds(stuck(), no_deadlock(), "F after(seconds=2)"))
    assert holds(stuck(forbid(after(2), TICKET)), no_deadlock()) == [False]
    assert all(holds(Program(hot()), no_hot_termination(), no_hot_cycle()))
    blocked = Program(hot(), forbid(after(2), TICKET), external=())
    assert holds(blocked, no_hot_termination()) == [False]


def test_b_threads_and_sets_of_events_know_nothing_of_ticks() -> None:
    @thread
    def listen() -> Body:
        yield sync(wait_for=lambda event: event.name != "after")
        raise AssertionError

    program = Program(listen(), watch(5, SHIP), external=())
    failed, other = check(program, "assertions", never(~named("after", "SHIP")))
    assert (failed.answer, other.answer) == (Answer.FAILS, Answer.HOLDS)
    assert failed.trace is not None
    assert failed.trace.events[-1] is SHIP


def test_pictures_are_drawn_of_events_and_not_of_ticks() -> None:
    def show(events: Sequence[Event]) -> str:
        return " ".join(event.name for event in events if event.args == ())

    program = Program(order(), remind(), external=[PAY], show=show)
    (verdict,) = check(program, never(CANCEL))
    assert len(state_graph(program).nodes) == 9
    assert verdict.trace is not None
    scenes = story_of(verdict.trace, program)
    assert scenes[-1].picture == "after REMIND after CANCEL"
    assert [scene.whence for scene in scenes][1:4] == [
        "time passes", "time passes", last_due(program),
    ]  # fmt: skip


def last_due(program: Program) -> str:
    _, second = program.threads
    place = second.rule.place
    assert place is not None
    return f"due for remind at {place.file}:{(place.line or 0) + 1}"


def test_transitions_with_time_are_covered() -> None:
    runs = covering_runs(shop)
    assert (runs.covered, runs.possible) == (13, 13)
    assert any(isinstance(label, Tick) for run in runs.runs for label in run.events)


def test_what_time_cannot_do_yet_is_refused() -> None:
    game = Program(order(), external=[PAY], owners={"shop": [SHIP, CANCEL], "customer": PAY})
    with pytest.raises(Refused, match="timeouts bring"):
        solve(game, player="shop", goal="F SHIP")
    with pytest.raises(Refused, match="without timeouts"):
        repair(shop, never(CANCEL))


def test_a_timeout_that_is_found_late_leaves_answers_unknown() -> None:
    @thread
    def counts() -> Body:
        number = 0
        while True:
            yield sync(request=PAY)
            number += 1
            if number == 50:
                yield sync(request=after(3))

    tuning = replace(UNHURRIED, local_states=10, elsewhere_work=3600.0)
    (verdict,) = check(Program(counts()), never(SHIP), tuning=tuning, limit_states=500)
    assert verdict.answer is Answer.UNKNOWN
    assert "after(seconds=3) in a state that was found late" in verdict.reason
    known = Program(counts(), watch(3, TICKET))
    (verdict,) = check(known, never(TICKET), tuning=tuning, limit_states=500)
    assert verdict.answer is Answer.FAILS


def test_b_threads_with_timeouts_start_others() -> None:
    @thread
    def opens() -> Body:
        yield sync(wait_for=after(5))
        yield sync(request=SHIP, start=[watch(2, TICKET), watch(3, REMIND)])

    program = Program(opens(), external=())
    assert holds(program, "F (TICKET & F REMIND)", never(TICKET)) == [True, False]
    assert Runner(program).run().events == (
        after(5), SHIP, after(2), TICKET, after(3), REMIND,
    )  # fmt: skip


def after_ticks(network: Network, states: set[Locals]) -> set[Locals]:
    """These states, and those that are reached from them as time passes."""
    todo = list(states)
    for state in todo:  # it grows
        for label, there in network.successors(state):
            if isinstance(label, Tick) and there not in states:
                states.add(there)
                todo.append(there)
    return states


def live(program: Program, random: Random, now: list[float]) -> list[Event]:
    """The events of a run in real time, where outside events come at any moment."""
    runner = Runner(program, seed=random.randrange(1 << 16), clock=lambda: now[0])
    for _ in range(16):
        if runner.step() is not None:
            continue
        left = runner.next_timeout
        if program.external and (left is None or random.random() < 0.5):
            now[0] += (left or 1.0) * random.choice((0, 0.5, random.random() * 0.99))
            event = random.choice(program.external)
            if not any(event in said.sync.block for said in runner.statements) and not runner.ended:
                runner.put(event)
        elif left is not None:
            now[0] += left * (1 + 1e-12)
        else:
            break
    return list(runner.events)


@pytest.mark.parametrize("seed", range(share(200)))
def test_all_that_happens_in_real_time_is_a_run_of_the_check(seed: int) -> None:
    program = random_program(seed)
    network = program.network()
    for number in range(8):
        events = live(program, Random(f"{seed} {number}"), [0.0])
        states = set(network.initial())
        for event in events:
            here = after_ticks(network, states)
            states = {
                to for state in here for label, to in network.successors(state) if label == event
            }
            assert states, (events, event)


@thread
def hot_ones() -> Body:
    yield sync(wait_for=after(2), hot=True)
    yield sync(wait_for=[OUTSIDE[0], after(3)], block=after(3), hot=True)


@pytest.mark.parametrize("seed", range(share(60)))
def test_every_search_finds_the_same_states_and_answers(seed: int) -> None:
    random = Random(seed)
    more = [hot_ones()] if seed % 2 else []
    program = Program(*threads(random), *more, external=OUTSIDE[: seed % 3])
    network = program.network()
    plain, native = enumerate_states(network, Task()), search(network, Task())
    marks = FAILED | HOT | ASKING | QUIET | STUCK
    ours, theirs = (
        {each.state(n): int(each.marks[n]) & marks for n in range(each.states)}
        for each in (plain, native)
    )
    assert ours == theirs
    assert plain.transitions == native.transitions
    assert plain.where_hot_and_quiet().sum() == native.where_hot_and_quiet().sum()
    grouped = by_groups(network, Task())
    assert {grouped.state(n): int(grouped.marks[n]) & marks for n in range(grouped.states)} == ours
    assert plain.where_hot_and_quiet().sum() == grouped.where_hot_and_quiet().sum()
    wanted: list[Property] = [no_deadlock(), no_hot_termination()]
    wanted += map(never, (*OUTSIDE, *INSIDE, *TIMEOUTS))
    answers = [
        (verdict.answer, verdict.trace and len(verdict.trace.events))
        for verdict in check(program, *wanted, engine="explicit")
    ]
    found = check(program, *wanted, engine="bounded")
    assert [(each.answer, each.trace and len(each.trace.events)) for each in found] == answers


@pytest.mark.parametrize("engine", ["explicit", "bounded"])
def test_engines_agree_on_formulas_about_time(engine: str) -> None:
    asked = {
        "G (tick -> X !PAY)": False,
        "G (after -> !REMIND)": True,
        "F CANCEL": False,
        "G !SHIP": False,
    }
    for formula, expected in asked.items():
        (verdict,) = check(shop, formula, engine=engine)
        try:
            assert bool(verdict) is expected
        except Undecided:
            assert engine == "bounded"


def test_a_network_with_time_is_pickled() -> None:
    network = shop.network()
    again = pickle.loads(pickle.dumps(network))
    assert again.alphabet == network.alphabet
    state = again.initial()[0]
    for _ in range(2):
        state = again.step(state, again.tick)
    assert again.external_events(state) == network.external_events(state)
    assert [again.alphabet[event] for event in again.choices(state)] == [PAY, after(20)]


@pytest.mark.parametrize("ticks", [1, 5, 12])
def test_ticks_count_for_less_than_other_local_states(ticks: int) -> None:
    program = Program(watch(100, SHIP), watch(1, TICKET), external=())
    tuning = Tuning(local_states=10, local_ticks=ticks)
    network = program.network(tuning)
    assert is_whole(network.automata[0]) is (ticks == 12)
    verdicts = check(program, never(SHIP), "F SHIP", tuning=tuning)
    assert [verdict.answer for verdict in verdicts] == [Answer.FAILS, Answer.HOLDS]


def test_too_many_ticks_are_named_as_the_reason() -> None:
    program = Program(watch(1000, SHIP), watch(0.01, TICKET), external=())
    (verdict,) = check(program, never(SHIP), limit_states=500, tuning=Tuning(local_ticks=1))
    assert verdict.answer is Answer.UNKNOWN
    assert "its timeouts last" in verdict.reason
    assert "ticks of 0.01 s or more" in verdict.reason


def test_states_say_how_long_a_b_thread_has_been_waiting() -> None:
    network = shop.network()
    state = network.step(network.initial()[0], network.tick or 0)
    shown = network.show(state)
    assert {text.rpartition(" for ")[2] for text in shown.values()} == {"10 s"}
    assert " for " not in str(network.show(network.initial()[0]))


@pytest.mark.parametrize("where", ["request", "block", "wait_for"])
def test_an_event_is_not_called_as_ticks_are(where: str) -> None:
    @thread
    def names() -> Body:
        yield sync(wait_for=PAY)
        yield sync(**{where: Event("tick", 1)})  # type: ignore[arg-type]

    program = Program(names(), watch(1, SHIP), external=[PAY])
    with pytest.raises(BadEvent, match="an event is called tick"):
        check(program, never(SHIP))
    assert check(Program(names(), external=[PAY]), never(SHIP))


def test_an_event_is_not_called_as_ticks_are_even_if_it_is_found_late() -> None:
    @thread
    def counts() -> Body:
        for _ in range(50):
            yield sync(request=PAY)
        yield sync(request=Event("tick"))

    with pytest.raises(BadEvent, match="an event is called tick"):
        check(Program(counts(), watch(1, SHIP)), never(TICKET), tuning=Tuning(local_states=10))


def test_very_many_ticks_are_warned_of() -> None:
    def warned(seconds: float) -> tuple[str, ...]:
        return check(Program(watch(seconds, SHIP), watch(1, SHIP)), never(TICKET)).warnings

    assert warned(1000) == ()
    (text,) = warned(1001)
    assert text.startswith("time passes in ticks of 1 s, of which the longest timeout takes 1,001")
