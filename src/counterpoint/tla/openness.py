"""What a specification leaves free, as far as anybody speaks of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from .bounds import Bounds
from .scope import Variable
from .spec.freedom import free_variables, mentioned, pinned
from .spec.specification import Conjunct, Specification
from .steps.planner import NEEDED, UNSAID

ADVICE = r"with {name} /\ []({typed}) on the left, S a finite set, it can be decided"


def settled(
    specification: Specification,
    variables: Sequence[Variable],
    parts: Iterable[Conjunct],
    bounds: Bounds,
) -> tuple[Specification, list[Variable]]:
    r"""The specification without freedom that nobody sees, and the variables that it leaves free.

    One that nothing speaks of, neither the specification, nor the parts of what is asked, nor what
    bounds the search, is pinned to one value. A variable that is left free may still get a value in
    each step that is reached.

    >>> from .modules import load
    >>> from .spec.asked import property_, specification_of
    >>> from .bounds import NO_BOUNDS
    >>> loaded = load("M.tla", text="---- MODULE M ---- VARIABLES x, y, z ====")
    >>> clock = specification_of(loaded, r"x = 0 /\ [][x' = 1]_x")
    >>> parts = property_(loaded, "[](y = x)", clock).parts
    >>> kept, free = settled(clock, loaded.variables, parts, NO_BOUNDS)
    >>> [variable.name for variable in free], str(kept.conjuncts[-2])
    (['y'], 'z = "free"')
    """
    seen = mentioned((*specification.conjuncts, *parts)) | bounds.variables
    ranging = bounds.free or {}
    free = [one.variable for one in free_variables(specification, variables)]
    free = [variable for variable in free if variable not in ranging]
    idle = [variable for variable in free if variable not in seen]
    kept = pinned(specification, idle) if idle else specification
    return kept, [variable for variable in free if variable in seen]


def advised(
    reason: str, name: str, variables: Iterable[Variable], free: Collection[Variable]
) -> str:
    """The reason why something is unknown; with advice where a variable was left free."""
    if UNSAID not in reason and NEEDED not in reason:
        return reason
    words = re.findall(r"\w+", reason)
    left = [one.name for one in variables if one in free or one.name in words]
    typed = r" /\ ".join(rf"{one} \in S" for one in left)
    return f"{reason}; {ADVICE.format(name=name or 'the specification', typed=typed)}"
