"""Buffers that one thread writes to while it expands states of a model."""

from __future__ import annotations

import numpy as np

from .code import ROWS, Code
from .records import Buffers


def buffers_for(code: Code, *, packed: bool = True) -> Buffers:
    """Buffers for a batch of states; targets of steps are `packed` states, or else ranks."""
    batch = code.tuning.batch
    steps = batch * code.most
    return Buffers(
        here=np.zeros(code.layout.words, np.uint64),
        width=code.layout.words if packed else 1,
        out=np.zeros(steps * code.layout.words, np.uint64),
        kinds=np.zeros(steps, np.uint32),
        hashes=np.zeros(steps, np.uint64),
        places=np.zeros(steps, np.uint64),
        waiting=np.zeros(len(ROWS) * batch, np.uint64),
    )
