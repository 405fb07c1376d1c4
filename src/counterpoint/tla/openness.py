"""The variables that a specification leaves free and that something else mentions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from .bounds import Bounds
from .scope import Variable
from .spec.freedom import free_variables, mentioned, pinned
from .spec.specification import Conjunct, Specification
from .steps.planner import NEEDED, OF_ENABLED, OF_PART, UNSAID

ON_THE_LEFT = r"with {name} /\ []({typed}) on the left, S a finite set, it can be decided"
IN_SPECIFICATION = "with []({typed}) in the specification, S a finite set, it can be decided"
WITHIN = {
    OF_ENABLED: "with {typed}, S a finite set, in the action of that ENABLED or fairness, "
    "it can be decided",
    OF_PART: "with {typed}, S a finite set, in that part, it can be decided",
}
"""Advice if the next state belongs to one action only, so that no other conjunct determines it."""

_LACKING = re.compile(
    rf"(?:the value of|{UNSAID}) (\w+'?(?:, \w+'?)*) "
    rf"(?:{NEEDED}|is in the (?:beginning|next state))({'|'.join(map(re.escape, WITHIN))}|)"
)
"""Matches a reason: the variables without a value, and the part of an action it is about."""


def settled(
    specification: Specification,
    variables: Sequence[Variable],
    parts: Iterable[Conjunct],
    bounds: Bounds,
) -> tuple[Specification, list[Variable]]:
    r"""The specification with unobserved variables pinned, and the variables that it leaves free.

    A free variable is unobserved if neither the specification, nor the parts of the claim, nor the
    bounds of the search mention it; it is pinned to one value. A variable that counts as free may
    still get a value in each reachable step.

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
    reason: str, free: Collection[Variable], variables: Iterable[Variable], left: str
) -> str:
    """The reason why a claim is unknown, with advice if a variable was left free.

    `left` is the name of the specification if the claim is an implication with it on the left side.
    """
    lacking = _LACKING.search(reason)
    if lacking is None:
        return reason
    names = [name.rstrip("'") for name in lacking[1].split(", ")]
    if within := lacking[2]:
        typed = _typed(f"{name}'" for name in names)
        return f"{reason}; {WITHIN[within].format(typed=typed)}"
    typed = _typed(one.name for one in variables if one in free or one.name in names)
    advice = ON_THE_LEFT if left else IN_SPECIFICATION
    return f"{reason}; {advice.format(name=left, typed=typed)}"


def _typed(names: Iterable[str]) -> str:
    return r" /\ ".join(rf"{name} \in S" for name in names)
