"""Systems as models: all declarations of a flat system as the parts of one model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from ...data import dataclass
from ...errors import BadDeclaration, Refused
from ...logic.formula import Atom, Const, Formula, Junction, Junctor, Not, operands
from ...model.action import Action
from ...model.relation import TransitionRelation, actions_of, are_grounded
from ...terms.apply import FALSE, TRUE, all_true, any_true, apply
from ...terms.sort import Bool
from ...terms.substitute import Substitution
from ...terms.term import Op, Term, Variable
from ...tuning import Tuning
from ..modules.instance import Flat, Instance
from ..syntax import read_expression
from ..tree import Constraint
from .assignments import Assigned, Assignments
from .evaluate import Evaluator
from .satisfiable import is_possible
from .specification import Remembered
from .value import Fault, Kind, Reading, Scalar, negation
from .variables import words_in


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """A variable that records an atom about the past: its value at first, and after a step."""

    variable: Variable
    after: Variable
    first: Term
    step: Term


class Meaning:
    """The meaning of a flat system; raises `BadType` or `BadDeclaration` for what has none."""

    def __init__(self, flat: Flat, tuning: Tuning) -> None:
        self._flat, self._tuning = flat, tuning
        self.evaluator = Evaluator(flat)
        self._assigned = self._assignments()
        self._check_definitions()
        self._first, self._step, self._fixed = self._conditions()

    # Variables.

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        """The state variables of the model, in the order of declaration."""
        return tuple(
            pair.now
            for place in self.evaluator.places
            if place.declared.kind != "IVAR"
            for pair in place.pairs
        )

    @cached_property
    def inputs(self) -> tuple[Variable, ...]:
        """The input variables."""
        return tuple(
            pair.now
            for place in self.evaluator.places
            if place.declared.kind == "IVAR"
            for pair in place.pairs
        )

    @cached_property
    def words(self) -> Mapping[str, tuple[bool, tuple[str, ...]]]:
        """For each word of the state, whether it is signed, and the variables of its bits."""
        found: dict[str, tuple[bool, tuple[str, ...]]] = {}
        for place in self.evaluator.places:
            for name, word in words_in(place.declared.name, place.now):
                found[name] = word.signed, tuple(bit.name for bit in word.bits)  # type: ignore[union-attr]
        return found

    @cached_property
    def _after(self) -> dict[str, tuple[Variable, Variable]]:
        """The variables that can change, with those of their values after a step."""
        return {
            pair.now.name: (pair.now, pair.after)
            for place in self.evaluator.places
            if place.declared.kind == "VAR"
            for pair in place.pairs
        }

    # Conditions.

    def _assignments(self) -> list[Assigned]:
        reading = Assignments(self.evaluator)
        found = [reading.read(*pair) for pair in self._flat.assignments]
        reading.require_no_circle()
        for assigned in found:
            self._require_sound(assigned.faults)
        return found

    def _check_definitions(self) -> None:
        """Read all definitions, so that a mistake in one that is not used is found as well."""
        for defined in self._flat.definitions:
            self.evaluator.read(defined.body, defined.instance)

    def _conditions(self) -> tuple[tuple[Term, ...], tuple[Term, ...], tuple[Term, ...]]:
        """The conditions on initial states, those of TRANS, and all other ones on steps."""
        first = [term for each in self._assigned for term in each.first]
        step: list[Term] = []
        fixed = [term for each in self._assigned for term in each.step]
        for constraint, instance in self._flat.constraints:
            kind, node = constraint.kind, constraint.condition
            if kind in ("FAIRNESS", "JUSTICE"):
                continue
            reading = self._constraint(constraint, instance)
            assert isinstance(reading.value, Scalar)
            if kind in ("INIT", "INVAR"):
                first.append(reading.value.term)
            if kind == "TRANS":
                step.append(reading.value.term)
            if kind == "INVAR":
                later = self.evaluator.read_after(node, instance).value
                assert isinstance(later, Scalar)
                fixed.append(later.term)
        return tuple(first), tuple(step), tuple(fixed)

    def _constraint(self, constraint: Constraint, instance: Instance) -> Reading:
        reading = self.evaluator.condition(constraint.condition, instance, constraint.kind)
        if constraint.kind != "TRANS":
            if reading.next_at is not None:
                says = f"next stands in TRANS, and not in {constraint.kind}"
                raise BadDeclaration(says, reading.next_at.place())
            if reading.input_at is not None:
                says = f"an input belongs to a step, and {constraint.kind} speaks of states"
                raise BadDeclaration(says, reading.input_at.place())
        self._require_sound(reading.faults)
        return reading

    def require_sound(self, faults: Iterable[Fault]) -> None:
        """Raise `BadDeclaration` if a fault can occur for some values of the variables.

        As in NuSMV, all values count, not only those of reachable states.
        """
        self._require_sound(faults)

    def _require_sound(self, faults: Iterable[Fault]) -> None:
        for fault in faults:
            found = is_possible(fault.condition, self._tuning.faults_tried)
            if found:
                raise BadDeclaration(fault.says, fault.at.place())
            if found is None:
                says = f"it would take too long to find out whether {fault.says}"
                raise Refused(says, fault.at.place())

    @property
    def is_total(self) -> bool:
        """Whether each state has a step by the form of the text: nothing restricts steps."""
        restricting = {"TRANS", "INVAR"}
        return not any(each.kind in restricting for each, _ in self._flat.constraints)

    @property
    def are_inputs_shown(self) -> bool:
        """Whether the labels of steps show the inputs."""
        return are_grounded(self.inputs, self._tuning)

    # Results.

    def start(self, histories: Sequence[History]) -> Term:
        """The condition on the initial states."""
        first = [
            apply(Op.EQ, history.variable, history.first)
            if history.first not in (TRUE, FALSE)
            else (history.variable if history.first == TRUE else negation(history.variable))
            for history in histories
        ]
        return all_true((*self._first, *first))

    def actions(self, histories: Sequence[History]) -> tuple[Action, ...]:
        """The actions that make up the steps."""
        names = dict(self.evaluator.definitions)
        after = dict(self._after)
        conditions = list(self._fixed)
        for history in histories:
            after[history.variable.name] = history.variable, history.after
            conditions.append(apply(Op.EQ, history.after, history.step))
        whole = tuple(conditions)
        relation = TransitionRelation(after, self.inputs, self._step, names=names, whole=whole)
        return actions_of(relation, self._tuning)

    def histories(self, past: Mapping[str, Remembered]) -> list[History]:
        """The variables that record atoms about the past; those inside of others come first."""
        found: dict[str, History] = {}
        later = {now.name: to for now, to in self._after.values()}
        for text, one in past.items():
            variable = Variable(text, Bool())
            after = Variable(f"next({text})", Bool())
            terms = [self._term(part, found) for part in one.parts]
            shifted = [Substitution(later).of(term) for term in terms]
            first, step = _remembered(one.operator, terms, shifted, variable)
            found[text] = History(variable, after, first, step)
            later[text] = after
        return list(found.values())

    def _term(self, formula: Formula, known: Mapping[str, History]) -> Term:
        """The condition that a formula without temporal operators is."""
        match formula:
            case Const(value):
                return TRUE if value else FALSE
            case Atom(text):
                return known[text].variable if text in known else self.condition(text)
            case Not(of):
                return negation(self._term(of, known))
            case Junction(junctor, left, right):
                if junctor is Junctor.IFF:
                    return apply(Op.EQ, self._term(left, known), self._term(right, known))
                if junctor is Junctor.IMPLIES:
                    return any_true((negation(self._term(left, known)), self._term(right, known)))
                parts = [self._term(part, known) for part in operands(formula)]
                return all_true(parts) if junctor is Junctor.AND else any_true(parts)
        raise AssertionError(formula)

    def condition(self, text: str) -> Term:
        """The condition over the state in a text, as `main` reads it.

        Raises `UnknownAtom` for a name that is undefined, and `BadType` or `BadDeclaration` for
        what is no condition on states.
        """
        node = read_expression(text, "")
        reading = self.evaluator.condition(node, self._flat.main, "a condition")
        wrong = reading.next_at or reading.input_at
        if wrong is not None:
            raise BadDeclaration(
                "a condition of a state reads no inputs and no next", wrong.place()
            )
        self._require_sound(reading.faults)
        assert isinstance(reading.value, Scalar)
        return reading.value.term

    def named_conditions(self) -> dict[str, Term]:
        """The definitions that are conditions on states, by name."""
        found: dict[str, Term] = {}
        for defined in self._flat.definitions:
            reading = self.evaluator.read(defined.body, defined.instance)
            plain = reading.next_at is None and reading.input_at is None and not reading.faults
            if plain and isinstance(reading.value, Scalar) and reading.value.kind is Kind.BOOLEAN:
                found[defined.name] = reading.value.term
        return found


def _remembered(
    operator: str, now: Sequence[Term], later: Sequence[Term], own: Variable
) -> tuple[Term, Term]:
    """The value of an operator about the past at first, and after a step."""
    p, q = now[0], now[-1]
    after_p, after_q = later[0], later[-1]
    match operator:
        case "Y":
            return FALSE, p
        case "Z":
            return TRUE, p
        case "O":
            return p, any_true((after_p, own))
        case "H":
            return p, all_true((after_p, own))
        case "S":
            return q, any_true((after_q, all_true((after_p, own))))
        case "T":
            return q, all_true((after_q, any_true((after_p, own))))
    raise AssertionError(operator)
