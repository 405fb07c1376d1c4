"""What an event lacks, against a change of just that in what the b-threads say."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from counterpoint import (
    Body,
    Event,
    Ordered,
    Priority,
    Program,
    ThreadPriority,
    Uniform,
    events,
    sync,
    thread,
)
from counterpoint.bp.live.runner import Runner
from counterpoint.model.explanation import Fate
from counterpoint.model.network import Locals, Network, Voice
from counterpoint.report.score.moment import Moment, bits
from counterpoint.report.score.needs import Needs, needs_of, needs_text
from counterpoint.report.score.program import ProgramPresenter
from counterpoint.session import Session
from tests.bp.timed import PAY, order, remind

pytestmark = pytest.mark.filterwarnings("ignore::counterpoint.bp.lint.CounterpointWarning")

NAMES = events("A B C D")
A, B, C, D = NAMES

Statement = tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...], Any]


@thread
def one(*statements: Statement) -> Body:
    for request, block, wait, priority in statements:
        yield sync(request=request, block=block, wait_for=wait, priority=priority)


@thread
def other(*statements: Statement) -> Body:
    for request, block, wait, priority in statements:
        yield sync(request=request, block=block, wait_for=wait, priority=priority)


def last_but_one(said: Any) -> Any:
    """Of the events that are enabled the last, unless that is D: a strategy of one's own."""
    blocked = [event for _, sync in said for event in NAMES if sync.block.holds(event)]
    free = [event for _, sync in said for event in sync.request if event not in blocked]
    return free[-1:] if free[-1:] != [D] else []


STRATEGIES = (
    Uniform(),
    Ordered(),
    Priority(),
    ThreadPriority({"one": 2, "other": 1}),
    last_but_one,
)


def some(chance: random.Random, most: int) -> tuple[Any, ...]:
    return tuple(chance.sample(NAMES, chance.randint(0, most)))


def statement(chance: random.Random) -> Statement:
    return some(chance, 3), some(chance, 2), some(chance, 2), chance.choice((None, 1, 2))


def random_program(seed: int) -> Program:
    chance = random.Random(seed)
    threads = [
        rule(*(statement(chance) for _ in range(chance.randint(1, 3))))
        for rule in (one, other, one)
    ]
    external = chance.choice((None, (), some(chance, 3), some(chance, 4)))
    return Program(*threads, external=external, strategy=chance.choice(STRATEGIES))


def reachable(network: Network, most: int = 40) -> list[Locals]:
    found = list(network.initial())
    for state in found:
        found += [s for _, s in network.successors(state) if s not in found and len(found) < most]
    return found


def selectable(network: Network, voices: Sequence[Voice]) -> set[int]:
    """The events that can be selected by the definition, where b-threads say this."""
    blocked = {event for voice in voices for event in bits(voice.block)}
    offers = []
    for voice in voices:
        free = [event for event in voice.request if event not in blocked]
        offers += [(voice.rank, free[:1] if network.first_only else free)] if free else []
    best = max((rank for rank, _ in offers), default=None)
    inside = {event for rank, free in offers if rank == best for event in free}
    return inside or (set(network.external or ()) - blocked if voices else set())


def changed(network: Network, voices: Sequence[Voice], event: int, needs: Needs) -> set[int]:
    """The events that can be selected once an event has what it lacks."""
    told = list(voices)
    for at, voice in enumerate(told):
        if voice.stand.rule in needs.unblock:
            told[at] = replace(voice, block=voice.block & ~(1 << event))
    if needs.quiet:
        told = [
            replace(v, request=tuple(e for e in v.request if not allowed(told, e))) for v in told
        ]
    if needs.ask:
        rank = needs.leader.rank if needs.leader else 0.0 if told[0].priority is None else -1.0
        same = max((v.rank for v in told if v.request), default=rank)
        told.append(
            replace(told[0], request=(event,), rank=rank if needs.leader else same, block=0)
        )
    elif needs.asked is not None:
        at = next(n for n, voice in enumerate(voices) if voice is needs.asked)
        request = told[at].request
        if needs.first is not None:
            request = (event, *(e for e in request if e != event))
        rank = needs.asked.rank if needs.leader is None else needs.leader.rank
        told[at] = replace(told[at], request=request, rank=rank)
    return selectable(network, told)


def allowed(voices: Sequence[Voice], event: int) -> bool:
    return not any(voice.block >> event & 1 for voice in voices)


def lacking(needs: Needs) -> list[Needs]:
    """The same needs, each time without one of them."""
    less = [
        replace(needs, unblock=tuple(r for r in needs.unblock if r != rule))
        for rule in needs.unblock
    ]
    less += [replace(needs, quiet=False)] if needs.quiet else []
    less += [replace(needs, ask=False)] if needs.ask else []
    less += [replace(needs, first=None)] if needs.first is not None else []
    less += [replace(needs, leader=None)] if needs.leader is not None and needs.asked else []
    return less


@pytest.mark.parametrize("seed", range(60))
def test_an_event_can_be_selected_once_it_has_what_it_lacks_and_not_with_less(seed: int) -> None:
    program = random_program(seed)
    network = program.network()
    for state in reachable(network):
        moment = Moment(network, state)
        if network.select is None:
            assert set(bits(moment.can)) == selectable(network, moment.voices)
        if moment.over:
            continue
        for event in bits((1 << len(network.alphabet)) - 1 & ~moment.can):
            needs = needs_of(moment, event)
            if network.select is not None and not needs.comes:
                assert needs.choose or needs.unblock or needs.ask
                continue
            if network.select is not None:
                continue
            assert event in changed(network, moment.voices, event, needs), (state, event, needs)
            for less in lacking(needs):
                assert event not in changed(network, moment.voices, event, less), (needs, less)


@pytest.mark.parametrize("seed", range(60))
def test_a_network_explains_a_state_as_the_run_that_is_there_does(seed: int) -> None:
    program = random_program(seed)
    session, chance = Session(program, seed=0), random.Random(seed)
    runner = Runner(program, seed=0)
    for _ in range(6):
        seen, known = session.explain(), runner.explain()
        assert (seen.requests, seen.outside) == (known.requests, known.outside)
        assert bool(runner.ended) == (not runner.statements)
        if not session.choices:
            break
        label = chance.choice(session.choices)[0]
        internal = {r.event for r in seen.requests if r.fate is Fate.SELECTABLE}
        session.step(label)
        runner = Runner(program, seed=0)
        replay(runner, session.trace.events)
        assert (label in internal) or label in (program.external or ())


def replay(runner: Runner, labels: Sequence[Any]) -> None:
    """Have a run take these steps, whatever its seed would choose."""
    runner._selection.choose = lambda selectable: wanted[runner.count]  # type: ignore[method-assign]
    wanted = list(labels)
    for label in labels:
        if label not in runner.explain().selectable:
            runner.put(label)
        assert runner.step() == label


# In words -----------------------------------------------------------------------------------------


def told(program: Program, steps: str, event: Any) -> str:
    session = Session.replay(program, steps)
    state: Any = session.state
    moment = Moment(session.system, state)
    number = session.system.event_index(event)
    return needs_text(needs_of(moment, number), some_come=bool(moment.external))


def ask(*wanted: Any, priority: Any = None) -> Any:
    return one((wanted, (), (), priority))


def forbid(*events: Any) -> Any:
    return other(((), events, (D,), None))


WAITS = other(((), (), (C,), None))


def then(*priorities: Any) -> Any:
    """A b-thread that asks for A, then for C, at these priorities."""
    return one(*(((event,), (), (), p) for event, p in zip((A, C), priorities, strict=True)))


def also(priority: Any = None) -> Any:
    return other(((C,), (), (), priority))


UNBLOCK = "other must stop blocking it"
QUIET = "nothing that is requested may be selectable: it comes from outside"
LESS = "other, which requests at 1, must be as urgent as one, which requests at 2"
PRIORITY = Priority()
NUMBERS = ThreadPriority({"one": 2, "other": 1})


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (Program(ask(A), WAITS, external=[C]), QUIET),
        (Program(WAITS, forbid(C), external=[C]), f"{UNBLOCK}, and it must come from outside"),
        (Program(ask(A), WAITS, forbid(C), external=[C]), f"{UNBLOCK}, and {QUIET}"),
        (
            Program(then(None, None), external=[B]),
            "a b-thread must request it: it does not come from outside",
        ),
        (Program(then(None, None)), "a b-thread must request it"),
        (Program(then(None, None), forbid(C)), f"{UNBLOCK}, and a b-thread must request it"),
        (Program(ask(A, C), strategy=Ordered()), "one must request it before A"),
        (Program(ask(A, priority=2), also(1), strategy=PRIORITY), LESS),
        (
            Program(ask(A, priority=2), also(), strategy=PRIORITY),
            LESS.replace("at 1", "without a priority"),
        ),
        (
            Program(then(2, 1), strategy=PRIORITY),
            "a b-thread must request it as urgently as one, which requests at 2",
        ),
        (Program(ask(A), also(), strategy=NUMBERS), LESS),
        (Program(ask(C, A), strategy=last_but_one), "the strategy must choose it"),
        (
            Program(ask(A, priority=2), other(((C,), (C,), (), 1)), strategy=PRIORITY),
            f"{UNBLOCK}, and {LESS}",
        ),
    ],
)
def test_what_an_event_lacks_is_said(program: Program, said: str) -> None:
    assert told(program, "", C) == said


def why(program: Program, steps: str = "", label: Any = None) -> Any:
    state: Any = Session.replay(program, steps).state
    return ProgramPresenter(program, program).why(state, label)


def lead(program: Program, steps: str = "", label: Any = None) -> str:
    parts = why(program, steps, label)["lead"]
    return "".join(
        part if isinstance(part, str) else part.get("ev") or part.get("rule") or part["warn"]
        for part in parts
    )


def needed(program: Program, steps: str = "") -> dict[str, str]:
    sections = {part["kind"]: part for part in why(program, steps)["sections"]}
    rows = sections["needs"]["rows"] if "needs" in sections else []
    return {event["ev"]: row["said"] for row in rows for event in row["events"]["listed"]}


def test_an_event_from_outside_that_can_come_now_lacks_nothing() -> None:
    program = Program(ask(A), WAITS, external=[C])
    assert needed(program) == {
        "C": "nothing that is requested may be selectable: it comes from outside"
    }
    assert needed(program, "A") == {
        "A": "a b-thread must request it: it does not come from outside"
    }
    assert lead(program, "A") == "From outside there may come C."
    assert lead(program, "A", C) == "C came from outside. Nothing else could be selected."


def test_what_comes_with_time_is_not_said_to_come_from_outside() -> None:
    timed = Program(order(), remind(), external=[PAY])
    assert lead(timed) == "There may come 2 events, any of which can happen."
    tick = timed.network().alphabet[timed.network().tick or 0]
    assert lead(timed, "", tick) == (
        "tick(seconds=10) comes with time. It is one of 2 that could be selected."
    )
    assert needed(timed, "PAY") == {
        "PAY": "nothing that is requested may be selectable: it comes from outside",
        "after(seconds=30)": (
            by := "it comes with time, where nothing that is requested can be selected"
        ),
        "after(seconds=20)": by,
        "tick(seconds=10)": by,
        "CANCEL": "a b-thread must request it: it does not come from outside",
        "REMIND": "a b-thread must request it: it does not come from outside",
    }


def test_an_event_from_outside_that_came_too_early_is_still_one() -> None:
    program = Program(ask(A), WAITS, external=[C])
    said = "C comes from outside. Under the rules as they are now it could not happen."
    assert lead(program, "", C) == said


def test_who_forbids_all_that_may_come_is_named() -> None:
    program = Program(ask(A), WAITS, one(((), (C,), (B,), None)), external=[C], final=A)
    assert (
        lead(program, "A") == "Nothing is requested, and one blocks all that may come from outside."
    )
    stuck = Program(ask(A), forbid(A, C), external=[C])
    assert lead(stuck) == (
        "Nothing can be selected: other blocks all that is requested, "
        "and other blocks all that may come from outside."
    )


def test_where_a_run_is_over_nothing_would_help() -> None:
    ended = Program(ask(A), external=[C])
    assert lead(ended, "A") == "Every b-thread has ended, so nothing comes from outside."
    assert needed(ended, "A") == {}
    assert lead(Program(ask(A)), "A") == "Every b-thread has ended."


@thread
def fails_after(event: Event) -> Body:
    yield sync(wait_for=event)
    raise AssertionError("it came")


def test_after_a_failed_assertion_what_is_asked_for_is_too_late() -> None:
    program = Program(ask(A), other(((B,), (), (), None)), fails_after(A), external=[C])
    sections = {part["kind"]: part for part in why(program, "A")["sections"]}
    assert [row["fate"] for row in sections["asked"]["rows"]] == ["too late"]
    assert "needs" not in sections
    told = Session.replay(program, "A").explain()
    assert [one.fate for one in told.outside] == [Fate.TOO_LATE]


def test_a_strategy_that_chooses_nothing_is_the_reason() -> None:
    program = Program(ask(D), strategy=last_but_one)
    assert lead(program) == (
        "Nothing can be selected: the strategy chooses nothing of what is requested."
    )


def test_the_first_request_that_is_free_is_the_one_that_was_selected() -> None:
    program = Program(ask(A, C), other(((C,), (), (), None)), strategy=Ordered())
    assert lead(program, "", C).startswith("C was requested by other.")
    (section,) = [part for part in why(program, "", C)["sections"] if part["kind"] == "asked"]
    assert {row["rule"]: row["fate"] for row in section["rows"]} == {
        "other": "selected",
        "one": "outranked",
    }


@thread
def starts_two() -> Body:
    yield sync(request=A, start=(WAITS, ask(B)))


def test_of_b_threads_that_others_started_only_those_woke_that_heard_the_event() -> None:
    program = Program(starts_two(), other(((), (), (C,), None), ((), (), (C,), None)), external=[C])
    session = Session.replay(program, "A B C")
    woke = session.explain_step().woke
    assert [stand.rule for stand in woke] == [
        stand.rule for stand in replayed_step(program, "A B", C).woke
    ]


def replayed_step(program: Program, steps: str, event: Any) -> Any:
    runner = Runner(program, seed=0)
    replay(runner, [dict(zip("ABCD", NAMES, strict=True))[name] for name in steps.split()])
    return runner.explain_step(event)
