"""Terms as text, as error messages quote them: in the Python that users write."""

from __future__ import annotations

from collections.abc import Iterator

from .sort import text_of_value
from .term import Apply, Literal, Op, Term, Variable

_LONGEST = 120

_DEEPEST = 100
"""What nests deeper is not written out."""

_INFIX = {
    Op.EQ: ("==", 1),
    Op.LT: ("<", 1),
    Op.LE: ("<=", 1),
    Op.SUBSET: ("<=", 1),
    Op.OR: ("|", 2),
    Op.UNION: ("|", 2),
    Op.AND: ("&", 3),
    Op.INTERSECTION: ("&", 3),
    Op.ADD: ("+", 4),
    Op.SUB: ("-", 4),
    Op.DIFFERENCE: ("-", 4),
    Op.MUL: ("*", 5),
    Op.DIV: ("//", 5),
    Op.MOD: ("%", 5),
}
"""For each operation, how it is written and how tightly it binds."""

_PREFIX = 6


def text_of(term: Term) -> str:
    """A term with as few parentheses as needed; a long text is truncated.

    >>> from .sort import Interval
    >>> x = Variable("x", Interval(0, 2))
    >>> text_of(Apply(Op.MUL, (Apply(Op.ADD, (x, x), Interval(0, 4)), x), Interval(0, 8)))
    '(x + x) * x'
    """
    text = ""
    for piece in _pieces(term, 0, _DEEPEST):
        text += piece
        if len(text) > _LONGEST:
            return f"{text[:_LONGEST].rstrip()} ..."
    return text


def _pieces(term: Term, around: int, depth: int) -> Iterator[str]:
    """The text piece by piece, in parentheses if it binds less tightly than `around`.

    What nests deeper than `depth` is left out.
    """
    depth -= 1
    match term:
        case Apply() if depth < 0:
            yield "..."
        case Literal(value, _):
            yield repr(value) if isinstance(value, str) else text_of_value(value)
        case Variable(name, _):
            yield name
        case Apply(Op.NOT, (Apply(Op.EQ, args, _),), _):
            yield from _infix("!=", 1, args, around, depth)
        case Apply(Op.NOT, (arg,), _):
            yield "~"
            yield from _pieces(arg, _PREFIX, depth)
        case Apply(Op.ITE, args, _):
            yield from _call("if_", args, depth)
        case Apply(Op.CONTAINS | Op.SIZE as op, args, _):
            yield from _pieces(args[0], _PREFIX, depth)
            yield from _call(f".{op.value}", args[1:], depth)
        case Apply(Op.AND | Op.OR as op, args, _) if len(args) < 2:
            yield from _call("all_of" if op is Op.AND else "any_of", args, depth)
        case Apply(op, args, _):
            yield from _infix(*_INFIX[op], args, around, depth)


def _infix(
    sign: str, binding: int, args: tuple[Term, ...], around: int, depth: int
) -> Iterator[str]:
    open_, close = ("(", ")") if binding < around else ("", "")
    yield open_
    for at, arg in enumerate(args):
        if at:
            yield f" {sign} "
        yield from _pieces(arg, binding + (at > 0 or binding == 1), depth)
    yield close


def _call(name: str, args: tuple[Term, ...], depth: int) -> Iterator[str]:
    yield f"{name}("
    for at, arg in enumerate(args):
        if at:
            yield ", "
        yield from _pieces(arg, 0, depth)
    yield ")"
