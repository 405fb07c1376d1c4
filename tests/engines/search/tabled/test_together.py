"""Several threads find the states of a factored system that one thread finds, in the same order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.engines.base import hashtable
from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import Progress, Task
from counterpoint.engines.search.tabled.found import Found
from counterpoint.engines.search.tabled.learning import Learning
from counterpoint.engines.search.tabled.search import search
from counterpoint.errors import NoValue
from counterpoint.model.factored import AS_IT_IS, Read, Writes
from counterpoint.stopped import AT_A_FAILURE, INTERRUPTED
from counterpoint.tuning import Tuning
from tests.share import share

from .test_search import Growing, Move, Tables, counter, systems

ALONE = Tuning(threads=1)

SIZES = st.fixed_dictionaries(
    {
        "threads": st.sampled_from((1, 2, 3)),
        "held_from": st.sampled_from((1, 5)),
        "held_least": st.sampled_from((0, 2, 1 << 9)),
        "held_steps": st.sampled_from((1, 40, 1 << 12)),
        "block_bytes": st.sampled_from((1 << 8, 1 << 20)),
        "chunk_states": st.sampled_from((1, 4, 100)),
        "block_chunks": st.sampled_from((1, 5, 100)),
        "asked_room": st.sampled_from((1, 3, 256)),
        "out_room": st.sampled_from((1, 4, 1 << 11)),
        "held_at_once": st.sampled_from((1, 7, 1 << 10)),
        "first_room": st.sampled_from((8, 1 << 12)),
        "held_room": st.sampled_from((1, 100)),
        "held_few": st.sampled_from((0, 3, 100)),
        "batch": st.sampled_from((1, 8, 64)),
    }
)


def tuned(**sizes: Any) -> Tuning:
    usual = {"threads": 2, "held_from": 1, "held_few": 0, "chunk_states": 2, "out_room": 16}
    return Tuning(**(usual | sizes))


def everything(found: Found) -> tuple[Any, ...]:
    """All that a search found, in its order; labels are numbered in the order they came up."""
    edges = found.edges
    kept: tuple[Any, ...] = ()
    if edges is not None:
        assert found.state_bits is not None
        assert found.step_bits is not None
        labels = [str(found.labels[kind]) for kind in edges.event]
        kept = (edges.start.tolist(), edges.target.tolist(), labels)
        kept += (found.state_bits.tolist(), found.step_bits.tolist())
    return (
        [found.state(number) for number in range(found.found)],
        found.parents.tolist(),
        found.levels.tolist(),
        found.outside.tolist(),
        dict(zip(map(str, found.labels), found.taken.tolist(), strict=True)),
        found.steps,
        [(bad.probe, bad.state, bad.count) for bad in found.bad_states],
        [(b.probe, b.source, b.target, b.count) for b in found.bad_steps],
        (found.deadlocks, found.first_deadlock, found.expanded, found.stopped),
        kept,
    )


def growing(limit: int = 20) -> Growing:
    plain = counter(limit)
    return Growing(plain.sizes, plain.moves, plain.reads, plain.tables, plain.beginning)


@given(systems(), SIZES, st.booleans())
@settings(max_examples=share(60), deadline=None, derandomize=True)
def test_random_systems_look_the_same_to_threads(
    system: Tables, sizes: dict[str, Any], edges: bool
) -> None:
    found = [
        everything(search(system, Task(edges=edges, tuning=tuning)))
        for tuning in (ALONE, Tuning(**sizes))
    ]
    assert found[0] == found[1]


@given(systems(), SIZES, st.booleans(), st.sampled_from((None, 1, 3, 10)))
@settings(max_examples=share(60), deadline=None, derandomize=True)
def test_a_search_that_ends_early_ends_in_the_same_state(
    system: Tables, sizes: dict[str, Any], stop_first: bool, limit: int | None
) -> None:
    found = [
        everything(search(system, Task(Limits(states=limit), tuning=tuning), stop_first=stop_first))
        for tuning in (ALONE, Tuning(**sizes))
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize("of_steps", [False, True])
def test_the_first_failure_ends_a_block_where_it_ends_one_thread(
    blocks: list[int], of_steps: bool
) -> None:
    plain = counter(60)
    tables = [*plain.tables, {(n,): AS_IT_IS for n in range(40)}]
    reads = [*plain.reads, (0,)]
    probes: dict[str, Any] = {"steps" if of_steps else "states": ((len(plain.tables),),)}

    def found(tuning: Tuning) -> Found:
        system = Growing(plain.sizes, plain.moves, reads, tables, plain.beginning, **probes)
        return search(system, Task(tuning=tuning), stop_first=True)

    alone = found(ALONE)
    assert alone.stopped == AT_A_FAILURE
    assert sum(bad.count for bad in alone.bad_states) <= 1  # a state has several steps
    assert everything(found(tuned(held_from=5, held_steps=1 << 12))) == everything(alone)
    assert max(blocks) > 20


@pytest.mark.parametrize("edges", [False, True])
def test_cells_grow_while_threads_expand_a_block(blocks: list[int], edges: bool) -> None:
    expected = everything(search(growing(), Task(edges=edges, tuning=ALONE)))

    @given(SIZES)
    @settings(max_examples=share(20), deadline=None, derandomize=True)
    def compare(sizes: dict[str, Any]) -> None:
        assert everything(search(growing(), Task(edges=edges, tuning=Tuning(**sizes)))) == expected

    compare()
    sizes = tuned(held_steps=1 << 12)
    assert everything(search(growing(), Task(edges=edges, tuning=sizes))) == expected
    assert min(blocks) == -1
    assert max(blocks) > 1


def test_a_table_of_many_parts_is_filled_by_all_threads(blocks: list[int]) -> None:
    expected = everything(search(growing(200), Task(edges=True, tuning=ALONE)))
    sizes = tuned(threads=3, chunk_states=16, held_from=20)
    assert everything(search(growing(200), Task(edges=True, tuning=sizes))) == expected
    assert sum(expanded for expanded in blocks if expanded > 0) > 30_000


def test_blocks_end_where_the_numbers_of_new_states_would_be_too_large(
    monkeypatch: pytest.MonkeyPatch, blocks: list[int]
) -> None:
    expected = everything(search(growing(60), Task(tuning=ALONE)))
    monkeypatch.setattr(hashtable, "MOST_STATES", 20_000)
    assert everything(search(growing(60), Task(tuning=tuned(held_steps=19_000)))) == expected
    assert {0} < set(blocks)


def test_threads_make_room_for_a_state_with_many_steps(blocks: list[int]) -> None:
    many = {(): tuple(((0, value),) for value in range(300))}
    system = Tables([300], [Move("any", (0,))], [()], [many], [(0,)])
    expected = everything(search(system, Task(edges=True, tuning=ALONE)))
    for steps in (1 << 12, 200):  # in the second case one thread must do it
        sizes = tuned(held_at_once=1, held_steps=steps)
        assert everything(search(system, Task(edges=True, tuning=sizes))) == expected
    assert {0} < set(blocks)


class Failing(Growing):
    """A system in which a cell has no next value from a number on."""

    def answer(self, factor: int, read: Read) -> tuple[Writes, ...]:
        if factor == 1 and read(1) >= 6:
            raise NoValue("too large")
        return super().answer(factor, read)


def trouble(tuning: Tuning) -> Any:
    """The state with an error, the error, and what was found before."""
    plain = counter(20)
    system = Failing(plain.sizes, plain.moves, plain.reads, plain.tables, plain.beginning)
    found = search(system, Task(tuning=tuning))
    assert found.trouble is not None
    number, error = found.trouble
    assert number is not None
    return found.state(number), str(error), everything(found)[:6], found.expanded, found.stopped


def test_an_error_is_that_of_the_first_state_and_those_before_it_are_entered() -> None:
    expected = trouble(ALONE)
    assert expected[0] == (0, 6)
    assert expected[3] == 27  # all that come before, which are six of its own level too

    @given(SIZES)
    @settings(max_examples=share(40), deadline=None, derandomize=True)
    def compare(sizes: dict[str, Any]) -> None:
        assert trouble(Tuning(**sizes)) == expected

    compare()


class Late(Tables):
    """A state with more steps than a block has room for, before one with an error."""

    def answer(self, factor: int, read: Read) -> tuple[Writes, ...]:
        if factor == 1 and read(0) == 2:
            raise NoValue("an error")
        return super().answer(factor, read)


def test_a_state_without_room_in_a_block_is_not_kept_waiting_by_the_error_of_another() -> None:
    many = {(1,): tuple(((1, value),) for value in range(300))}
    begin = {(0,): (((0, 1),), ((0, 2),))}
    moves = [Move("begin", (0,)), Move("many", (2,)), Move("late", (1,))]
    system = Late([3, 300], moves, [(0,), (0,), (0,)], [begin, {}, many], [(0, 0)])
    found = [
        search(system, Task(tuning=tuning))
        for tuning in (ALONE, tuned(held_at_once=4, held_steps=64, chunk_states=1))
    ]
    assert [each.trouble and each.state(each.trouble[0] or 0) for each in found] == [(2, 0)] * 2
    assert everything(found[0])[:6] == everything(found[1])[:6]


def test_an_interruption_gives_whole_blocks() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.states > 100:
            raise KeyboardInterrupt

    found = search(growing(), Task(tuning=tuned(look_seconds=0.0), watch=interrupt))
    assert found.stopped == INTERRUPTED
    assert 100 < found.found < 441
    whole = search(growing(), Task(tuning=ALONE))
    assert [found.state(n) for n in range(found.found)] == [
        whole.state(n) for n in range(found.found)
    ]


def test_an_interruption_while_questions_are_answered_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    learn = Learning.learn
    rounds: list[int] = []

    def interrupted(self: Learning, *given: Any) -> None:
        rounds.append(1)
        if len(rounds) == 15:
            raise KeyboardInterrupt
        learn(self, *given)

    monkeypatch.setattr(Learning, "learn", interrupted)
    found = search(growing(), Task(tuning=tuned()))
    assert found.stopped == INTERRUPTED
    whole = search(growing(), Task(tuning=ALONE))
    assert found.steps == int(2 * found.expanded)
    assert [found.state(n) for n in range(found.found)] == [
        whole.state(n) for n in range(found.found)
    ]


def test_a_limit_of_states_ends_in_the_state_that_passes_it(blocks: list[int]) -> None:
    limits = Limits(states=5_000)
    found = search(growing(200), Task(limits, tuning=tuned(held_from=20)))
    assert found.stopped == "the limit of 5,000 states was reached"
    assert found.found == 5_001
    assert max(blocks) > 0
    assert everything(found) == everything(search(growing(200), Task(limits, tuning=ALONE)))


def test_a_limit_of_depth_ends_blocks(blocks: list[int]) -> None:
    limits = Limits(depth=10)
    found = [
        everything(search(growing(), Task(limits, tuning=tuning))) for tuning in (ALONE, tuned())
    ]
    assert found[0] == found[1]
    assert max(blocks) > 0


def test_where_blocks_have_no_room_one_thread_goes_on(blocks: list[int]) -> None:
    limits = Limits(memory=4_000_000)
    whole = everything(search(growing(60), Task(limits, tuning=ALONE)))
    assert everything(search(growing(60), Task(limits, tuning=tuned(held_steps=1 << 17)))) == whole
    assert not blocks
    small = replace(tuned(held_steps=1 << 8), block_chunks=64)
    assert everything(search(growing(60), Task(limits, tuning=small))) == whole
    assert max(blocks) > 0
