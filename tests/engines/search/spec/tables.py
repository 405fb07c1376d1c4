"""Random small specifications, given by tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from hypothesis import strategies as st

from counterpoint.engines.base.task import EVERYTHING, Task
from counterpoint.errors import NoValue
from counterpoint.logic.formula import Atom, Formula, Temporal, Tense
from counterpoint.model.factored import (
    AS_IT_IS,
    NOTHING,
    Arrive,
    Ask,
    CellProbe,
    Factored,
    Go,
    Linear,
    Read,
    Writes,
)
from counterpoint.model.specified import (
    FairnessCondition,
    Probe,
    StateProbe,
    StepProbe,
    Usual,
    anyhow,
    everywhere,
    itself,
)
from counterpoint.tla.cells.tables import Table
from tests.logic.formulas import junctions, temporal
from tests.tunings import TUNINGS

Step = tuple[int, int]
STATES = ("p", "q")
"""Atoms of states."""

STEPS = ("a", "b")
"""Atoms of steps."""


@dataclass
class Tabled(Usual):
    """A specification whose states are numbers; what asks about steps asks about pairs of them.

    Without `inside`, `allowed` or `classes` there is no constraint, and all states are told apart.
    Whatever is asked about a state of `troubled` has no value: `what` says which question that is.
    """

    steps: Sequence[Sequence[tuple[str, int]]]
    start: Sequence[int] = (0,)
    true: Mapping[str, frozenset[Any]] = field(default_factory=dict)
    fair: Sequence[tuple[bool, str, str | None]] = ()
    assumptions: Sequence[Formula] = ()
    inside: frozenset[int] | None = None
    allowed: frozenset[Step] | None = None
    classes: Sequence[int] | None = None
    troubled: int | None = None
    what: str = "successors"
    can_be_cut: bool = True

    def __post_init__(self) -> None:
        self.probes: dict[str, Probe] = {}
        for name, true in self.true.items():
            probe = (
                self._state_probe(name, true) if name in STATES else self._step_probe(name, true)
            )
            self.probes[name] = probe
        self.within = everywhere if self.inside is None else self._within
        self.allows = anyhow if self.allowed is None else self._allows
        self.identity: Callable[[Any], Any] = itself if self.classes is None else self._identity

    def _state_probe(self, name: str, true: frozenset[int]) -> StateProbe:
        def holds(state: int) -> bool:
            self.require(name, state)
            return state in true

        return StateProbe(name, holds)

    def _step_probe(self, name: str, true: frozenset[Step]) -> StepProbe:
        def holds(state: int, there: int) -> bool:
            self.require(name, state)
            return (state, there) in true

        resting = {(state, state) in true for state in range(len(self.steps))}
        return StepProbe(name, holds, resting.pop() if len(resting) == 1 else None)

    def require(self, what: str, state: int) -> None:
        """Raise `NoValue` where something has none."""
        if state == self.troubled and what == self.what:
            raise NoValue(f"{what} has no value in {state}")

    @property
    def fairness_conditions(self) -> list[FairnessCondition]:
        return [self._condition(*condition) for condition in self.fair]

    def _condition(self, strong: bool, step: str, enabled: str | None) -> FairnessCondition:
        taken, where = self.probes[step], None if enabled is None else self.probes[enabled]
        assert isinstance(taken, StepProbe)
        assert where is None or isinstance(where, StateProbe)
        return FairnessCondition(f"{'SF' if strong else 'WF'}({step})", strong, taken, where)

    def begins(self, state: int) -> bool:
        return state in set(self.initial())

    def initial(self, most: int | None = None) -> Iterator[int]:
        for state in self.start[:most]:
            self.require("initial", state)
            yield state

    def successors(self, state: int) -> Sequence[tuple[str, int]]:
        self.require("successors", state)
        return self.steps[state]

    def _within(self, state: int) -> bool:
        self.require("within", state)
        return state in (self.inside or ())

    def _allows(self, state: int, there: int) -> bool:
        return (state, there) in (self.allowed or ())

    def _identity(self, state: int) -> tuple[str, int]:
        return "class", (self.classes or ())[state]

    def show(self, state: int) -> str:
        return f"state {state}"

    def factored(
        self,
        seen: Sequence[Any],
        states: Sequence[StateProbe],
        steps: Sequence[StepProbe],
        *,
        opens: bool = False,
        initial: Sequence[Any] | None = None,
        division: Any = None,
    ) -> Factored | None:
        return Cells(self, states, steps, division or Undivided()) if self.can_be_cut else None


@dataclass(frozen=True)
class Undivided:
    """The only division into cells there is."""

    values: Sequence[Sequence[Any]] = ()
    source: Any = None


class Cells:
    """The same in cells: the class of a state, and then its number, as a value that is learned."""

    division = Undivided()
    besides = 1
    opening = None
    linear: Mapping[int, Linear] = {}

    def __init__(
        self,
        of: Tabled,
        states: Sequence[StateProbe],
        steps: Sequence[StepProbe],
        division: Undivided,
    ) -> None:
        self._known = Table()
        self._known.learn(division.values[0] if division.values else ())
        self._known.source = division.source and partial(division.source, 0)
        self.tables = [self._known]
        self.of, self.states, self.steps = of, states, steps
        self.distinguishes = [True, of.classes is None]
        self.labels = list(dict.fromkeys(label for row in of.steps for label, _ in row))
        self.factors = 3 + len(states) + len(steps)
        self.program: list[Go] = [Arrive(None), Ask(0, 0), Arrive(), Ask(1, 2), Ask(2, 2)]
        self.start, self.allowed, self.constraints = 1, [3], [4]
        for factor in range(3, self.factors):
            self.program.append(Ask(factor, 2))
        probes = [CellProbe(place) for place in range(5, len(self.program))]
        self.state_probes, self.step_probes = probes[: len(states)], probes[len(states) :]

    @property
    def sizes(self) -> list[int]:
        return [len(self.of.steps), len(self._known.values)]

    def row(self, state: int) -> tuple[int, int] | None:
        return self._row(state) if state in self._known.numbers else None

    def _row(self, state: int) -> tuple[int, int]:
        classes = self.of.classes
        return (state if classes is None else classes[state]), self._known.number(state)

    def initial(self) -> list[tuple[int, int]]:
        return [self._row(state) for state in self.of.initial()]

    def values(self, cell: int) -> Sequence[Any]:
        return self._known.values if cell else range(self.sizes[0])

    def example(self) -> tuple[int, int] | None:
        return next(iter(self.initial()), None)

    def state(self, row: Sequence[int]) -> int:
        found: int = self._known.values[row[1]]
        return found

    rows = None

    def answer(self, factor: int, read: Read) -> tuple[Writes, ...]:
        state = self._known.values[read(1)]
        if factor == 0:
            return tuple(self._writes(*step) for step in self.of.successors(state))
        if factor == 1:
            return AS_IT_IS if self.of.allows(state, self._known.values[read(3)]) else NOTHING
        if factor == 2:
            return AS_IT_IS if self.of.within(state) else NOTHING
        factor -= 3
        if factor < len(self.states):
            return AS_IT_IS if self.states[factor].holds(state) else NOTHING
        step = self.steps[factor - len(self.states)]
        return AS_IT_IS if step.holds(state, self._known.values[read(3)]) else NOTHING

    def _writes(self, label: str, there: int) -> Writes:
        member, number = self._row(there)
        return (0, member), (1, number), (4, self.labels.index(label))


@st.composite
def tables(
    draw: st.DrawFn,
    largest: int = 4,
    *,
    fair: bool = False,
    bounded: bool = False,
    assuming: bool = False,
) -> Tabled:
    """Specifications of a few states."""
    count = draw(st.integers(1, largest))
    state = st.integers(0, count - 1)
    states, pairs = st.frozensets(state), st.frozensets(st.tuples(state, state))
    row = st.lists(st.tuples(st.sampled_from("xyz"), state), max_size=3)
    true = {name: draw(states) for name in STATES} | {name: draw(pairs) for name in STEPS}
    condition = st.tuples(
        st.booleans(), st.sampled_from(STEPS), st.sampled_from([None, None, *STATES])
    )
    again = [Temporal(tense, (Atom("q"),)) for tense in (Tense.FINALLY, Tense.GLOBALLY)]
    return Tabled(
        [draw(row) for _ in range(count)],
        draw(st.lists(state, min_size=1, max_size=3)),
        true,
        draw(st.lists(condition, max_size=2)) if fair else (),
        draw(st.lists(st.sampled_from(again), max_size=1)) if assuming else (),
        draw(st.none() | states) if bounded else None,
        draw(st.none() | pairs) if bounded else None,
    )


def formulas(leaves: int = 4) -> st.SearchStrategy[Formula]:
    """Formulas of linear time over atoms of states, and of steps under X."""
    taken = [Temporal(Tense.NEXT, (Atom(text),)) for text in STEPS]
    return st.recursive(
        st.sampled_from([*map(Atom, STATES), *taken]),
        lambda below: st.one_of(junctions(below), temporal(below), temporal(below)),
        max_leaves=leaves,
    )


def able(engine: str, of: Tabled) -> str:
    """The engine if it can do with a constraint of steps, else the one that can."""
    return engine if of.allowed is None else "explicit"


WAYS = ("explicit", "tabled", "tiny auto", "tiny tabled", "mixed auto", "mixed tabled")
"""The engines, and what the usual ones come to where other numbers select paths."""


def asked_for(way: str, of: Tabled, task: Task = EVERYTHING) -> dict[str, Any]:
    """The options of a check that goes a way."""
    tuned, _, engine = way.rpartition(" ")
    tuning = TUNINGS[tuned] if tuned else task.tuning
    return {"engine": able(engine, of), "task": replace(task, tuning=tuning)}


@st.composite
def doubled(draw: st.DrawFn, of: Tabled) -> Tabled:
    """The same with two states, 2n and 2n + 1, for each: a step leads to one of the two."""
    rows = [
        [(label, 2 * there + draw(st.integers(0, 1))) for label, there in of.steps[number // 2]]
        for number in range(2 * len(of.steps))
    ]

    def both(true: frozenset[Any]) -> frozenset[Any]:
        pairs = [(0, 0), (0, 1), (1, 0), (1, 1)]
        found = (
            [(2 * each[0] + i, 2 * each[1] + j) for i, j in pairs]
            if isinstance(each, tuple)
            else [2 * each, 2 * each + 1]
            for each in true
        )
        return frozenset(one for some in found for one in some)

    return Tabled(
        rows,
        [2 * state + draw(st.integers(0, 1)) for state in of.start],
        {name: both(true) for name, true in of.true.items()},
        of.fair,
        of.assumptions,
        None if of.inside is None else both(of.inside),
        None if of.allowed is None else both(of.allowed),
        classes=[number // 2 for number in range(len(rows))],
    )
