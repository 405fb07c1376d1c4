"""The steps of a model as a machine, as far as they can matter for a question.

Which action is taken is chosen by inputs that number the actions in binary. Actions that change
nothing that matters are left out: taking them is like waiting.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from ...data import dataclass
from ...model.action import Action
from .circuit import FALSE, TRUE, Circuit, Signal
from .machine import Machine
from .modelled import ModelCircuit, Move


@dataclass(frozen=True)
class Part:
    """The part of a model that matters: places of variables, and numbers of actions, in order."""

    variables: tuple[int, ...]
    actions: tuple[int, ...]


@dataclass(frozen=True)
class Stepping:
    """The steps of a part of a model: inputs, and what is true and becomes true under them.

    `moves` are the actions of the part, and `taken` says of each whether it is taken; `after` are
    the bits of all its variables. In a `fault`, a variable would get a value outside its sort.
    """

    of: ModelCircuit
    part: Part
    moves: tuple[Move, ...]
    inputs: tuple[Signal, ...]
    taken: tuple[Signal, ...]
    after: tuple[Signal, ...]
    fault: Signal

    @property
    def latches(self) -> tuple[Signal, ...]:
        """The bits of the variables of the part."""
        return tuple(signal for place in self.part.variables for signal in self.of.bits[place])

    @property
    def step(self) -> Signal:
        """Whether the inputs are a step."""
        return self.of.circuit.any(self.taken)

    @cached_property
    def start(self) -> Signal:
        """Whether a state is initial, as far as the variables of the part say."""
        circuit = self.of.circuit
        own = {signal >> 1 for signal in self.latches}
        return circuit.all(s for s in self.of.starts if own.issuperset(circuit.inputs_of([s])))

    @cached_property
    def valid(self) -> Signal:
        """Whether the variables of the part have values."""
        return self.of.circuit.all(self.of.valid[place] for place in self.part.variables)

    def machine(self, bad: Signal) -> Machine:
        """The machine of the part; states from which a fault is possible are bad too."""
        circuit = self.of.circuit
        return Machine(
            circuit, self.latches, self.inputs, self.after, self.start, self.valid,
            circuit.both(self.step, self.fault ^ 1), circuit.either(bad, self.fault),
        )  # fmt: skip

    def choices(self, inputs: Sequence[bool]) -> tuple[Action, dict[Signal, bool]]:
        """The action that is taken under these inputs, and the inputs by signal."""
        given = dict(zip(self.inputs, inputs, strict=False))
        select = self.inputs[: selectors(len(self.moves))]
        at = sum(given[signal] << bit for bit, signal in enumerate(select))
        return self.moves[at].action, given


def selectors(count: int) -> int:
    """The number of inputs that number so many choices."""
    return max(0, count - 1).bit_length()


def stepping(of: ModelCircuit, moves: Sequence[Move], part: Part) -> Stepping:
    """The steps of a part of a model; its actions are numbers of `moves`."""
    circuit = of.circuit
    own = tuple(moves[number] for number in part.actions)
    select = tuple(circuit.input() for _ in range(selectors(len(own))))
    picked = numbered(circuit, select, len(own))
    taken = tuple(circuit.both(p, move.guard) for p, move in zip(picked, own, strict=True))
    fault = circuit.any(
        circuit.both(here, move.inside ^ 1) for here, move in zip(taken, own, strict=True)
    )
    chosen = dict.fromkeys(signal for move in own for signal in move.chosen)
    after = tuple(s for place in part.variables for s in _after(of, place, picked, own))
    return Stepping(of, part, own, (*select, *chosen), taken, after, fault)


def numbered(circuit: Circuit, select: Sequence[Signal], count: int) -> list[Signal]:
    """For each number below `count`, whether the inputs encode it; the lowest bit comes first."""
    found = [TRUE]
    for signal in reversed(select):
        found = [circuit.both(one, s) for one in found for s in (signal ^ 1, signal)]
    return found[:count]


def _after(
    of: ModelCircuit, place: int, picked: Sequence[Signal], moves: Sequence[Move]
) -> Iterator[Signal]:
    """The bits of a variable after a step."""
    circuit = of.circuit
    changes = [
        (pick, move.updates[place])
        for pick, move in zip(picked, moves, strict=True)
        if place in move.updates
    ]
    kept = FALSE if len(changes) == len(moves) else circuit.any(p for p, _ in changes) ^ 1
    for at, signal in enumerate(of.bits[place]):
        values: dict[Signal, list[Signal]] = {}
        for pick, bits in changes:
            values.setdefault(bits[at], []).append(pick)
        if len(values) == 1 and kept == FALSE:
            yield next(iter(values))
            continue
        parts = [circuit.both(value, circuit.any(picks)) for value, picks in values.items()]
        yield circuit.either(circuit.any(parts), circuit.both(kept, signal))


def part_for(
    of: ModelCircuit, moves: Sequence[Move], roots: Iterable[Signal], *, steps: bool = False
) -> Part:
    """The part of a model that matters for whether states with these signals are reached.

    With `steps`, every step counts, even one that changes nothing else that matters.

    Clarke, Grumberg, Peled: Model Checking, 1999, section 13.1 (cone of influence).
    """
    return _Cone(of, moves).part(roots, steps=steps)


class _Cone:
    """Collects the variables and the actions that matter."""

    def __init__(self, of: ModelCircuit, moves: Sequence[Move]) -> None:
        self._of = of
        self._moves = moves
        self._owner = {s >> 1: place for place, bits in enumerate(of.bits) for s in bits}
        self._seen: set[int] = {0}
        self._variables: set[int] = set()
        self._actions: set[int] = set()
        self._changes: list[list[int]] = [[] for _ in of.bits]
        for number, move in enumerate(moves):
            for place in move.updates:
                self._changes[place].append(number)
        self._starts: list[list[Signal]] = [[] for _ in of.bits]
        for signal in of.starts:
            for place in {self._owner[node] for node in of.circuit.inputs_of([signal])}:
                self._starts[place].append(signal)

    def part(self, roots: Iterable[Signal], *, steps: bool) -> Part:
        """The part that the roots depend on."""
        todo = [*roots]
        for number, move in enumerate(self._moves):
            if steps or move.inside != TRUE:
                self._actions.add(number)
                todo += (move.guard, move.inside)
        while todo:
            place = self._place(todo)
            if place is not None and place not in self._variables:
                self._variables.add(place)
                todo += self._starts[place]
                for number in self._changes[place]:
                    move = self._moves[number]
                    self._actions.add(number)
                    todo += (move.guard, *move.updates[place])
        return Part(tuple(sorted(self._variables)), tuple(sorted(self._actions)))

    def _place(self, todo: list[Signal]) -> int | None:
        """Follow one signal; the place of the variable if it is a bit of one."""
        circuit, node = self._of.circuit, todo.pop() >> 1
        if node in self._seen:
            return None
        self._seen.add(node)
        if not circuit.is_input(2 * node):
            todo += (circuit.left[node], circuit.right[node])
        return self._owner.get(node)
