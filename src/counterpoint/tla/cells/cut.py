"""`cut`: a specification as a factored system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...data import dataclass
from ...depth import roomy
from ...errors import NoValue
from ...model.factored import Go, Linear, Misfit, Probe, Read, Row, Writes
from ...model.system import Label
from ..evaluate.actions import flat
from ..evaluate.compiler import Compiler
from ..evaluate.context import Closed, Context
from ..scope import Variable
from ..steps.closures import successors
from ..steps.step import Plan
from ..tree import Apply, Qualified
from .conditions import Conditions
from .factors import Factor
from .frames import Watching
from .making import Here, Making, NotFactored
from .observed import Form, Shaping, form_of
from .pruning import pruned
from .rows import Rows
from .shapes import Path, Unfit
from .unrolling import Unrolling

State = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about states or steps; where one `must` hold it is bad if it does not."""

    closed: Closed
    must: bool = True


@dataclass(frozen=True, slots=True)
class Task:
    """What a system is cut from: a plan for its steps, and what is asked of states and steps.

    Initial states are found by the plan for the `start`, if there is one. A step that changes
    nothing and takes no action is none, unless it may be `idle`.
    """

    compiler: Compiler
    plan: Plan
    initial: Sequence[State] = ()
    states: Sequence[Asked] = ()
    steps: Sequence[Asked] = ()
    constraints: Sequence[Closed] = ()
    action_constraints: Sequence[Closed] = ()
    view: Closed | None = None
    idle: bool = True
    start: Plan | None = None


def cut(task: Task, seen: Sequence[State]) -> Cut | None:
    """The system cut into cells as the states that were seen suggest; None if that cannot be.

    It cannot where something gives another answer each time, or where states are told apart by
    something else than the values of variables.
    """
    try:
        return roomy(lambda: Cut(task, seen))
    except NotFactored:
        return None


class Cut:
    """A specification as a factored system; see `model.factored.Factored`."""

    def __init__(self, task: Task, seen: Sequence[State]) -> None:
        self._task = task
        most = task.compiler.tuning.states_sampled
        self._seen = _sample([*_sample(seen, most), *_sample(task.initial, most)], most)
        self._coarse: set[Path] = set()
        self._cut()

    def _cut(self) -> None:
        task = self._task
        shapes = Shaping(self._forms()).shapes
        self._making = making = Making(task.compiler, shapes)
        self._shapes = shapes
        self._cells = [cell for shape in shapes for cell in shape.cells]
        unrolling = Unrolling(making, task.plan, idle=task.idle)
        self.start = unrolling.start()
        self.opening: int | None = None
        if task.start is not None:
            self.opening = Unrolling(making, task.start, names=False).start()
        conditions = unrolling.conditions
        self.state_probes = [self._probe(conditions, asked) for asked in task.states]
        self.step_probes = [self._probe(conditions, asked) for asked in task.steps]
        self.constraints = [self._asked(conditions, closed) for closed in task.constraints]
        self.allowed = [self._asked(conditions, closed) for closed in task.action_constraints]
        self.told_apart = self._told_apart()
        self._factors: list[Factor] = making.factors

    def _forms(self) -> list[Form]:
        names = self._task.compiler.variables
        columns = zip(*self._seen, strict=True) if self._seen else ((),) * len(names)
        return [
            form_of(set(column), (name,), self._coarse, self._task.compiler.tuning)
            for name, column in zip(names, columns, strict=True)
        ]

    def _probe(self, conditions: Conditions, asked: Asked) -> Probe:
        return Probe(self._asked(conditions, asked.closed), asked.must)

    def _asked(self, conditions: Conditions, closed: Closed) -> int:
        making = self._making
        here = Here(Context(closed.scope, making.layout.first), {})
        start = conditions.test(closed.expression, here, making.arrive)
        return pruned(making.nodes, start, making.node, self._task.compiler.tuning)

    def _told_apart(self) -> list[bool]:
        view = self._task.view
        if view is None:
            return [True] * len(self._cells)
        names = self._making.names
        kept = set()
        for part in flat(names, view.expression, view.scope):
            if not isinstance(part.expression, Apply | Qualified):
                raise NotFactored
            meaning, args = names.applied(part.expression, part.scope)
            if not isinstance(meaning, Variable) or args:
                raise NotFactored
            kept.add(meaning.number)
        return [number in kept for number, shape in enumerate(self._shapes) for _ in shape.cells]

    # What a factored system offers ----------------------------------------------------------------

    @property
    def sizes(self) -> list[int]:
        """How many values each cell is known to have so far."""
        return [max(1, len(cell.table.values)) for cell in self._cells]

    @property
    def besides(self) -> int:
        """How many cells there are for what only the rest of a way knows."""
        return self._making.besides

    @property
    def factors(self) -> int:
        """How many factors there are."""
        return len(self._factors)

    @property
    def linear(self) -> Mapping[int, Linear]:
        """What some factors answer for whole numbers."""
        return self._making.linear

    def values(self, cell: int) -> Sequence[object]:
        """What the numbers in a cell stand for so far."""
        return self._making.summed[cell].values

    @property
    def program(self) -> Sequence[Go]:
        """The nodes, each behind those that it leads to."""
        return self._making.nodes

    @property
    def labels(self) -> Sequence[Label]:
        """The labels that steps are known to have so far."""
        return self._making.labels.values

    @property
    def rows(self) -> Rows:
        """What rows stand for as the cells are cut now."""
        return Rows(tuple(self._shapes))

    def number(self, label: Label) -> int:
        """The number of a label, which is known from now on."""
        return self._making.labels.number(label)

    def initial(self) -> Any:
        """The rows that a run may start in."""
        states = self._task.initial
        while True:
            try:
                columns = [
                    np.array(column, np.uint32)
                    for number, shape in enumerate(self._shapes)
                    for column in shape.columns([state[number] for state in states])
                ]
            except Unfit as misfit:
                self._coarse.add(misfit.path)
                self._cut()
                continue
            return np.stack(columns, axis=1) if columns else np.zeros((len(states), 0), np.uint32)

    def example(self) -> Row | None:
        """A row that a state may well have."""
        writes: list[tuple[int, int]] = []
        for state in self._seen[:1]:
            for shape, value in zip(self._shapes, state, strict=True):
                shape.put(value, writes)
        return [number for _, number in sorted(writes)] or None

    def answer(self, number: int, read: Read) -> tuple[Writes, ...]:
        """What a factor lets be written."""
        factor = self._factors[number]
        if factor.frame is None:
            factor.frame = list.copy(self._making.frame(factor.env))
        m = Watching(factor.frame)
        m.read = read
        try:
            return roomy(lambda: factor.answer(m))
        except Unfit as misfit:
            self._coarse.add(misfit.path)
            self._cut()
            raise Misfit from None
        except NoValue as error:
            raise self._explained(read, error) from None

    def state(self, row: Row) -> State:
        """What a row stands for."""
        return tuple(shape.value(row) for shape in self._shapes)

    def row(self, state: State) -> Row | None:
        """The row of a state; None where no row stands for it so far."""
        return self.rows.row(state)

    def _explained(self, read: Read, error: NoValue) -> NoValue:
        """The same error as the evaluator has it, with its place and what led there."""
        state = self.state([read(cell) for cell in range(len(self._cells))])
        try:
            self._evaluate(state)
        except NoValue as found:
            return found
        return error

    def _evaluate(self, state: State) -> None:
        """Evaluate all that is asked of a state, in the order of a search."""
        task = self._task
        compiler = task.compiler
        for one in (*(asked.closed for asked in task.states), *task.constraints):
            compiler.test(one.expression, one.scope)(compiler.frame(state))
        for _, there in successors(compiler, task.plan)(state):
            for one in (*task.action_constraints, *(asked.closed for asked in task.steps)):
                compiler.test(one.expression, one.scope)(compiler.frame(state, there))


def _sample(states: Sequence[State], most: int) -> list[State]:
    """Some of the states, from the first to the last."""
    step = max(1, len(states) // most)
    return list(states[::step])
