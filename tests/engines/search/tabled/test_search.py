"""The search of factored systems, against one that asks everything of every state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import Task
from counterpoint.engines.search.tabled.search import search
from counterpoint.errors import NoValue, Refused
from counterpoint.model.factored import (
    AS_IT_IS,
    NOTHING,
    NOWHERE,
    Arrive,
    Ask,
    CellProbe,
    Fork,
    Go,
    Linear,
    Misfit,
    Read,
    Writes,
)
from counterpoint.stopped import AT_A_FAILURE
from counterpoint.tuning import Tuning
from tests.tunings import TUNINGS

Row = tuple[int, ...]


@dataclass(frozen=True)
class Move:
    """Factors, each of which may go on with one of its alternatives."""

    label: str
    factors: tuple[int, ...]


@dataclass
class Tables:
    """A factored system that is made of tables: each factor reads some cells and looks them up."""

    sizes: Sequence[int]
    moves: Sequence[Move]
    reads: Sequence[tuple[int, ...]]
    tables: Sequence[Any]
    beginning: Sequence[Row]
    states: Sequence[tuple[int, ...]] = ()
    limits: Sequence[int] = ()
    steps: Sequence[tuple[int, ...]] = ()
    forbidden: Sequence[tuple[int, ...]] = ()
    asked: int = 0
    distinguishes: Sequence[bool] = field(init=False)
    program: list[Go] = field(init=False)
    besides: int = 0
    opening: int | None = None
    linear: Mapping[int, Linear] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.distinguishes = [True] * len(self.sizes)
        self.factors = len(self.tables)
        self.labels = [move.label for move in self.moves]
        self.program = []
        ends = [self.node(Arrive(number)) for number in range(max(1, len(self.moves)))]
        self.state_probes = [CellProbe(self.chain(of, ends[0])) for of in self.states]
        self.step_probes = [CellProbe(self.chain(of, ends[0])) for of in self.steps]
        self.constraints = [self.chain((of,), ends[0]) for of in self.limits]
        self.allowed = [self.chain(of, ends[0]) for of in self.forbidden]
        pairs = zip(self.moves, ends, strict=False)
        self.start = self.node(Fork(tuple(self.chain(move.factors, end) for move, end in pairs)))

    def node(self, node: Go) -> int:
        self.program.append(node)
        return len(self.program) - 1

    def chain(self, factors: Sequence[int], end: int) -> int:
        for factor in reversed(factors):
            answers = set(self.tables[factor].values())
            end = self.node(Ask(factor, end, tests=answers <= {AS_IT_IS, NOTHING}))
        return end

    def initial(self) -> Sequence[Row]:
        return self.beginning

    def example(self) -> Row:
        return self.beginning[0]

    rows = None

    def answer(self, factor: int, read: Read) -> tuple[Writes, ...]:
        self.asked += 1
        table: dict[tuple[int, ...], tuple[Writes, ...]] = self.tables[factor]
        return table.get(tuple(map(read, self.reads[factor])), NOTHING)

    def values(self, cell: int) -> Sequence[object]:
        raise AssertionError("nothing is summed here")

    def state(self, row: Sequence[int]) -> Row:
        return tuple(row)

    def row(self, state: Row) -> Row:
        return state


class Growing(Tables):
    """The same, where a cell is known to have no more values than came up."""

    rows = None

    def answer(self, factor: int, read: Read) -> tuple[Writes, ...]:
        found = super().answer(factor, read)
        sizes = list(self.sizes)
        for writes in found:
            for cell, value in writes:
                if cell < len(sizes):  # no auxiliary one
                    sizes[cell] = max(sizes[cell], value + 1)
        self.sizes = sizes
        return found


CELLS, VALUES = 3, 3
rows = st.tuples(*[st.integers(0, VALUES - 1)] * CELLS)
writes = st.lists(st.tuples(st.integers(0, CELLS - 1), st.integers(0, VALUES - 1)), max_size=2).map(
    tuple
)


@st.composite
def factors(draw: st.DrawFn) -> tuple[tuple[int, ...], dict[tuple[int, ...], tuple[Writes, ...]]]:
    cells = tuple(draw(st.lists(st.integers(0, 2 * CELLS - 1), max_size=2)))
    values = st.tuples(*[st.integers(0, VALUES - 1)] * len(cells))
    answers = st.lists(writes, max_size=2).map(tuple)
    return cells, draw(st.dictionaries(values, answers, max_size=6))


@st.composite
def conditions(
    draw: st.DrawFn,
) -> tuple[tuple[int, ...], dict[tuple[int, ...], tuple[Writes, ...]]]:
    cells = tuple(draw(st.lists(st.integers(0, CELLS - 1), max_size=2)))
    values = st.tuples(*[st.integers(0, VALUES - 1)] * len(cells))
    return cells, draw(st.dictionaries(values, st.just(AS_IT_IS), max_size=9))


@st.composite
def systems(draw: st.DrawFn) -> Tables:
    made = draw(st.lists(st.one_of(factors(), conditions()), min_size=1, max_size=6))
    states = draw(st.lists(conditions(), min_size=2, max_size=2))
    every = [*made, *states]
    numbers = st.lists(st.integers(0, len(made) - 1), max_size=3).map(tuple)
    moves = draw(st.lists(numbers, max_size=8))
    beginning = draw(st.lists(rows, min_size=1, max_size=2))
    grows = draw(st.booleans())
    return (Growing if grows else Tables)(
        [1 + max(column) for column in zip(*beginning, strict=True)] if grows else [VALUES] * CELLS,
        [Move(f"move {n}", of) for n, of in enumerate(moves)],
        [cells for cells, _ in every],
        [table for _, table in every],
        beginning,
        states=((len(made),),),
        limits=(len(made) + 1,) if draw(st.booleans()) else (),
        steps=(draw(numbers),) if draw(st.booleans()) else (),
        forbidden=(draw(numbers),) if draw(st.booleans()) else (),
    )


def outcomes(system: Tables, row: Row, of: Move) -> list[Row]:
    """The rows that a move leads to, by definition."""
    found = [row]
    for factor in of.factors:
        found = [
            written(after, change)
            for after in found
            for change in system.answer(factor, (*row, *after).__getitem__)
        ]
    return found


def allows(system: Tables, here: Row, there: Row) -> bool:
    return all(system.answer(f, (*here, *there).__getitem__) for of in system.forbidden for f in of)


def written(row: Row, change: Writes) -> Row:
    after = list(row)
    for cell, value in change:
        after[cell] = value
    return tuple(after)


@dataclass
class Truth:
    states: list[Row]
    steps: set[tuple[Row, str, Row]]
    count: int
    outside: set[Row]
    bad: set[Row]
    bad_steps: int
    deadlocks: set[Row]


def truth(system: Tables) -> Truth:
    """All that a search should find, found by asking everything of every state."""
    todo = list(dict.fromkeys(system.beginning))
    every = Truth(todo, set(), 0, set(), set(), 0, set())
    state_factors = [f for of in system.states for f in of]
    known = set(todo)
    for row in todo:
        both = (*row, *row).__getitem__
        if any(not system.answer(f, both) for f in state_factors):
            every.bad.add(row)
        if any(not system.answer(f, both) for f in system.limits):
            every.outside.add(row)
            continue
        after = [
            (move.label, there) for move in system.moves for there in outcomes(system, row, move)
        ]
        every.deadlocks.update([row] if not after else [])
        after = [(label, there) for label, there in after if allows(system, row, there)]
        every.count += len(after)
        for label, there in after:
            every.steps.add((row, str(label), there))
            claims = (
                system.answer(f, (*row, *there).__getitem__) for of in system.steps for f in of
            )
            every.bad_steps += any(not answer for answer in claims)
            if there not in known:
                known.add(there)
                todo.append(there)
    return every


@pytest.mark.parametrize("tuned", TUNINGS)
@given(system=systems())
def test_a_search_finds_what_asking_everything_finds(tuned: str, system: Tables) -> None:
    known, found = truth(system), search(system, Task(edges=True, tuning=TUNINGS[tuned]))
    states = [found.state(n) for n in range(found.found)]
    assert len(set(states)) == len(states)
    assert set(states) == set(known.states)
    parents = found.parents[len(set(system.beginning)) :].tolist()
    assert parents == sorted(parents)  # states are entered in their order
    assert found.complete
    assert found.states == len(known.states) - len(known.outside)
    assert found.steps == known.count
    assert found.deadlocks == len(known.deadlocks)
    assert sum(bad.count for bad in found.bad_states) == len(known.bad)
    assert sum(bad.count for bad in found.bad_steps) == known.bad_steps
    assert {states[bad.state] for bad in found.bad_states} <= known.bad
    assert found.edges is not None
    edges = found.edges
    steps = {
        (states[n], str(found.labels[edges.event[e]]), states[edges.target[e]])
        for n in range(found.found)
        for e in range(int(edges.start[n]), int(edges.start[n + 1]))
    }
    assert steps == known.steps
    assert found.state_bits is not None
    assert found.step_bits is not None
    assert {states[n] for n in found.state_bits.nonzero()[0]} == known.bad
    assert int((found.step_bits != 0).sum()) == known.bad_steps


@given(systems())
def test_the_way_to_a_state_is_as_short_as_its_level_says(system: Tables) -> None:
    found = search(system)
    for number in range(found.found):
        level = int((found.levels[1:] <= number).sum())
        way = found.way_to(number)
        assert len(way) == level + 1
        for here, there in pairwise(map(found.state, way)):
            after = [r for move in system.moves for r in outcomes(system, cast(Row, here), move)]
            assert there in after


def counter(limit: int, cells: int = 2) -> Tables:
    """Cells that count up to a limit, each by itself."""
    up = {(n,): (((0, n + 1),),) for n in range(limit)}
    tables = [{k: (((c, k[0] + 1),),) for k in up} for c in range(cells)]
    moves = [Move(f"up {c}", (c,)) for c in range(cells)]
    return Tables([1] * cells, moves, [(c,) for c in range(cells)], tables, [(0,) * cells])


def test_cells_grow_while_a_search_goes_on() -> None:
    plain = counter(700)
    system = Growing(plain.sizes, plain.moves, plain.reads, plain.tables, plain.beginning)
    found = search(system)
    assert (found.states, found.steps, found.depth) == (701**2, 2 * 700 * 701, 1401)


def test_every_answer_is_asked_for_once() -> None:
    plain = counter(300)
    system = Growing(plain.sizes, plain.moves, plain.reads, plain.tables, plain.beginning)
    assert search(system).learned == system.asked == 602


def test_a_limit_of_states_ends_a_search() -> None:
    system = counter(100)
    system.sizes = [101, 101]
    found = search(system, Task(Limits(states=500)))
    assert found.stopped == "the limit of 500 states was reached"
    assert not found.complete


def test_a_search_stops_at_the_first_bad_state_if_asked() -> None:
    plain = counter(100)
    system = Tables(
        [101, 101], plain.moves, [*plain.reads, (0,)],
        [*plain.tables, {(n,): AS_IT_IS for n in range(5)}], plain.beginning,
        states=((2,),),
    )  # fmt: skip
    found = search(system, stop_first=True)
    assert found.stopped == AT_A_FAILURE
    assert found.state(found.bad_states[0].state) == (5, 0)
    assert search(system).bad_states[0].count == 96 * 101


def test_a_search_that_fails_in_its_last_state_is_complete() -> None:
    plain = counter(5, cells=1)
    system = Tables(
        [6], plain.moves, [(0,), (0,)], [*plain.tables, {(n,): AS_IT_IS for n in range(5)}],
        plain.beginning, states=((1,),),
    )  # fmt: skip
    found = search(system, stop_first=True)
    assert found.complete
    assert [bad.count for bad in found.bad_states] == [1]


class Trouble(Tables):
    """A counter whose step has no value in state 3, where its probe, factor 1, is false."""

    rows = None

    def answer(self, factor: int, read: Read) -> tuple[Writes, ...]:
        if read(0) == 3 and factor in self.valueless:
            raise NoValue("three")
        return super().answer(factor, read)

    valueless: tuple[int, ...] = (0,)


class Worse(Trouble):
    """The same, where a second probe has no value there either."""

    valueless = (0, 2)


@pytest.mark.parametrize(("of", "counts"), [(Trouble, [1]), (Worse, [])])
@pytest.mark.parametrize("threads", [1, 2])
def test_probes_are_evaluated_in_a_state_whose_steps_have_no_value(
    of: type[Trouble], counts: list[int], threads: int
) -> None:
    plain = counter(9, cells=1)
    probes = [{(n,): AS_IT_IS for n in range(20) if n != bad} for bad in (3, 40)]
    system = of(
        [10], plain.moves, [(0,)] * 3, [*plain.tables, *probes], plain.beginning,
        states=((1,), (2,)),
    )  # fmt: skip
    found = search(system, Task(tuning=Tuning(threads=threads, held_from=1)))
    assert found.trouble is not None
    assert found.trouble[0] == 3
    assert [bad.count for bad in found.bad_states] == counts


def test_states_that_differ_in_what_is_not_told_apart_are_one() -> None:
    system = counter(9)
    system.sizes = [10, 10]
    system.distinguishes = [True, False]
    assert search(system).states == 10


def test_a_system_cut_anew_is_searched_anew() -> None:
    class Anew(Growing):
        cut = False

        rows = None

        def answer(self, factor: int, read: Read) -> tuple[Writes, ...]:
            if read(0) == 3 and not self.cut:
                self.cut = True
                raise Misfit
            return super().answer(factor, read)

    plain = counter(9)
    assert (
        search(Anew(plain.sizes, plain.moves, plain.reads, plain.tables, plain.beginning)).states
        == 100
    )


def test_a_move_without_factors_stays_where_it_is() -> None:
    found = search(Tables([1], [Move("stay", ())], [], [], [(0,)]), Task(edges=True))
    assert (found.states, found.steps, found.deadlocks) == (1, 1, 0)


@pytest.mark.parametrize("steps", [3000])
def test_a_state_may_have_thousands_of_steps(steps: int) -> None:
    table = {(0,): tuple(((0, n),) for n in range(1, steps + 1))}
    system = Tables([steps + 1], [Move("jump", (0,))], [(0,)], [table], [(0,)])
    found = search(system, Task(edges=True))
    assert (found.states, found.steps, found.deadlocks) == (steps + 1, steps, steps)


def test_a_way_may_end_behind_a_choice() -> None:
    tables = [{(0,): (((0, 1),), ((0, 2),))}, {(0,): (((0, 3),),)}]
    system = Tables([4], [Move("go", (1,))], [(0,), (0,)], tables, [(0,)])
    nowhere = system.node(Ask(0, NOWHERE))
    system.start = system.node(Fork((nowhere, system.start, nowhere)))
    assert search(system).steps == 1


def test_initial_states_may_be_found_by_the_program() -> None:
    plain = counter(20)
    choose = tuple(((0, n), (1, 2)) for n in (3, 4, 3))
    system = Tables(
        plain.sizes, plain.moves, [*plain.reads, ()], [*plain.tables, {(): choose}], [(0, 0)]
    )
    system.opening = system.node(Ask(2, 0))
    system.sizes = [21, 21]
    found = search(system, Task(edges=True))
    assert [found.state(n) for n in range(int(found.levels[1]))] == [(3, 2), (4, 2)]
    assert (found.entered, found.states) == (3, 18 * 19)


def test_thousands_of_initial_states_may_be_found_by_the_program() -> None:
    choose = tuple(((0, n),) for n in range(1, 5000))
    system = Tables([5000], [], [()], [{(): choose}], [(0,)])
    system.opening = system.node(Ask(0, 0))
    assert search(system).states == 4999


def test_more_questions_may_come_up_at_once_than_are_answered_at_once() -> None:
    ways, odd = 80, 60
    guards = [{(1,): AS_IT_IS}, {(0,): AS_IT_IS}]
    new = [{(n,): (((1, n + 100 * (w + 1)),),) for n in range(odd)} for w in range(ways)]
    either = {(0,): (((1, 7),), ((1, 8),), ((1, 9),))}
    moves = [Move(f"new {w}", (0, 3 + w)) for w in range(ways)]
    moves += [Move(f"either {n}", (1, 2)) for n in range(3)]
    rows = [(n % 2, n // 2) for n in range(2 * odd)]
    reads = [(0,), (0,), (0,), *[(1,)] * ways]
    system = Tables([2, 10_000], moves, reads, [*guards, either, *new], rows)
    assert search(system).steps == truth(system).count


def test_a_search_that_learns_too_much_is_refused() -> None:
    task = Task(tuning=Tuning(pace_window=0.0))
    with pytest.raises(Refused, match="gains nothing"):
        search(counter(300), task, at_least=1e9)
    assert search(counter(30), task, at_least=1.0).complete
