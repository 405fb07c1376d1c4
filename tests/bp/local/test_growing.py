from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from counterpoint import (
    ALL,
    Answer,
    Body,
    Event,
    Program,
    check,
    named,
    never,
    sync,
    thread,
)
from counterpoint.bp.local import exploring, twins
from counterpoint.bp.local.alphabet import Alphabet
from counterpoint.bp.local.automaton import LocalAutomaton
from counterpoint.bp.local.exploring import explore_locally
from counterpoint.bp.local.outside.surroundings import Surroundings
from counterpoint.bp.resume import resume as usual
from counterpoint.bp.strategy import Uniform
from counterpoint.errors import LimitReached
from counterpoint.model.bits import bits
from counterpoint.tuning import USUAL

from .brute_force import A, B


def automaton(made: Any, *events: Any, work: Any = USUAL.local_work) -> Any:
    alphabet = Alphabet()
    for event in events:
        alphabet.number(event)
    around = Surroundings(made.rule.function)
    tuning = replace(USUAL, local_work=work)
    return LocalAutomaton(made, made.name, alphabet, Uniform(), around, tuning)


class Tally:
    def __init__(self) -> None:
        self.count = 0


@thread
def number() -> Body:
    steady: list[Any]
    n, steady = 0, [1]
    while True:
        yield sync(request=A, wait_for=steady and A)
        n += 1


@thread
def a_list() -> Body:
    events = []
    while True:
        events.append((yield sync(request=A)))


@thread
def a_dictionary() -> Body:
    seen: dict[int, bool] = {}
    while True:
        yield sync(request=A)
        seen[len(seen)] = True


@thread
def a_set() -> Body:
    seen: set[int] = set()
    while True:
        yield sync(request=A)
        seen.add(len(seen))


@thread
def a_text() -> Body:
    text = ""
    while True:
        text += str((yield sync(request=A)))


@thread
def an_object() -> Body:
    tally = Tally()
    while True:
        yield sync(request=A)
        tally.count += 1


@thread
def a_closure() -> Body:
    n: int

    def more() -> None:
        nonlocal n
        n += 1

    n = 0
    while True:
        yield sync(request=A)
        more()


@thread
def only_in_a_closure() -> Body:
    def counter() -> Any:
        n = 0

        def more() -> None:
            nonlocal n
            n += 1

        return more

    count = counter()
    while True:
        yield sync(request=A)
        count()


@thread
def a_generator_inside() -> Body:
    def inside() -> Any:
        deep = 0
        while True:
            yield sync(request=A)
            deep += 1

    yield from inside()


@thread
def two() -> Body:
    n = m = steady = 0
    while True:
        if (yield sync(request=[A, B])) is A:
            n += 1
        else:
            m += 1
        steady = not steady


@pytest.mark.parametrize(
    ("made", "grows"),
    [
        (number, "n takes"),
        (a_list, "events takes"),
        (a_dictionary, "seen takes"),
        (a_set, "seen takes"),
        (a_text, "text takes"),
        (an_object, "tally takes"),
        (a_closure, "n takes"),
        (only_in_a_closure, "count takes"),
        (a_generator_inside, "deep takes"),
        (two, "n and m take"),
    ],
)
def test_what_grows_is_named_with_its_statement(made: Any, grows: Any) -> None:
    one = automaton(made())
    assert not explore_locally(one, 60, 2000)
    place = next(local for local in reversed(one.locals) if local.voices).voices[0].stand.place
    assert "sync(request=" in place.text
    assert one.growth() == f" at {place} ({place.text}): {grows} ever new values"


def test_a_line_of_states_is_replayed_no_further_than_it_is_long() -> None:
    @thread
    def along(length: Any) -> Body:
        n = 0
        while n < length:
            yield sync(request=[A, B])
            n += 1

    one = automaton(along(300))
    assert explore_locally(one, 1000, 10_000)
    assert len(one.locals) == 301
    assert one.replayed <= 10 * 300


def test_an_endless_counter_costs_as_much_more_as_the_limit_is_higher(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resumed: list[int] = []

    def resume(*given: Any) -> Any:
        resumed[-1] += 1
        return usual(*given)

    monkeypatch.setattr(twins, "resume", resume)
    for limit in (250, 1000):
        resumed.append(0)
        assert not explore_locally(automaton(number()), limit, 10_000)
    assert resumed[1] <= 5 * resumed[0]


def test_events_that_come_up_one_by_one_do_not_renew_how_much_is_replayed() -> None:
    @thread
    def lift() -> Body:
        calls: set[Any]
        here, calls = 0, set()
        while True:
            target: Any = min(calls, default=None)
            wanted = [Event("Moved", here + 1 if target > here else here - 1)] if calls else []
            heard: Any = yield sync(request=wanted, wait_for=named("Call"))
            if heard.name == "Moved":
                here = heard.args[0]
            else:
                calls.add(heard.args[0])
            calls.discard(here)

    @thread
    def caller(times: Any) -> Body:
        for _ in range(times):
            yield sync(request=[Event("Call", 2**70, floor) for floor in range(3)])

    @thread
    def watch() -> Body:
        seen: list[Any] = []
        while len(seen) < 3:
            seen.append((yield sync(wait_for=lambda event: event.name == "Moved")).args[0])

    network = Program(lift(), caller(2), watch()).network()
    automata: Any = network.automata
    assert all(part.replayed <= 2 * USUAL.local_replays + 100 for part in automata)


def test_states_to_each_of_which_many_ways_lead_are_hardly_replayed() -> None:
    one = automaton(two())
    assert not explore_locally(one, 300, 10_000)
    assert one.replayed < 3 * 300


def test_what_takes_too_much_replaying_is_given_up_with_what_grows() -> None:
    @thread
    def restart() -> Body:
        n = 0
        while True:
            n = n + 1 if (yield sync(request=[A, B])) is A else 0

    one = automaton(restart(), work=500)
    assert not explore_locally(one, 1000, 10_000)
    assert one.is_too_much_work
    with pytest.raises(LimitReached) as caught:
        one.step(len(one.locals) - 1, 0)
    reason = caught.value.message
    place = one.locals[0].voices[0].stand.place
    assert reason.startswith("b-thread restart takes too much work after ")
    assert f" at {place} ({place.text}): n takes ever new values. " in reason
    assert "tuning=Tuning(local_work=...)" in reason


def test_moves_that_are_known_are_not_looked_through_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: Counter[str] = Counter()

    def counted(mask: int) -> Iterator[int]:
        for bit in bits(mask):
            looked["at"] += 1
            yield bit

    @thread
    def count() -> Body:
        n = 0
        while True:
            yield sync(wait_for=ALL)
            n += 1

    monkeypatch.setattr(exploring, "bits", counted)
    events = [Event("E", number) for number in range(20)]
    one = automaton(count(), *events)
    for limit in range(1, 60):
        explore_locally(one, limit, 10_000)
    assert looked["at"] <= 2 * len(events) * len(one.locals)


def test_what_takes_too_much_reading_is_given_up_too() -> None:
    one = automaton(a_list(), work=500)
    assert not explore_locally(one, 1000, 10_000)
    assert len(one.locals) < 200
    assert one.replayed == 0


@thread
def squares() -> Body:
    n = 3
    while True:
        yield sync(request=A)
        n *= n


@thread
def doubles() -> Body:
    text = "ab"
    while True:
        yield sync(request=A)
        text += text


@thread
def doubles_a_list() -> Body:
    items = [1, 2]
    while True:
        yield sync(request=A)
        items += items


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (
            squares,
            r"holds a value of more than 65,536 bytes at .*\(yield sync\(request=A\)\): n\.",
        ),
        (
            doubles,
            r"holds a value of more than 65,536 bytes at .*: text\. .*tuning=Tuning\(local_b",
        ),
        (doubles_a_list, r"takes too much work after \d+ local states at .*: items takes ever new"),
    ],
)
def test_values_that_grow_ever_faster_are_unknown_with_their_name(made: Any, said: Any) -> None:
    for of in (Program(made()), Program(made(), starts(made))):
        verdicts = check(of, never(B), never(A))
        assert [verdict.answer for verdict in verdicts] == [Answer.UNKNOWN, Answer.FAILS]
        assert re.search(said, verdicts["never B"].reason)
        assert [verdict.answer for verdict in check(of, never(B))] == [Answer.UNKNOWN]


@thread
def starts(made: Any) -> Body:
    yield sync(wait_for=A, start=[made()])


def test_a_value_may_be_as_large_as_it_is_at_the_beginning() -> None:
    @thread
    def large(text: Any) -> Body:
        for _ in range(3):
            yield sync(request=A)
            text = text[1:] + "b"

    tuning = replace(USUAL, local_bytes=100, local_work=1 << 10)
    (verdict,) = check(Program(large("a" * 5000)), never(B), tuning=tuning)
    assert verdict.answer is Answer.HOLDS


def test_what_is_given_up_for_its_size_is_not_made_anew() -> None:
    of = Program(squares())
    check(of, never(B))
    network = of.network()
    check(of, never(A))
    assert of.network() is network
