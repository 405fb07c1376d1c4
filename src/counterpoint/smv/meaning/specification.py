"""Specifications as formulas: CTL, LTL with past operators, and invariants.

Atoms are the texts of expressions, which mean the same to every part that reads formulas. They and
the connectives between them are split as far as types allow, so that a remark on what does not
matter names the smallest part.

A condition on a step, or on the past, is one atom: see `moments`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...errors import BadDeclaration, BadType
from ...logic.formula import Atom, Const, Formula, Junction, Junctor, Not, Path, Temporal, joined
from ...logic.formula import Tense as Operator
from ...logic.premises import always
from ...logic.span import NOWHERE
from ...terms.term import Term
from ..modules.instance import Instance
from ..tree import Binary, Case, Choice, Expression, Next, Tense, Unary, is_temporal
from .evaluate import Evaluator
from .moments import ONLY_CONNECTIVES, PAST, Moments, of_branching_time
from .value import Fault, Kind, Reading, Scalar

_LINEAR = {
    "X": Operator.NEXT,
    "F": Operator.FINALLY,
    "G": Operator.GLOBALLY,
    "U": Operator.UNTIL,
    "V": Operator.RELEASE,
}
_JUNCTORS = {"&": Junctor.AND, "|": Junctor.OR, "->": Junctor.IMPLIES, "<->": Junctor.IFF}


class Specifier:
    """Translates specifications.

    `conditions` are the conditions on states that they use, by text, and the records of `moments`
    those on steps and on the past.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self.moments = Moments(evaluator)
        self.conditions: dict[str, Term] = {}

    def branching(self, node: Expression, instance: Instance) -> Formula:
        """The formula of a CTL specification.

        Raises `BadType` for operators of linear time, and `BadDeclaration` for conditions on steps.
        """
        return _Branching(self).formula(node, instance)

    def linear(self, node: Expression, instance: Instance) -> Formula:
        """The formula of an LTL specification; raises `BadType` for operators of branching time."""
        return _Linear(self).formula(node, instance)

    def invariant(self, node: Expression, instance: Instance) -> Formula:
        """The formula that a condition is true of all states that are reached, or of all steps."""
        return Path(False, always(self._reached(node, instance)))

    def again(self, node: Expression, instance: Instance) -> Formula:
        """The formula that a condition is true again and again."""
        return always(Temporal(Operator.FINALLY, (self._reached(node, instance),)))

    def _reached(self, node: Expression, instance: Instance) -> Formula:
        """The formula of a condition on the state, or on the step just taken."""
        if self.moments.at(node, instance).of_step:
            return self.moments.just(node, instance)
        return self._of_state(node, instance)

    def condition(self, node: Expression, instance: Instance) -> Formula:
        """The formula of a condition on the state, or on the step from it."""
        if self.moments.at(node, instance).of_step:
            return self.moments.formula(node, instance)
        return self._of_state(node, instance)

    def _of_state(self, node: Expression, instance: Instance) -> Formula:
        """The formula of a condition on the state, though parts that do not matter read a step."""
        reading = self._evaluator.condition(node, instance, "a specification")
        reads_step = reading.next_at is not None or reading.input_at is not None
        return self._atom(node, instance) if reads_step else self._split(node, instance)

    def condition_of_state(self, node: Expression, instance: Instance) -> Formula:
        """The formula of a condition on the state; raises `BadDeclaration` for one on the step."""
        reading = self._evaluator.condition(node, instance, "a specification")
        wrong = reading.next_at or reading.input_at
        if wrong is not None:
            what = "next" if reading.next_at is not None else "an input"
            says = f"{what} speaks of a step, and a specification of branching time of states only"
            raise BadDeclaration(says, wrong.place())
        return self._split(node, instance)

    def faults(self, node: Expression, instance: Instance) -> Iterator[Fault]:
        """The faults of the expressions in a specification."""
        if not is_temporal(node):
            yield from self._evaluator.read(node, instance).faults
            return
        parts = node.parts if isinstance(node, Tense) else _operands(node)
        for part in parts:
            yield from self.faults(part, instance)

    def _split(self, node: Expression, instance: Instance) -> Formula:
        """The formula of a condition on states; its connectives become those of the formula."""
        match node:
            case Unary("!", of):
                return Not(self._split(of, instance))
            case Binary(("&" | "|" | "->" | "<->") as operator):
                if _is_boolean(self._evaluator.read(node.left, instance)):
                    return self._row(node, operator, instance)
        return self._atom(node, instance)

    def _atom(self, node: Expression, instance: Instance) -> Formula:
        text = self.moments.text(node, instance)
        if text in ("TRUE", "FALSE"):
            return Const(text == "TRUE")
        value = self._evaluator.read(node, instance).value
        assert isinstance(value, Scalar)
        self.conditions[text] = value.term
        return Atom(text)

    def _row(self, node: Binary, operator: str, instance: Instance) -> Formula:
        parts = [node.right]
        left = node.left
        while operator in "&|" and isinstance(left, Binary) and left.operator == operator:
            parts.append(left.right)
            left = left.left
        formulas = [self._split(part, instance) for part in (left, *reversed(parts))]
        return joined(_JUNCTORS[operator], formulas, NOWHERE)


class _Branching:
    """Translates CTL."""

    def __init__(self, on: Specifier) -> None:
        self._on = on

    def formula(self, node: Expression, instance: Instance) -> Formula:
        if not is_temporal(node):
            return self._on.condition_of_state(node, instance)
        if not isinstance(node, Tense):
            return _connected(node, lambda part: self.formula(part, instance))
        parts = [self.formula(part, instance) for part in node.parts]
        some, operator = node.operator[0] == "E", node.operator[1:]
        if node.operator in _LINEAR or node.operator in PAST:
            says = f"{node.operator} is an operator of linear time: write it in an LTLSPEC"
            raise BadType(says, node.at.place())
        if node.low is not None and node.high is not None:
            return self._bounded(some, operator, parts, node.low, node.high)
        return Path(some, Temporal(_LINEAR[operator], tuple(parts)))

    def _bounded(
        self, some: bool, operator: str, parts: list[Formula], low: int, high: int
    ) -> Formula:
        """`EBF`, `ABG`, `E[p BU q]` and so on: within `low` to `high` steps."""

        def ahead(of: Formula) -> Formula:
            return Path(some, Temporal(Operator.NEXT, (of,)))

        goal, hold = parts[-1], parts[0]
        join = Junctor.AND if operator == "BG" else Junctor.OR
        found = goal
        for _ in range(high - low):
            more = ahead(found)
            if operator == "BU":
                more = Junction(Junctor.AND, hold, more)
            found = Junction(join, goal, more)
        for _ in range(low):
            found = ahead(found)
            if operator == "BU":
                found = Junction(Junctor.AND, hold, found)
        return found


class _Linear:
    """Translates LTL."""

    def __init__(self, on: Specifier) -> None:
        self._on = on

    def formula(self, node: Expression, instance: Instance) -> Formula:
        if not is_temporal(node):
            return self._on.condition(node, instance)
        if not isinstance(node, Tense):
            return _connected(node, lambda part: self.formula(part, instance))
        if node.operator in PAST:
            return self._on.moments.formula(node, instance)
        parts = tuple(self.formula(part, instance) for part in node.parts)
        if node.operator not in _LINEAR:
            raise BadType(of_branching_time(node.operator), node.at.place())
        if node.low is not None and node.high is not None:
            return _within(node.operator, parts[0], node.low, node.high)
        if node.operator == "G":
            return self._always(parts[0])
        return Temporal(_LINEAR[node.operator], parts)

    def _always(self, of: Formula) -> Formula:
        """`G of`; `X` before what is true at first is left out, so that states are asked about."""
        match of:
            case Temporal(Operator.NEXT, (Atom(text) as just,)):
                return always(just if self._on.moments.is_true_at_first(text) else of)
        return always(of)


def _within(operator: str, of: Formula, low: int, high: int) -> Formula:
    """`F [1,3] p` is `X (p | X (p | X p))`; `G` is its dual."""
    join = Junctor.OR if operator == "F" else Junctor.AND
    found = of
    for _ in range(high - low):
        found = Junction(join, of, Temporal(Operator.NEXT, (found,)))
    for _ in range(low):
        found = Temporal(Operator.NEXT, (found,))
    return found


def _connected(node: Expression, formula: Callable[[Expression], Formula]) -> Formula:
    """The formula of a connective over formulas; raises `BadType` for another operator."""
    match node:
        case Unary("!", of):
            return Not(formula(of))
        case Binary(operator, left, right) if operator in _JUNCTORS:
            return Junction(_JUNCTORS[operator], formula(left), formula(right))
        case Binary("xnor" | "=", left, right):
            return Junction(Junctor.IFF, formula(left), formula(right))
        case Binary("xor" | "!=", left, right):
            return Not(Junction(Junctor.IFF, formula(left), formula(right)))
    raise BadType(ONLY_CONNECTIVES, node.at.place())


def _operands(node: Expression) -> tuple[Expression, ...]:
    match node:
        case Unary(_, of):
            return (of,)
        case Binary(_, left, right):
            return left, right
        case Choice(condition, then, otherwise):
            return condition, then, otherwise
        case Case(branches):
            return tuple(part for branch in branches for part in (branch.condition, branch.of))
        case Next(of):
            return (of,)
    return ()


def _is_boolean(reading: Reading) -> bool:
    return isinstance(reading.value, Scalar) and reading.value.kind is Kind.BOOLEAN
