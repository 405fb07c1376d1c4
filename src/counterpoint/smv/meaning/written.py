"""Expressions as text in terms of the whole system: full names, passed expressions put in."""

from __future__ import annotations

from ..constants import text_of_truth
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

_LEVELS = {
    "->": 1, "<->": 2, "?": 3, "|": 4, "xor": 4, "xnor": 4, "&": 5, "=": 9, "!=": 9, "<": 9, ">": 9,
    "<=": 9, ">=": 9, "in": 10, "union": 11, "..": 12, "<<": 13, ">>": 13, "<<<": 13, ">>>": 13,
    "+": 14, "-": 14, "*": 15, "/": 15, "mod": 15, "::": 16,
}  # fmt: skip
_TENSE, _PREFIX, _PRIMARY = 7, 17, 18


class Writer:
    """Writes expressions."""

    def __init__(self, names: Names) -> None:
        self._names = names

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
        return self._written(node, instance, 0)

    def _written(self, node: Expression, instance: Instance, around: int) -> str:
        text, level = self._at_level(node, instance)
        return f"({text})" if level < around else text

    def _at_level(self, node: Expression, instance: Instance) -> tuple[str, int]:
        def inner(of: Expression, around: int = 0) -> str:
            return self._written(of, instance, around)

        match node:
            case Truth(value):
                return text_of_truth(value), _PRIMARY
            case Number(value):
                return str(value), _PRIMARY if value >= 0 else _PREFIX
            case WordNumber(width, value, signed):
                return f"0{'s' if signed else 'u'}h{width}_{value:x}", _PRIMARY
            case Name() | Dot() | Self():
                return self._named(node, instance)
            case Index(of, index):
                if self._names.meant(node, instance) is not None:
                    return self._named(node, instance)
                return f"{inner(of, _PRIMARY)}[{inner(index)}]", _PRIMARY
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
                return f"next({inner(of)})", _PRIMARY
            case Tense():
                return self._tense(node, instance)
        raise AssertionError(node)

    def _tense(self, node: Tense, instance: Instance) -> tuple[str, int]:
        """The text of an operator of linear time, or of the past."""
        bounds = "" if node.low is None else f" [{node.low},{node.high}]"
        texts = [self._written(part, instance, _TENSE) for part in node.parts]
        if len(texts) == 1:
            return f"{node.operator}{bounds} {texts[0]}", _TENSE
        return f" {node.operator}{bounds} ".join(texts), _TENSE - 1

    def _named(self, node: Expression, instance: Instance) -> tuple[str, int]:
        meant = self._names.meant(node, instance)
        match meant:
            case Declared(_, name) | Defined(name) | Constant(name) | Instance(name):
                return name, _PRIMARY
            case Bound(expression, of):
                return self._at_level(expression, of)
        raise AssertionError(node)
