"""The steps of a model, for a search level by level."""

from __future__ import annotations

import numpy as np

from ....model.model import Model
from ....tuning import USUAL, Tuning
from ...base.arrays import NOTHING, U64
from ..compiled.code import Code
from ..compiled.form import Form, build_for
from ..compiled.initial import initial_words
from .model_kernel import Expansion, expand


class ModelStepper:
    """A model whose states are packed as in a search with a hash table."""

    def __init__(self, model: Model, tuning: Tuning = USUAL) -> None:
        self.code = Code(model, tuning)
        self.width = self.code.layout.words
        self.steps = 0
        """The number of steps so far."""
        self._library = build_for(self.code, Form.PACKED, NOTHING, expand)
        most = self.code.most
        room = max(most, tuning.block_steps)
        self._expansion = Expansion(
            targets=np.zeros(room * self.width, np.uint64),
            kinds=np.zeros(room, np.uint32),
            room=room,
            most=most,
        )

    @property
    def identity(self) -> str:
        """A text that two models share only if they have the same states and steps."""
        return repr(self.code.model.parts)

    def initial(self) -> U64:
        """The packed initial states."""
        return initial_words(self.code)

    def targets(self, states: U64) -> U64:
        """The packed targets of all steps of these states; raises `OutOfSort` at a fault."""
        expansion, found, first = self._expansion, [], 0
        expansion.states = np.ascontiguousarray(states).reshape(-1)
        while first < len(states):
            first = int(self._library.expand(first, len(states), expansion))
            count = expansion.found
            self.steps += expansion.steps
            found.append(expansion.targets[: count * self.width].reshape(-1, self.width).copy())
            if expansion.faulty:
                self._raise_fault(states[first])
        return np.concatenate(found) if found else np.zeros((0, self.width), np.uint64)

    def _raise_fault(self, state: U64) -> None:
        """Let the model itself expand a state in which an action has a fault."""
        model = self.code.model
        for _ in model.successors(self.code.layout.unpack(state.tolist())):
            pass
        raise AssertionError("native code found a fault that the model does not have")
