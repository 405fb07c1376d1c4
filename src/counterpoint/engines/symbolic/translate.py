"""Terms as decision diagrams: one diagram, or a diagram per value or per member of a set."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable
from typing import Any, TypeAlias, TypeVar

from ...alarm import require_going_on
from ...identity import Identity, identity
from ...terms.bottom_up import bottom_up
from ...terms.evaluate import compute
from ...terms.sort import Bool, SetOf, code, is_member, size, values
from ...terms.term import Apply, Literal, Op, Term, Variable
from .diagram import Diagram
from .encoding import Encoding

T = TypeVar("T")

Key: TypeAlias = tuple[bool, Any]
"""Whether a value is a bool, and the value: so `True` differs from the number 1."""

Partition: TypeAlias = dict[Key, Diagram]
"""For each value of a term, the states in which it has that value; these are disjoint."""

_JUNCTIONS = (Op.NOT, Op.AND, Op.OR)

Members: TypeAlias = dict[Hashable, Diagram]
"""For each element that a set can contain, the states in which it does."""


class Translator:
    """The meaning of terms over the bits of an encoding; for invalid codes it is arbitrary."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self._on = encoding.on
        self._truths: dict[Identity, Diagram] = {}
        self._partitions: dict[Identity, Partition] = {}
        self._members: dict[Identity, Members] = {}

    def truth(self, term: Term) -> Diagram:
        """The states in which a term of sort Bool is true."""
        for part in bottom_up([term], self._truths):  # recursion would be too deep for circuits
            require_going_on()
            if part.op in _JUNCTIONS:
                self._truths[identity(part)] = self._truth(part)
        return _kept(self._truths, term, self._truth)

    def partition(self, term: Term) -> Partition:
        """For each value of a term, the states in which it has that value."""
        return _kept(self._partitions, term, self._partition)

    def members(self, term: Term) -> Members:
        """For each element, the states in which the set that a term denotes contains it."""
        return _kept(self._members, term, self._members_of)

    # Truths

    def _truth(self, term: Term) -> Diagram:
        match term:
            case Literal(constant, _):
                return self._on.true if constant else self._on.false
            case Variable(name, _):
                return self.encoding.has_code(name, 1)
            case Apply(Op.NOT, (part,), _):
                return ~self.truth(part)
            case Apply(Op.AND, parts, _):
                return self._conjunction(parts)
            case Apply(Op.OR, parts, _):
                return self._on.union(map(self.truth, parts))
            case Apply(Op.ITE, (condition, then, otherwise), _):
                return self.truth(condition).ite(self.truth(then), self.truth(otherwise))
            case Apply(Op.EQ, (left, right), _):
                return self._equal(left, right)
            case Apply(Op.LT | Op.LE, (left, right), _):
                return self._less(left, right, term.op is Op.LE)
            case Apply(Op.CONTAINS, (members, element), _):
                return self._contains(members, element)
            case Apply(Op.SUBSET, (left, right), _):
                return self._subset(self.members(left), self.members(right))
        raise AssertionError(f"a term of sort Bool: {term}")

    def _conjunction(self, parts: tuple[Term, ...]) -> Diagram:
        every = self._on.true
        for part in parts:
            every = every & self.truth(part)
        return every

    def _equal(self, left: Term, right: Term) -> Diagram:
        if isinstance(left.sort, Bool) and isinstance(right.sort, Bool):
            truth = self.truth(right)
            return self.truth(left).ite(truth, ~truth)
        if isinstance(left, Variable) and isinstance(right, Variable) and left.sort == right.sort:
            return self._same(left.name, right.name)
        if isinstance(left.sort, SetOf) and isinstance(right.sort, SetOf):
            one, other = self.members(left), self.members(right)
            return self._subset(one, other) & self._subset(other, one)
        match left, right:
            case (Variable() as of, Literal(given, _)) | (Literal(given, _), Variable() as of):
                return self._has(of, given)
        values = self.partition(right)
        pairs = self.partition(left).items()
        return self._on.union(where & values[key] for key, where in pairs if key in values)

    def _has(self, variable: Variable, given: Any) -> Diagram:
        """Whether a variable has a value, which may be outside its sort."""
        if not is_member(variable.sort, given):
            return self._on.false
        return self.encoding.has_code(variable.name, code(variable.sort, given))

    def _same(self, one: str, other: str) -> Diagram:
        """Whether two variables of one sort have the same value, bit by bit."""
        bits = zip(self.encoding.places.of(one), self.encoding.places.of(other), strict=True)
        same = self._on.true
        for left, right in sorted(bits, reverse=True):
            there = self._on.bit(right)
            same = same & self._on.bit(left).ite(there, ~there)
        return same

    def _less(self, left: Term, right: Term, or_equal: bool) -> Diagram:
        """The states in which left is less than right, computed by descending values of both."""
        greater = sorted(self.partition(right).items(), reverse=True)
        reached, above, less = 0, self._on.false, self._on.false
        is_above = operator.ge if or_equal else operator.gt
        for key, where in sorted(self.partition(left).items(), reverse=True):
            while reached < len(greater) and is_above(greater[reached][0], key):
                above = above | greater[reached][1]
                reached += 1
            less = less | where & above
        return less

    def _contains(self, members: Term, element: Term) -> Diagram:
        held = {_key(member): where for member, where in self.members(members).items()}
        elements = self.partition(element).items()
        return self._on.union(where & held[key] for key, where in elements if key in held)

    def _subset(self, left: Members, right: Members) -> Diagram:
        subset = self._on.true
        for member, where in left.items():
            subset = subset - (where - right.get(member, self._on.false))
        return subset

    # Partitions

    def _partition(self, term: Term) -> Partition:
        if isinstance(term.sort, Bool):
            truth = self.truth(term)
            return {(True, False): ~truth, (True, True): truth}
        if isinstance(term.sort, SetOf):
            return self._by_set(self.members(term))
        match term:
            case Literal(constant, _):
                return {_key(constant): self._on.true}
            case Variable(name, sort):
                cubes = self.encoding.codes(name, range(size(sort)))
                return {_key(given): cubes[n] for n, given in enumerate(values(sort))}
            case Apply(Op.ITE, (condition, then, otherwise), _):
                return self._chosen(condition, then, otherwise)
            case Apply(Op.SIZE, (members,), _):
                return self._sizes(self.members(members))
            case Apply(op, (left, Literal(given, _)), _):
                return self._each(lambda one: compute(op, (one, given)), self.partition(left))
            case Apply(op, (left, right), _):
                return self._combined(op, self.partition(left), self.partition(right))
        raise AssertionError(f"a term that has a value: {term}")

    def _chosen(self, condition: Term, then: Term, otherwise: Term) -> Partition:
        truth = self.truth(condition)
        found: Partition = {}
        for side, part in ((truth, then), (~truth, otherwise)):
            for key, where in self.partition(part).items():
                _add(found, key, side & where)
        return found

    def _each(self, operation: Callable[[Any], Any], of: Partition) -> Partition:
        found: Partition = {}
        for (_, one), where in of.items():
            _add(found, _key(operation(one)), where)
        return found

    def _combined(self, op: Op, left: Partition, right: Partition) -> Partition:
        found: Partition = {}
        for (_, one), where in left.items():
            for (_, other), there in right.items():
                if both := where & there:
                    _add(found, _key(compute(op, (one, other))), both)
        return found

    def _sizes(self, members: Members) -> Partition:
        found: Partition = {_key(0): self._on.true}
        for where in members.values():
            longer: Partition = {}
            for (_, count), there in found.items():
                _add(longer, _key(count), there - where)
                _add(longer, _key(count + 1), there & where)
            found = longer
        return found

    def _by_set(self, members: Members) -> Partition:
        found: Partition = {_key(frozenset()): self._on.true}
        for member, where in members.items():
            longer: Partition = {}
            for (_, held), there in found.items():
                _add(longer, _key(held), there - where)
                _add(longer, _key(held | {member}), there & where)
            found = longer
        return found

    # Members

    def _members_of(self, term: Term) -> Members:
        match term:
            case Literal(constant, _):
                assert isinstance(constant, frozenset)
                return dict.fromkeys(constant, self._on.true)
            case Variable(name, SetOf(members)):
                bits = self.encoding.places.of(name)
                return dict(zip(members, map(self._on.bit, reversed(bits)), strict=True))
            case Apply(Op.ITE, (condition, then, otherwise), _):
                truth = self.truth(condition)
                return self._merged(then, otherwise, truth.ite)
            case Apply(Op.UNION, (left, right), _):
                return self._merged(left, right, operator.or_)
            case Apply(Op.INTERSECTION, (left, right), _):
                return self._merged(left, right, operator.and_)
            case Apply(Op.DIFFERENCE, (left, right), _):
                return self._merged(left, right, operator.sub)
        raise AssertionError(f"a term whose values are sets: {term}")

    def _merged(
        self, left: Term, right: Term, merge: Callable[[Diagram, Diagram], Diagram]
    ) -> Members:
        one, other = self.members(left), self.members(right)
        no = self._on.false
        return {m: merge(one.get(m, no), other.get(m, no)) for m in dict.fromkeys((*one, *other))}


def _kept(known: dict[Identity, T], term: Term, make: Callable[[Term], T]) -> T:
    """The memoized result of `make` for the term."""
    key = identity(term)
    if key not in known:
        known[key] = make(term)
    return known[key]


def _key(given: Any) -> Key:
    return isinstance(given, bool), given


def _add(found: Partition, key: Key, where: Diagram) -> None:
    if where:
        found[key] = found[key] | where if key in found else where
