"""Lowering concrete syntax trees to abstract ones, by a function for each kind of node."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ...errors import BadModule
from ..tree import Expression
from .cst import Cst

Lowering: TypeAlias = Callable[[Cst], Expression]

RESERVED = frozenset(
    """
    ASSUME ASSUMPTION AXIOM CASE CHOOSE CONSTANT CONSTANTS DOMAIN ELSE ENABLED EXCEPT EXTENDS IF IN
    INSTANCE LAMBDA LET LOCAL MODULE OTHER SF_ SUBSET THEN THEOREM UNCHANGED UNION VARIABLE
    VARIABLES WF_ WITH COROLLARY LEMMA PROPOSITION RECURSIVE ACTION STATE TEMPORAL NEW PROVE BY DEF
    DEFINE DEFS HAVE HIDE OBVIOUS OMITTED PICK PROOF QED SUFFICES TAKE USE WITNESS ONLY TRUE FALSE
    BOOLEAN STRING
    """.split()  # noqa: SIM905
)
"""Words that cannot be used as identifiers."""

_LOWERINGS: dict[str, Lowering] = {}


def lowers(*kinds: str) -> Callable[[Lowering], Lowering]:
    """Decorator that registers the lowering function for some kinds of nodes."""

    def register(function: Lowering) -> Lowering:
        _LOWERINGS.update(dict.fromkeys(kinds, function))
        return function

    return register


def lower(cst: Cst) -> Expression:
    """The expression for a node; raises `BadModule` for nodes that occur only in proofs."""
    if (function := _LOWERINGS.get(cst.kind)) is None:
        raise BadModule("this can stand in a proof only", cst.at.place())
    return function(cst)


def all_of(csts: list[Cst]) -> tuple[Expression, ...]:
    """The expressions for several nodes."""
    return tuple(lower(cst) for cst in csts)


def identifier(cst: Cst) -> str:
    """The identifier at a node; raises `BadModule` if it is a reserved word."""
    name = cst.text
    if name in RESERVED or name.startswith(("WF_", "SF_")):
        raise BadModule(f"{name} is a reserved word: a name is needed here", cst.at.place())
    return name
