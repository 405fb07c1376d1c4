"""Sums of whole numbers are told without asking, and as asking tells them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from counterpoint.engines.base.task import Task
from counterpoint.engines.search.tabled.found import Found
from counterpoint.engines.search.tabled.search import Search, search
from counterpoint.model.factored import (
    AS_IT_IS,
    NOTHING,
    Arrive,
    Ask,
    CellProbe,
    Fork,
    Go,
    Linear,
    Read,
    Row,
    Sum,
    Writes,
)
from counterpoint.native import Kernel, Library
from counterpoint.tuning import Tuning
from tests.tunings import TUNINGS

CELLS = 3
HUGE = 1 << 40


@dataclass
class Counters:
    """Three cells with values of all kinds; each rule tests a sum, and writes one to a cell.

    A rule that meets something else than whole numbers does not apply.
    """

    start_row: Sequence[object]
    rules: Sequence[tuple[Linear, Linear]]
    among: Sequence[object]
    probe: Linear
    computes: bool = True
    asked: int = 0
    besides: int = 0
    opening: int | None = None
    distinguishes: Sequence[bool] = (True,) * CELLS
    constraints: Sequence[int] = ()
    allowed: Sequence[int] = ()
    labels: Sequence[str] = ("step",)
    step_probes: Sequence[CellProbe] = ()
    _values: list[list[object]] = field(init=False)

    def __post_init__(self) -> None:
        self._values = [[] for _ in range(CELLS)]
        self._rows = [tuple(self.number(n, each) for n, each in enumerate(self.start_row))]
        self.all = [each for rule in self.rules for each in rule] + [self.probe]
        self.program: list[Go] = [Arrive(0)]
        ways = []
        for number in range(len(self.rules)):
            self.program.append(Ask(2 * number + 1, 0))
            self.program.append(Ask(2 * number, len(self.program) - 1, tests=True))
            ways.append(len(self.program) - 1)
        self.program.append(Fork(tuple(ways)))
        self.start = len(self.program) - 1
        self.program.append(Ask(len(self.all) - 1, 0, tests=True))
        self.state_probes = [CellProbe(len(self.program) - 1)]

    def number(self, cell: int, value: object) -> int:
        values = self._values[cell]
        found = next((n for n, v in enumerate(values) if v is value or _same(v, value)), None)
        if found is None:
            values.append(value)
        return len(values) - 1 if found is None else found

    @property
    def sizes(self) -> list[int]:
        return [max(1, len(values)) for values in self._values]

    @property
    def factors(self) -> int:
        return len(self.all)

    @property
    def linear(self) -> Mapping[int, Linear]:
        return dict(enumerate(self.all)) if self.computes else {}

    def values(self, cell: int) -> Sequence[object]:
        return self._values[cell % CELLS]

    def initial(self) -> Sequence[Row]:
        return self._rows

    def example(self) -> Row | None:
        return None

    def state(self, row: Row) -> tuple[object, ...]:
        return tuple(self._values[cell][number] for cell, number in enumerate(row))

    def row(self, state: Sequence[object]) -> Row:
        return tuple(self._values[cell].index(value) for cell, value in enumerate(state))

    rows = None

    def answer(self, factor: int, read: Read) -> tuple[Writes, ...]:
        self.asked += 1
        linear = self.all[factor]
        if linear.gives is None:
            sums = [self._sum(each, read) for each in (*linear.zero, *linear.least)]
            if None in sums:
                return NOTHING
            count = len(linear.zero)
            holds = not any(sums[:count]) and all(each >= 0 for each in sums[count:])
            return AS_IT_IS if holds == linear.wanted else NOTHING
        cell, given_ = linear.gives
        total = self._sum(given_, read)
        if total not in self.among:
            return NOTHING
        return (((cell - CELLS, self.number(cell - CELLS, total)),),)

    def _sum(self, sum_: Sum, read: Read) -> Any:
        total = sum_.constant
        for cell, times in sum_.terms:
            value = self._values[cell % CELLS][read(cell)]
            if type(value) is not int:
                return None
            total += times * value
        return total


def _same(a: object, b: object) -> bool:
    return type(a) is type(b) and a == b


sums = st.builds(
    Sum,
    st.lists(
        st.tuples(st.integers(0, CELLS - 1), st.sampled_from([-2, -1, 1, 3])),
        min_size=1,
        max_size=3,
    ).map(tuple),
    st.integers(-3, 3),
)
some = st.lists(sums, max_size=2).map(tuple)
tests = st.builds(Linear, some, some, st.booleans())
gifts = st.builds(lambda cell, each: Linear(gives=(CELLS + cell, each)), st.integers(0, 2), sums)
things = st.sampled_from([0, 1, 2, -5, 7, HUGE, -HUGE, (1 << 31) - 1, "a", True, None])


@given(
    st.tuples(*[things] * CELLS),
    st.lists(st.tuples(tests, gifts), min_size=1, max_size=3),
    tests,
    st.sampled_from(list(TUNINGS.values())),
)
def test_what_is_computed_is_what_would_be_answered(
    row: tuple[object, ...], rules: list[tuple[Linear, Linear]], probe: Linear, tuning: Tuning
) -> None:
    among = [*range(-9, 10), HUGE]
    plain = Counters(row, rules, among, probe, computes=False)
    quick = Counters(row, rules, among, probe)
    assert told(search(plain)) == told(search(quick, Task(tuning=tuning)))
    assert quick.asked <= plain.asked


def told(found: Found) -> Any:
    states = [found.state(number) for number in range(found.found)]
    bad = [(one.state, one.count) for one in found.bad_states]
    return states, found.steps, found.deadlocks, found.first_deadlock, bad


def test_most_of_what_is_computed_is_never_asked() -> None:
    up = (
        Linear(least=(Sum(((0, -1), (1, -1)), 98),)),
        Linear(gives=(CELLS, Sum(((0, 1),), 1))),
    )
    over = (
        Linear(least=(Sum(((0, 1), (1, -1)), -1),)),
        Linear(gives=(CELLS + 1, Sum(((1, 1),), 1))),
    )
    counters = Counters((0, 0, 0), [up, over], range(200), Linear())
    found = search(counters)
    assert found.found > 2000
    assert counters.asked < 300


def test_what_is_computed_is_written_to_nothing_that_threads_share() -> None:
    every = Linear(least=(Sum(((0, -1), (1, -1)), 98),))
    rules = [(every, Linear(gives=(CELLS + n, Sum(((0, 1), (1, 1)), 1 + n)))) for n in range(2)]
    changed = []

    def begin() -> Search:
        made = Search(Counters((0, 0, 0), rules, range(200), Linear()), Task(), False, 0.0)
        kernels = made.library.kernels

        def explore(args: Sequence[Any]) -> int:
            heap = args[0].code.heap
            before = heap.copy()
            outcome: int = kernels["explore"](*args)
            changed.append((heap != before).any())
            return outcome

        watched = Kernel(kernels["explore"].signature, explore)
        made.library = Library("native", {**kernels, "explore": watched})
        return made

    found = search(Counters((0, 0, 0), rules, range(200), Linear()), begin=begin)
    assert found.found > 100
    assert not any(changed)
