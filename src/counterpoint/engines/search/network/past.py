"""Whether formulas about a network ask for more than its state."""

from __future__ import annotations

import numpy as np

from ....model.network import Network
from ....model.system import REST
from ...formula.question import Question
from .atoms import NetworkAtoms
from .exploration import Exploration


def asks_for_the_past(network: Network, question: Question) -> bool:
    """Whether a question asks what led to a state; raises `UnknownAtom` for an unknown name."""
    nothing = np.zeros((0, len(network.automata)), np.uint8)
    none, marks = np.zeros(0, np.uint32), np.zeros(0, np.uint8)
    found = Exploration(network, nothing, none, none, marks, none, 0, "none")
    labels = (*network.alphabet, REST, *network.origin.labels())
    return bool(question.past(labels, NetworkAtoms(found).states))
