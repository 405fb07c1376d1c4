"""TLC and TLCExt: printing, registers, permutations, sorting."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from ...errors import FailedAssert, NoValue
from ..scope import Builtin
from ..values import (
    ANY,
    FALSE,
    TRUE,
    Injections,
    LazyFunction,
    ModelValue,
    Truth,
    apply,
    cup,
    domain,
    equal,
    function,
    is_finite,
    is_in,
    items,
    normal,
    shortly,
    show,
)
from . import checks
from .checks import holds, needs, sequence, string
from .drawing import draw
from .module import LibraryModule, Operator, module, refused
from .surroundings import Surroundings


def pair(argument: Any, value: Any) -> tuple[Any, ...]:
    """argument :> value: the function with a single argument.

    >>> pair(1, "a")
    ('a',)
    """
    return function({normal(argument): normal(value)})


def merged(f: Any, g: Any) -> Any:
    """f @@ g: the union of two functions; where both are defined, the value of `f`.

    >>> merged(("a",), ("b", "c"))
    ('a', 'c')
    """
    if _is_endless(f) or _is_endless(g):
        return LazyFunction(
            cup(domain(f), domain(g)),
            lambda x: apply(f, x) if is_in(x, domain(f)) else apply(g, x),
            f"{shortly(f)} @@ {shortly(g)}",
        )
    wide = dict(items(checks.function(g, "@@")))
    wide.update(items(checks.function(f, "@@")))
    return function(wide)


def _is_endless(f: Any) -> bool:
    return type(f) is LazyFunction and not is_finite(f.domain)


def permutations(values: Any) -> Injections:
    """Permutations(values)."""
    if not is_finite(values):
        raise needs("Permutations", "a finite set", values)
    return Injections(values, values)


def sorted_sequence(s: Any, before: Operator) -> tuple[Any, ...]:
    """SortSeq(s, before): an insertion sort.

    >>> from .numbers import greater
    >>> sorted_sequence((1, 3, 2), greater)
    (3, 2, 1)
    """
    done: list[Any] = []
    for item in sequence(s, "SortSeq"):  # the algorithm of TLC, so that ties come out the same
        place = len(done)
        while place and holds(before(item, done[place - 1]), "SortSeq"):
            place -= 1
        done.insert(place, item)
    return tuple(done)


def asserted(value: Any, message: Any) -> Truth:
    """Assert(value, message): TRUE; raises `FailedAssert` if the value is FALSE."""
    if holds(value, "Assert"):
        return TRUE
    raise FailedAssert(f"Assert failed: {message if type(message) is str else shortly(message)}")


def text(value: Any) -> str:
    """ToString(value): the value in the notation of TLC.

    >>> text((1, 2))
    '<<1, 2>>'
    """
    try:
        return show(normal(value))
    except NoValue:  # it is infinite, or too large to list, so its expression is shown
        return show(value)


def _itself(value: Any) -> Any:
    return normal(value)


def _now() -> int:
    return int(time.time()) & 0x7FFFFFFF


class _Run:
    """The operators that access the run in which they are evaluated."""

    def __init__(self, around: Surroundings) -> None:
        self._around = around

    def print_both(self, out: Any, value: Any) -> Any:
        self._around.print(f"{text(out)}  {text(value)}")
        return value

    def print_true(self, out: Any) -> Truth:
        self._around.print(text(out))
        return TRUE

    def assert_equal(self, a: Any, b: Any) -> Truth:
        if equal(a, b):
            return TRUE
        for line in ("Assertion failed", a, b):
            self._around.print(text(line))
        return FALSE

    def get(self, register: Any) -> Any:
        return self._around.registers.get(normal(register))

    def put(self, register: Any, value: Any) -> Truth:
        self._around.registers.set(normal(register), normal(value))
        return TRUE

    def get_or_default(self, register: Any, default: Any) -> Any:
        try:
            return self.get(register)
        except NoValue:
            return default

    def get_and_set(self, register: Any, op: Operator, value: Any, default: Any) -> Any:
        old = self.get_or_default(register, default)
        self.put(register, op(old, value))
        return old

    def random_element(self, values: Any) -> Any:
        return draw(values, self._around.random)


def _tlc(run: _Run) -> LibraryModule:
    operators = {
        "Print": run.print_both,
        "PrintT": run.print_true,
        "Assert": asserted,
        "JavaTime": _now,
        "TLCGet": run.get,
        "TLCSet": run.put,
        ":>": pair,
        "@@": merged,
        "Permutations": permutations,
        "SortSeq": sorted_sequence,
        "RandomElement": run.random_element,
        "Any": ANY,
        "ToString": text,
        "TLCEval": _itself,
    }
    return module("TLC", operators, standard=True)


def _model_value(name: Any) -> ModelValue:
    return ModelValue(string(name, "TLCModelValue"))


def _deferred(expression: Any) -> Truth:
    return TRUE


def _cached(expression: Any, closure: Any) -> Any:
    return normal(expression)


def _picked(expression: Any) -> Truth:
    if holds(expression, "PickSuccessor"):
        return TRUE
    raise NoValue("PickSuccessor has no value here: nobody can be asked")


_TRACE = "the run that led to a state is not kept while it is explored"


def _tlc_ext(run: _Run) -> LibraryModule:
    operators = {
        "AssertEq": run.assert_equal,
        "TLCGetOrDefault": run.get_or_default,
        "TLCGetAndSet": run.get_and_set,
        "AssertError": Builtin("AssertError", 2),
        "Trace": refused("Trace", 0, _TRACE),
        "CounterExample": refused("CounterExample", 0, _TRACE),
        "ToTrace": refused("ToTrace", 1, _TRACE),
        "TLCModelValue": _model_value,
        "TLCDefer": _deferred,
        "TLCNoOp": _itself,
        "PickSuccessor": _picked,
        "TLCCache": _cached,
        "TLCFP": refused("TLCFP", 1, "it is a number that only TLC computes"),
        "TLCEvalDefinition": refused("TLCEvalDefinition", 1, "definitions have no names here"),
    }
    return module("TLCExt", operators, standard=True)


def modules(around: Surroundings) -> Iterable[LibraryModule]:
    """The modules TLC and TLCExt, for one run."""
    run = _Run(around)
    return (_tlc(run), _tlc_ext(run))
