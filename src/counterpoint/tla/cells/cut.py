"""`cut`: a specification as a factored system."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from ...data import dataclass
from ...depth import roomy
from ...errors import NoValue
from ...model.factored import CellProbe, Go, Linear, Misfit, Read, Row, Writes
from ...model.system import Label
from ..compiler import Compiler
from ..evaluate.actions import flat
from ..evaluate.context import Closed, Context
from ..scope import Variable
from ..steps.closures import successors
from ..steps.step import Plan
from ..tree import Apply, Qualified
from .conditions import Conditions
from .factors import Factor
from .frames import Watching
from .making import Here, Making, NotFactored
from .observed import Form, Shaping, coarsened, form_of
from .pruning import pruned
from .rows import Rows
from .shapes import Path, Unfit
from .unrolling import Unrolling

State = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about states or steps; if it `must` hold, each violation of it is bad."""

    closed: Closed
    must: bool = True


@dataclass(frozen=True, slots=True)
class Division:
    """How states are divided into cells, and the first values of each table; it can be stored.

    Further values of table n get their numbers from `source(n, value, known)`, if there is one; see
    `Table`.
    """

    forms: tuple[Form, ...]
    values: Sequence[Sequence[Any]]
    source: Callable[[int, Any, int], Sequence[Any]] | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """What a system is made from: a plan for its steps, and questions about states and steps.

    If there is a plan `start`, it finds the initial states instead of `initial`. A step that
    changes nothing and takes no action does not count, unless the system may be `idle`. With a
    `division`, states are divided so.
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
    division: Division | None = None


def cut(task: Task, seen: Sequence[State]) -> Cut | None:
    """The factored system with cells that suit the states seen so far; None if there cannot be one.

    It cannot exist if a part of it is volatile, or if the view is not a tuple of variables.
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
        forms = self._forms()
        shaping = Shaping(forms)
        shapes, self.tables = shaping.shapes, shaping.tables
        if task.division is not None and not self._coarse:
            self._fill(task.division)
        self.division = Division(tuple(forms), ())
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
        self.distinguishes = self._distinguishing()
        self._factors: list[Factor] = making.factors

    def _fill(self, division: Division) -> None:
        for number, table in enumerate(self.tables):
            table.learn(division.values[number] if division.values else ())
            table.source = None if division.source is None else partial(division.source, number)

    def _forms(self) -> Sequence[Form]:
        if self._task.division is not None:
            return [coarsened(form, self._coarse) for form in self._task.division.forms]
        names = self._task.compiler.variables
        columns = zip(*self._seen, strict=True) if self._seen else ((),) * len(names)
        return [
            form_of(set(column), (name,), self._coarse, self._task.compiler.tuning)
            for name, column in zip(names, columns, strict=True)
        ]

    def _probe(self, conditions: Conditions, asked: Asked) -> CellProbe:
        return CellProbe(self._asked(conditions, asked.closed), asked.must)

    def _asked(self, conditions: Conditions, closed: Closed) -> int:
        making = self._making
        here = Here(Context(closed.scope, making.layout.first), {})
        start = conditions.test(closed.expression, here, making.arrive)
        return pruned(making.nodes, start, making.node, self._task.compiler.tuning)

    def _distinguishing(self) -> list[bool]:
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

    # The interface of a factored system -----------------------------------------------------------

    @property
    def sizes(self) -> list[int]:
        """For each cell, the number of values known so far."""
        return [len(cell.table.values) for cell in self._cells]

    @property
    def besides(self) -> int:
        """The number of temporary cells, which hold values for the rest of a path only."""
        return self._making.besides

    @property
    def factors(self) -> int:
        """The number of factors."""
        return len(self._factors)

    @property
    def linear(self) -> Mapping[int, Linear]:
        """For some factors, the linear answer that they give on whole numbers."""
        return self._making.linear

    def values(self, cell: int) -> Sequence[object]:
        """The values, by their numbers, of a cell that is part of a sum or assigned one.

        It is a list, to which more are added.
        """
        return self._making.summed[cell].values

    @property
    def program(self) -> Sequence[Go]:
        """The nodes, each after its successors."""
        return self._making.nodes

    @property
    def labels(self) -> Sequence[Label]:
        """The labels of steps known so far."""
        return self._making.labels.values

    @property
    def rows(self) -> Rows:
        """The conversion between rows and states, for the current cells."""
        return Rows(tuple(self._shapes))

    def number(self, label: Label) -> int:
        """The number of a label, which is added if it is new."""
        return self._making.labels.number(label)

    def initial(self) -> Any:
        """The rows of the initial states of the task, as an array with one row for each.

        A state that does not fit the cells makes them coarser.
        """
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
        """A row that a state may well have; None if none is known."""
        writes: list[tuple[int, int]] = []
        for state in self._seen[:1]:
            for shape, value in zip(self._shapes, state, strict=True):
                shape.put(value, writes)
        return [number for _, number in sorted(writes)] or None

    def answer(self, number: int, read: Read) -> tuple[Writes, ...]:
        """The writes that a factor allows.

        Raises `Misfit` if a value does not fit its cells, which are made coarser then, and
        `NoValue` if an evaluation fails.
        """
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
        """The state that a row represents."""
        return tuple(shape.value(row) for shape in self._shapes)

    def row(self, state: State) -> Row | None:
        """The row of a state; None if no row represents it so far."""
        return self.rows.row(state)

    def _explained(self, read: Read, error: NoValue) -> NoValue:
        """The error of the evaluator in the same state, with its place and chain of calls."""
        state = self.state([read(cell) for cell in range(len(self._cells))])
        try:
            self._evaluate(state)
        except NoValue as found:
            return found
        return error

    def _evaluate(self, state: State) -> None:
        """Evaluate all conditions and successors for a state, in the order of a search."""
        task = self._task
        compiler = task.compiler
        for one in (*(asked.closed for asked in task.states), *task.constraints):
            compiler.test(one.expression, one.scope)(compiler.frame(state))
        for _, there in successors(compiler, task.plan)(state):
            for one in (*task.action_constraints, *(asked.closed for asked in task.steps)):
                compiler.test(one.expression, one.scope)(compiler.frame(state, there))


def _sample(states: Sequence[State], most: int) -> list[State]:
    """Some of the states, evenly spaced; fewer than `2 * most`."""
    step = max(1, len(states) // most)
    return list(states[::step])
