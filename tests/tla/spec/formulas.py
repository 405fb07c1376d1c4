"""Random formulas of TLA+ over three variables with the values 0 and 1."""

from __future__ import annotations

from hypothesis import strategies as st

from counterpoint.tla.compiler import Compiler
from counterpoint.tla.modules import Loaded

from ..modules.files import read

MODULE = r"""
EXTENDS Naturals
VARIABLES x, y, z
Same(a, b) == a = b
Both(P(_), a) == P(a) /\ (x = 0 \/ a = 1)
Move == (x' = 1 - x /\ y' = z) \/ (y = 0 /\ x' = x /\ (z' = 0 \/ y' = 1))
Some(n) == \E i \in 0..n : x' = i /\ y' # i
"""
"""Definitions for the formulas to use."""

STATES = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]


Compiler(["x"])  # it changes the limit of recursion, which Hypothesis wants to see beforehand


def loaded() -> Loaded:
    return read(MODULE)


VALUES = st.sampled_from(["x", "y", "z", "0", "1", "1 - x", "1 - y"])

ACTIONS = [
    "Move", "Some(1)", "Some(x)", "Same(x', y)", "Same(z, y')", "UNCHANGED <<x, z>>", "y' = y",
    "Both(LAMBDA a : a = y', x')", "[Move]_<<x, y>>", "<<Move>>_z",
    r"\E i \in {y, z} : x' = i /\ y = i", r"\E i \in {y, z} : z = 1 /\ x' # y",
    r"\A i \in {x, 1} : y' = i \/ x' = 0", r"\E i \in 0..1, j \in {z} : x' = i /\ y' = j",
    "LET a == x' IN a = y", r"LET Op(n) == x' = n /\ y = n IN Op(0) \/ Op(z)",
    r"CASE x = 0 -> y' = 1 /\ z' = 0 [] OTHER -> y' = z",
    r"IF z = 0 THEN x' = 0 /\ y' = 1 ELSE x' = 1", r"IF x = 0 THEN Move ELSE y' = z",
    "y = 0 => Move", "~Move", "x' = y <=> y' = x", "ENABLED (Move)",
]  # fmt: skip
"""What an action may be made of; some of these are states only."""


def _compare(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    sign = st.sampled_from(["=", "#", "<"])
    return st.tuples(values, sign, values).map(" ".join)


NOW = _compare(VALUES)
NEXT = _compare(VALUES | st.sampled_from(["x'", "y'", "z'"])) | st.sampled_from(ACTIONS)


def grown(leaves: st.SearchStrategy[str], size: int = 5) -> st.SearchStrategy[str]:
    """Formulas of the predicate logic over these leaves."""

    def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        pair = st.tuples(inner, inner)
        return st.one_of(
            pair.map(lambda p: rf"(({p[0]}) /\ ({p[1]}))"),
            pair.map(lambda p: rf"(({p[0]}) \/ ({p[1]}))"),
            st.tuples(NOW, inner).map(lambda p: f"(({p[0]}) => ({p[1]}))"),
            st.tuples(NOW, inner, inner).map(lambda p: f"(IF {p[0]} THEN ({p[1]}) ELSE ({p[2]}))"),
        )

    return st.recursive(leaves.map(lambda one: f"({one})"), larger, max_leaves=size)


PREDICATES = grown(NOW)
STEPS = grown(NEXT)
