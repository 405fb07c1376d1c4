"""Rejecting operators side by side that TLA+ does not order by precedence.

The parser always picks an order; this module checks that TLA+ defines one. Each operator has a
range of precedences. Two operators are ordered if one range is entirely above the other, or if they
are the same left-associative operator.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import BadModule
from .cst import Cst
from .operators import INFIX, POSTFIX, PREFIX, Operator, spelled


def check(cst: Cst) -> None:
    """Raise `BadModule` if an operator and one beside it need parentheses."""
    own = _operator(cst)
    if own.fixity != "prefix":
        for other, node in _at_the_right_end(cst.parts[0]):
            if not (other.binds_stronger(own) or (own == other and own.left)):
                raise _conflict(other, own, _symbol(cst), node)
    if own.fixity != "postfix":
        for other, node in _at_the_left_end(cst.parts[-1]):
            # A prefix operator takes its own operand in any case, so that only a minus that binds
            # weaker is a conflict.
            clash = (
                own.binds_stronger(other)
                if other.fixity == "prefix"
                else not other.binds_stronger(own)
            )
            if clash:
                raise _conflict(own, other, _symbol(node), cst)


def _operator(cst: Cst) -> Operator:
    symbol = _symbol(cst)
    if cst.kind == "bound_prefix_op":
        return PREFIX["-." if symbol.kind == "negative" else spelled(symbol.text)]
    return (INFIX if cst.kind == "bound_infix_op" else POSTFIX)[spelled(symbol.text)]


def _symbol(cst: Cst) -> Cst:
    return cst.parts[0 if cst.kind == "bound_prefix_op" else 1]


def _at_the_right_end(cst: Cst) -> Iterator[tuple[Operator, Cst]]:
    """The operators with their last operand at the right end of a node, from the outside in."""
    while cst.kind in ("bound_infix_op", "bound_prefix_op"):
        yield _operator(cst), cst
        cst = cst.parts[-1]


def _at_the_left_end(cst: Cst) -> Iterator[tuple[Operator, Cst]]:
    """The operators that have their first operand, or a prefix minus, at the left end of a node."""
    while True:
        match cst.kind:
            case "bound_infix_op" | "bound_postfix_op":
                yield _operator(cst), cst
            case "function_evaluation" | "record_value":
                pass
            case "bound_prefix_op" if _symbol(cst).kind == "negative":
                yield _operator(cst), cst
                return
            case _:
                return
        cst = cst.parts[0]


def _conflict(first: Operator, second: Operator, where: Cst, other: Cst) -> BadModule:
    left, right = first.name.replace("-.", "-"), second.name.replace("-.", "-")
    if first == second:
        says = f"{left} twice in a row has no meaning: put parentheses around one of them"
    else:
        says = f"neither of {left} and {right} binds stronger than the other: put parentheses"
    return BadModule(says, where.at.place())
