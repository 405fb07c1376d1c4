"""Searching the states of a model breadth first, in the form that suits them.

A model with few states to encode gets a bitmap over their ranks. Any other starts with a hash
table, and changes to a bitmap when that takes less memory.
"""

from __future__ import annotations

from ....errors import Refused
from ....model.model import Model
from ...base.task import EVERYTHING, Task
from .code import Code
from .packed import Packed
from .ranked import Ranked
from .space import Space
from .whole import Whole


def search(model: Model, task: Task = EVERYTHING, *, roots: str = "initial") -> Space:
    """The states of `model` that are reached, breadth first; with roots="all" every encoded one.

    Ctrl-C ends the search with what was found; so do the limits. Raises `OutOfSort` where an action
    gives a variable a value that it cannot have, and `Refused` for a model with numbers or
    conversions that native code does not compute, or with too many states for roots="all".
    """
    tuning = task.tuning
    code = Code(model, tuning)
    if roots == "all":
        if code.layout.size > tuning.bitmap_at_most:
            raise Refused(f"{code.layout.size:,} states can be encoded, too many to look at each")
        return Whole(code, task).run()
    if not task.edges and code.layout.size <= tuning.bitmap_at_once:
        return Ranked(code, task).run()
    packed = Packed(code, task)
    found = packed.run()
    if not packed.wants_bitmap:
        return found
    del found  # its arrays go when the bitmap has taken over
    return Ranked(code, task, packed).run()
