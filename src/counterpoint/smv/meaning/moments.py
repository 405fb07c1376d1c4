"""Moments: what is true at a time of a run, of the state, of the step from it, and of the past.

A formula reads a moment as an atom, its text. What a state alone does not show is recorded in a
variable; that of a condition on steps has its value in the step just taken, which is the value one
time earlier. So `X` of it is the condition, as in `F X {i}`.
"""

from __future__ import annotations

from ...data import dataclass
from ...errors import BadType, Refused
from ...logic.formula import Atom, Formula, Temporal
from ...logic.formula import Tense as Operator
from ...model.record import Record
from ...nodes import nodes_in
from ...terms.apply import FALSE, TRUE, all_true, any_true, variables_of
from ...terms.sort import Bool
from ...terms.substitute import Substitution, simplified
from ...terms.term import Op, Term, Variable
from ..modules.instance import Instance
from ..tree import Binary, Expression, Tense, Unary, is_temporal
from .evaluate import Evaluator
from .value import Scalar, negation
from .written import Writer

PAST = frozenset("YZHOST")
"""The operators about the past."""

FUTURE = frozenset("XFGUV")
"""The operators about the future."""

_HOLD_AT_FIRST = "ZHT"
"""Those that are true at first, of times that there are not."""

CONNECTIVES = frozenset({"&", "|", "->", "<->", "xor", "xnor", "=", "!="})
"""The operators that join formulas."""

ONLY_CONNECTIVES = "formulas are joined by ! & | -> <-> xor xnor only"


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """A condition as a term over the state and, if it is `of_step`, over the step from it."""

    term: Term
    of_step: bool


def of_branching_time(operator: str) -> str:
    """Why an operator cannot stand in a formula of linear time."""
    return f"{operator} is an operator of branching time: write it in a CTLSPEC"


class Moments:
    """Reads conditions on states, steps and the past; `records` are those that formulas name."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._writer = Writer(evaluator.names)
        self._after: dict[str, Variable] = {}
        self._now: dict[str, Variable] = {}
        self.records: dict[str, Record] = {}
        self._of_steps: set[str] = set()
        for place in evaluator.places:
            for pair in place.pairs:
                self._pair(pair.now, pair.after)
                is_input = place.declared.kind == "IVAR"
                self._of_steps.add(pair.now.name if is_input else pair.after.name)

    def _pair(self, now: Variable, after: Variable) -> None:
        self._after[now.name], self._now[after.name] = after, now

    def text(self, node: Expression, instance: Instance) -> str:
        """The text of an expression as `main` reads it, with single blanks, as atoms have it."""
        return " ".join(self._writer.text(node, instance).split())

    def formula(self, node: Expression, instance: Instance) -> Formula:
        """The formula of a condition on steps, or of an operator about the past.

        Raises `BadType` for operators of branching time, and `Refused` for those about the future.
        """
        moment, text = self.at(node, instance), self.text(node, instance)
        if moment.of_step:
            return Temporal(Operator.NEXT, (self.just(node, instance),))
        if text not in self.records:
            later = Substitution(self._after).of(moment.term)
            self._record(text, Variable(text, Bool()), self._at_first(moment.term), later)
        return Atom(text)

    def just(self, node: Expression, instance: Instance) -> Atom:
        """The atom that a condition on steps was true of the step just taken, if there was one."""
        moment, text = self.at(node, instance), self.text(node, instance)
        self._record(text, _just(text), TRUE, moment.term)
        return Atom(text)

    def is_true_at_first(self, text: str) -> bool:
        """Whether an atom is a record that is true in every initial state."""
        return text in self.records and self.records[text].first == TRUE

    def at(self, node: Expression, instance: Instance) -> Moment:
        """The moment of an expression; what it reads of the past is recorded."""
        if not is_temporal(node):
            reading = self._evaluator.condition(node, instance, "a specification")
            assert isinstance(reading.value, Scalar)
            read = self._evaluator.reads(node, instance)
            return Moment(reading.value.term, not self._of_steps.isdisjoint(read))
        match node:
            case Unary("!", of):
                found = self.at(of, instance)
                return Moment(negation(found.term), found.of_step)
            case Binary(operator, left, right) if operator in CONNECTIVES:
                one, other = self.at(left, instance), self.at(right, instance)
                term = _connected(operator, one.term, other.term)
                return Moment(term, one.of_step or other.of_step)
            case Tense(operator) if operator in PAST:
                return self._past(node, instance)
            case Tense(operator):
                raise BadType(of_branching_time(operator), node.at.place())
        raise BadType(ONLY_CONNECTIVES, node.at.place())

    def _past(self, node: Tense, instance: Instance) -> Moment:
        if any(isinstance(part, Tense) and part.operator in FUTURE for part in nodes_in(node)):
            says = (
                f"{node.operator} asks here what was to come at an earlier time: only expressions "
                "and operators about the past may stand after an operator about the past"
            )
            raise Refused(says, node.at.place())
        if node.low is not None and node.high is not None:
            return self.at(_unrolled(node, node.low, node.high), instance)
        text, operator = self.text(node, instance), node.operator
        first = TRUE if operator in _HOLD_AT_FIRST else FALSE
        parts = [self.at(part, instance) for part in node.parts]
        terms = [part.term for part in parts]
        if operator in "YZ":
            return Moment(self._record(text, Variable(text, Bool()), first, terms[0]), False)
        if any(part.of_step for part in parts):
            before = _just(text)
            found = _continued(operator, terms, before)
            self._record(text, before, first, found)
            return Moment(found, True)
        own, later = Variable(text, Bool()), Substitution(self._after)
        step = _continued(operator, [later.of(term) for term in terms], own)
        return Moment(self._record(text, own, _continued(operator, terms, first), step), False)

    def _at_first(self, term: Term) -> Term:
        """The value in an initial state of a condition on the state and on the past."""
        first: dict[str, Term] = {}
        for record in self.records.values():
            first[record.variable.name] = Substitution(first).of(record.first)
        return Substitution(first).of(term)

    def _record(self, text: str, variable: Variable, first: Term, step: Term) -> Variable:
        if text not in self.records:
            self._pair(variable, Variable(f"next({variable.name})", Bool()))
            read = {v.name: v for v in variables_of(step) if v.name in self._now}
            later = tuple((after, self._now[name]) for name, after in read.items())
            self.records[text] = Record(variable, first, step, later)
        return self.records[text].variable


def _connected(operator: str, left: Term, right: Term) -> Term:
    """The value of a connective."""
    match operator:
        case "&":
            return all_true((left, right))
        case "|":
            return any_true((left, right))
        case "->":
            return any_true((negation(left), right))
        case "<->" | "xnor" | "=":
            return simplified(Op.EQ, (left, right))
    return negation(simplified(Op.EQ, (left, right)))


def _just(text: str) -> Variable:
    """The variable of what was true of the step just taken; an input may have the text as name."""
    return Variable(f"just:{text}", Bool())


def _continued(operator: str, terms: list[Term], before: Term) -> Term:
    """The value of an operator about the past, for its value one time before."""
    p, q = terms[0], terms[-1]
    match operator:
        case "O":
            return any_true((p, before))
        case "H":
            return all_true((p, before))
        case "S":
            return any_true((q, all_true((p, before))))
        case "T":
            return all_true((q, any_true((p, before))))
    raise AssertionError(operator)


def _unrolled(node: Tense, low: int, high: int) -> Expression:
    """`O [1,3] p` is `Y (p | Y (p | Y p))`, and `H [1,3] p` is `Y (p & Y (p & Y p))`.

    So `H` is false where there are not as many steps yet, as it is in NuSMV.
    """
    (of,) = node.parts
    join = "|" if node.operator == "O" else "&"
    found = of
    for _ in range(high - low):
        found = Binary(join, of, Tense("Y", (found,), at=node.at), at=node.at)
    for _ in range(low):
        found = Tense("Y", (found,), at=node.at)
    return found
