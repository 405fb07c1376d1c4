"""Random small programs: the check against a plain search over whole histories."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint import (
    Ordered,
    Priority,
    Program,
    Strategy,
    ThreadPriority,
    Uniform,
    check,
    never,
)
from counterpoint.bp.strategy import LEAST, Selector, enabled_events
from tests.share import share

from .brute_force import (
    ALPHABET,
    ENDS,
    FAILS,
    Graph,
    Row,
    Table,
    Voice,
    automaton,
    enabled,
    first_of_each,
    greatest,
)

few_events = st.lists(st.sampled_from(ALPHABET), max_size=2, unique=True).map(tuple)
seldom = st.sampled_from([()] * 5 + [(event,) for event in ALPHABET])
targets = st.sampled_from([0, 0, 1, 1, 2, 2, ENDS, FAILS])


@st.composite
def rows(draw: Any, number: int, kids: int = 0) -> Row:
    """A row; where b-threads can be started, rows lead on only, so that they are finitely many."""
    moves = [draw(targets) for _ in ALPHABET]
    if kids:
        moves = [move if move > number or move < 0 else ENDS for move in moves]
    return Row(
        request=draw(few_events),
        wait_for=draw(few_events),
        block=draw(seldom),
        interrupt=draw(seldom),
        priority=draw(st.sampled_from([None, 1, 2])),
        hot=draw(st.booleans()),
        alarmed=draw(st.integers(0, 9)) == 0,
        start=draw(st.sampled_from([(), (0,), (0, 0), (kids - 1,)])) if kids else (),
        by_predicate=draw(st.booleans()),
        moves=tuple(moves),
    )


@st.composite
def tables(draw: Any, kids: int = 0) -> Table:
    return tuple(draw(rows(number, kids)) for number in range(3))


alone = tables().map(automaton)


@st.composite
def parents(draw: Any) -> Any:
    """A b-thread that starts others."""
    kids = tuple(draw(st.lists(tables(), min_size=1, max_size=2)))
    return automaton(draw(tables(len(kids))), kids)


def last_two(said: Any) -> Any:
    """A strategy of the user's own: of what is enabled, the last two of the alphabet."""
    return [event for event in ALPHABET if event in enabled_events(said)][-2:]


def priority(voice: Any) -> Any:
    return LEAST if voice.said.priority is None else voice.said.priority


STRATEGIES: dict[str, tuple[Strategy | Selector, Any]] = {
    "uniform": (Uniform(), enabled),
    "ordered": (Ordered(), first_of_each),
    "priority": (Priority(), greatest(priority)),
    "own": (last_two, lambda voices: enabled(voices)[-2:]),
}


def favouring(name: Any) -> Any:
    """The strategy that prefers the b-threads of one name, and its selector."""
    rank = {name: 2}
    return ThreadPriority(rank, default=1), greatest(lambda v: rank.get(v.recipe.name, 1))


@st.composite
def cases(draw: Any, recipes: Any = alone) -> Any:
    """A program, its selector, and its final events."""
    threads = draw(st.lists(recipes, min_size=1, max_size=3))
    kind = draw(st.sampled_from([*STRATEGIES, "thread"]))
    strategy, select = STRATEGIES.get(kind) or favouring(threads[0].name)
    final = draw(st.sampled_from([(), (), ALPHABET[:1], ALPHABET[2:]]))
    external = draw(st.sampled_from([(), (), ALPHABET[:1], ALPHABET[1:]]))
    weak, strong = (draw(st.sampled_from([(), (), ALPHABET[:1], ALPHABET[1:]])) for _ in range(2))
    program = Program(
        *threads, strategy=strategy, final=final, external=external, weak=weak, strong=strong
    )
    return program, select, final


def is_hot_as(name: str, voice: Voice) -> bool:
    return voice.stated.hot and voice.name == name


def agree(verdict: Any, depth: Any) -> None:
    """The answer is right, and its counterexample is a shortest one."""
    assert bool(verdict) == (depth is None), verdict
    assert verdict.trace is None or len(verdict.trace.events) == depth, verdict


def compare(program: Any, select: Any, final: Any) -> None:
    """The check of a program says what a plain search of it finds."""
    graph = Graph(program, select)
    until_final = Graph(program, select, not_followed=final)
    verdicts = check(
        program,
        "assertions",
        "deadlock",
        "hot-termination",
        "hot-cycle",
        "hot-system-cycle",
        *map(never, ALPHABET),
    )
    assert (verdicts.states, verdicts.transitions) == (len(graph.worlds), len(graph.steps))
    agree(verdicts["assertions"], graph.depth_of(graph.failed))
    agree(verdicts["deadlock"], until_final.depth_of(until_final.deadlocks))
    agree(verdicts["hot-termination"], graph.depth_of(graph.hot_and_quiet))
    for event in ALPHABET:
        depth = graph.depth_of(key for key, choices in graph.choices.items() if event in choices)
        agree(verdicts[f"never {event}"], None if depth is None else depth + 1)
    hot = graph.where(lambda voice: voice.stated.hot)
    names = {voice.name for world in graph.worlds.values() for voice in world.voices}
    each = (graph.where(partial(is_hot_as, name)) for name in names)
    if not (program.weak or program.strong):  # which cycles are fair: test_fair_cycle.py
        assert bool(verdicts["hot-system-cycle"]) != graph.has_cycle_inside(hot)
        assert bool(verdicts["hot-cycle"]) != any(map(graph.has_cycle_inside, each))


plainly = settings(max_examples=share(40))


@pytest.mark.slow
@plainly
@given(cases())
def test_a_check_agrees_with_a_plain_search_of_all_histories(case: Any) -> None:
    compare(*case)


@pytest.mark.slow
@plainly
@given(cases(parents() | alone))
def test_a_check_agrees_with_a_plain_search_where_threads_start_others(case: Any) -> None:
    compare(*case)
