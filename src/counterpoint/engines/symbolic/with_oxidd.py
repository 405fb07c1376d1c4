"""OxiDD: decision diagrams with complement edges, in Rust. Only this module imports it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...errors import Refused
from ...tuning import USUAL, Tuning

NODE_BYTES = 64
"""The bytes per node, including its entry in the unique table and the needs of operations."""

CACHE_ENTRY_BYTES = 16
MOST_NODES = 1 << 28


class OxiddManager:
    """OxiDD, with room for as many nodes as fit into `memory` bytes.

    Memory for nodes is allocated on demand, the cache of results at once: it is small for few bits,
    and at most a fixed share of the memory.
    """

    name = "OxiDD"
    lets_others_run = True
    # OxiDD also collects in a separate thread, which frees memory with a delay.
    pauses: tuple[float, ...] = (0.0, 0.001, 0.01, 0.1)

    def __init__(self, bits: int, memory: int, tuning: Tuning = USUAL) -> None:
        bcdd, util = _oxidd()
        self.memory = memory
        entries = _cache_entries(bits, memory, tuning)
        nodes = max(1, (memory - entries * CACHE_ENTRY_BYTES) // NODE_BYTES)
        self._manager = bcdd.BCDDManager(min(nodes, MOST_NODES), entries, 1)
        self._manager.add_vars(bits)
        self._and = util.BooleanOperator.AND
        self.true = self._manager.true()
        self.false = self._manager.false()
        self.conj: Callable[[Any, Any], Any] = operator.and_
        self.disj: Callable[[Any, Any], Any] = operator.or_
        self.negation: Callable[[Any], Any] = operator.invert
        kind = bcdd.BCDDFunction
        self.ite: Callable[[Any, Any, Any], Any] = kind.ite
        self.exists: Callable[[Any, Any], Any] = kind.exists
        self.rename: Callable[[Any, Any], Any] = kind.substitute
        self._substitution = bcdd.BCDDSubstitution

    def var(self, bit: int) -> Any:
        return self._manager.var(bit)

    def quantifier(self, bits: Sequence[int]) -> Any:
        cube = self.true
        for bit in reversed(bits):
            cube &= self.var(bit)
        return cube

    def and_exists(self, f: Any, g: Any, quantifier: Any, /) -> Any:
        return f.apply_exists(self._and, g, quantifier)

    def renaming(self, pairs: Sequence[tuple[int, int]]) -> Any:
        return self._substitution([(bit, self.var(other)) for bit, other in pairs])

    def branch(self, f: Any) -> tuple[int, Any, Any] | None:
        children = f.cofactors()
        return None if children is None else (f.node_var(), *children)

    def pick(self, f: Any) -> Mapping[int, bool]:
        return {bit: value for bit, value in enumerate(f.pick_cube()) if value is not None}

    def count(self, f: Any, bits: int) -> int:
        found: int = f.sat_count(bits)
        return found

    def holds(self, f: Any, literals: Sequence[tuple[int, bool]]) -> bool:
        found: bool = f.eval(literals)
        return found

    def size(self, f: Any) -> int:
        found: int = f.node_count()
        return found

    def nodes(self) -> int:
        found: int = self._manager.approx_num_inner_nodes()
        return found

    def collect(self) -> None:
        self._manager.gc()


def _cache_entries(bits: int, memory: int, tuning: Tuning) -> int:
    """The number of entries of the cache, a power of two."""
    entries = tuning.cache_least
    share = memory // (CACHE_ENTRY_BYTES * tuning.cache_share)
    most = min(tuning.cache_most, 1 << bits // 2 + 8, share)
    while 2 * entries <= most:
        entries *= 2
    return entries


def _oxidd() -> tuple[Any, Any]:
    try:
        from oxidd import bcdd, util
    except ImportError:
        raise Refused(
            "the symbolic engine needs OxiDD, which is not installed: pip install oxidd"
        ) from None
    return bcdd, util
