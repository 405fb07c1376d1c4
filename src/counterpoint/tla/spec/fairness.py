"""The fairness of a specification, and what else it assumes of its runs."""

from __future__ import annotations

from ...data import dataclass
from ...errors import Refused
from ...logic.formula import Formula
from ..evaluate.context import Closed
from ..tree import Angle, Enabled, Fair, Square
from .binding import identity
from .specification import Conjunct, Kind, Specification
from .temporal import StepAtom, Translation


@dataclass(frozen=True, slots=True)
class Fairness:
    """Weak or strong fairness of one action.

    A run is unfair if from some point on the action is never taken, though it is `enabled` in every
    state from there on (weak), or in infinitely many (strong).
    """

    name: str
    strong: bool
    action: StepAtom
    """`<<A>>_v`, asked of steps."""
    enabled: StepAtom
    """`ENABLED <<A>>_v`, asked of states."""
    conjunct: Conjunct


def fairness_of(specification: Specification) -> tuple[Fairness, ...]:
    """The fairness conditions of a specification, in their order, quantifiers unrolled.

    >>> from ..scope import Scope, Variable
    >>> from ..tree import Apply, Prime
    >>> scope = Scope({"x": Variable("x", 0)})
    >>> fair = Fair(True, Apply("x"), Prime(Apply("x")))
    >>> spec = Specification("Spec", (Conjunct(Kind.FAIR, "Spec", fair, scope),))
    >>> [(one.name, one.strong) for one in fairness_of(spec)]
    [("SF_x(x')", True)]
    """
    return tuple(map(_fairness, specification.of(Kind.FAIR)))


def _fairness(conjunct: Conjunct) -> Fairness:
    fair, scope = conjunct.expression, conjunct.scope
    assert isinstance(fair, Fair)
    action = Angle(fair.action, fair.subscript, at=fair.at)
    return Fairness(
        str(conjunct),
        fair.strong,
        StepAtom(action, scope, of_steps=True),
        StepAtom(Enabled(action, at=fair.at), scope, of_steps=False),
        conjunct,
    )


def is_progress(specification: Specification) -> bool:
    """Whether fairness asks for one thing only: that a run goes on while it can.

    >>> from ..scope import Scope, Variable
    >>> from ..tree import Apply
    >>> scope = Scope({"x": Variable("x", 0)})
    >>> box = Conjunct(Kind.STEPS, "Spec", Square(Apply("Next"), Apply("x")), scope)
    >>> fair = Conjunct(Kind.FAIR, "Spec", Fair(False, Apply("x"), Apply("Next")), scope)
    >>> is_progress(Specification("Spec", (box, fair))), is_progress(Specification("Spec", (box,)))
    (True, False)
    """
    boxes = specification.of(Kind.STEPS)
    runs = specification.of(Kind.FAIR, Kind.TEMPORAL)
    if len(boxes) != 1 or len(runs) != 1:
        return False
    box, fair = boxes[0].expression, runs[0].expression
    if not isinstance(box, Square) or not isinstance(fair, Fair) or fair.strong:
        return False
    pairs = (box.action, fair.action), (box.subscript, fair.subscript)
    return all(
        identity(Closed(one, boxes[0].scope)) == identity(Closed(other, runs[0].scope))
        for one, other in pairs
    )


def said_of_paths(specification: Specification) -> str:
    """How paths that go on while they can differ from the runs of a specification, if they do."""
    if is_progress(specification):
        return ""
    said = f"the paths of {specification.name} go on while they can"
    if specification.of(Kind.FAIR, Kind.TEMPORAL):
        return f"{said}; its fairness is not asked of them"
    return f"{said}; it would let them stop anywhere"


@dataclass(frozen=True, slots=True)
class Assumed:
    """A temporal conjunct of a specification: only runs that satisfy it count.

    Where it cannot be decided, `formula` is None and `reason` says why. Without it there are more
    runs, so what holds of them all holds still; what fails may fail for runs that do not count.
    """

    conjunct: Conjunct
    formula: Formula | None
    reason: str = ""


def assumptions(specification: Specification, translation: Translation) -> tuple[Assumed, ...]:
    """The temporal conjuncts as formulas, whose atoms are added to those of the translation."""
    return tuple(_assumed(one, translation) for one in specification.of(Kind.TEMPORAL))


def _assumed(conjunct: Conjunct, translation: Translation) -> Assumed:
    try:
        return Assumed(conjunct, translation.said(conjunct))
    except Refused as refused:
        return Assumed(conjunct, None, refused.message)
