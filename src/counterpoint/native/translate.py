"""Translates functions to one text of LLVM IR, with their signatures and checks."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from types import FunctionType

from ..data import dataclass
from .emit import Emitter, Value
from .expressions import Expressions, Symbols
from .guard import Fault, Guard
from .memory import DECLARATIONS
from .scope import Scope
from .signature import Signature, signature_of
from .source import Source
from .statements import Statements
from .types import is_pointer


@dataclass(frozen=True, slots=True)
class Translation:
    """LLVM IR, the exported symbols by function name, their signatures, and all debug checks."""

    text: str
    symbols: dict[str, str]
    signatures: tuple[Signature, ...]
    faults: tuple[Fault, ...]


Exported = Collection[FunctionType]


def translate(sources: Sequence[Source], exported: Exported, *, debug: bool) -> Translation:
    """The translation of `sources`; the functions in `exported` can be called from outside."""
    symbols: Symbols = {
        source.function: (f'@"{source.name}.{i}"', signature_of(source))
        for i, source in enumerate(sources)
    }
    faults: dict[Fault, int] = {}
    texts = [_function(source, symbols, exported, faults, debug) for source in sources]
    public = [symbols[source.function] for source in sources if source.function in exported]
    return Translation(
        DECLARATIONS + "".join(texts),
        {signature.name: symbol.strip('@"') for symbol, signature in public},
        tuple(signature for _, signature in public),
        tuple(faults),
    )


def _function(
    source: Source, symbols: Symbols, exported: Exported, faults: dict[Fault, int], debug: bool
) -> str:
    """The definition of one function."""
    emit = Emitter()
    scope = Scope(source, emit, debug=debug)
    guard = Guard(source, emit, faults, debug=debug)
    symbol, signature = symbols[source.function]
    texts = _parameters(scope, signature, debug)
    statements = Statements(scope, emit, Expressions(scope, emit, guard, symbols))
    statements.body(_without_docstring(source.tree.body))
    if emit.open:
        source.refuse(source.tree.body[-1], "the end is reached without an answer", "return u64")
    linkage = "" if source.function in exported else "internal "
    return f"\ndefine {linkage}i64 {symbol}({', '.join(texts)}) {{\n{emit.body()}\n}}\n"


def _parameters(scope: Scope, signature: Signature, debug: bool) -> list[str]:
    """The LLVM parameters; emits code that copies them into variables."""
    texts = []
    for i, (name, kind) in enumerate(signature.parameters):
        texts.append(f"{'ptr' if kind else 'i64'} %p{i}")
        length = f"%l{i}" if is_pointer(kind) and debug else ""
        if length:
            texts.append(f"i64 {length}")
        scope.write(name, Value(kind, f"%p{i}", length), scope.source.tree)
    return texts + ["ptr %fault"] * debug


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest]:
            return rest
    return body
