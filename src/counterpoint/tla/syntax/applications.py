"""Lowering applied operators (by name, by symbol, through instances) and parts of definitions."""

from __future__ import annotations

from ...errors import BadModule
from ..tree import (
    And,
    Apply,
    Enabled,
    Expression,
    Or,
    Prime,
    Qualified,
    Selector,
    Span,
    Subexpression,
    Unchanged,
)  # fmt: skip
from .cst import Cst
from .lower import all_of, identifier, lower, lowers
from .operators import spelled
from .precedence import check

SYMBOLS = frozenset({"prefix_op_symbol", "infix_op_symbol", "postfix_op_symbol"})

CHAINS = frozenset({"/\\", "\\/", "\\X"})
"""Infix operators that take all operands of a chain at once, such as `a /\\ b /\\ c`."""


@lowers(*SYMBOLS)
def _symbol(cst: Cst) -> Expression:
    return Apply(spelled(cst.text), at=cst.at)


def applied(name: str, args: tuple[Expression, ...], at: Span) -> Expression:
    """The tree of an operator symbol applied to arguments."""
    match name:
        case "/\\":
            return And(args, at=at)
        case "\\/":
            return Or(args, at=at)
        case "'":
            return Prime(*args, at=at)
        case "ENABLED":
            return Enabled(*args, at=at)
        case "UNCHANGED":
            return Unchanged(*args, at=at)
        case _:
            return Apply(name, args, at=at)


@lowers("bound_infix_op")
def _infix(cst: Cst) -> Expression:
    # A chain `a + b + c + ...` nests to the left as deep as it is long, so iterate, not recurse.
    nodes = [cst]
    while nodes[-1].parts[0].kind == "bound_infix_op":
        nodes.append(nodes[-1].parts[0])
    done = nodes.pop()
    check(done)
    name = spelled(done.parts[1].text)
    args: tuple[Expression, ...] = (lower(done.parts[0]), lower(done.parts[2]))
    for node in reversed(nodes):
        check(node)
        symbol = spelled(node.parts[1].text)
        if symbol != name or name not in CHAINS:
            args = (applied(name, args, done.at),)
        name, done, args = symbol, node, (*args, lower(node.parts[2]))
    return applied(name, args, cst.at)


@lowers("bound_prefix_op")
def _prefix(cst: Cst) -> Expression:
    check(cst)
    symbol, operand = cst.parts
    name = "-." if symbol.kind == "negative" else spelled(symbol.text)
    return applied(name, (lower(operand),), cst.at)


@lowers("bound_postfix_op")
def _postfix(cst: Cst) -> Expression:
    check(cst)
    operand, symbol = cst.parts
    return applied(spelled(symbol.text), (lower(operand),), cst.at)


@lowers("bound_op")
def _bound(cst: Cst) -> Apply:
    name, *args = cst.parts
    return Apply(identifier(name), all_of(args), at=cst.at)


@lowers("bound_nonfix_op")
def _nonfix(cst: Cst) -> Expression:
    symbol, *args = cst.parts
    return applied(spelled(symbol.text), all_of(args), cst.at)


@lowers("prefixed_op")
def _prefixed(cst: Cst) -> Expression:
    prefix, operator = cst.parts
    last = _component(operator)
    if any(part.kind == "subexpr_tree_nav" for part in prefix.parts):
        return Subexpression((*map(_any_step, prefix.parts), last), at=cst.at)
    return Qualified(tuple(map(_component, prefix.parts)), last, at=cst.at)


@lowers("subexpression")
def _subexpression(cst: Cst) -> Expression:
    prefix, last = cst.parts
    return Subexpression((*map(_any_step, prefix.parts), _selector(last)), at=cst.at)


def _any_step(cst: Cst) -> Apply | Selector:
    return _selector(cst) if cst.kind == "subexpr_tree_nav" else _component(cst)


def _component(cst: Cst) -> Apply:
    """A name before or after a `!`, with its arguments."""
    part = cst.parts[0] if cst.kind == "subexpr_component" else cst
    match part.kind:
        case "proof_step_ref":
            raise BadModule("a step of a proof means something there only", part.at.place())
        case "bound_nonfix_op":
            symbol, *args = part.parts
            return Apply(spelled(symbol.text), all_of(args), at=part.at)
        case _:
            found = lower(part)
            assert isinstance(found, Apply)
            return found


_SELECTORS = {"〈": "<<", "⟨": "<<", "〉": ">>", "⟩": ">>"}


def _selector(cst: Cst) -> Selector:
    if cst.parts and cst.parts[0].kind == "operator_args":
        return Selector("()", all_of(cst.parts[0].parts), at=cst.at)
    return Selector(_SELECTORS.get(cst.text, cst.text), at=cst.at)
