"""Assignments: what each determines, and which may not stand together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...data import dataclass
from ...errors import BadDeclaration, BadType
from ...identity import Identity, identity
from ...terms.apply import FALSE, apply, variables_of
from ...terms.sort import Bool, Enumeration, text_of_sort
from ...terms.term import Op, Term, Variable
from ..modules.instance import Bound, Declared, Instance
from ..source import Span
from ..tree import Assignment, Expression, Index
from . import bits, operations, scalars
from .evaluate import Evaluator
from .value import (
    Array,
    Choices,
    Fault,
    Scalar,
    Value,
    Word,
    common,
    masked,
    negation,
    type_of,
)


@dataclass(frozen=True, slots=True, eq=False)
class Assigned:
    """The conditions that an assignment stands for.

    `first` are those on the initial states, `step` those on a step; `names` are the variables of
    the model that it determines.
    """

    kind: str
    names: tuple[str, ...]
    first: tuple[Term, ...]
    step: tuple[Term, ...]
    faults: tuple[Fault, ...]
    at: Span


class Assignments:
    """Reads assignments one by one, and refuses what contradicts those before."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._seen: dict[str, list[Assigned]] = {}
        self._reads: dict[str, dict[str, tuple[set[str], Span]]] = {"first": {}, "step": {}}

    def read(self, assignment: Assignment, instance: Instance) -> Assigned:
        """The meaning of an assignment; raises `BadDeclaration` or `BadType`."""
        declared, path = self._target(assignment.target, instance)
        self._require_allowed(assignment, declared)
        found = self._meaning(assignment, instance, declared, path)
        for name in found.names:
            self._require_once(name, found)
            self._seen.setdefault(name, []).append(found)
        return found

    def _target(self, node: Expression, instance: Instance) -> tuple[Declared, tuple[int, ...]]:
        """The variable that is assigned, and the indices of an element of it."""
        meant = self._evaluator.names.meant(node, instance)
        if isinstance(meant, Bound):
            return self._target(meant.expression, meant.instance)
        if isinstance(meant, Declared):
            return meant, ()
        if isinstance(node, Index) and meant is None:
            declared, path = self._target(node.of, instance)
            try:
                return declared, (*path, self._evaluator.known(node.index, instance))
            except BadType:
                says = "an element is assigned by a constant index"
                raise BadDeclaration(says, node.index.at.place()) from None
        raise BadDeclaration(f"{node.at.text} is no variable to assign", node.at.place())

    def _require_allowed(self, assignment: Assignment, declared: Declared) -> None:
        kind = assignment.kind
        if declared.kind == "IVAR":
            says = f"{declared.name} is an input, and inputs are free: it cannot be assigned"
            raise BadDeclaration(says, assignment.target.at.place())
        if declared.kind == "FROZENVAR" and kind != "init":
            says = f"{declared.name} is frozen, and can be assigned by init only"
            raise BadDeclaration(says, assignment.target.at.place())

    def _require_once(self, name: str, new: Assigned) -> None:
        for old in self._seen.get(name, []):
            if old.kind == new.kind:
                line = old.at.place().line
                says = f"{_shown(new.kind, name)} is assigned twice, first in line {line}"
                raise BadDeclaration(says, new.at.place())
            if "" in (old.kind, new.kind):
                one, other = _shown(old.kind, name), _shown(new.kind, name)
                says = f"{one} and {other} are both assigned: {name} := ... determines both"
                raise BadDeclaration(says, new.at.place())

    def _meaning(
        self, assignment: Assignment, instance: Instance, declared: Declared, path: tuple[int, ...]
    ) -> Assigned:
        evaluator, kind, node = self._evaluator, assignment.kind, assignment.value
        place = evaluator.place(declared)
        reading = evaluator.read(node, instance)
        if kind != "next" and reading.next_at is not None:
            says = "next stands in the right side of next(...) := only"
            raise BadDeclaration(says, reading.next_at.place())
        if kind != "next" and reading.input_at is not None:
            says = "an input belongs to a step, and so stands in next(...) := only"
            raise BadDeclaration(says, reading.input_at.place())
        at = assignment.target.at
        now, after = _element(place.now, path, at), _element(place.after, path, at)
        _require_fitting(now, reading.value, assignment)
        names = tuple(variable.name for variable in _variables(now))
        first: tuple[Term, ...] = ()
        step: tuple[Term, ...] = ()
        faults = (*reading.faults, *_outside(now, reading.value, assignment))
        if kind in ("", "init"):
            first = tuple(_conditions(now, reading.value))
        if kind == "next":
            step = tuple(_conditions(after, reading.value))
        elif kind == "":
            later = evaluator.read_after(node, instance)
            step = tuple(_conditions(after, later.value))
        if first:
            self._note("first", names, evaluator.reads(node, instance), assignment)
        if step:
            read = frozenset[str]()  # no value after the step, which alone could lead in a circle
            if kind == "" or reading.next_at is not None:
                read = evaluator.reads(node, instance, later=kind == "")
            self._note("step", tuple(v.name for v in _variables(after)), read, assignment)
        return Assigned(kind, names, first, step, faults, assignment.at)

    def _note(
        self, when: str, names: Sequence[str], read: frozenset[str], assignment: Assignment
    ) -> None:
        """Note what an assignment reads, for `require_no_circle`."""
        self._reads[when].update({name: (set(read), assignment.at) for name in names})

    def require_no_circle(self) -> None:
        """Raise `BadDeclaration` if assignments need each other's results."""
        for reads in self._reads.values():
            done: set[str] = set()
            for name in reads:
                self._visit(name, reads, [], done)

    def _visit(
        self,
        name: str,
        reads: dict[str, tuple[set[str], Span]],
        path: list[str],
        done: set[str],
    ) -> None:
        if name in done or name not in reads:
            return
        if name in path:
            ring = [*path[path.index(name) :], name]
            says = f"the assignments are circular: {' needs '.join(ring)}"
            raise BadDeclaration(says, reads[name][1].place())
        path.append(name)
        for other in sorted(reads[name][0]):
            self._visit(other, reads, path, done)
        path.pop()
        done.add(name)


def _shown(kind: str, name: str) -> str:
    return f"{kind}({name})" if kind else name


def _element(value: Value, path: tuple[int, ...], at: Span) -> Value:
    for index in path:
        if not isinstance(value, Array):
            raise BadDeclaration(f"{type_of(value)} has no elements", at.place())
        if not value.low <= index < value.low + len(value.items):
            raise BadDeclaration(f"{index} is no index of {type_of(value)}", at.place())
        value = value.items[index - value.low]
    return value


def _variables(value: Value) -> list[Variable]:
    """The variables of the model in the value of a variable."""
    found: dict[Identity, Variable] = {}
    for variable in variables_of(*_terms(value)):
        found[identity(variable)] = variable
    return list(found.values())


def _terms(value: Value) -> Iterator[Term]:
    match value:
        case Scalar():
            yield value.term if value.raw is None else value.raw
        case Word(_, parts):
            yield from parts
        case Choices(_, options):
            for option in options:
                yield option.guard
                yield from _terms(option.low)
        case Array(_, items):
            for item in items:
                yield from _terms(item)


def _require_fitting(target: Value, value: Value, assignment: Assignment) -> None:
    match target, value:
        case Scalar(kind), (Scalar(of) | Choices(of)) if common(kind, of) is kind:
            return
        case Word(), Word() if type_of(target) == type_of(value):
            return
        case Array(low, items), Array(least, others):
            if (low, len(items)) == (least, len(others)):
                for pair in zip(items, others, strict=True):
                    _require_fitting(*pair, assignment)
                return
    says = f"{assignment.target.at.text} is {type_of(target)}, and is assigned {type_of(value)}"
    raise BadType(says, assignment.value.at.place())


def _conditions(target: Value, value: Value) -> Iterator[Term]:
    """The conditions that a variable has a value, or one of a set."""
    match target, value:
        case Scalar(), Scalar():
            variable = _variable(target)
            term, inside = scalars.fitted(value, variable)
            yield inside
            yield _equation(variable, term)
        case Scalar(), Choices():
            yield operations.member(target, value)
        case Word(_, parts), Word(_, others):
            yield from (bits.same(*pair) for pair in zip(parts, others, strict=True))
        case Array(_, items), Array(_, others):
            for pair in zip(items, others, strict=True):
                yield from _conditions(*pair)


def _equation(variable: Variable, term: Term) -> Term:
    if isinstance(variable.sort, Bool):
        return bits.same(variable, term)
    match variable.sort, term.sort:
        case Enumeration(members), Enumeration(others) if not set(members) & set(others):
            return FALSE
    return apply(Op.EQ, variable, term)


def _variable(target: Scalar) -> Variable:
    found = target.term if target.raw is None else target.raw
    assert isinstance(found, Variable)
    return found


def _outside(target: Value, value: Value, assignment: Assignment) -> Iterator[Fault]:
    """The faults of values that are outside the type of the variable."""
    at = assignment.value.at
    match target, value:
        case Scalar(), Scalar():
            inside = scalars.fitted(value, _variable(target))[1]
            if (outside := negation(inside)) != FALSE:
                sort = text_of_sort(_variable(target).sort)
                says = (
                    f"{assignment.target.at.text} is in {sort}, and can be assigned another value"
                )
                yield Fault(outside, says, at)
        case Scalar(), Choices(_, options):
            for option in options:
                low = option.low
                ends = [low] if option.high is None else [low, scalars.literal(option.high)]
                for end in ends:
                    yield from masked(tuple(_outside(target, end, assignment)), option.guard)
        case Array(_, items), Array(_, others):
            for pair in zip(items, others, strict=True):
                yield from _outside(*pair, assignment)
