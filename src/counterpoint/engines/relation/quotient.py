"""The quotient of a graph: a state for each bisimulation class, with the steps between them."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..base.arrays import Ints
from .partition import Partition
from .steps import Steps


class Quotient:
    """The classes of a partition as states: `of` has the class of each state.

    Any state of a class takes every step of the class, so that runs of classes are runs of states.
    `observation` is what is observed in each class.
    """

    def __init__(self, steps: Steps, partition: Partition, observation: Ints) -> None:
        self.of, self.classes = partition.dense
        source, target = self.of[steps.source], self.of[steps.target]
        self.steps = Steps(self.classes, source, steps.letter, target)
        self.observation: Ints = np.zeros(self.classes, np.int64)
        self.observation[self.of] = observation

    @cached_property
    def observed(self) -> list[int]:
        """What is observed in each class, as a list for algorithms in Python."""
        return [int(each) for each in self.observation]

    def of_states(self, states: Ints) -> list[int]:
        """The classes of some states, each once, in their order."""
        return [int(each) for each in dict.fromkeys(self.of[states].tolist())]
