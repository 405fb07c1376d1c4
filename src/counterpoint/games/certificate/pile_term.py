"""Pile terms: statements about sizes of piles, as plain data that compares by value.

Every number is a natural number without an upper bound: a sum never overflows, and a difference is
at least 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import TypeAlias, assert_never

from ...data import dataclass


class Op(Enum):
    """What a combination of two numbers computes; XOR, AND and OR work bitwise.

    MINUS gives 0 if the right number is greater. The right side of MOD is a literal greater than 0.
    """

    XOR = "^"
    AND = "&"
    OR = "|"
    PLUS = "+"
    MINUS = "-"
    MOD = "%"


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a pile before the move."""

    pile: int


@dataclass(frozen=True, slots=True)
class NewSize:
    """The size that the moved pile has after the move."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A number written out."""

    value: int


@dataclass(frozen=True, slots=True)
class Combine:
    """Two numbers combined into one."""

    op: Op
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Equal:
    """Both numbers are the same."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Less:
    """The left number is less than the right one."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Not:
    """The formula is false."""

    arg: Formula


@dataclass(frozen=True, slots=True)
class Every:
    """All formulas are true; an empty tuple is true."""

    args: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Some:
    """At least one formula is true; an empty tuple is false."""

    args: tuple[Formula, ...]


Term: TypeAlias = Size | NewSize | Literal | Combine
Formula: TypeAlias = Equal | Less | Not | Every | Some
Node: TypeAlias = Term | Formula


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly below a node."""
    match node:
        case Size() | NewSize() | Literal():
            return ()
        case Combine(_, left, right) | Equal(left, right) | Less(left, right):
            return left, right
        case Not(arg):
            return (arg,)
        case Every(args) | Some(args):
            return args
    assert_never(node)


def parts(node: Node) -> Iterator[Node]:
    """Every node that occurs, each once, with the nodes below a node before it."""
    return iter(_collect(node, {}))


def _collect(node: Node, seen: dict[Node, None]) -> dict[Node, None]:
    if node not in seen:
        for child in children(node):
            _collect(child, seen)
        seen[node] = None
    return seen


def number(term: Term, sizes: Sequence[int], new: int = 0) -> int:
    """The value of a term, by Python's own arithmetic.

    >>> number(Combine(Op.MINUS, Literal(2), Size(0)), (5,))
    0
    """
    match term:
        case Size(pile):
            return sizes[pile]
        case NewSize():
            return new
        case Literal(value):
            return value
        case Combine(op, left, right):
            return combine(op, number(left, sizes, new), number(right, sizes, new))
    assert_never(term)


def combine(op: Op, left: int, right: int) -> int:
    """The result of an operation on two natural numbers."""
    match op:
        case Op.XOR:
            return left ^ right
        case Op.AND:
            return left & right
        case Op.OR:
            return left | right
        case Op.PLUS:
            return left + right
        case Op.MINUS:
            return max(left - right, 0)
        case Op.MOD:
            return left % right
    assert_never(op)


def truth(formula: Formula, sizes: Sequence[int], new: int = 0) -> bool:
    """Whether a formula is true of these sizes, by Python's own arithmetic.

    >>> truth(Less(Size(0), Size(1)), (1, 2))
    True
    """
    match formula:
        case Equal(left, right):
            return number(left, sizes, new) == number(right, sizes, new)
        case Less(left, right):
            return number(left, sizes, new) < number(right, sizes, new)
        case Not(arg):
            return not truth(arg, sizes, new)
        case Every(args):
            return all(truth(arg, sizes, new) for arg in args)
        case Some(args):
            return any(truth(arg, sizes, new) for arg in args)
    assert_never(formula)


Replacement: TypeAlias = Mapping[Size | NewSize, Term]


def replaced(term: Term, by: Replacement) -> Term:
    """A term with some variables replaced simultaneously."""
    match term:
        case Size() | NewSize():
            return by.get(term, term)
        case Literal():
            return term
        case Combine(op, left, right):
            return Combine(op, replaced(left, by), replaced(right, by))
    assert_never(term)


def replaced_in(formula: Formula, by: Replacement) -> Formula:
    """A formula with some variables replaced simultaneously."""
    match formula:
        case Equal(left, right):
            return Equal(replaced(left, by), replaced(right, by))
        case Less(left, right):
            return Less(replaced(left, by), replaced(right, by))
        case Not(arg):
            return Not(replaced_in(arg, by))
        case Every(args):
            return Every(tuple(replaced_in(arg, by) for arg in args))
        case Some(args):
            return Some(tuple(replaced_in(arg, by) for arg in args))
    assert_never(formula)


def show(node: Node) -> str:
    """A term or a formula as text, in the notation of its input.

    >>> show(Not(Less(Combine(Op.XOR, Size(0), Size(1)), NewSize())))
    '~(x[0] ^ x[1] < y)'
    """
    match node:
        case Size(pile):
            return f"x[{pile}]"
        case NewSize():
            return "y"
        case Literal(value):
            return str(value)
        case Combine(op, left, right):
            return f"{_operand(op, left)} {op.value} {_inner(right)}"
        case Equal(left, right):
            return f"{show(left)} == {show(right)}"
        case Less(left, right):
            return f"{show(left)} < {show(right)}"
        case Not(arg):
            return f"~({show(arg)})"
        case Every(args):
            return " & ".join(f"({show(arg)})" for arg in args) or "True"
        case Some(args):
            return " | ".join(f"({show(arg)})" for arg in args) or "False"
    assert_never(node)


def _operand(op: Op, term: Term) -> str:
    """A left operand, without parentheses if it has the same operator."""
    if isinstance(term, Combine) and term.op is op:
        return show(term)
    return _inner(term)


def _inner(term: Term) -> str:
    return f"({show(term)})" if isinstance(term, Combine) else show(term)
