"""Conditions as text in the notation of formulas, whole, however long."""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import assert_never

from ...terms.sort import text_of_value
from ...terms.term import Apply, Literal, Op, Term, Variable

_SIGNS = {
    Op.EQ: "=",
    Op.LT: "<",
    Op.LE: "<=",
    Op.ADD: "+",
    Op.SUB: "-",
    Op.MUL: "*",
    Op.DIV: "//",
    Op.MOD: "%",
}
_OUTER, _OR, _AND, _COMPARED, _OPERAND = range(5)
"""How tightly what is around an expression binds."""

_NAME = re.compile(r"[A-Za-z_]\w*|-?\d+")


def condition_text(term: Term) -> str:
    """A condition as formulas contain it, with as few parentheses as needed.

    >>> from ...terms.apply import apply, constant
    >>> from ...terms.sort import Interval
    >>> x = Variable("x", Interval(0, 4))
    >>> condition_text(apply(Op.NOT, apply(Op.EQ, x, constant(1))))
    'x != 1'
    """
    return _text(term, _OUTER)


def fact_text(name: str) -> str:
    """The atom about the past that a variable records; empty for any other variable.

    >>> fact_text("once:once(put)"), fact_text("x")
    ('once(put)', '')
    """
    prefix, _, text = name.partition(":")
    return text if prefix in ("just", "once") else ""


def _text(term: Term, around: int) -> str:
    match term:
        case Literal(value, _):
            return _value(value)
        case Variable(name, _):
            return fact_text(name) or name
        case Apply(Op.OR) if (listed := _listed(term)) is not None:
            return _among("in", listed, around)
        case Apply(Op.NOT, (arg,), _) if (listed := _listed(arg)) is not None:
            return _among("not in", listed, around)
        case Apply(Op.AND | Op.OR as op, args, _):
            return _row(op, args, around)
        case Apply(Op.NOT, (Apply(Op.EQ, (left, right), _),), _):
            return _infix("!=", left, right, around)
        case Apply(Op.NOT, (Apply(Op.CONTAINS, (of, element), _),), _):
            return _infix("not in", element, of, around)
        case Apply(Op.NOT, (arg,), _):
            return f"!{_text(arg, _OPERAND)}"
        case Apply(Op.CONTAINS, (of, element), _):
            return _infix("in", element, of, around)
        case Apply(op, (left, right), _) if op in _SIGNS:
            return _infix(_SIGNS[op], left, right, around)
        case Apply(op):
            raise AssertionError(f"no invariant contains {op}")
    assert_never(term)


def _listed(term: Term) -> tuple[Term, list[Hashable]] | None:
    """What a disjunction compares, and with which values, if it does nothing else."""
    match term:
        case Apply(Op.OR, ((Apply(Op.EQ, (Variable() as of, Literal()), _)), *_) as args, _):
            values = []
            for arg in args:
                match arg:
                    case Apply(Op.EQ, (Variable(name), Literal(value, _)), _) if name == of.name:
                        values.append(value)
                    case _:
                        return None
            return of, values
    return None


def _among(sign: str, listed: tuple[Term, list[Hashable]], around: int) -> str:
    of, values = listed
    text = f"{_text(of, _OPERAND)} {sign} {{{', '.join(map(_value, values))}}}"
    return _around(text, around == _OPERAND)


def _row(op: Op, args: tuple[Term, ...], around: int) -> str:
    if not args:
        return "true" if op is Op.AND else "false"
    sign, binding = (" & ", _AND) if op is Op.AND else (" | ", _OR)
    return _around(sign.join(_text(arg, binding) for arg in args), binding < around)


def _infix(sign: str, left: Term, right: Term, around: int) -> str:
    text = f"{_text(left, _OPERAND)} {sign} {_text(right, _OPERAND)}"
    return _around(text, around == _OPERAND)


def _around(text: str, wanted: bool) -> str:
    return f"({text})" if wanted else text


def _value(value: Hashable) -> str:
    text = text_of_value(value)
    return text if _NAME.fullmatch(text) else f"'{text}'"
