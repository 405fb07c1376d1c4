"""A static check of kinds: which kinds of values an expression may have, and which it must have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from ..tree import (
    Big,
    Binary,
    Call,
    Cases,
    Chain,
    Definition,
    Expression,
    Interval,
    Literal,
    Members,
    Name,
    Quantified,
    Row,
    Slice,
    Such,
    Tuple,
    Unary,
)
from ..values.builtin import (
    ANY,
    KIND,
    NUMBER,
    SEQUENCE,
    SET,
    STRING,
    TRUTH,
    TUPLE,
    Sorts,
)
from ..values.value import kind_of
from .known import MOUSE, Key, Known
from .mentions import mentioned
from .planner import Names, pattern_names

Misfit: TypeAlias = tuple[Expression, str]
"""An operand of a wrong kind, and the error message."""

_JOINED = NUMBER | TUPLE | SEQUENCE | STRING

_OF_BINARY: Mapping[str, Sorts] = {
    "U": SET | KIND,
    **dict.fromkeys(("\\", "sec"), SET),
    **dict.fromkeys(("-", "/", "mod", "^"), NUMBER),
    **dict.fromkeys(("&", "V", "=>", "<=>"), TRUTH),
}

_OF_UNARY: Mapping[str, Sorts] = {"~": TRUTH, "-": NUMBER, "+": NUMBER, "||": NUMBER}

_OF_BIG: Mapping[str, Sorts] = {
    "Sum": NUMBER, "Prod": NUMBER, "U": SET | KIND, "Sec": ANY
}  # fmt: skip

_ORDERED = frozenset({"<", "<=", ">", ">="})

_OF_MOUSE: Mapping[str, Sorts] = {"clicked": TRUTH, "mouseClicked": TRUTH, "click": ANY}


class Sorting:
    """Computes the kinds that expressions of one text may have; a variable may have any."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self._found: dict[Key, Sorts] = {}

    def of(self, expression: Expression, bound: Names) -> Sorts:
        """The kinds that the value of an expression may have; `bound` are its variables.

        >>> from ..syntax import read_expression
        >>> from .known import known_of
        >>> sorted(Sorting(known_of(())).of(read_expression("x * 2 < 3"), frozenset("x")))
        ['a truth']
        """
        match expression:
            case Literal(value):
                return frozenset({kind_of(value)})
            case Name(name):
                return ANY if name in bound else self._of_name(name)
            case Call(name, args):
                return self._of_key((name, len(args)))
            case Tuple():
                return TUPLE
            case Row():
                return SEQUENCE
            case Members() | Interval() | Such():
                return SET
            case Chain() | Quantified():
                return TRUTH
            case Unary(operator):
                return _OF_UNARY[operator]
            case Binary("+", left, right):  # both operands and the result have one kind
                return self.of(left, bound) & self.of(right, bound) & _JOINED or _JOINED
            case Binary("*", left, right):
                both = (self.of(left, bound), self.of(right, bound))
                return NUMBER if NUMBER in both else NUMBER | SET | KIND
            case Binary(operator):
                return _OF_BINARY[operator]
            case Big(operator):
                return _OF_BIG[operator]
            case Slice():
                return TUPLE | SEQUENCE | STRING
            case Cases(branches):
                return frozenset().union(*(self.of(branch.of, bound) for branch in branches))
        return ANY

    def _of_name(self, name: str) -> Sorts:
        if self.known.is_given(name) and name in MOUSE:
            return _OF_MOUSE.get(name, NUMBER)
        return self._of_key((name, 0))

    def _of_key(self, key: Key) -> Sorts:
        """The kinds of the value of a definition; any, where it is used inside itself."""
        definition = self.known.definitions.get(key)
        if definition is None:
            builtin = self.known.builtin(*key)
            return ANY if builtin is None else builtin.gives
        if key not in self._found:
            self._found[key] = TRUTH if definition.is_relation else ANY
            if not definition.is_relation:
                self._found[key] = self.of(definition.body, _variables(definition))
        return self._found[key]

    # What must be something -----------------------------------------------------------------------

    def misfits(self, expression: Expression, bound: Names) -> Iterator[Misfit]:
        """The operands of an expression that certainly have a wrong kind.

        The conditions in `Such` and `Big` are not checked here: they bind variables, so `Checker`
        checks them.
        """
        match expression:
            case Unary("~", of):
                yield from self.untrue((of,), bound)
            case Binary("&" | "V" | "=>" | "<=>", left, right):
                yield from self.untrue((left, right), bound)
            case Quantified(_, patterns, among, body):
                yield from self._needed((among,), SET | KIND, bound, "a set is needed here")
                own = (name for pattern in patterns for name in pattern_names(pattern))
                yield from self.untrue((body,), bound | frozenset(own))
            case Cases(branches):
                conditions = (b.condition for b in branches if b.condition is not None)
                yield from self.untrue(conditions, bound)
            case Chain(left, rest):
                for operator, right in rest:
                    yield from self._compared(left, operator, right, bound)
                    left = right

    def untrue(self, conditions: Iterable[Expression], bound: Names) -> Iterator[Misfit]:
        """The conditions that cannot be true or false, whatever their variables are."""
        return self._needed(conditions, TRUTH, bound, "a condition is true or false")

    def _compared(
        self, left: Expression, operator: str, right: Expression, bound: Names
    ) -> Iterator[Misfit]:
        if operator in _ORDERED:
            yield from self._needed(
                (left, right), NUMBER, bound, f"numbers are compared by {operator}"
            )
        if operator == "sub":
            yield from self._needed((left,), SET, bound, "sub takes sets that have an end")
        if operator in ("in", "sub"):
            yield from self._needed((right,), SET | KIND, bound, "a set is needed here")

    def _needed(
        self, operands: Iterable[Expression], wanted: Sorts, bound: Names, said: str
    ) -> Iterator[Misfit]:
        for operand in operands:
            found = self.of(operand, bound)
            if not found & wanted:
                yield operand, f"{said}, and this is {' or '.join(sorted(found))}"


def _variables(definition: Definition) -> Names:
    """The names that may be variables in the body of a definition."""
    conditions = [each for each in (definition.guard, definition.where) if each is not None]
    names = frozenset().union(*map(mentioned, conditions)) if conditions else frozenset()
    return names | frozenset(parameter.name for parameter in definition.parameters)
