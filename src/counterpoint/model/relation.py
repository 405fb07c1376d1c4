"""Transition relations as actions: partitions are found in conditions over two states.

A relation is a conjunction of conditions over the variables now, those after the step, and inputs.
An equation `after = e` becomes an update, and `after = now` leaves the variable alone (a frame).
A disjunction over several variables is split into actions (disjunctive partition), as far as their
number allows. What remains is a guard over chosen values.

Burch, Clarke, Long: Symbolic model checking with partitioned transition relations. VLSI 1991.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from graphlib import TopologicalSorter
from itertools import product
from math import prod
from typing import Any

from ..data import dataclass
from ..identity import Identity, identity
from ..terms.apply import FALSE, TRUE, all_true, any_true, apply, constant, variables_of
from ..terms.sort import Bool, Enumeration, Interval, is_member, size, text_of_value, values
from ..terms.substitute import Substitution
from ..terms.term import Apply, Literal, Op, Term, Variable
from ..tuning import Tuning
from .action import Action
from .ground import label_of

Updates = tuple[tuple[Variable, Term], ...]


@dataclass(frozen=True, slots=True, eq=False)
class TransitionRelation:
    """A transition relation.

    `after` has for each variable that can change the variable that stands for its value after the
    step; `conditions` hold together, and so do those that are `whole`: they say one thing each,
    such as the value of one variable, and are not split. `name` is that of a step, `names` those of
    conditions. `spells` gives the text of an input's value in a label.
    """

    after: Mapping[str, tuple[Variable, Variable]]
    inputs: tuple[Variable, ...]
    conditions: tuple[Term, ...]
    name: str = "step"
    names: Mapping[Identity, str] = field(default_factory=dict)
    whole: tuple[Term, ...] = ()
    spells: Callable[[object], str] = text_of_value


def actions_of(relation: TransitionRelation, tuning: Tuning) -> tuple[Action, ...]:
    """The actions that make up a relation, in a fixed order.

    Inputs become choices of the labels if their values are few, else they are chosen anew.

    >>> x, after = Variable("x", Interval(0, 3)), Variable("next(x)", Interval(0, 3))
    >>> up = apply(Op.EQ, after, apply(Op.ADD, x, constant(1)))
    >>> (action,) = actions_of(TransitionRelation({"x": (x, after)}, (), (up,)), Tuning())
    >>> action.label, action.updates[0][1].op, action.chosen
    ('step', <Op.ADD: '+'>, ())
    """
    grounded = relation.inputs if are_grounded(relation.inputs, tuning) else ()
    free = () if grounded else relation.inputs
    found: list[Action] = []
    for given in product(*(values(variable.sort) for variable in grounded)):
        choices = tuple((v.name, value) for v, value in zip(grounded, given, strict=True))
        by: dict[str, Term] = {
            v.name: Literal(value, v.sort) for v, value in zip(grounded, given, strict=True)
        }
        cases = _Splitting(relation, by, free, tuning).cases()
        said = [f"{name}={relation.spells(value)}" for name, value in choices]
        found += _labelled(relation.name, choices, said, cases)
    return tuple(found)


def are_grounded(inputs: Sequence[Variable], tuning: Tuning) -> bool:
    """Whether each combination of the inputs is a label of its own.

    >>> are_grounded([Variable("i", Bool())], Tuning(inputs_grounded=1))
    False
    """
    return prod(size(variable.sort) for variable in inputs) <= tuning.inputs_grounded


@dataclass(frozen=True, slots=True, eq=False)
class _Case:
    """One part of a relation: a guard, updates without frames, and what is chosen."""

    name: str
    guard: Term
    updates: Updates
    chosen: tuple[Variable, ...]


def _labelled(
    step: str,
    choices: tuple[tuple[str, Any], ...],
    said: Sequence[str],
    cases: Sequence[_Case],
) -> Iterator[Action]:
    """The actions of the cases; `said` are the choices as labels have them."""
    names = _names(cases)
    for case, (name, changes) in zip(cases, names, strict=True):
        label = label_of(name or step, [*said, *(str(change) for _, change in changes)])
        own = (*choices, *changes)
        yield Action(label, name or step, own, case.guard, case.updates, chosen=case.chosen)


def _names(cases: Sequence[_Case]) -> list[tuple[str, tuple[tuple[str, Any], ...]]]:
    """For each case, its name and what it alone changes, or its number, if there are several."""
    if len(cases) < 2:
        return [(case.name, ()) for case in cases]
    changed = [[variable.name for variable, _ in case.updates] for case in cases]
    everywhere = set(changed[0]).intersection(*changed)
    own = [", ".join(name for name in names if name not in everywhere) for names in changed]
    keys = [(case.name, one) for case, one in zip(cases, own, strict=True)]
    found: list[tuple[str, tuple[tuple[str, Any], ...]]] = []
    for number, (case, (name, one)) in enumerate(zip(cases, keys, strict=True), 1):
        if name and [each.name for each in cases].count(name) == 1:
            found.append((case.name, ()))
        elif one and len(one) <= _LONGEST and keys.count((name, one)) == 1:
            found.append((case.name, ((_CHANGE, one),)))
        else:
            found.append((case.name, ((_CHANGE, number),)))
    return found


_CHANGE = "what changes"
"""What a label shows besides inputs; no input has this name."""


_LONGEST = 40
"""Characters of a label's list of changes beyond which a number says as much."""


class _Splitting:
    """The cases of a relation for given inputs."""

    def __init__(
        self,
        relation: TransitionRelation,
        given: Mapping[str, Term],
        free: tuple[Variable, ...],
        tuning: Tuning,
    ) -> None:
        self._relation = relation
        self._free = free
        self._most = tuning.relation_actions
        self._names = dict(relation.names)
        self._after = {after.name: now for now, after in relation.after.values()}
        self._whole = set(map(identity, relation.whole))
        start = (*relation.conditions, *relation.whole)
        self._start = self._replaced(start, given) if given else start

    def cases(self) -> list[_Case]:
        """The cases, those with constantly false guards left out."""
        return list(self._split({}, self._start, self._most, ""))

    def _replaced(self, terms: Iterable[Term], by: Mapping[str, Term]) -> tuple[Term, ...]:
        """The terms with variables replaced; disjuncts keep their names."""
        substitution = Substitution(by)
        found = []
        for term in terms:
            new = substitution.of(term)
            found.append(new)
            if new is not term:
                self._rename(term, substitution)
                if identity(term) in self._whole:
                    self._whole.add(identity(new))
        return tuple(found)

    def _flat(self, terms: Iterable[Term]) -> list[Term]:
        """The conjuncts of all terms; those of a term that is not split are not either."""
        found: list[Term] = []
        for term in terms:
            parts = _flat([term])
            if identity(term) in self._whole:
                self._whole.update(map(identity, parts))
            found += parts
        return found

    def _rename(self, term: Term, substitution: Substitution) -> None:
        for part in _alternatives(term):
            if (name := self._names.get(identity(part))) is not None:
                self._names.setdefault(identity(substitution.of(part)), name)

    def _split(
        self, known: Mapping[str, Term], terms: Iterable[Term], most: int, name: str
    ) -> Iterator[_Case]:
        """The cases of some conditions, which do not read what is `known` already."""
        defined, rest = self._defined(known, self._flat(terms))
        if any(part == FALSE for part in rest):
            return
        best = self._best(rest, defined, most)
        if best is None:
            yield self._case(defined, rest, name)
            return
        others = [part for part in rest if part is not best]
        parts = self._cases_of(best, others, defined)
        for part in parts:
            own = self._names.get(identity(part), name)
            yield from self._split(defined, [*others, part], most // len(parts), own)

    def _variable(self, after: str) -> Variable:
        return self._relation.after[self._after[after].name][1]

    # Definitions.

    def _defined(
        self, known: Mapping[str, Term], parts: list[Term]
    ) -> tuple[dict[str, Term], list[Term]]:
        """Values after the step that equations determine, over what is not; and the other parts."""
        defined = dict(known)
        while True:
            found: dict[str, Term] = {}
            rest: list[Term] = []
            for part in parts:
                pair = self._definition(part, found)
                if pair is None:
                    rest.append(part)
                    continue
                after, term = pair
                found[after] = term
                rest += _inside(self._variable(after), term)
            if not found:
                return defined, parts
            solved = _resolved(found)
            replaced = Substitution(solved)
            defined = {name: replaced.of(term) for name, term in defined.items()} | solved
            parts = self._flat(self._replaced(rest, solved))

    def _definition(self, part: Term, defined: Mapping[str, Term]) -> tuple[str, Term] | None:
        """The value that a part gives to a variable after the step; None if it gives none."""
        for after, term in _equations(part):
            if after.name not in self._after or after.name in defined:
                continue
            read = {variable.name for variable in variables_of(term)}
            if after.name in read or _leads_to(read, after.name, defined):
                continue
            return after.name, term
        return None

    # Disjunctions.

    def _cases_of(
        self, best: Term, others: Sequence[Term], defined: Mapping[str, Term]
    ) -> list[Term]:
        """The alternatives of a disjunction, without those that other conjuncts deny.

        Alternatives that determine nothing are one case, and not one each.
        """
        denied = {
            identity(part.args[0])
            for part in others
            if isinstance(part, Apply) and part.op is Op.NOT
        }
        kept = [part for part in _alternatives(best) if identity(part) not in denied]
        names = self._after.keys() - defined.keys()
        counts = [_determined([part], names) for part in kept]
        plain = [part for part, count in zip(kept, counts, strict=True) if not count]
        if len(plain) < 2:
            return kept
        rest = any_true(plain)
        first = kept.index(plain[0])
        cases = [part for part, count in zip(kept, counts, strict=True) if count]
        return [*cases[:first], rest, *cases[first:]]

    def _best(self, parts: list[Term], defined: Mapping[str, Term], most: int) -> Term | None:
        """The disjunction about most of what is not determined yet; None if there is none.

        It must be about steps, not about the states after them alone, and some alternative must
        determine most of that, as one that says what changes and what stays. Splitting others would
        only multiply what is known already.
        """
        best, worth = None, 1
        for part in parts:
            alternatives = _alternatives(part)
            if identity(part) in self._whole or not 1 < len(alternatives) <= most:
                continue
            names = {v.name for v in variables_of(part)}
            read = names & self._after.keys() - defined.keys()
            if len(read) <= worth or names <= self._after.keys():
                continue
            if 2 * _determined(alternatives, read) > len(read):
                best, worth = part, len(read)
        return best

    # Results.

    def _case(self, defined: Mapping[str, Term], rest: list[Term], name: str) -> _Case:
        updates: list[tuple[Variable, Term]] = []
        chosen: dict[str, Variable] = {v.name: v for v in self._free}
        for after, now in self._after.items():
            term = defined.get(after)
            if term is None:
                variable = self._variable(after)
                chosen[after] = variable
                updates.append((now, variable))
            elif term != now:
                updates.append((now, term))
        read = {v.name for v in variables_of(*rest, *(term for _, term in updates))}
        own = tuple(variable for key, variable in chosen.items() if key in read)
        return _Case(name, all_true(rest), tuple(updates), own)


def _determined(alternatives: Sequence[Term], names: Collection[str]) -> int:
    """The most of the variables that an alternative determines by equations."""
    return max(
        len({v.name for part in _flat([each]) for v, _ in _equations(part)}.intersection(names))
        for each in alternatives
    )


def _resolved(found: Mapping[str, Term]) -> dict[str, Term]:
    """The definitions with those that they read put in; they are not circular."""
    needs = {
        name: {v.name for v in variables_of(term)} & found.keys() for name, term in found.items()
    }
    solved: dict[str, Term] = {}
    for name in TopologicalSorter(needs).static_order():
        term = found[name]
        solved[name] = Substitution(solved).of(term) if needs[name] else term
    return solved


def _leads_to(read: set[str], goal: str, defined: Mapping[str, Term]) -> bool:
    """Whether definitions of what is read need the goal."""
    todo, seen = list(read), set(read)
    while todo:
        term = defined.get(todo.pop())
        if term is None:
            continue
        for variable in variables_of(term):
            if variable.name == goal:
                return True
            if variable.name not in seen:
                seen.add(variable.name)
                todo.append(variable.name)
    return False


def _equations(part: Term) -> Iterator[tuple[Variable, Term]]:
    """The variables that a part determines if it is true, each with its value."""
    match part:
        case Variable(_, Bool()):
            yield part, TRUE
        case Apply(Op.NOT, (Variable(_, Bool()) as variable,)):
            yield variable, FALSE
        case Apply(Op.EQ, (left, right)):
            yield from _sides(left, right, lambda term: term)
            yield from _sides(right, left, lambda term: term)
        case Apply(Op.NOT, (Apply(Op.EQ, (left, right)),)) if isinstance(left.sort, Bool):
            yield from _sides(left, right, _not)
            yield from _sides(right, left, _not)


def _sides(left: Term, right: Term, change: Any) -> Iterator[tuple[Variable, Term]]:
    match left:
        case Variable():
            yield left, change(right)
        case Apply(Op.NOT, (Variable() as variable,)):
            yield variable, _not(change(right))


def _not(term: Term) -> Term:
    return apply(Op.NOT, term)


def _inside(variable: Variable, term: Term) -> list[Term]:
    """The conditions that a term is a value of the variable's sort."""
    match term.sort, variable.sort:
        case Interval(low, high), Interval(least, greatest):
            below = [] if low >= least else [apply(Op.LE, constant(least), term)]
            return below + ([] if high <= greatest else [apply(Op.LE, term, constant(greatest))])
        case Enumeration(members), Enumeration():
            if len(shared := _shared(identity(members), identity(variable.sort))) < len(members):
                return [any_true(apply(Op.EQ, term, Literal(m, term.sort)) for m in shared)]
    return []


@lru_cache(maxsize=256)
def _shared(members: Identity, sort: Identity) -> tuple[object, ...]:
    """The members that are values of a sort, which is asked for the same ones again and again."""
    return tuple(member for member in members() if is_member(sort(), member))


def _flat(terms: Iterable[Term]) -> list[Term]:
    """The conjuncts of all terms, with negations of disjunctions pushed inside."""
    found: list[Term] = []
    todo = list(terms)[::-1]
    while todo:
        term = todo.pop()
        match term:
            case Apply(Op.AND, parts):
                todo += reversed(parts)
            case Apply(Op.NOT, (Apply(Op.OR, parts),)):
                todo += [_not(part) for part in reversed(parts)]
            case Apply(Op.EQ, (left, right)) if right == TRUE:
                todo.append(left)
            case Literal(True):
                pass
            case _:
                found.append(term)
    return found


def _alternatives(term: Term) -> tuple[Term, ...]:
    """The terms of a disjunction, also one that is written otherwise; any other term alone."""
    match term:
        case Apply(Op.OR, parts):
            return parts
        case Apply(Op.NOT, (Apply(Op.AND, parts),)):
            return tuple(map(_not, parts))
        case Apply(Op.ITE, (condition, then, otherwise)):
            return all_true((condition, then)), all_true((_not(condition), otherwise))
    return (term,)
