r"""The built-in operators of TLA+, which need no EXTENDS: logic, equality, sets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..scope import Builtin, Value
from ..values import (
    FALSE,
    STRING,
    TRUE,
    PowerSet,
    Product,
    Truth,
    big_union,
    cap,
    cup,
    domain,
    equal,
    is_finite,
    is_in,
    is_subset,
    minus,
    truth,
)
from .checks import holds
from .module import module


def _and(a: Any, b: Any) -> Truth:
    return truth(holds(a, "/\\") and holds(b, "/\\"))


def _or(a: Any, b: Any) -> Truth:
    return truth(holds(a, "\\/") or holds(b, "\\/"))


def _implies(a: Any, b: Any) -> Truth:
    return truth(not holds(a, "=>") or holds(b, "=>"))


def _iff(a: Any, b: Any) -> Truth:
    return truth(holds(a, "<=>") is holds(b, "<=>"))


def _not(a: Any) -> Truth:
    return truth(not holds(a, "~"))


def _equal(a: Any, b: Any) -> Truth:
    return truth(equal(a, b))


def _unequal(a: Any, b: Any) -> Truth:
    return truth(not equal(a, b))


def _in(a: Any, b: Any) -> Truth:
    return truth(is_in(a, b))


def _not_in(a: Any, b: Any) -> Truth:
    return truth(not is_in(a, b))


def _subset(a: Any, b: Any) -> Truth:
    return truth(is_subset(a, b))


def _power_set(base: Any) -> PowerSet:
    is_finite(base)  # raises if it is not a set
    return PowerSet(base)


def _times(*sets: Any) -> Product:
    for values in sets:
        is_finite(values)
    return Product(*sets)


LANGUAGE: Final[Mapping[str, Builtin | Value]] = module(
    "",
    {
        "TRUE": TRUE,
        "FALSE": FALSE,
        "BOOLEAN": frozenset({TRUE, FALSE}),
        "STRING": STRING,
        "/\\": _and,
        "\\/": _or,
        "=>": _implies,
        "<=>": _iff,
        "~": _not,
        "=": _equal,
        "#": _unequal,
        "\\in": _in,
        "\\notin": _not_in,
        "\\subseteq": _subset,
        "\\cup": cup,
        "\\cap": cap,
        "\\": minus,
        "\\X": Builtin("\\X", 2, _times),
        "SUBSET": _power_set,
        "UNION": big_union,
        "DOMAIN": domain,
    },
).operators
