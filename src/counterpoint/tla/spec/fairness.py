"""The fairness conditions of a specification, and its other assumptions about runs."""

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

    A run is unfair if from some point on the action is never taken although it is enabled in all
    states from there on (weak fairness), or in infinitely many (strong fairness).
    """

    name: str
    strong: bool
    action: StepAtom
    """`<<A>>_v`, evaluated on steps."""
    enabled: StepAtom
    """`ENABLED <<A>>_v`, evaluated on states."""
    conjunct: Conjunct


def fairness_of(specification: Specification) -> tuple[Fairness, ...]:
    """The fairness conditions of a specification, in order, with quantifiers unrolled.

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
    """Whether the only assumption about runs is that they continue while they can.

    That is weak fairness of the whole next-state action.

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
    """A remark on how paths that continue while they can differ from the runs of a specification.

    It is empty if they do not differ.
    """
    if is_progress(specification):
        return ""
    said = f"the paths of {specification.name} go on while they can"
    if specification.of(Kind.FAIR, Kind.TEMPORAL):
        return f"{said}; its fairness is not asked of them"
    return f"{said}; it would let them stop anywhere"


@dataclass(frozen=True, slots=True)
class Assumed:
    """A TEMPORAL conjunct of a specification: only runs that satisfy it count.

    If it cannot be translated, `formula` is None and `reason` says why. It is then ignored, which
    adds runs: a claim that holds still holds, but one that fails may fail only for added runs.
    """

    conjunct: Conjunct
    formula: Formula | None
    reason: str = ""


def assumptions(specification: Specification, translation: Translation) -> tuple[Assumed, ...]:
    """The TEMPORAL conjuncts as formulas; their atoms are added to those of the translation."""
    return tuple(_assumed(one, translation) for one in specification.of(Kind.TEMPORAL))


def _assumed(conjunct: Conjunct, translation: Translation) -> Assumed:
    try:
        return Assumed(conjunct, translation.said(conjunct))
    except Refused as refused:
        return Assumed(conjunct, None, refused.message)
