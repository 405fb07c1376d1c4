"""Terms as expressions of SMV; parts that occur several times become definitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator

from ...identity import Identity, identity
from ...terms.sort import Bool, Enumeration, Interval, SetOf, Sort, is_member
from ...terms.term import Apply, Literal, Op, Term, Variable
from ..constants import text_of_truth
from .names import Names

_BINARY = {Op.LT: "<", Op.LE: "<=", Op.ADD: "+", Op.SUB: "-", Op.MUL: "*"}


class Expressions:
    """Writes terms. `definitions` are the lines for parts that several terms share, and `symbols`
    the symbolic constants."""

    def __init__(self, names: Names, terms: Iterable[Term]) -> None:
        self._names = names
        self._uses = _uses(terms)
        self._known: dict[Identity, str] = {}
        self.definitions: list[str] = []
        self.symbols: set[str] = set()

    def text(self, term: Term) -> str:
        """The text of a term of any sort but sets, in parentheses where it needs them."""
        match term:
            case Literal(value, sort):
                return self.constant(value, sort)
            case Variable(name, _):
                return self._names.of("variable", name)
        key = identity(term)
        if key not in self._known:
            self._known[key] = self._shared(term, self._applied(term))
        return self._known[key]

    def constant(self, value: Hashable, sort: Sort) -> str:
        """The text of a value; one that is no number is a symbol."""
        if isinstance(sort, Bool):
            return text_of_truth(bool(value))
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if is_number:
            return str(value)
        symbol = self._names.of("value", value)
        self.symbols.add(symbol)
        return symbol

    def _shared(self, term: Term, text: str) -> str:
        if self._uses[identity(term)] < 2 or len(text) < _SHORT:
            return text
        name = self._names.of("part", f"part{len(self.definitions)}")
        self.definitions.append(f"  {name} := {text};")
        return name

    def _applied(self, term: Apply) -> str:
        match term.op, term.args:
            case Op.NOT, (part,):
                return f"!{self.text(part)}"
            case (Op.AND | Op.OR) as op, parts:
                sign = " & " if op is Op.AND else " | "
                whole = sign.join(map(self.text, parts))
                return f"({whole})" if parts else text_of_truth(op is Op.AND)
            case Op.ITE, (condition, then, otherwise):
                if isinstance(term.sort, SetOf):
                    raise AssertionError(term)
                texts = map(self.text, (condition, then, otherwise))
                return "({} ? {} : {})".format(*texts)
            case Op.EQ, (left, right):
                return self._equal(left, right)
            case Op.MOD, (left, right):
                return self._remainder(left, right)
            case Op.DIV, (left, right):
                if _is_natural(left) and _is_natural(right):
                    return f"({self.text(left)} / {self.text(right)})"
                rest = self._remainder(left, right)
                return f"(({self.text(left)} - {rest}) / {self.text(right)})"
            case Op.CONTAINS, (of, element):
                return self._contains(of, element)
            case Op.SUBSET, (left, right):
                return self._subset(left, right)
            case Op.SIZE, (of,):
                return f"count({', '.join(text for _, text in self.members(of))})"
            case op, (left, right):
                return f"({self.text(left)} {_BINARY[op]} {self.text(right)})"
        raise AssertionError(term)

    def _equal(self, left: Term, right: Term) -> str:
        if isinstance(left.sort, SetOf):
            return f"({self._subset(left, right)} & {self._subset(right, left)})"
        return f"({self.text(left)} = {self.text(right)})"

    def _remainder(self, left: Term, right: Term) -> str:
        """The remainder with the sign of the divisor; that of SMV has the sign of the dividend."""
        a, b = self.text(left), self.text(right)
        if _is_natural(left) and _is_natural(right):
            return f"({a} mod {b})"
        return f"((({a} mod {b}) + {b}) mod {b})"

    # Sets: a condition for each member.

    def members(self, term: Term) -> Iterator[tuple[Hashable, str]]:
        """For each member of the sort of a set, the condition that it is in the set."""
        assert isinstance(term.sort, SetOf)
        for member in term.sort.members:
            yield member, self._has(term, member)

    def _has(self, term: Term, member: Hashable) -> str:
        match term:
            case Literal(frozenset() as value, _):
                return text_of_truth(member in value)
            case Variable(name, _):
                return self._names.of("variable", f"{name}_{member}")
            case Apply(Op.ITE, (condition, then, otherwise)):
                one, other = self._has(then, member), self._has(otherwise, member)
                return f"({self.text(condition)} ? {one} : {other})"
            case Apply(op, (left, right)):
                one, other = self._has(left, member), self._has(right, member)
                signs = {Op.UNION: "|", Op.INTERSECTION: "&", Op.DIFFERENCE: "& !"}
                return f"({one} {signs[op]} {other})".replace("! ", "!")
        raise AssertionError(term)

    def _subset(self, left: Term, right: Term) -> str:
        theirs = dict(self.members(right))
        parts = [f"({text} -> {theirs[member]})" for member, text in self.members(left)]
        return f"({' & '.join(parts)})"

    def _contains(self, of: Term, element: Term) -> str:
        if isinstance(element, Literal):
            return next(
                (text for member, text in self.members(of) if member == element.value), "FALSE"
            )
        parts = [
            f"({self.text(element)} = {self.constant(member, element.sort)}) & {text}"
            for member, text in self.members(of)
            if is_member(element.sort, member)
        ]
        return f"({' | '.join(parts)})" if parts else "FALSE"


_SHORT = 30
"""Characters up to which a shared part is written out."""


def _uses(terms: Iterable[Term]) -> Counter[Identity]:
    """How often each application is an operand."""
    found: Counter[Identity] = Counter()
    todo = list(terms)
    while todo:
        term = todo.pop()
        if not isinstance(term, Apply):
            continue
        found[identity(term)] += 1
        if found[identity(term)] == 1:
            todo += term.args
    return found


def _is_natural(term: Term) -> bool:
    return isinstance(term.sort, Interval) and term.sort.low >= 0


def is_plain(sort: Sort) -> bool:
    """Whether a sort is one variable of SMV."""
    return isinstance(sort, (Bool, Interval, Enumeration))
