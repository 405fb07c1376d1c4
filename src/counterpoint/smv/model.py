"""SMV texts as models: loaded, with players and specifications."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

from ..depth import roomy
from ..errors import BadDeclaration, BadFormula, BadSmv, BadType, Place, UnknownAtom
from ..logic.formula import Formula, Junction, Junctor
from ..logic.premises import together
from ..model.bitword import BitWord
from ..model.model import Model
from ..model.notation import Notation
from ..model.parts import Parts
from ..model.property import Distance
from ..terms.apply import apply
from ..terms.sort import values
from ..terms.term import Literal, Op, Term
from ..tuning import USUAL, Tuning
from .constants import text_of_constant
from .meaning.specification import Specifier
from .meaning.system import Meaning
from .modules.flatten import flatten
from .modules.instance import Flat, Instance
from .source import Source, source_in
from .syntax import read_text
from .tree import Expression, Property, is_temporal


class SmvModel(Model):
    """The model of an SMV text. `load_model` reads one from a file."""

    notation: ClassVar = Notation.SMV
    measures: Mapping[str, Distance] = MappingProxyType({})
    written_at: Mapping[str, Place] = MappingProxyType({})
    """Where each specification is written, by its name."""
    source_files: tuple[str, ...] = ()
    _made_from: tuple[Source, str | None, Tuning] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its text, which is read again; one that was derived, as its parts."""
        if self._made_from is None:
            return _derived, (type(self),), self.__getstate__()
        return _again, self._made_from

    @property
    def requirements(self) -> Mapping[str, Any]:
        """The specifications, and the distances that the text asks for, by name."""
        return {**super().requirements, **self.measures}


def load_model(path: Path, *, owner: str | None = None, tuning: Tuning = USUAL) -> Model:
    """The model in a file; `owner` is the variable that names the player to move.

    Raises `BadSmv`, `BadType` or `BadDeclaration` for a text that is none, and `Refused` for what
    is legal and not supported.
    """
    return model_of(source_in(path), owner=owner, tuning=tuning)


def model_of(source: Source, *, owner: str | None = None, tuning: Tuning = USUAL) -> Model:
    """The model of a text.

    >>> model = model_of(Source("m.smv", '''
    ... MODULE main
    ... VAR x : 0..2;
    ... ASSIGN init(x) := 0; next(x) := x < 2 ? x + 1 : {0, 2};
    ... SPEC AG EF x = 0'''))
    >>> model.successors((2,)), dict(model.requirements)
    ([('step', (0,)), ('step', (2,))], {'AG EF x = 0': 'AG EF (x = 0)'})
    """
    found = roomy(_Loading(source, owner, tuning).model)
    found._made_from = source, owner, tuning
    return found


def _derived(kind: type[SmvModel]) -> SmvModel:
    """A model of no text, which gets its parts afterwards."""
    return kind.__new__(kind)


def _again(source: Source, owner: str | None, tuning: Tuning) -> Model:
    return model_of(source, owner=owner, tuning=tuning)


_DISTANCES = ("MIN", "MAX")
"""The kinds of specifications that ask for a number."""


def _title(prop: Property) -> str:
    """The text of a specification."""
    texts = [formula.at.text for formula in prop.formulas]
    return f"{prop.kind} [{', '.join(texts)}]" if prop.kind in _DISTANCES else texts[0]


def _loaded_again(source: Source, owner: str | None, tuning: Tuning) -> _Loading:
    loading = _Loading(source, owner, tuning)
    roomy(loading.model)  # which finds what the specifications are about
    return loading


class _Loading:
    def __init__(self, source: Source, owner: str | None, tuning: Tuning) -> None:
        self._made_with = source, owner, tuning
        self._flat: Flat = flatten(read_text(source))
        self._source, self._owner = source, owner
        self._invariants: list[str] = []
        self._taken: set[str] = set()
        self._named: set[str] = set()
        self._written_at: dict[str, Place] = {}
        self._meaning = Meaning(self._flat, tuning)
        self._conditions: dict[str, Term] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its text: derived models read atoms by it."""
        return _loaded_again, self._made_with

    def model(self) -> SmvModel:
        """The model of the text."""
        meaning, specifier = self._meaning, Specifier(self._meaning.evaluator)
        self._conditions = specifier.conditions
        requirements = dict(self._requirements(specifier))
        measures = dict(self._measures(specifier))
        assumption = together(self._assumptions(specifier))
        parts = Parts(
            variables=meaning.variables,
            start=meaning.start,
            actions=meaning.actions(),
            atoms=meaning.named_conditions(),
            turns={} if self._owner is None else dict(self._turns(self._owner)),
            requirements=requirements,
            assumption=assumption,
            endless=assumption is not None or not meaning.is_total,
            total=meaning.is_total,
            invariants=frozenset(self._invariants),
            words={name: BitWord(*word) for name, word in meaning.words.items()},
            reads=self._reads,
            spells=text_of_constant,
            records=specifier.moments.records,
        )
        found = SmvModel(Path(self._source.file).stem or "model")
        found._parts = parts
        found.measures = MappingProxyType(measures)
        found.written_at = MappingProxyType(self._written_at)
        found.source_files = (self._source.file,)
        return found

    def _reads(self, text: str) -> Term:
        """The condition in the text of an atom; each is read once."""
        if (known := self._conditions.get(text)) is None:
            known = self._conditions[text] = self._read(text)
        return known

    def _read(self, text: str) -> Term:
        try:
            return roomy(lambda: self._meaning.condition(text))
        except BadType as error:
            raise BadFormula(f"{text!r}: {error.message}") from None
        except BadSmv as error:  # a text that is no expression may be the label of a step
            raise UnknownAtom(f"{text!r}: {error.message}") from None

    # Specifications.

    def _requirements(self, specifier: Specifier) -> Iterator[tuple[str, str]]:
        for prop, instance in self._flat.properties:
            if prop.kind in _DISTANCES:
                continue
            text = str(self._formula(specifier, prop, instance))
            name = self._name(prop, instance)
            if prop.kind == "INVARSPEC":
                self._invariants.append(name)
            yield name, text

    def _measures(self, specifier: Specifier) -> Iterator[tuple[str, Distance]]:
        for prop, outer in self._flat.properties:
            if prop.kind in _DISTANCES:
                instance = self._context(prop, outer)
                for node in prop.formulas:
                    self._meaning.require_sound(specifier.faults(node, instance))
                start, goal = (specifier.branching(node, instance) for node in prop.formulas)
                yield self._name(prop, outer), Distance(prop.kind == "MAX", start, goal)

    def _name(self, prop: Property, instance: Instance) -> str:
        """What a specification is called: its name, or else its text; each once."""
        name = instance.full(prop.name) if prop.name else _title(prop)
        if prop.name and name in self._named:
            says = f"{name} is the name of two specifications"
            raise BadDeclaration(says, prop.formulas[0].at.place())
        if prop.name:
            self._named.add(name)
        while name in self._taken:
            name += "'"
        self._taken.add(name)
        self._written_at[name] = prop.formulas[0].at.place()
        return name

    def _formula(self, specifier: Specifier, prop: Property, instance: Instance) -> Formula:
        instance = self._context(prop, instance)
        (node,) = prop.formulas
        self._meaning.require_sound(specifier.faults(node, instance))
        if prop.kind == "SPEC":
            return specifier.branching(node, instance)
        if prop.kind == "LTLSPEC":
            return specifier.linear(node, instance)
        if is_temporal(node):
            says = "an invariant has no operators about time: write it as LTLSPEC or CTLSPEC"
            raise BadDeclaration(says, node.at.place())
        return specifier.invariant(node, instance)

    def _context(self, prop: Property, instance: Instance) -> Instance:
        for node in prop.context:
            meant = self._meaning.evaluator.names.meant(node, instance)
            if not isinstance(meant, Instance):
                says = f"{node.at.text} is no instance, and IN takes one"
                raise BadDeclaration(says, node.at.place())
            instance = meant
        return instance

    def _assumptions(self, specifier: Specifier) -> Iterator[Formula]:
        for constraint, instance in self._flat.constraints:
            if constraint.kind in ("FAIRNESS", "JUSTICE"):
                yield self._again(specifier, constraint.condition, instance)
        for compassion, instance in self._flat.compassions:
            often = self._again(specifier, compassion.often, instance)
            then = self._again(specifier, compassion.then, instance)
            yield Junction(Junctor.IMPLIES, often, then)

    def _again(self, specifier: Specifier, node: Expression, instance: Instance) -> Formula:
        """That a condition of a fairness constraint is true again and again."""
        reading = self._meaning.evaluator.condition(node, instance, "a fairness constraint")
        if reading.next_at is not None:
            says = "next stands in TRANS, and not in a fairness constraint"
            raise BadDeclaration(says, reading.next_at.place())
        self._meaning.require_sound(reading.faults)
        return specifier.again(node, instance)

    # Players.

    def _turns(self, owner: str) -> Iterator[tuple[str, Term]]:
        """For each value of the variable that names the player to move, when it has this value."""
        known = {variable.name: variable for variable in self._meaning.variables}
        if owner in self._meaning.words:
            raise BadDeclaration(f"{owner} is a word, and the values of an owner are names")
        if owner not in known:
            says = f"there is no variable {owner} that could say whose turn it is"
            raise BadDeclaration(says)
        variable = known[owner]
        for value in values(variable.sort):
            name = text_of_constant(value)
            yield name, apply(Op.EQ, variable, Literal(value, variable.sort))
