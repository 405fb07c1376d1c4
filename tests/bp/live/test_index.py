"""The indexed run loop against a naive one, written from the definition of a step."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint import (
    Body,
    Event,
    Ordered,
    Priority,
    Program,
    ThreadPriority,
    Uniform,
    event_set,
    events,
    named,
    sync,
    thread,
)
from counterpoint.bp.live.index import Index
from counterpoint.bp.live.runner import Runner
from counterpoint.bp.strategy import Said
from counterpoint.tuning import Tuning
from tests.share import share

pytestmark = pytest.mark.filterwarnings("ignore::counterpoint.bp.lint.CounterpointWarning")

ALPHABET = [*events("A B C"), Event("D", 1), Event("D", 2)]
MANY = [Event("M", number) for number in range(40)]


def is_vowel(event: Any) -> Any:
    return event.name in "AE"


MOOD = ["A"]
"""The name that `in_mood` likes now: a predicate may change its mind from step to step."""


def in_mood(event: Any) -> Any:
    return event.name in MOOD


EVENTS = st.sampled_from(ALPHABET)
SETS = st.one_of(
    EVENTS,
    st.lists(EVENTS, max_size=3).map(tuple),
    st.sampled_from([(), (), named("D"), ~ALPHABET[0], (ALPHABET[1], named("D"))]),
    st.sampled_from([(), (), (), is_vowel, in_mood, ~event_set(in_mood)]),
    st.just((*MANY, ALPHABET[2])),
)


@thread
def follow(script: Any, loops: Any, anew: bool = False) -> Body:
    """Say the statements of a script; an event with data 2 skips one.

    What is said `anew` has data and functions that no statement had before.
    """
    line = said = 0
    while line < len(script) or loops:
        parts = script[line % len(script)]
        if anew:
            said += 1
            parts = {part: made_anew(value, said % 5) for part, value in parts.items()}
        event = yield sync(**parts)
        line += 2 if event.args == (2,) else 1


def made_anew(value: Any, data: int) -> Any:
    if isinstance(value, Event):
        return lambda event: event.name == value.name
    if callable(value):
        return lambda event: value(event)
    if isinstance(value, tuple) and all(isinstance(part, Event) for part in value):
        return tuple(Event(event.name, data) for event in value)
    return value


def statement(start: Any) -> Any:
    return st.fixed_dictionaries(
        {
            "request": st.lists(EVENTS, max_size=2).map(tuple),
            "wait_for": SETS,
            "block": st.one_of(st.just(()), st.just(()), SETS),
            "interrupt": st.one_of(st.just(()), st.just(()), SETS),
            "priority": st.sampled_from([None, None, 1, 2]),
            "start": start,
        }
    )


def recipes(start: Any) -> Any:
    script = st.lists(statement(start), min_size=1, max_size=3).map(tuple)
    return st.builds(follow, script, st.booleans(), st.booleans())


PROGRAMS = st.builds(
    lambda threads, strategy: Program(*threads, strategy=strategy),
    st.lists(
        recipes(st.lists(recipes(st.just(())), max_size=1).map(tuple)), min_size=1, max_size=4
    ),
    st.sampled_from([Uniform(), Ordered(), Priority(), ThreadPriority({"follow": 1})]),
)

TUNINGS = st.builds(
    Tuning, stays_from=st.sampled_from([1, 3, 1 << 40]), memory_room=st.sampled_from([0, 1 << 13])
)
"""B-threads are entered at once, later or never, and situations are remembered or not."""


class Naive:
    """A run without an index or a memory: every statement is asked for every event."""

    def __init__(self, program: Any) -> None:
        self.strategy = program.strategy
        self.living: list[Any] = []
        self.told: list[tuple[str, str]] = []
        self.families = 0
        self.start((recipe, None) for recipe in program.threads)

    def start(self, recipes: Any) -> None:
        """Start b-threads, each given with who has started it, after which its family stands."""
        recipes = list(recipes)
        while recipes:
            batch, recipes = recipes, []
            for recipe, starter in batch:
                self.families += starter is None
                family = self.families if starter is None else starter[3]
                voice = [recipe, recipe.start(), None, family]
                self.living = sorted([*self.living, voice], key=lambda voice: voice[3])
                self.told.append(("thread_added", recipe.name))
                recipes += [(recipe, voice) for recipe in self.resume(voice, None)]

    def resume(self, voice: Any, event: Any) -> Any:
        try:
            said = voice[2] = voice[1].send(event)
        except StopIteration:
            self.end(voice)
            return ()
        sets = (said.wait_for, said.block, said.interrupt)
        if said.start and not (said.request or any(each.members != () for each in sets)):
            self.end(voice)  # it starts others and says nothing else
        return said.start

    def end(self, voice: Any) -> None:
        self.living.remove(voice)
        self.told.append(("thread_ended", voice[0].name))

    def selectable(self) -> Any:
        return self.strategy.selectable([Said(recipe, said) for recipe, _, said, _ in self.living])

    def blocks(self, event: Any) -> Any:
        return any(said.block.holds(event) for _, _, said, _ in self.living)

    def perform(self, event: Any) -> Any:
        """The b-threads that were interrupted and those that woke, by number."""
        gone = [voice for voice in self.living if voice[2].interrupt.holds(event)]
        self.living = [voice for voice in self.living if voice not in gone]
        self.told += [("thread_removed", voice[0].name) for voice in gone]
        woken = [voice for voice in self.living if voice[2].hears.holds(event)]
        new = [(recipe, voice) for voice in woken for recipe in self.resume(voice, event)]
        self.start(new)
        return [voice[0].name for voice in gone], [voice[0].name for voice in woken]


class Log:
    def __init__(self) -> None:
        self.steps: list[Any] = []

    def event_selected(self, runner: Any, event: Any) -> None:
        step = runner.explain_step(event)
        self.steps.append((step.interrupted, step.woke))


def plain(stands: Any) -> Any:
    return [stand.thread.partition("#")[0] for stand in stands]


@pytest.mark.slow
@settings(max_examples=share(150))
@given(PROGRAMS, st.integers(0, 3), st.lists(EVENTS, max_size=3), TUNINGS)
def test_selects_and_wakes_as_the_definition_says(
    program: Any, seed: Any, outside: Any, tuning: Any
) -> None:
    log = Log()
    runner, naive = Runner(program, seed=seed, listeners=[log], tuning=tuning), Naive(program)
    chance = random.Random(seed)
    for event in outside:
        runner.put(event)
    for _ in range(12):
        statements = [said.sync for said in runner.statements]
        assert list(map(repr, statements)) == [repr(said) for _, _, said, _ in naive.living]
        selectable = naive.selectable()
        assert runner._selection.selectable(runner._cast.index) == selectable
        came = next((e for e in outside if not naive.blocks(e)), None) if naive.living else None
        event = runner.step()
        if selectable:
            assert event is program.strategy.choose(selectable, chance)
        else:
            assert event is came
            if came is not None:
                outside.remove(came)
        if event is None:
            break
        gone, woken = naive.perform(event)
        assert (plain(log.steps[-1][0]), plain(log.steps[-1][1])) == (gone, woken)


class Told:
    """What a run tells, and a mood that changes with each event."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str]] = []
        for moment in ("thread_added", "thread_ended", "thread_removed"):
            setattr(self, moment, partial(self._note, moment))

    def _note(self, moment: Any, runner: Any, name: Any) -> None:
        self.told.append((moment, name.partition("#")[0]))

    def event_selected(self, runner: Any, event: Any) -> None:
        self.told.append(("event_selected", event))
        swing(runner.count)


def swing(count: Any) -> None:
    MOOD[:] = "AAAABBC"[count % 7 : count % 7 + 2]


@pytest.mark.slow
@settings(max_examples=share(100))
@given(
    PROGRAMS,
    st.integers(0, 3),
    st.lists(EVENTS, max_size=3),
    st.sampled_from([1, 7, 60]),
    TUNINGS,
)
def test_a_run_that_comes_back_to_what_it_knows_goes_on_as_the_definition_says(
    program: Any, seed: Any, outside: Any, at_once: Any, tuning: Any
) -> None:
    """Nobody looks between the steps, so that they go through known situations."""
    swing(0)
    log = Told()
    runner = Runner(program, seed=seed, listeners=[log], tuning=tuning)
    for event in outside:
        runner.put(event)
    while runner.count < 60 and runner.run(min(at_once, 60 - runner.count)).how == "steps":
        pass

    swing(0)
    naive, chance = Naive(program), random.Random(seed)
    for count, event in enumerate(runner.events, 1):
        if selectable := naive.selectable():
            assert event is program.strategy.choose(selectable, chance)
        else:
            assert event is next(e for e in outside if not naive.blocks(e))
            outside.remove(event)
        naive.told.append(("event_selected", event))
        swing(count)
        naive.perform(event)
    assert log.told == naive.told
    assert [repr(s.sync) for s in runner.statements] == [
        repr(said) for _, _, said, _ in naive.living
    ]
    if runner.count < 60:
        assert not naive.selectable()
        assert all(map(naive.blocks, outside)) or not naive.living


def test_an_index_that_everyone_left_is_empty() -> None:
    runner = Runner(
        Program(
            follow(({"request": ALPHABET[0], "block": is_vowel, "wait_for": MANY},), 0),
            follow(({"wait_for": ALPHABET[0], "block": (*MANY, ALPHABET[1])},), 0),
            follow(({"request": ALPHABET[1], "interrupt": ALPHABET[2]},), 0),
        )
    )
    runner.start()
    index = runner._cast.index
    for loose in (3, 1):
        assert len(index.loose) == loose
        index.enter_what_stays()
        index.enter_what_stays()
    assert index.someone_requests
    for running in list(index.threads.values()):
        index.remove(running)
    assert len(index.loose) == 0
    for interest in (index._hears, index._blocks, index._interrupts):
        assert (interest._listed, interest._asked) == ({}, {})
    assert not index.someone_requests
    assert Index().selectable(first_only=False) == ()
