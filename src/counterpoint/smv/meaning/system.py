"""Systems as models: all declarations of a flat system as the parts of one model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from ...errors import BadDeclaration, Refused
from ...model.action import Action
from ...model.relation import TransitionRelation, actions_of
from ...terms.apply import all_true
from ...terms.term import Term, Variable
from ...tuning import Tuning
from ..constants import text_of_constant
from ..modules.instance import Flat, Instance
from ..syntax import read_expression
from ..tree import Constraint
from .assignments import Assigned, Assignments
from .evaluate import Evaluator
from .satisfiable import is_possible
from .value import Fault, Kind, Reading, Scalar
from .variables import words_in


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
        state = (place for place in self.evaluator.places if place.declared.kind != "IVAR")
        for place in state:
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

    # Results.

    @property
    def start(self) -> Term:
        """The condition on the initial states."""
        return all_true(self._first)

    def actions(self) -> tuple[Action, ...]:
        """The actions that make up the steps."""
        names = dict(self.evaluator.definitions)
        relation = TransitionRelation(
            self._after,
            self.inputs,
            self._step,
            names=names,
            whole=self._fixed,
            spells=text_of_constant,
        )
        return actions_of(relation, self._tuning)

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
