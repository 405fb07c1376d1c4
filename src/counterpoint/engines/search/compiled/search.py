"""Searches the states of a model breadth first, in a form that suits the model.

A model with few encoded states gets a bitmap over their ranks. Any other starts with a hash table,
and changes to a bitmap when that takes less memory. A search that must keep the steps keeps the
hash table.
"""

from __future__ import annotations

from ....errors import Refused
from ....figure import figure
from ....model.model import Model
from ...base.task import EVERYTHING, Task
from .bitmap import Bitmap
from .code import Code
from .dense import Dense
from .hashed import Hashed
from .space import Space


def search(
    model: Model, task: Task = EVERYTHING, *, roots: str = "initial", steps_up_to: int = 0
) -> Space:
    """The reachable states of `model`, breadth first; with roots="all" every encoded state.

    The steps are kept if `task` says so, or else as long as there are at most `steps_up_to` states
    and steps, and memory for them.

    Ctrl-C ends the search with what was found; so do the limits. Raises `OutOfSort` if an action
    gives a variable a value outside its sort, and `Refused` for a model with numbers or conversions
    that native code does not compute, with too many choices in an action, or with too many states
    for roots="all".
    """
    tuning = task.tuning
    code = Code(model, tuning)
    if roots == "all":
        if code.layout.size > tuning.bitmap_at_most:
            raise Refused(
                f"{figure(code.layout.size)} states can be encoded, too many to look at each"
            )
        return Dense(code, task, steps_up_to).run()
    if not task.edges and code.layout.size <= tuning.bitmap_at_once:
        return Bitmap(code, task, steps_up_to).run()
    packed = Hashed(code, task, steps_up_to)
    found = packed.run()
    if not packed.wants_bitmap:
        return found
    del found  # frees its arrays when the bitmap has taken over
    return Bitmap(code, task, begun=packed).run()
