"""A model as an SMV text that has the same states, steps and answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import prod

from ...errors import BadFormula, BadTerm, Refused
from ...logic.formula import Formula, Junction, Junctor, Temporal, Tense, atoms_of, operands
from ...logic.parser import parse
from ...model.action import Action
from ...model.history import with_history
from ...model.model import Model
from ...model.naming import means
from ...model.parts import Parts
from ...model.property import Distance
from ...model.recorder import Recorder
from ...terms.apply import TRUE, any_true, apply
from ...terms.sort import Bool, Enumeration, Interval, SetOf, Sort, size, values
from ...terms.substitute import Substitution
from ...terms.term import Literal, Op, Term, Variable
from .expressions import Expressions
from .formulas import NotInSmv, specification
from .names import Names

MOST = 1 << 10
"""Choices of an action beyond which it is not written out when it is possible."""

COMPASSION_NOTE = (
    "-- NuSMV heeds COMPASSION in LTLSPEC only, by decision diagrams: what it says of a CTLSPEC "
    "here may differ"
)
"""The comment where NuSMV may answer otherwise."""

_CALL = re.compile(r"(once|enabled)\((.*)\)")


def smv_text(model: Model) -> str:
    """The text of a model in SMV; raises `Refused` for what SMV cannot say.

    The action that is taken is the input `action`, so that reading the text back gives the same
    labels. Specifications that are neither in CTL nor in LTL are listed in comments.

    >>> from ...examples.nim import model
    >>> print(smv_text(model(piles=(1, 1))).splitlines()[4].strip())
    pile0 : 0..1;
    """
    formulas = _formulas(model)
    return "\n".join(_Export(_recording(model, formulas), formulas, model).lines()) + "\n"


def _formulas(model: Model) -> dict[str, Formula]:
    """The requirements that are formulas, by name, and those that fairness is made of."""
    found: dict[str, Formula] = {}
    for name, given in model.requirements.items():
        if not isinstance(given, Distance):
            found[name] = parse(given)
    return found


def _recording(model: Model, formulas: Mapping[str, Formula]) -> Model:
    """The model with variables for atoms about steps and the past, those of fairness included."""
    model = Recorder(model).of((*formulas.values(), model.parts.assumption))
    labels = [str(action.label) for action in model.actions if not action.rests]
    labels += list(model.parts.impossible)
    last: dict[str, frozenset[str]] = {}
    once: dict[str, frozenset[str]] = {}
    for formula in formulas.values():
        for atom in atoms_of(formula):
            call = _CALL.fullmatch(atom.text)
            if call is None and not _is_of_states(model, atom.text):
                last[atom.text] = _named(atom.text, labels)
            elif call is not None and call[1] == "once":
                once[atom.text] = _named(call[2], labels)
    for number, fair in enumerate(model.fairness):
        last[_taken(number)] = frozenset(fair.labels)
    found = {name for name, of in (*last.items(), *once.items()) if not of}
    if found:
        raise Refused(f"nothing is known of {min(found)}, so that it cannot be written in SMV")
    return with_history(model, last, once)


def _taken(number: int) -> str:
    return f"taken fairly {number}"


def _named(text: str, labels: list[str]) -> frozenset[str]:
    return frozenset(label for label in labels if means(text, label))


def _is_of_states(model: Model, text: str) -> bool:
    try:
        model.predicate(text)
    except (BadFormula, BadTerm):
        return False
    return True


class _Export:
    def __init__(self, model: Model, formulas: Mapping[str, Formula], original: Model) -> None:
        self._model, self._formulas, self._original = model, formulas, original
        self._parts: Parts = _without_rest(model.parts)
        self._names = Names()
        self._atoms = self._terms_of_atoms()
        self._guards = {str(label): guard for label, guard in self._possible().items()}
        terms = [self._parts.start, *self._atoms.values(), *self._guards.values()]
        for action in self._parts.actions:
            terms += [action.guard, *(term for _, term in action.updates)]
        for variable in self._parts.variables:
            self._names.of("variable", variable.name)
        self._expressions = Expressions(self._names, terms)

    # Terms.

    def _possible(self) -> dict[str, Term]:
        """For each label, where a step with it is possible."""
        found: dict[str, list[Term]] = {}
        for action in self._parts.actions:
            if not action.rests:
                found.setdefault(str(action.label), []).append(_enabled(action))
        return {label: any_true(guards) for label, guards in found.items()}

    def _terms_of_atoms(self) -> dict[str, Term]:
        """The conditions of the atoms that formulas use, but for those about what is enabled."""
        texts = {a.text for formula in self._formulas.values() for a in atoms_of(formula)}
        if self._parts.assumption is not None:
            texts |= {atom.text for atom in atoms_of(self._parts.assumption)}
        plain = [text for text in sorted(texts) if not text.startswith("enabled(")]
        return {text: self._model.predicate(text) for text in plain}

    def _atom(self, text: str) -> str:
        call = _CALL.fullmatch(text)
        if call is None or call[1] != "enabled":
            return self._expressions.text(self._atoms[text])
        if call[2] == "rest":
            return f"(!{self._some_step()})"
        guards = [guard for label, guard in self._guards.items() if means(call[2], label)]
        return self._expressions.text(any_true(guards))

    def _some_step(self) -> str:
        return self._expressions.text(any_true(self._guards.values()))

    # Lines.

    def lines(self) -> Iterator[str]:
        """The lines of the text."""
        yield f"-- {self._model.name}, written by Counterpoint"
        yield "MODULE main"
        yield from self._variables()
        steps = [*self._steps()]
        properties = _noted([*self._properties()])
        first = self._expressions.text(self._parts.start)
        named = [*self._named_conditions()]
        if self._expressions.symbols:
            yield f"CONSTANTS {', '.join(sorted(self._expressions.symbols))};"
        if self._expressions.definitions or named:
            yield "DEFINE"
            yield from self._expressions.definitions
            yield from named
        if self._parts.start != TRUE:
            yield f"INIT {first}"
        yield "TRANS"
        yield from steps
        yield from properties

    def _variables(self) -> Iterator[str]:
        yield ""
        yield "VAR"
        for variable in self._parts.variables:
            for name, of in self._columns(variable):
                yield f"  {name} : {of};"
        chosen = [pair for variable in self._parts.chosen for pair in self._columns(variable)]
        if chosen or self._labels:
            yield "IVAR"
        for name, of in chosen:
            yield f"  {name} : {of};"
        if self._labels:
            texts = ", ".join(self._label(label) for label in self._labels)
            yield f"  {self._names.of('variable', ('action',))} : {{{texts}}};"

    @property
    def _labels(self) -> list[str]:
        """The labels, if there is more than one."""
        found = list(dict.fromkeys(str(action.label) for action in self._parts.actions))
        found += ["rest"] if self._rests and "rest" not in found else []
        return found if len(found) > 1 else []

    @property
    def _rests(self) -> bool:
        """Whether a state without steps rests, which the text has to say."""
        own = any(action.rests for action in self._parts.actions)
        return not own and not self._parts.endless and any_true(self._guards.values()) != TRUE

    def _label(self, label: str) -> str:
        return self._names.of("label", label)

    def _columns(self, variable: Variable) -> Iterator[tuple[str, str]]:
        if isinstance(variable.sort, SetOf):
            for member in variable.sort.members:
                yield self._names.of("variable", f"{variable.name}_{member}"), "boolean"
        else:
            yield self._names.of("variable", variable.name), self._type(variable.sort)

    def _type(self, sort: Sort) -> str:
        match sort:
            case Bool():
                return "boolean"
            case Interval(low, high):
                return f"{low}..{high}"
            case Enumeration(members):
                texts = (self._expressions.constant(member, sort) for member in members)
                return f"{{{', '.join(texts)}}}"
        raise AssertionError(sort)

    def _steps(self) -> Iterator[str]:
        """The transition relation, one action a line."""
        texts = [self._step(action) for action in self._parts.actions]
        if self._rests:
            texts.append(self._resting())
        yield from (f"  {'| ' if at else ''}{text}" for at, text in enumerate(texts))
        if not texts:
            yield "  FALSE"

    def _step(self, action: Action) -> str:
        guard = action.guard
        parts = [*self._taking(str(action.label)), self._expressions.text(guard)]
        if action.rests and not self._implies_rest(guard):
            parts.append(f"!{self._some_step()}")
        updates = {variable.name: term for variable, term in action.updates}
        for variable in self._parts.variables:
            parts += self._update(variable, updates.get(variable.name, variable))
        return f"({' & '.join(parts)})"

    def _implies_rest(self, guard: Term) -> bool:
        """Whether a guard says in itself that no step is possible."""
        return guard == apply(Op.NOT, any_true(self._guards.values()))

    def _resting(self) -> str:
        parts = [*self._taking("rest"), f"!{self._some_step()}"]
        for variable in self._parts.variables:
            parts += self._update(variable, variable)
        return f"({' & '.join(parts)})"

    def _taking(self, label: str) -> list[str]:
        if not self._labels:
            return []
        return [f"{self._names.of('variable', ('action',))} = {self._label(label)}"]

    def _update(self, variable: Variable, term: Term) -> Iterator[str]:
        if isinstance(variable.sort, SetOf):
            for member, text in self._expressions.members(term):
                name = self._names.of("variable", f"{variable.name}_{member}")
                yield f"(next({name}) <-> {text})"
            return
        sign = "<->" if isinstance(variable.sort, Bool) else "="
        name = self._names.of("variable", variable.name)
        yield f"(next({name}) {sign} {self._expressions.text(term)})"

    def _named_conditions(self) -> Iterator[str]:
        """The atoms of the model, as definitions; names of variables are none."""
        known = {variable.name for variable in self._parts.variables}
        for name, term in self._original.atoms.items():
            if name not in known:
                yield f"  {self._names.of('atom', name)} := {self._expressions.text(term)};"

    # Specifications.

    def _properties(self) -> Iterator[str]:
        for fairness, number in zip(
            self._model.fairness, range(len(self._model.fairness)), strict=True
        ):
            labels = [guard for label, guard in self._guards.items() if label in fairness.labels]
            enabled = self._expressions.text(any_true(labels))
            taken = self._names.of("variable", f"just:{_taken(number)}")
            yield (
                f"COMPASSION ({enabled}, {taken})"
                if fairness.strong
                else f"JUSTICE !{enabled} | {taken}"
            )
        if self._parts.assumption is not None:
            yield from self._assumption(self._parts.assumption)
        for name, formula in self._formulas.items():
            yield from self._property(name, formula)
        for name, given in self._original.requirements.items():
            if isinstance(given, Distance):
                yield f"-- {name}: {given}"

    def _assumption(self, formula: Formula) -> Iterator[str]:
        match formula:
            case Junction(Junctor.AND):
                for part in operands(formula):
                    yield from self._assumption(part)
            case Junction(Junctor.IMPLIES, left, right):
                yield f"COMPASSION ({self._again(left)}, {self._again(right)})"
            case _:
                yield f"JUSTICE {self._again(formula)}"

    def _again(self, formula: Formula) -> str:
        match formula:
            case Temporal(Tense.GLOBALLY, (Temporal(Tense.FINALLY, (of,)),)):
                return specification(of, self._atom)[1]
        raise Refused(
            f"{formula} is an assumption that SMV cannot make: it has G F p, and G F p -> G F q"
        )

    def _property(self, name: str, formula: Formula) -> Iterator[str]:
        try:
            kind, text = specification(formula, self._atom)
        except NotInSmv as reason:
            yield f"-- {name}: {formula} ({reason})"
            return
        if name in self._parts.invariants:
            if kind != "CTLSPEC":
                yield f"-- {name}: {formula} (it asks of each step, and runs that end count)"
                return
            kind, text = "INVARSPEC", text.removeprefix("(AG ").removesuffix(")")
        said = "" if name == str(formula) else f"NAME {self._names.of('property', name)} := "
        yield f"{kind} {said}{text}"


def _noted(lines: list[str]) -> list[str]:
    """The lines of fairness and specifications, with a note if NuSMV does not heed all of them."""
    is_strong = any(line.startswith("COMPASSION") for line in lines)
    note = is_strong and any(line.startswith("CTLSPEC") for line in lines)
    return [*([COMPASSION_NOTE] if note else []), *lines]


def _without_rest(parts: Parts) -> Parts:
    """The parts without rests, if runs that rest do not count."""
    if not parts.endless:
        return parts
    return replace(parts, actions=tuple(action for action in parts.actions if not action.rests))


def _enabled(action: Action) -> Term:
    """Where an action is possible: some choice satisfies its guard."""
    if not action.chosen:
        return action.guard
    if prod(size(variable.sort) for variable in action.chosen) > MOST:
        raise Refused(
            f"{action.label} chooses among too many values to be written where it is possible"
        )
    return any_true(
        Substitution(
            {
                variable.name: Literal(value, variable.sort)
                for variable, value in zip(action.chosen, row, strict=True)
            }
        ).of(action.guard)
        for row in product(*(values(variable.sort) for variable in action.chosen))
    )
