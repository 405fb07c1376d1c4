"""The twin of native code: the same source, run by CPython with every access checked.

Python's ints are unbounded, so each operator with a result that may exceed 64 bits is followed by a
mask. Apart from that the syntax tree is unchanged, and keeps its lines for debuggers and errors.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Mapping, Sequence
from types import CodeType, FunctionType, TracebackType
from typing import Any

from ..errors import OutOfBounds, Place
from .library import Kernel, Library
from .opened import Opened
from .signature import Signature
from .source import Bindings, Source, gather
from .translate import Exported, translate
from .types import M64, Ptr

# A space in these names avoids conflicts with the names of a kernel.
_SHIFT, _BASE, _INDEX = "shift left", "the base", "the index"
_FORMATS = {8: "B", 16: "H", 32: "I", 64: "Q"}


def twin(
    *functions: Any,
    types: Mapping[str, type[int]] | None = None,
    constants: Mapping[str, int] | None = None,
    calls: Mapping[str, Any] | None = None,
) -> Library:
    """The library of the functions, run by CPython; the arguments are those of `build`.

    It refuses whatever native code refuses, and raises `OutOfBounds` wherever a debug build does.

    >>> from counterpoint.native import u64, define
    >>> twice = define("def twice(x: u64) -> u64:\\n    return 2 * x", "twice", u64=u64)
    >>> twin(twice).twice(2**63 + 1)
    2
    """
    bindings = Bindings(types or {}, constants or {}, calls or {})
    return twin_library(gather(functions, bindings), functions)


def twin_library(sources: Sequence[Source], exported: Exported) -> Library:
    """The library of gathered functions; in `sources`, callees come first."""
    translation = translate(sources, exported, debug=True)
    twins: dict[FunctionType, FunctionType] = {}
    for source in sources:
        twins[source.function] = _twin(source, twins)
    lines = {twins[source.function].__code__: source for source in sources}
    public = [twins[source.function] for source in sources if source.function in exported]
    pairs = zip(translation.signatures, public, strict=True)
    kernels = {sign.name: Kernel(sign, _run(function, sign, lines)) for sign, function in pairs}
    return Library("python", kernels)


def _twin(source: Source, twins: Mapping[FunctionType, FunctionType]) -> FunctionType:
    """The function that CPython runs for `source`; its callees are in `twins`."""
    space: dict[str, Any] = {"__builtins__": {"range": builtins.range}, _SHIFT: _shift_left}
    for name, meaning in source.meanings():
        if isinstance(meaning, int):
            space[name] = int(meaning)
        elif isinstance(meaning, FunctionType):
            space[name] = twins.get(meaning, meaning)
    tree = ast.fix_missing_locations(_Masked().visit(source.fresh_tree()))
    exec(compile(ast.Module([tree], []), source.file, "exec"), space)
    function = space[source.name]
    assert isinstance(function, FunctionType)
    return function


def _shift_left(x: int, n: int) -> int:
    """The low 64 bits of `x << n`, without computing a number of n bits."""
    return (x << n) & M64 if n < 64 else 0


class _Masked(ast.NodeTransformer):
    """Rewrites arithmetic so that it wraps around at 64 bits, and removes annotations."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        for arg in node.args.args:
            arg.annotation = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        assert node.value is not None
        return ast.copy_location(ast.Assign([node.target], self.visit(node.value)), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        target: ast.expr
        match node.target:
            case ast.Subscript(value=base, slice=index):
                # Pointer and index may call functions, so they are evaluated first, and once.
                reading = ast.Subscript(_keep(_BASE, base), _keep(_INDEX, index), ast.Load())
                target = ast.Subscript(_read(_BASE), _read(_INDEX), ast.Store())
            case ast.Name(id=name):
                reading, target = _read(name), node.target  # type: ignore[assignment]
            case ast.Attribute(value=record, attr=name):
                reading, target = ast.Attribute(record, name, ast.Load()), node.target  # type: ignore[assignment]
        sum_ = ast.copy_location(ast.BinOp(reading, node.op, node.value), node)
        return ast.copy_location(ast.Assign([target], self.visit(sum_)), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        result: ast.expr = node
        match node.op:
            case ast.Add() | ast.Sub() | ast.Mult():
                result = _mask(node)
            case ast.LShift():
                result = ast.Call(_read(_SHIFT), [node.left, node.right], [])
        return ast.copy_location(result, node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Invert):
            return node
        # Not `~`: Python deprecates it for bool, which comparisons return.
        flipped = ast.BinOp(node.operand, ast.BitXor(), ast.Constant(M64))
        return ast.copy_location(flipped, node)


def _mask(node: ast.expr) -> ast.expr:
    return ast.BinOp(node, ast.BitAnd(), ast.Constant(M64))


def _read(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _keep(name: str, node: ast.expr) -> ast.expr:
    return ast.NamedExpr(ast.Name(name, ast.Store()), node)


def _run(
    function: FunctionType, signature: Signature, lines: Mapping[CodeType, Source]
) -> Callable[[Sequence[Any]], int]:
    """A function that passes views of arrays to the twin, and gives errors their place."""

    def run(args: Sequence[Any]) -> int:
        lent = Opened(_pointer)
        checked = signature.check(args)
        try:
            return int(function(*map(lent.value, checked)))
        except OutOfBounds as error:
            message, trace = error.message, error.__traceback__
        except ZeroDivisionError as error:
            message, trace = "division by zero", error.__traceback__
        finally:
            lent.close()
        source, place = _where(trace, lines)
        raise OutOfBounds(f"{source.name}: {message}", place)

    return run


def _pointer(view: memoryview) -> Ptr[int]:
    """The pointer to the first element of an array of any shape."""
    if not view.nbytes:  # an empty view cannot be cast
        return Ptr([], bits=8 * view.itemsize)
    return Ptr(view.cast("B").cast(_FORMATS[8 * view.itemsize]))  # type: ignore[call-overload]


def _where(trace: TracebackType | None, lines: Mapping[CodeType, Source]) -> tuple[Source, Place]:
    """The innermost line of kernel source that an exception passed through."""
    found = None
    while trace:
        if source := lines.get(trace.tb_frame.f_code):
            found = source, source.line(trace.tb_lineno)
        trace = trace.tb_next
    assert found
    return found
