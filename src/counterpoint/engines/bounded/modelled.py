"""Models as circuits: the bits of the variables, and what each action does with them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, TypeAlias

from ...alarm import require_going_on
from ...data import dataclass
from ...model.action import Action
from ...model.parts import Parts
from ...terms.apply import conjuncts
from ...terms.term import Term, Variable
from .blast import Blaster
from .circuit import TRUE, Circuit, Signal
from .coded import Bits, Coder, decoded, encoded
from .words import Words

State: TypeAlias = tuple[Any, ...]
"""A state of a model: the value of each variable."""


@dataclass(frozen=True)
class Move:
    """An action as signals: its guard, the bits that it gives to variables, by their places.

    `inside` says whether all values are in the sorts of their variables.
    """

    action: Action
    guard: Signal
    updates: dict[int, Bits]
    inside: Signal
    chosen: tuple[Signal, ...]


class ModelCircuit:
    """A circuit with an input for each bit of each variable, and of each chosen variable.

    >>> from ...examples.peterson import model
    >>> made = ModelCircuit(model().parts)
    >>> made.state([False] * made.width) in set(model().initial())
    True
    """

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.circuit = Circuit()
        self.coder = Coder(Words(self.circuit))
        self.bits = tuple(self.coder.inputs(variable.sort) for variable in parts.variables)
        self.latches = tuple(signal for bits in self.bits for signal in bits)
        self.width = len(self.latches)
        self._place = {variable.name: at for at, variable in enumerate(parts.variables)}
        chosen = {v.name: v for action in parts.actions for v in action.chosen}
        self.chosen = {name: self.coder.inputs(v.sort) for name, v in chosen.items()}
        pairs = [*zip(parts.variables, self.bits, strict=True)]
        pairs += ((v, self.chosen[v.name]) for v in chosen.values())
        values = {v.name: self.coder.read(v.sort, bits) for v, bits in pairs}
        self._blaster = Blaster(self.coder, values)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The actions as signals, in their order."""
        return tuple(map(self._move, self.parts.actions))

    @cached_property
    def starts(self) -> tuple[Signal, ...]:
        """The conjuncts of the condition on initial states."""
        return tuple(map(self.condition, conjuncts(self.parts.start)))

    @cached_property
    def valid(self) -> tuple[Signal, ...]:
        """For each variable, whether its bits encode a value."""
        pairs = zip(self.parts.variables, self.bits, strict=True)
        return tuple(self.coder.valid(variable.sort, bits) for variable, bits in pairs)

    def condition(self, term: Term) -> Signal:
        """A condition on states as a signal."""
        require_going_on()
        return self._blaster.condition(term)

    def state(self, bits: Sequence[bool]) -> State:
        """The state with these bits, which must encode one."""
        rest = iter(bits)
        found = []
        for variable, of in zip(self.parts.variables, self.bits, strict=True):
            found.append(decoded(variable.sort, [next(rest) for _ in of]))
            assert found[-1] is not None, f"the bits of {variable.name} encode a value"
        return tuple(found)

    def written(self, state: Sequence[Any]) -> tuple[bool, ...]:
        """The bits of a state."""
        return tuple(bit for at, value in enumerate(state) for bit in self.written_at(at, value))

    def written_at(self, place: int, value: Any) -> tuple[bool, ...]:
        """The bits of the value of a variable, by its place."""
        return encoded(self.parts.variables[place].sort, value)

    def choice(self, action: Action, inputs: dict[Signal, bool]) -> dict[str, Any]:
        """The values of the variables that an action chooses, by name."""
        return {
            v.name: decoded(v.sort, [inputs[signal] for signal in self.chosen[v.name]])
            for v in action.chosen
        }

    def _move(self, action: Action) -> Move:
        require_going_on()
        circuit, blaster = self.circuit, self._blaster
        parts = [self.coder.valid(v.sort, self.chosen[v.name]) for v in action.chosen]
        guard = circuit.all([*map(blaster.condition, conjuncts(action.guard)), *parts])
        updates: dict[int, Bits] = {}
        inside: list[Signal] = []
        for variable, term in action.updates:
            bits, fits = self._written(variable, term)
            updates[self._place[variable.name]] = bits
            inside.append(fits)
        chosen = tuple(signal for v in action.chosen for signal in self.chosen[v.name])
        return Move(action, guard, updates, circuit.all(inside) if inside else TRUE, chosen)

    def _written(self, variable: Variable, term: Term) -> tuple[Bits, Signal]:
        return self.coder.write(variable.sort, term.sort, self._blaster.bits(term))
