"""Variables that a specification leaves free, in the first state or in steps."""

from __future__ import annotations

from collections.abc import Iterable

from ...data import dataclass
from ..evaluate.reader import reading
from ..modules.language import language
from ..scope import Scope, Variable
from ..tree import Apply, String, Unchanged
from .determined import Determined, determined
from .specification import Conjunct, Kind, Specification
from .weaken import weakened

FROZEN = "(frozen)"
"""The rule of the conjuncts that freeze variables."""


@dataclass(frozen=True, slots=True)
class Free:
    """A variable that no conjunct determines, in the first state or in the next one."""

    variable: Variable
    at_start: bool
    in_steps: bool
    mentioned: bool
    """Whether some conjunct mentions it; otherwise its value makes no difference."""


def free_variables(specification: Specification, variables: Iterable[Variable]) -> tuple[Free, ...]:
    r"""The variables that are free, in order.

    A box `[A]_v` determines the next value of x if v contains x and each alternative of A has
    `x' = e`, `x' \in S` or UNCHANGED x. `[](x \in S)` determines the value in every state.

    >>> x, y = Variable("x", 0), Variable("y", 1)
    >>> scope = Scope({"x": x, "y": y})
    >>> box = Conjunct(Kind.STEPS, "S", Unchanged(Apply("x")), scope)
    >>> for free in free_variables(Specification("S", (box,)), [x, y]):
    ...     print(free.variable.name, free.at_start, free.in_steps, free.mentioned)
    x True False True
    y True True False
    """
    start = _said(specification.of(Kind.START, Kind.ALWAYS), primed=False)
    steps = _said(specification.of(Kind.ALWAYS), primed=False)
    steps = _more(steps, _said(specification.of(Kind.STEPS), primed=True))
    seen = mentioned(specification.conjuncts)
    found = (
        Free(
            variable,
            start is not None and variable not in start,
            steps is not None and variable not in steps,
            variable in seen,
        )
        for variable in variables
    )
    return tuple(free for free in found if free.at_start or free.in_steps)


def mentioned(conjuncts: Iterable[Conjunct]) -> frozenset[Variable]:
    """The variables that some conjunct mentions."""
    each = (reading(one.expression, one.scope).variables for one in conjuncts)
    return frozenset[Variable]().union(*each)


def frozen(specification: Specification, variables: Iterable[Variable]) -> Specification:
    """The specification in which those of these variables that are free keep their initial value.

    A variable with a next value that a conjunct determines is not frozen. If no conjunct determines
    an initial value, the initial predicates of the rules that are switched off are added, weakened
    to the variables that lack one.
    """
    wanted = tuple(variables)
    start = _said(specification.of(Kind.START, Kind.ALWAYS), primed=False)
    lost = frozenset() if start is None else frozenset(wanted) - start
    back = [
        Conjunct(Kind.START, FROZEN, predicate.expression, predicate.scope)
        for one in specification.off
        if one.kind in {Kind.START, Kind.ALWAYS} and (predicate := weakened(one.closed, lost))
    ]
    idle = (one.variable for one in free_variables(specification, wanted) if one.in_steps)
    return specification.plus([*back, *map(_kept, idle)])


def pinned(specification: Specification, variables: Iterable[Variable]) -> Specification:
    """The specification in which these variables, which nothing mentions, are constant."""
    wanted = tuple(variables)
    return specification.plus([*map(_idle, wanted), *map(_kept, wanted)])


def _kept(variable: Variable) -> Conjunct:
    return Conjunct(Kind.STEPS, FROZEN, Unchanged(Apply(variable.name)), _scope(variable))


def _idle(variable: Variable) -> Conjunct:
    said = Apply("=", (Apply(variable.name), String("free")))
    return Conjunct(Kind.START, FROZEN, said, _scope(variable))


def _scope(variable: Variable) -> Scope:
    return Scope({variable.name: variable}, language())


def _said(conjuncts: Iterable[Conjunct], *, primed: bool) -> Determined:
    """The variables that the conjunction of these conjuncts determines."""
    found: Determined = frozenset()
    for conjunct in conjuncts:
        found = _more(found, determined(conjunct.closed, primed=primed))
    return found


def _more(one: Determined, other: Determined) -> Determined:
    return None if one is None or other is None else one | other
