"""Turns steps into nodes; whatever is the same in every state is evaluated in advance."""

from __future__ import annotations

from typing import Any, TypeAlias, assert_never

from ...data import dataclass
from ...identity import Identity, identity
from ...model.factored import NOWHERE, Arrive
from ..evaluate.bounds import elements_of
from ..evaluate.context import Run
from ..evaluate.errors import refusing
from ..steps.closures import Closures
from ..steps.step import (
    Among,
    Assign,
    Bind,
    Branch,
    Call,
    Choice,
    Compose,
    Done,
    Fail,
    Forget,
    Guard,
    Keep,
    Label,
    Leaf,
    Plan,
    Step,
)
from ..steps.taken import Action, Taken
from ..values import domain_of
from .assignments import Assignments
from .bindings import all_fit
from .conditions import Conditions
from .factors import (
    Const,
    Env,
    Known,
    Part,
    acting,
    argument,
    binding,
    naming,
    ranging,
    reaching,
    taking,
)
from .making import Here, Making
from .shapes import Cell, Parts, Shape
from .tables import Table
from .written import Entries, Spot, sets_of

Labels: TypeAlias = tuple["Action | Cell | None", ...]
"""For each conjunct: its action, the temporary cell that holds its action, or None without one."""


@dataclass(frozen=True, slots=True)
class _Key:
    step: Identity
    env: tuple[tuple[int, Known], ...]
    labels: Labels


class Unrolling:
    """Makes nodes for the steps of a plan."""

    def __init__(
        self, making: Making, plan: Plan, *, idle: bool = True, names: bool = True
    ) -> None:
        self.making = making
        self.plan = plan
        self.idle = idle
        self.names = names
        self.conditions = Conditions(making)
        self.assignments = Assignments(making, self.conditions)
        self._made: dict[_Key, int] = {}
        self._slots: dict[Identity, frozenset[int]] = {}
        self._sizes: dict[Identity, int] = {}
        self._cells: dict[Identity, tuple[Cell, ...]] = {}
        self._actions: tuple[Cell, ...] = ()
        if plan.rules > 1 and names:
            self._actions = tuple(making.cell(Table()) for _ in range(plan.rules))

    def start(self) -> int:
        """The node where steps begin."""
        return self._step(self.plan.root, {}, (None,) * self.plan.rules)

    def _step(self, step: Step, env: Env, labels: Labels) -> int:
        used = self._used(step)
        env = {slot: known for slot, known in sorted(env.items()) if slot in used}
        key = _Key(identity(step), tuple(env.items()), labels)
        if key not in self._made:
            self._made[key] = self._make(step, env, labels)
        return self._made[key]

    def _make(self, step: Step, env: Env, labels: Labels) -> int:
        match step:
            case Done():
                return self._end(labels)
            case Guard(test, then):
                after = self._step(then, env, labels)
                return self.conditions.test(test.expression, _here(test, env), after)
            case Assign(variable, value, then):
                after = self._step(then, env, labels)
                shape = self.making.shapes[variable]
                return self.assignments.assign(shape, value.expression, _here(value, env), after)
            case Keep(_, then) | Forget(_, then):
                return self._step(then, env, labels)
            case Among(variable, values, then):
                after = self._step(then, env, labels)
                return self._among(
                    self.making.shapes[variable], Spot(values.expression, _here(values, env)), after
                )
            case Bind():
                return self._bind(step, env, labels)
            case Branch(ways):
                return self.making.fork([self._step(way, env, labels) for way in ways])
            case Choice(test, then, otherwise):
                yes, no = self._step(then, env, labels), self._step(otherwise, env, labels)
                return self.conditions.test(test.expression, _here(test, env), yes, no)
            case Label(then=then) if not self.names:
                return self._step(then, env, labels)
            case Label():
                return self._label(step, env, labels)
            case Call(number):
                return self._step(self.plan.shared[number], env, labels)
            case Fail(reason, at):
                failing = self.making.c.failing(reason, at)
                return self.making.ask(self.making.new(failing, {}), NOWHERE)
            case Compose():
                return self._compose(step, env, labels)
        assert_never(step)

    # Choices --------------------------------------------------------------------------------------

    def _among(self, shape: Shape, values: Spot, then: int) -> int:
        """The node that lets a shape range over a set; for a set of functions, part by part."""
        making = self.making
        sets = sets_of(making, values.node, values.here) if isinstance(shape, Parts) else None
        if not isinstance(shape, Parts) or sets is None or sets.keys() != shape.by_key.keys():
            factor = making.factor(
                ("among", shape), elements_of, values.node, values.here,
                lambda each: ranging(shape, each),
            )  # fmt: skip
            return making.ask(factor, then)
        for key in reversed(sets):
            then = self._among(shape.by_key[key], sets[key], then)
        return then

    def _bind(self, step: Bind, env: Env, labels: Labels) -> int:
        """The node that binds identifiers to each element of a set.

        Elements of a small constant set are substituted in advance; temporary cells hold all
        others.
        """
        here = _here(step.set, env)
        most = max(1, self.making.c.tuning.steps_unrolled // self._size(step.then))
        values = self.making.listed(step.set.expression, here, most)
        if values is not None and not (step.pattern and not all_fit(values, len(step.slots))):
            ways = []
            for value in values:
                items = value if step.pattern else (value,)
                known = {slot: Const(item) for slot, item in zip(step.slots, items, strict=True)}
                ways.append(self._step(step.then, {**env, **known}, labels))
            return self.making.fork(ways)
        sets = None if step.pattern else sets_of(self.making, step.set.expression, here)
        if sets:
            return self._bind_parts(step, sets, env, labels)
        cells = self._own_cells(identity(step), len(step.slots))
        inside: Env = {slot: Part(cell) for slot, cell in zip(step.slots, cells, strict=True)}
        after = self._step(step.then, {**env, **inside}, labels)
        factor = self.making.factor(
            ("bind", cells), elements_of, step.set.expression, here,
            lambda each: binding(cells, step.pattern, each),
        )  # fmt: skip
        return self.making.ask(factor, after)

    def _bind_parts(self, step: Bind, sets: Entries, env: Env, labels: Labels) -> int:
        """The node that binds an identifier to each function of a set; each entry has a cell."""
        cells = self._own_cells(identity(step), len(sets))
        shape = self.making.once(
            ("parts", cells), lambda: Parts(domain_of(frozenset(sets)), cells, ())
        )
        (slot,) = step.slots
        after = self._step(step.then, {**env, slot: Part(shape)}, labels)
        return self._among(shape, Spot(step.set.expression, _here(step.set, env)), after)

    def _own_cells(self, key: Identity, count: int) -> tuple[Cell, ...]:
        """The temporary cells that are reserved for a key."""
        if key not in self._cells:
            self._cells[key] = tuple(self.making.cell(Table()) for _ in range(count))
        return self._cells[key]

    def _compose(self, step: Compose, env: Env, labels: Labels) -> int:
        """The node for a composition: a single factor finds all its next states."""
        after = self._step(step.then, env, labels)
        making, shapes = self.making, self.making.shapes
        count = making.layout.count
        plan = Plan(Compose(step.first, step.second, step.known, Done()), ())

        found: list[list[Any]] = []
        go = Closures(making.c, plan, lambda m: found.append(m[count : 2 * count])).run
        answer = reaching(shapes, go, found)
        return making.ask(making.new(answer, env), after)

    # Labels and ends ------------------------------------------------------------------------------

    def _label(self, step: Label, env: Env, labels: Labels) -> int:
        making, number = self.making, step.rule
        before, behind = labels[:number], labels[number + 1 :]
        constant = all(self._is_known(leaf, env) for leaf in step.arguments)
        cell = self._actions[number] if self._actions else None
        if constant and cell is None:
            return self._step(step.then, env, (*before, self._action(step, env), *behind))
        if cell is None:
            cell = self._own_cells(identity(None), 1)[0]
        after = self._step(step.then, env, (*before, cell, *behind))

        used = self._used(step)
        inside = {slot: known for slot, known in env.items() if slot in used}
        action = acting(
            step.name, step.parameters, [self._argument(each) for each in step.arguments]
        )
        key = ("label", identity(step), cell, *sorted(inside.items()))
        factor = making.once(key, lambda: making.new(naming(cell, action), inside))
        return making.ask(factor, after)

    def _is_known(self, leaf: Leaf, env: Env) -> bool:
        """Whether the label's argument is known in advance: it is constant, or is not shown."""
        here = _here(leaf, env)
        return self._reads_next(leaf) or self.making.is_constant(leaf.expression, here)

    def _reads_next(self, leaf: Leaf) -> bool:
        reads = self.making.reads(leaf.expression, leaf.context())
        return bool(self.making.c.footprints.reads_next(reads))

    def _argument(self, leaf: Leaf) -> Run:
        """A closure for an argument; it raises `NoValue` if the argument reads the next state."""
        if self._reads_next(leaf):
            return refusing("the next state is not known yet")
        return self.making.c.run(leaf.expression, leaf.context())

    def _action(self, step: Label, env: Env) -> Action:
        making = self.making
        runs = [self._argument(leaf) for leaf in step.arguments]
        return Action(
            step.name,
            step.parameters,
            tuple(argument(run, making.frame(env)) for run in runs),
        )

    def _end(self, labels: Labels) -> int:
        making = self.making
        if not self.names:
            end = making.arrive
        elif any(isinstance(each, Cell) for each in labels):
            named = naming(making.label, taking(labels))
            factor = making.once(("taken", *labels), lambda: making.new(named, {}))
            end = making.ask(factor, making.node(Arrive(None)))
        else:
            actions = tuple(each for each in labels if not isinstance(each, Cell))
            end = making.node(Arrive(making.labels.number(Taken(actions))))
            if not self.idle and all(each is None for each in actions):
                end = self.conditions.idle(NOWHERE, end)
        return end

    # Slots and sizes of steps ---------------------------------------------------------------------

    def _used(self, step: Step) -> frozenset[int]:
        """The slots that a step and its continuation read."""
        known = self._slots.get(identity(step))
        if known is None:
            found: set[int] = set()
            for leaf in _leaves(step):
                found |= self.making.reads(leaf.expression, leaf.context())
            for way in self._ways(step):
                found |= self._used(way)
            if isinstance(step, Compose):
                found |= self._everything
            known = self._slots[identity(step)] = frozenset(found)
        return known

    @property
    def _everything(self) -> frozenset[int]:
        return frozenset(range(self.making.c.size))

    def _size(self, step: Step) -> int:
        """About how many nodes a step and its continuation become."""
        known = self._sizes.get(identity(step))
        if known is None:
            inside = sum(self._size(way) for way in self._ways(step))
            if isinstance(step, Bind):
                values = self.making.listed(
                    step.set.expression, _here(step.set, {}), self.making.c.tuning.steps_unrolled
                )
                inside *= 4 if values is None else max(1, len(values))
            known = self._sizes[identity(step)] = 1 + min(inside, 1 << 40)
        return known

    def _ways(self, step: Step) -> tuple[Step, ...]:
        match step:
            case Branch(ways):
                return ways
            case Choice(_, then, otherwise):
                return then, otherwise
            case Call(number):
                return (self.plan.shared[number],)
            case Done() | Fail():
                return ()
        return (step.then,)


def _leaves(step: Step) -> tuple[Leaf, ...]:
    match step:
        case Guard(leaf) | Choice(leaf):
            return (leaf,)
        case Assign(_, leaf) | Among(_, leaf):
            return (leaf,)
        case Bind(_, _, leaf):
            return (leaf,)
        case Label():
            return step.arguments
    return ()


def _here(leaf: Leaf, env: Env) -> Here:
    return Here(leaf.context(), env)
