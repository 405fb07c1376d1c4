"""CUDD, through dd: decision diagrams with dynamic reordering of bits (sifting).

Only this module imports dd.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from ...errors import Refused
from ...tuning import USUAL, Tuning

LEAST_MEMORY = 1 << 24
"""The bytes that CUDD's tables take from the start."""

_resting: list[Any] = []
"""Managers no longer in use, kept until the next one is made: Python's cycle collector would free a
manager before its nodes, which is an error."""


class DdManager:
    """CUDD with sifting; `package` may name another module of dd with the same functions."""

    lets_others_run = False
    pauses: tuple[float, ...] = ()

    def __init__(
        self, bits: int, memory: int, tuning: Tuning = USUAL, package: str = "dd.cudd"
    ) -> None:
        module = _module(package)
        _resting.clear()
        dd = module.BDD()
        dd.configure(reordering=True)
        if package == "dd.cudd":
            dd.configure(max_memory=max(memory, LEAST_MEMORY))
        self.name = "CUDD" if package == "dd.cudd" else package
        self.memory = memory
        self._dd = dd
        self._names = [f"b{bit}" for bit in range(bits)]
        self._bits = {name: bit for bit, name in enumerate(self._names)}
        dd.declare(*self._names)
        self.true, self.false = dd.true, dd.false
        self.conj = _guarded(lambda f, g: f & g)
        self.disj = _guarded(lambda f, g: f | g)
        self.negation = _guarded(lambda f: ~f)
        self.ite = _guarded(dd.ite)
        self.exists = _guarded(lambda f, names: dd.exist(names, f))
        both = vars(module).get("and_exists") or (lambda f, g, names: dd.exist(names, f & g))
        self.and_exists = _guarded(both)
        self.rename = _guarded(lambda f, names: dd.let(names, f) if names else f)
        weakref.finalize(self, _resting.append, dd).atexit = False

    def var(self, bit: int) -> Any:
        return self._dd.var(self._names[bit])

    def quantifier(self, bits: Sequence[int]) -> Any:
        return [self._names[bit] for bit in bits]

    def renaming(self, pairs: Sequence[tuple[int, int]]) -> Any:
        return {self._names[bit]: self._names[other] for bit, other in pairs}

    def branch(self, f: Any) -> tuple[int, Any, Any] | None:
        if f in (self.true, self.false):
            return None
        then, otherwise = f.high, f.low
        if f.negated:
            then, otherwise = self.negation(then), self.negation(otherwise)
        return self._bits[f.var], then, otherwise

    def pick(self, f: Any) -> Mapping[int, bool]:
        """As `Manager.pick`."""
        values: dict[int, bool] = {}
        while (found := self.branch(f)) is not None:
            bit, then, otherwise = found
            values[bit] = bool(otherwise == self.false)
            f = then if values[bit] else otherwise
        return values

    def count(self, f: Any, bits: int) -> int:
        """As `Manager.count`; exact, while CUDD itself counts in floating point."""
        return _Counting(self).of(f, bits)

    def holds(self, f: Any, literals: Sequence[tuple[int, bool]]) -> bool:
        """As `Manager.holds`."""
        values = dict(literals)
        while (found := self.branch(f)) is not None:
            bit, then, otherwise = found
            f = then if values[bit] else otherwise
        return bool(f == self.true)

    def size(self, f: Any) -> int:
        return len(f)

    def nodes(self) -> int:
        return len(self._dd)

    def collect(self) -> None:
        """Do nothing: dd frees garbage itself."""


class _Counting:
    """One count: for each node the exact number of satisfying assignments of all the bits."""

    def __init__(self, manager: DdManager) -> None:
        self.manager = manager
        self.known: dict[Any, int] = {}

    def of(self, f: Any, bits: int) -> int:
        self.total = 1 << bits
        self.known = {self.manager.true: self.total, self.manager.false: 0}
        return self._count(f)

    def _count(self, f: Any) -> int:
        """The assignments of all bits that satisfy f: the mean of the two cofactors' numbers."""
        if f not in self.known:
            found = self.manager.branch(f)
            assert found is not None
            self.known[f] = (self._count(found[1]) + self._count(found[2])) // 2
        return self.known[f]


def _guarded(operation: Callable[..., Any]) -> Callable[..., Any]:
    """The operation, with the errors that dd raises if CUDD fails turned into MemoryError."""

    def guarded(*args: Any) -> Any:
        try:
            return operation(*args)
        except (RuntimeError, ValueError) as error:
            raise MemoryError(str(error)) from error

    return guarded


def _module(package: str) -> Any:
    try:
        return import_module(package)
    except ImportError:
        raise Refused(
            "the backend 'dd' needs the package dd with CUDD in it: pip install dd brings that on "
            "Linux, elsewhere dd must be built with CUDD; the backend 'oxidd' needs neither"
        ) from None
