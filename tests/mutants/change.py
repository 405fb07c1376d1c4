"""Changes of a source text at one place: an operator, a constant, a condition, a statement."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
"""What each operator becomes."""


@dataclass(frozen=True)
class Change:
    """A text in place of that from `start` to `end`, in characters, on `line`."""

    start: int
    end: int
    line: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.before}  ->  {self.after}"

    def of(self, text: str) -> str:
        """The text with the change made."""
        return text[: self.start] + self.after + text[self.end :]


def changes(text: str) -> list[Change]:
    """All changes of a source text that are known here.

    >>> [str(change) for change in changes("if a < 1: pass")]
    ['line 1: a < 1  ->  not (a < 1)', 'line 1: a < 1  ->  a <= 1', 'line 1: 1  ->  2']
    """
    tree = ast.parse(text)
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node in _executed(tree):
        for place, changed in _mutated(node):
            before = ast.get_source_segment(text, place)
            if before is None or place.end_lineno is None or place.end_col_offset is None:
                continue
            start = starts[place.lineno - 1] + _characters(
                text, starts, place.lineno, place.col_offset
            )
            end = start + len(before)
            after = changed if isinstance(changed, str) else ast.unparse(changed)
            found.append(Change(start, end, place.lineno, before, after))
    return found


def _characters(text: str, starts: list[int], line: int, offset: int) -> int:
    """The number of characters that so many bytes of a line are."""
    whole = text[starts[line - 1] : starts[line]]
    return len(whole.encode()[:offset].decode())


def _executed(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes of code that runs.

    No annotations, decorators (whether a class is frozen is for its author), documentation,
    imports or messages of errors.
    """
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop(0)
        if isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr | ast.Import | ast.ImportFrom):
            continue
        yield node
        if _is_for_types(node):
            assert isinstance(node, ast.If)
            todo += node.orelse
        elif isinstance(node, ast.FunctionDef):
            todo += [*node.args.defaults, *filter(None, node.args.kw_defaults), *node.body]
        elif isinstance(node, ast.ClassDef):
            todo += node.body
        elif isinstance(node, ast.AnnAssign):
            todo += [node.value] if node.value is not None else []
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            todo += ast.iter_child_nodes(node)


def _mutated(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, ast.expr | str]]:
    """The places that a node can be changed at, and what stands there then."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in SWAPPED:
            changed = deepcopy(node)
            changed.ops = [SWAPPED[type(op)]()]  # type: ignore[list-item]
            yield node, changed
        case ast.BoolOp(op=op) | ast.BinOp(op=op) if type(op) in SWAPPED:
            swapped = deepcopy(node)
            swapped.op = SWAPPED[type(op)]()  # type: ignore[assignment]
            yield node, f"({ast.unparse(swapped)})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.Constant(value=bool() as value):
            yield node, str(not value)
        case ast.Constant(value=int() as number):
            yield node, str(number + 1)
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            yield node, "pass"
        case ast.Continue():
            yield node, "break"
        case ast.Break():
            yield node, "continue"
    if isinstance(node, ast.If | ast.IfExp | ast.While) and not _is_for_types(node):
        yield node.test, f"not ({ast.unparse(node.test)})"


def _is_for_types(node: ast.AST) -> bool:
    """Whether what stands under a condition is never run."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
