"""Set expressions: `{a, b}`, `{x \\in S : P}` and `{e : x \\in S}`."""

from __future__ import annotations

from typing import Any

from ..tree import Filter, Map, SetOf
from ..values import LISTED, Filtered, LazySet, fewer, is_listable
from .bounds import each, fits, loops
from .compiling import Compiling, ValueMaker
from .context import Context, Frame, Run
from .memory import remembered_loop
from .operators import normalised


def _set(c: Compiling, node: SetOf, cx: Context) -> Run:
    runs = [normalised(c, item, cx) for item in node.items]
    if len(runs) == 1:
        (a,) = runs
        return lambda m: frozenset((a(m),))
    if len(runs) == 2:
        a, b = runs
        return lambda m: frozenset((a(m), b(m)))
    return lambda m: frozenset([run(m) for run in runs])


def _filter(c: Compiling, node: Filter, cx: Context) -> Run:
    kept = remembered_loop(c, node, cx)
    return _filtering(c, node, cx) if kept is None else kept(lambda: _filtering(c, node, cx))


def _filtering(c: Compiling, node: Filter, cx: Context) -> Run:
    (loop,), inner = loops(c, (node.bound,), cx)
    test, values = c.holds(node.condition, inner), loop.values()
    first, last, pattern = loop.slots[0], loop.slots[-1] + 1, loop.pattern

    def some(m: Frame) -> Any:
        base = values(m)
        if isinstance(base, LazySet) and not is_listable(base):
            return lazily(m, base)
        found = []
        if pattern:
            for value in base:
                m[first:last] = value
                if test(m):
                    found.append(value)
                    if len(found) > LISTED:
                        fewer(found)
        else:
            for m[first] in base:
                if test(m):
                    found.append(m[first])
                    if len(found) > LISTED:
                        fewer(found)
        return frozenset(found)

    def lazily(m: Frame, base: Any) -> Filtered:
        frame = m.copy()

        def holds(value: Any) -> bool:
            if pattern and not fits(value, last - first):
                return False
            frame[first:last] = value if pattern else (value,)
            return test(frame)

        return Filtered(base, holds)

    return some


def _map(c: Compiling, node: Map, cx: Context) -> Run:
    behind, kept = c.slot(cx)
    done, inner = loops(c, node.bounds, behind)
    value = normalised(c, node.value, inner)
    if len(done) == 1 and not done[0].pattern:
        run, (slot,) = done[0].elements, done[0].slots

        def mapped(m: Frame) -> frozenset[Any]:
            found = []
            for m[slot] in run(m):  # noqa: B020
                found.append(value(m))
                if len(found) > 2 * LISTED:
                    found = fewer(found)
            return frozenset(found)

        return mapped

    def add(m: Frame) -> None:
        found = m[kept]
        found.append(value(m))
        if len(found) > 2 * LISTED:
            m[kept] = fewer(found)

    every = each(done, add)

    def mapped_over_all(m: Frame) -> frozenset[Any]:
        m[kept] = []
        every(m)
        return frozenset(m[kept])

    return mapped_over_all


VALUES: dict[type, ValueMaker] = {SetOf: _set, Filter: _filter, Map: _map}
