"""Circuits as models: a variable for each latch, and one action that takes them all a step on.

In AIGER, whether a state is bad may depend on the inputs too, and on the constraints, which may
read them as well. A model has its conditions on states alone. So where inputs matter, a *monitor*,
one more variable, says whether the step that led here was bad: then a bad state is seen one step
later than in AIGER. A step needs inputs under which all constraints are true, and every step that
is possible with some inputs leads on, so a monitor is true in some state iff AIGER's bad literal
is. If the inputs are few, each choice of them is an action of its own, `step(i0=1)`, and a bad
state is one in which some choice is bad.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import ClassVar, Self

from ..data import dataclass
from ..model.action import Action
from ..model.model import Model
from ..model.notation import Notation
from ..model.parts import Parts
from ..terms.apply import FALSE, TRUE
from ..terms.term import Term, Variable
from .circuit import Circuit, Literal
from .names import names_of
from .terms import BOOL, Terms, conjunction, disjunction, negation

STEP = "step"

FEW_INPUTS = 3
"""Up to so many inputs, each choice of them is an action with a label of its own."""

FEW_GATES = 1 << 14
"""The same, for the number of gates times the number of choices."""


class CircuitModel(Model):
    """The model of a circuit; `circuit` is what it was made of."""

    notation: ClassVar = Notation.CIRCUIT
    circuit: Circuit
    source_files: tuple[str, ...] = ()

    @classmethod
    def made(cls, name: str, circuit: Circuit, parts: Parts) -> Self:
        """The model of a circuit with these parts."""
        found = cls(name)
        found._parts, found.circuit = parts, circuit
        return found


def model_of(circuit: Circuit, name: str = "circuit", *, few: int = FEW_INPUTS) -> CircuitModel:
    """The model of a circuit; up to `few` inputs are shown in the labels of steps.

    Its requirements are `bad 0`, `bad 1` and so on, and `justice 0`. As in AIGER 1.0, the outputs
    are bad if the file has neither bad states nor justice properties.

    >>> from .circuit import Latch
    >>> model = model_of(Circuit((2,), (Latch(4, 6),), outputs=(4,), gates={6: (3, 5)}))
    >>> model.successors((False,))
    [('step(i0=0)', (True,)), ('step(i0=1)', (False,))]
    >>> dict(model.requirements)
    {'bad 0': 'AG !bad0'}
    """
    return CircuitModel.made(name, circuit, _Making(circuit, few).parts())


@dataclass(frozen=True, slots=True)
class _Property:
    """A literal to be watched, under its name in formulas."""

    name: str
    literal: Literal


@dataclass(frozen=True, slots=True)
class _Choice:
    """One way in which a step is taken: the terms of literals for it, and its label."""

    label: str
    choices: tuple[tuple[str, int], ...]
    terms: Terms


@dataclass(eq=False)
class _Making:
    circuit: Circuit
    few: int

    @cached_property
    def bad(self) -> tuple[_Property, ...]:
        circuit = self.circuit
        literals = circuit.bad if circuit.bad or circuit.justice else circuit.outputs
        return tuple(_Property(f"bad{n}", literal) for n, literal in enumerate(literals))

    @cached_property
    def fair(self) -> tuple[_Property, ...]:
        if not self.circuit.justice:
            return ()
        return tuple(_Property(f"fair{n}", lit) for n, lit in enumerate(self.circuit.fairness))

    @cached_property
    def justice(self) -> tuple[tuple[_Property, ...], ...]:
        return tuple(
            tuple(_Property(f"justice{n}_{at}", literal) for at, literal in enumerate(literals))
            for n, literals in enumerate(self.circuit.justice)
        )

    @property
    def recurring(self) -> Iterator[_Property]:
        yield from self.fair
        for each in self.justice:
            yield from each

    # Inputs

    @cached_property
    def inputs(self) -> list[Literal]:
        """The inputs on which anything depends."""
        circuit = self.circuit
        asked = [latch.next for latch in circuit.latches]
        asked += [each.literal for each in (*self.bad, *self.recurring)]
        used = circuit.cone([*asked, *circuit.constraints])
        own = {latch.literal for latch in circuit.latches} | circuit.gates.keys()
        return sorted(used - own)

    @cached_property
    def names(self) -> Mapping[Literal, str]:
        return names_of(self.circuit, self.inputs)

    @cached_property
    def variables(self) -> dict[Literal, Variable]:
        """The variable of each latch and of each input."""
        return {literal: Variable(name, BOOL) for literal, name in self.names.items()}

    @cached_property
    def is_labelled(self) -> bool:
        """Whether each choice of inputs is an action of its own."""
        many = len(self.inputs)
        return many <= self.few and len(self.circuit.gates) << many <= FEW_GATES

    def reads_inputs(self, *literals: Literal) -> bool:
        """Whether the value of some literal depends on inputs."""
        return not self.circuit.cone(literals).isdisjoint(self.inputs)

    @cached_property
    def choices(self) -> list[_Choice]:
        variables = self.variables
        if not self.is_labelled:
            return [_Choice(STEP, (), Terms(self.circuit, variables))]
        return [self._choice(values) for values in product((0, 1), repeat=len(self.inputs))]

    def _choice(self, values: Sequence[int]) -> _Choice:
        chosen = dict(zip(self.inputs, values, strict=True))
        shown = tuple((self.names[literal], value) for literal, value in chosen.items())
        given = {lit: TRUE if value else FALSE for lit, value in chosen.items()}
        listed = ",".join(f"{name}={value}" for name, value in shown)
        label = f"{STEP}({listed})" if shown else STEP
        return _Choice(label, shown, Terms(self.circuit, {**self.variables, **given}))

    # Properties

    def needs_monitor(self, of: _Property) -> bool:
        """Whether a literal says something of a step, and not of a state alone."""
        if of in self.bad:
            return not self.is_labelled and self.reads_inputs(of.literal, *self.circuit.constraints)
        return self.reads_inputs(of.literal)

    @cached_property
    def monitors(self) -> dict[_Property, Variable]:
        asked = (*self.bad, *self.recurring)
        return {each: Variable(each.name, BOOL) for each in asked if self.needs_monitor(each)}

    def _bad_here(self, of: _Property) -> Term:
        """The condition that a state is bad under some choice that the constraints allow."""
        literals = (*self.circuit.constraints, of.literal)
        return disjunction(choice.terms.all_of(literals) for choice in self.choices)

    def atoms(self) -> dict[str, Term]:
        """The properties that need no monitor, and latches with names that are not Python's."""
        latches = (self.variables[latch.literal] for latch in self.circuit.latches)
        found: dict[str, Term] = {v.name: v for v in latches if not v.name.isidentifier()}
        for each in self.bad:
            if each not in self.monitors:
                found[each.name] = self._bad_here(each)
        for each in self.recurring:
            if each not in self.monitors:
                found[each.name] = self.choices[0].terms.of(each.literal)
        return found

    def requirements(self) -> dict[str, str]:
        """The formulas of the properties, by name."""
        kind = "b" if self.circuit.bad else "o"
        found = {
            self._named("bad", n, f"{kind}{n}"): f"AG !{each.name}"
            for n, each in enumerate(self.bad)
        }
        moves = ([STEP] if self.actions else ["false"]) if self.circuit.constraints else []
        for n, literals in enumerate(self.justice):
            often = [*moves, *(each.name for each in (*self.fair, *literals))] or ["true"]
            every = " & ".join(f"G F {name}" for name in often)
            found[self._named("justice", n, f"j{n}")] = f"!({every})"
        return found

    def _named(self, kind: str, number: int, place: str) -> str:
        return f"{kind} {number} {self.circuit.symbols.get(place, '')}".rstrip()

    # The model

    def parts(self) -> Parts:
        """The parts of the model."""
        latches = self.circuit.latches
        variables = [self.variables[latch.literal] for latch in latches]
        return Parts(
            variables=(*variables, *self.monitors.values()),
            start=conjunction([*self._resets(), *map(negation, self.monitors.values())]),
            actions=self.actions,
            atoms=self.atoms(),
            requirements=self.requirements(),
        )

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The actions that the constraints allow in some state, as far as that is plain."""
        return tuple(filter(None, map(self._action, self.choices)))

    def _resets(self) -> Iterator[Term]:
        for latch in self.circuit.latches:
            variable = self.variables[latch.literal]
            if latch.reset != latch.literal:
                yield variable if latch.reset else negation(variable)

    def _action(self, choice: _Choice) -> Action | None:
        """The action of a choice; None if the constraints never allow it."""
        terms = choice.terms
        guard = terms.all_of(self.circuit.constraints)
        if guard is FALSE:
            return None
        updates = [(self.variables[latch.literal], latch.next) for latch in self.circuit.latches]
        updates += [(variable, of.literal) for of, variable in self.monitors.items()]
        changes = tuple(
            (variable, terms.of(literal))
            for variable, literal in updates
            if terms.of(literal) is not variable
        )
        chosen = () if self.is_labelled else tuple(self.variables[lit] for lit in self.inputs)
        return Action(choice.label, STEP, choice.choices, guard, changes, chosen=chosen)
