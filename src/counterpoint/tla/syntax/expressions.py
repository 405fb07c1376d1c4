"""Lowering expressions other than applied operators: literals, quantifiers, functions, records."""

from __future__ import annotations

import re

from ...errors import BadModule
from ..tree import (
    And,
    Angle,
    Apply,
    Bound,
    Case,
    Choose,
    Decimal,
    Except,
    Expression,
    Fair,
    Field,
    Filter,
    Function,
    FunctionSet,
    If,
    Index,
    Labelled,
    Lambda,
    Map,
    Number,
    Old,
    Or,
    Quantified,
    Record,
    RecordSet,
    SetOf,
    Square,
    String,
    Truth,
    Tuple,
    Update,
)  # fmt: skip
from .cst import Cst
from .lower import all_of, identifier, lower, lowers

_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"t": "\t", "n": "\n", "f": "\f", "r": "\r"}

SETS = {"\u2115": "Nat", "\u2124": "Int", "\u211d": "Real"}
"""The names of the sets of numbers that have a letter of their own."""

_QUANTIFIERS = {
    "forall": "A", "exists": "E", "temporal_forall": "AA", "temporal_exists": "EE"
}  # fmt: skip

# Literals and names -------------------------------------------------------------------------------


@lowers("nat_number")
def _number(cst: Cst) -> Expression:
    return Number(int(cst.text), at=cst.at)


@lowers("binary_number", "octal_number", "hex_number")
def _number_in_base(cst: Cst) -> Expression:
    base = {"binary_number": 2, "octal_number": 8, "hex_number": 16}[cst.kind]
    return Number(int(cst.text[2:], base), at=cst.at)


@lowers("real_number")
def _decimal(cst: Cst) -> Expression:
    return Decimal(cst.text, at=cst.at)


@lowers("string")
def _string(cst: Cst) -> Expression:
    return String(_ESCAPE.sub(_unescaped, cst.text[1:-1]), at=cst.at)


def _unescaped(escape: re.Match[str]) -> str:
    return _ESCAPED.get(escape[1], escape[1])


@lowers("boolean")
def _truth(cst: Cst) -> Expression:
    return Truth(cst.text == "TRUE", at=cst.at)


@lowers("boolean_set", "string_set", "nat_number_set", "int_number_set", "real_number_set")
def _basic_set(cst: Cst) -> Expression:
    return Apply(SETS.get(cst.text, cst.text), at=cst.at)


@lowers("identifier_ref", "identifier")
def _name(cst: Cst) -> Expression:
    return Apply(identifier(cst), at=cst.at)


@lowers("prev_func_val")
def _old(cst: Cst) -> Expression:
    return Old(at=cst.at)


@lowers("parentheses")
def _parentheses(cst: Cst) -> Expression:
    return lower(cst.parts[0])


@lowers("label")
def _label(cst: Cst) -> Expression:
    name, *parameters, body = cst.parts
    names = tuple(map(identifier, parameters))
    return Labelled(identifier(name), names, lower(body), at=cst.at)


@lowers("lambda")
def _lambda(cst: Cst) -> Expression:
    *parameters, body = cst.parts
    return Lambda(tuple(map(identifier, parameters)), lower(body), at=cst.at)


# Logic --------------------------------------------------------------------------------------------


@lowers("conj_list")
def _conjunction(cst: Cst) -> Expression:
    return And(tuple(lower(item.parts[0]) for item in cst.parts), at=cst.at)


@lowers("disj_list")
def _disjunction(cst: Cst) -> Expression:
    return Or(tuple(lower(item.parts[0]) for item in cst.parts), at=cst.at)


def bounds(csts: list[Cst]) -> tuple[Bound, ...]:
    """The bounds of a quantifier or a function; `x, y \\in S` becomes two bounds."""
    return tuple(bound for cst in csts for bound in _bounds(cst))


def _bounds(cst: Cst) -> list[Bound]:
    *intro, last = cst.parts
    within = lower(last)
    if intro[0].kind == "tuple_of_identifiers":
        names = tuple(map(identifier, intro[0].parts))
        return [Bound(names, within, pattern=True, at=cst.at)]
    return [Bound((identifier(name),), within, at=name.at) for name in intro]


@lowers("bounded_quantification")
def _bounded(cst: Cst) -> Expression:
    kind, *bound, body = cst.parts
    return Quantified(_QUANTIFIERS[kind.kind], bounds(bound), lower(body), at=cst.at)


@lowers("unbounded_quantification")
def _unbounded(cst: Cst) -> Expression:
    kind, *names, body = cst.parts
    free = tuple(Bound((identifier(name),), None, at=name.at) for name in names)
    return Quantified(_QUANTIFIERS[kind.kind], free, lower(body), at=cst.at)


@lowers("choose")
def _choose(cst: Cst) -> Expression:
    intro, *within, body = cst.parts
    pattern = intro.kind == "tuple_of_identifiers"
    names = tuple(map(identifier, intro.parts if pattern else [intro]))
    if pattern and not within:
        raise BadModule("CHOOSE of a tuple needs a set: CHOOSE <<x, y>> \\in S", intro.at.place())
    bound = Bound(names, lower(within[0]) if within else None, pattern=pattern, at=intro.at)
    return Choose(bound, lower(body), at=cst.at)


@lowers("if_then_else")
def _if(cst: Cst) -> Expression:
    condition, then, otherwise = all_of(cst.parts)
    return If(condition, then, otherwise, at=cst.at)


@lowers("case")
def _case(cst: Cst) -> Expression:
    arms = [all_of(arm.parts) for arm in cst.parts if arm.kind == "case_arm"]
    other = [lower(arm.parts[0]) for arm in cst.parts if arm.kind == "other_arm"]
    pairs = tuple((condition, value) for condition, value in arms)
    return Case(pairs, other[0] if other else None, at=cst.at)


# Sets, functions, records, tuples -----------------------------------------------------------------


@lowers("finite_set_literal")
def _set(cst: Cst) -> Expression:
    return SetOf(all_of(cst.parts), at=cst.at)


@lowers("set_filter")
def _filter(cst: Cst) -> Expression:
    bound, condition = cst.parts
    return Filter(bounds([bound])[0], lower(condition), at=cst.at)


@lowers("set_map")
def _map(cst: Cst) -> Expression:
    value, *bound = cst.parts
    return Map(lower(value), bounds(bound), at=cst.at)


@lowers("function_literal")
def _function(cst: Cst) -> Expression:
    *bound, body = cst.parts
    return Function(bounds(bound), lower(body), at=cst.at)


@lowers("set_of_functions")
def _functions(cst: Cst) -> Expression:
    domain, range_ = all_of(cst.parts)
    return FunctionSet(domain, range_, at=cst.at)


@lowers("function_evaluation")
def _index(cst: Cst) -> Expression:
    function, *args = all_of(cst.parts)
    return Index(function, tuple(args), at=cst.at)


@lowers("record_literal")
def _record(cst: Cst) -> Expression:
    return Record(_fields(cst), at=cst.at)


@lowers("set_of_records")
def _records(cst: Cst) -> Expression:
    return RecordSet(_fields(cst), at=cst.at)


def _fields(cst: Cst) -> tuple[tuple[str, Expression], ...]:
    pairs = zip(cst.parts[::2], cst.parts[1::2], strict=True)
    return tuple((name.text, lower(value)) for name, value in pairs)


@lowers("record_value")
def _field(cst: Cst) -> Expression:
    record, name = cst.parts
    return Field(lower(record), name.text, at=cst.at)


@lowers("except")
def _except(cst: Cst) -> Expression:
    function, *updates = cst.parts
    return Except(lower(function), tuple(map(_update, updates)), at=cst.at)


def _update(cst: Cst) -> Update:
    path, value = cst.parts
    return Update(tuple(map(_step, path.parts)), lower(value), at=cst.at)


def _step(cst: Cst) -> tuple[Expression, ...]:
    if cst.kind == "except_update_record_field":
        return (String(cst.parts[0].text, at=cst.at),)
    return all_of(cst.parts)


@lowers("tuple_literal")
def _tuple(cst: Cst) -> Expression:
    return Tuple(all_of(cst.parts), at=cst.at)


# Steps --------------------------------------------------------------------------------------------


@lowers("step_expr_or_stutter")
def _square(cst: Cst) -> Expression:
    action, subscript = all_of(cst.parts)
    return Square(action, subscript, at=cst.at)


@lowers("step_expr_no_stutter")
def _angle(cst: Cst) -> Expression:
    action, subscript = all_of(cst.parts)
    return Angle(action, subscript, at=cst.at)


@lowers("fairness")
def _fair(cst: Cst) -> Expression:
    subscript, action = all_of(cst.parts)
    return Fair(cst.text.startswith("SF_"), subscript, action, at=cst.at)
