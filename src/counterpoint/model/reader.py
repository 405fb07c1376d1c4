"""Conditions: the syntax tree of a text as an expression over the variables of a model."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Hashable, Iterable
from itertools import pairwise
from typing import Any, TypeAlias

from ..data import dataclass
from ..errors import BadFormula, BadTerm, UnknownAtom
from ..terms.apply import constant
from ..terms.array import Array
from ..terms.expr import Expr, all_of, any_of
from ..terms.sort import Enumeration, SetOf, text_of_value
from ..terms.term import Literal
from .parts import Parts
from .scope import closest, names_of

_ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


@dataclass(frozen=True, slots=True)
class _Word:
    """A name that is no variable, or a quoted text: it may be a member of some sort."""

    text: str


@dataclass(frozen=True, slots=True)
class _Members:
    """The elements between braces, or of a tuple."""

    parts: tuple[_Part, ...]


_Part: TypeAlias = Expr | Array | _Word | _Members


class Reader:
    """Converts the syntax tree of one text."""

    def __init__(self, text: str, parts: Parts) -> None:
        self._text = text
        self._parts = parts
        self._variables = {variable.name: variable for variable in parts.variables}

    def expression(self, node: ast.expr) -> Expr:
        """The expression of a node; raises `UnknownAtom`, `BadTerm` or `BadFormula` if none."""
        found = self._read(node)
        if isinstance(found, _Word):
            raise self._unknown(found)
        if isinstance(found, Array):
            raise BadTerm(_needs_index(self._text, found))
        if isinstance(found, _Members):
            raise self._unreadable(node)
        return found

    def _read(self, node: ast.expr) -> _Part:
        match node:
            case ast.Name(name):
                return self._name(name)
            case ast.Constant(str() as word):
                return _Word(word)
            case ast.Constant(bool() | int() as value):
                return Expr(constant(value))
            case ast.BoolOp(op, values):
                join = all_of if isinstance(op, ast.And) else any_of
                return join([self.expression(value) for value in values])
            case ast.UnaryOp(ast.Not() | ast.Invert(), operand):
                return ~self.expression(operand)
            case ast.UnaryOp(ast.USub(), operand):
                return -self.expression(operand)
            case ast.BinOp(left, op, right) if type(op) in _ARITHMETIC:
                found: Expr = _ARITHMETIC[type(op)](self.expression(left), self.expression(right))
                return found
            case ast.Compare(left, ops, others):
                return self._comparison([left, *others], ops)
            case ast.Subscript(ast.Name(name), index) if name in self._parts.arrays:
                return self._element(self._parts.arrays[name], index)
            case ast.Subscript(ast.Name(name), _) | ast.Call(ast.Name(name)):
                raise self._unknown(_Word(ast.unparse(node)))
            case ast.Set(elements) | ast.Tuple(elements):
                return _Members(tuple(self._read(element) for element in elements))
            case ast.Dict([], []):
                return _Members(())
        raise self._unreadable(node)

    def _name(self, name: str) -> _Part:
        if name in ("true", "false"):
            return Expr(constant(name == "true"))
        if name in self._parts.atoms:
            return Expr(self._parts.atoms[name])
        if name in self._variables:
            return Expr(self._variables[name])
        return self._parts.arrays.get(name, _Word(name))

    def _element(self, array: Array, node: ast.expr) -> Expr:
        nodes = node.elts if isinstance(node, ast.Tuple) else [node]
        parts = [self._read(part) for part in nodes]
        columns = zip(*array.keys(), strict=True) if len(parts) > 1 else [array.indices]
        index = tuple(
            self._member(part, column) for part, column in zip(parts, columns, strict=False)
        )
        return array[index if len(parts) > 1 else index[0]]

    def _comparison(self, nodes: list[ast.expr], ops: list[ast.cmpop]) -> Expr:
        parts = [self._read(node) for node in nodes]
        steps = zip(pairwise(parts), ops, strict=True)
        return all_of([self._compared(left, op, right) for (left, right), op in steps])

    def _compared(self, left: _Part, op: ast.cmpop, right: _Part) -> Expr:
        match op:
            case ast.In():
                return self._membership(left, right)
            case ast.NotIn():
                return ~self._membership(left, right)
            case ast.Is() | ast.IsNot():
                raise BadFormula(f"{self._text!r} cannot be read: `is` means nothing here")
        compare = _COMPARISONS[type(op)]
        found: Expr = compare(*_in_order(self._beside(left, right), self._beside(right, left), op))
        return found

    def _membership(self, element: _Part, of: _Part) -> Expr:
        if isinstance(of, _Members):
            return any_of([self._compared(element, ast.Eq(), part) for part in of.parts])
        if not isinstance(of, Expr) or not isinstance(of.term.sort, SetOf):
            raise BadFormula(
                f"{self._text!r} cannot be read: `in` asks a set, {{a, b}} or a variable"
            )
        return of.contains(self._member(element, of.term.sort.members))

    def _beside(self, part: _Part, other: _Part) -> object:
        """One side of a comparison; a word becomes a member of the sort of the other side."""
        sort = other.term.sort if isinstance(other, Expr) else None
        match part, sort:
            case _Word(), Enumeration(members):
                return self._member(part, members)
            case _Members(parts), SetOf(members):
                return frozenset(self._member(one, members) for one in parts)
            case Array(), _:
                raise BadTerm(_needs_index(self._text, part))
            case Expr(), _:
                return part
            case _Word(), _:
                raise self._unknown(part)
        raise BadFormula(f"{self._text!r} cannot be read: only sets are compared with {{a, b}}")

    def _member(self, part: _Part, members: Iterable[Hashable]) -> object:
        """The member that a word names; any other part is returned unchanged."""
        if not isinstance(part, _Word):
            return part
        for member in members:
            if text_of_value(member) == part.text:
                return member
        raise self._unknown(part, members)

    def _unknown(self, word: _Word, members: Iterable[Hashable] = ()) -> UnknownAtom:
        names = [*map(text_of_value, members), *self._parts.atoms]
        names += names_of(self._variables, self._parts.arrays)
        return UnknownAtom(
            f"{self._text!r}: there is no {word.text}; there are {closest(word.text, names)}"
        )

    def _unreadable(self, node: ast.expr) -> BadFormula:
        return BadFormula(f"{self._text!r} cannot be read: {ast.unparse(node)} means nothing here")


def _in_order(left: object, right: object, op: ast.cmpop) -> tuple[object, object]:
    """Both sides; in an equation, a literal becomes the second one, as a plain value."""
    if not isinstance(op, ast.Eq | ast.NotEq):
        return left, right
    if _is_number(left):
        left, right = right, left
    if not _is_number(left) and isinstance(right, Expr) and isinstance(right.term, Literal):
        return left, right.term.value
    return left, right


def _is_number(side: object) -> bool:
    return isinstance(side, Expr) and isinstance(side.term, Literal)


def _needs_index(text: str, array: Array) -> str:
    return f"{text!r}: {array.name} is an array; write {array.name}[index]"
