"""Conjunctions, disjunctions and quantifiers."""

from __future__ import annotations

from ..tree import And, Or, Quantified
from .bounds import loops, search
from .compiling import Compiling, TestMaker
from .context import Context, Frame, Test
from .errors import refusing


def conjunction(tests: list[Test]) -> Test:
    """A closure that returns whether all tests hold; it stops at the first one that fails."""
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        a, b = tests
        return lambda m: a(m) and b(m)
    if len(tests) == 3:
        a, b, c = tests
        return lambda m: a(m) and b(m) and c(m)

    def every(m: Frame) -> bool:
        for test in tests:  # a generator would cost more than the tests  # noqa: SIM110
            if not test(m):
                return False
        return True

    return every


def disjunction(tests: list[Test]) -> Test:
    """A closure that returns whether some test holds; it stops at the first one that holds."""
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        a, b = tests
        return lambda m: a(m) or b(m)
    if len(tests) == 3:
        a, b, c = tests
        return lambda m: a(m) or b(m) or c(m)

    def some(m: Frame) -> bool:
        for test in tests:  # noqa: SIM110
            if test(m):
                return True
        return False

    return some


def _and(c: Compiling, node: And, cx: Context) -> Test:
    return conjunction([c.holds(part, cx) for part in node.parts])


def _or(c: Compiling, node: Or, cx: Context) -> Test:
    return disjunction([c.holds(part, cx) for part in node.parts])


def _quantified(c: Compiling, node: Quantified, cx: Context) -> Test:
    if node.kind not in ("A", "E"):
        return refusing(f"\\{node.kind} speaks of behaviours, not of states")
    if any(bound.set is None for bound in node.bounds):
        return refusing("this quantifier has no set, so its elements cannot be gone through")
    done, inner = loops(c, node.bounds, cx)
    return search(done, c.holds(node.body, inner), node.kind == "E")


TESTS: dict[type, TestMaker] = {And: _and, Or: _or, Quantified: _quantified}
