"""Expressions as text in terms of the whole system: full names, passed expressions put in."""

from __future__ import annotations

from collections.abc import Mapping

from ...identity import Identity, identity
from ...terms.term import Term, Variable
from ..modules.instance import Bound, Declared, Defined, Instance
from ..modules.names import Constant, Names
from ..tree import (
    Binary,
    Call,
    Case,
    Choice,
    Dot,
    Expression,
    Index,
    Members,
    Name,
    Next,
    Number,
    Range,
    Row,
    Self,
    Slice,
    Tense,
    Truth,
    Unary,
    WordNumber,
)
from .value import Array, Kind, Scalar, Value, Word

_LEVELS = {
    "->": 1, "<->": 2, "?": 3, "|": 4, "xor": 4, "xnor": 4, "&": 5, "=": 9, "!=": 9, "<": 9, ">": 9,
    "<=": 9, ">=": 9, "in": 10, "union": 11, "..": 12, "<<": 13, ">>": 13, "<<<": 13, ">>>": 13,
    "+": 14, "-": 14, "*": 15, "/": 15, "mod": 15, "::": 16,
}  # fmt: skip
_PREFIX, _PRIMARY = 17, 18

Given = Mapping[Identity, str]
"""Texts that stand for variables, by the identity of their declarations."""


class Writer:
    """Writes expressions; variables in `now` and `after` are replaced by constants."""

    def __init__(self, names: Names, now: Given | None = None, after: Given | None = None) -> None:
        self._names = names
        self._now, self._after = now or {}, after or {}

    def text(self, node: Expression, instance: Instance) -> str:
        """The text of an expression as `main` would read it.

        >>> from ..syntax import read_text
        >>> from ..source import Source
        >>> from ..modules.flatten import flatten
        >>> flat = flatten(read_text(Source("m.smv", '''
        ... MODULE m(y) DEFINE d := y & !x; VAR x : boolean;
        ... MODULE main VAR p : m(a | b); a : boolean; b : boolean;''')))
        >>> Writer(Names(flat)).text(flat.definitions[0].body, flat.definitions[0].instance)
        '(a | b) & !p.x'
        """
        return self._written(node, instance, 0, False)

    def _written(self, node: Expression, instance: Instance, around: int, after: bool) -> str:
        text, level = self._at_level(node, instance, after)
        return f"({text})" if level < around else text

    def _at_level(self, node: Expression, instance: Instance, after: bool) -> tuple[str, int]:
        def inner(of: Expression, around: int = 0) -> str:
            return self._written(of, instance, around, after)

        match node:
            case Truth(value):
                return str(value).upper(), _PRIMARY
            case Number(value):
                return str(value), _PRIMARY if value >= 0 else _PREFIX
            case WordNumber(width, value, signed):
                return f"0{'s' if signed else 'u'}h{width}_{value:x}", _PRIMARY
            case Name() | Dot() | Self():
                return self._named(node, instance, after)
            case Index(of, index):
                if self._names.meant(node, instance) is not None:
                    return self._named(node, instance, after)
                return self._element(of, index, instance, after), _PRIMARY
            case Slice(of, high, low):
                return f"{inner(of, _PRIMARY)}[{inner(high)}:{inner(low)}]", _PRIMARY
            case Unary(operator, of):
                return f"{operator}{inner(of, _PREFIX)}", _PREFIX
            case Binary(operator, left, right):
                level = _LEVELS[operator]
                sides = (level + 1, level) if operator == "->" else (level, level + 1)
                return f"{inner(left, sides[0])} {operator} {inner(right, sides[1])}", level
            case Range(low, high):
                return f"{inner(low, 13)}..{inner(high, 13)}", 12
            case Choice(condition, then, otherwise):
                return f"{inner(condition, 4)} ? {inner(then)} : {inner(otherwise, 3)}", 3
            case Case(branches):
                rows = (f"{inner(branch.condition)} : {inner(branch.of)};" for branch in branches)
                return f"case {' '.join(rows)} esac", _PRIMARY
            case Call(function, args):
                return f"{function}({', '.join(map(inner, args))})", _PRIMARY
            case Members(parts):
                return f"{{{', '.join(map(inner, parts))}}}", _PRIMARY
            case Row(parts):
                return f"[{', '.join(map(inner, parts))}]", _PRIMARY
            case Next(of):
                return self._next(of, instance)
            case Tense(operator, parts):
                return f"{operator} {' '.join(inner(part, _PREFIX) for part in parts)}", 7
        raise AssertionError(node)

    def _next(self, of: Expression, instance: Instance) -> tuple[str, int]:
        text = self._written(of, instance, 0, True)
        return (f"({text})" if self._after else f"next({text})"), _PRIMARY

    def _element(self, of: Expression, index: Expression, instance: Instance, after: bool) -> str:
        array = self._written(of, instance, _PRIMARY, after)
        return f"{array}[{self._written(index, instance, 0, after)}]"

    def _named(self, node: Expression, instance: Instance, after: bool) -> tuple[str, int]:
        meant = self._names.meant(node, instance)
        match meant:
            case Declared(_, name):
                given = (self._after if after else self._now).get(identity(meant))
                return name if given is None else given, _PRIMARY
            case Defined(name):
                if self._now or self._after:
                    return self._at_level_in(meant.body, meant.instance, after)
                return name, _PRIMARY
            case Constant(name) | Instance(name):
                return name, _PRIMARY
            case Bound(expression, of):
                return self._at_level_in(expression, of, after)
        raise AssertionError(node)

    def _at_level_in(self, node: Expression, instance: Instance, after: bool) -> tuple[str, int]:
        return self._at_level(node, instance, after)


def constant_text(value: Value, given: Mapping[str, object]) -> str:
    """The constant that a variable is, for given values of the model's variables in it.

    Raises `KeyError` for an array, which has no constants.
    """
    match value:
        case Scalar(kind):
            term = value.term if value.raw is None else value.raw
            found = given[_name(term)]
            return str(found).upper() if kind is Kind.BOOLEAN else str(found)
        case Word(signed, bits):
            number = sum(1 << at for at, bit in enumerate(bits) if given[_name(bit)])
            return f"0{'s' if signed else 'u'}h{len(bits)}_{number:x}"
        case Array():
            raise KeyError("an array has no constants")
    raise AssertionError(value)


def _name(term: Term) -> str:
    assert isinstance(term, Variable)
    return term.name
