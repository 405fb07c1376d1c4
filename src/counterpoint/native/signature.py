"""What a function takes: read from its annotations, and checked at every call."""

from __future__ import annotations

import ast
import operator
from collections.abc import Sequence
from typing import Any, NoReturn

from ..data import dataclass
from ..errors import NativeError
from ..trees import expression_tree
from .source import Source
from .types import CELLS, M64, SCALAR, Ptr, show_kind, u64

_KINDS = "u64, Ptr[u8], Ptr[u16], Ptr[u32], Ptr[u64] or Ptr[T] with types={'T': ...}"
_UNSIGNED = frozenset("BHILQ")


@dataclass(frozen=True, slots=True)
class Signature:
    """A function's name, and the name and kind of each parameter."""

    name: str
    parameters: tuple[tuple[str, int], ...]

    def check(self, args: Sequence[Any]) -> list[Any]:
        """The arguments as ints and memoryviews, if they are what the parameters ask for."""
        if len(args) != len(self.parameters):
            names = ", ".join(name for name, _ in self.parameters)
            raise NativeError(
                f"{self.name}: {len(args)} given; accepted: {len(self.parameters)} ({names})"
            )
        pairs = zip(args, self.parameters, strict=True)
        return [self._view(arg, *p) if p[1] else self._number(arg, p[0]) for arg, p in pairs]

    def _number(self, arg: Any, name: str) -> int:
        try:
            value = operator.index(arg)
        except TypeError:
            self._refuse(name, type(arg).__name__, "an int from 0 to 2**64 - 1")
        if not 0 <= value <= M64:
            self._refuse(name, str(value), "an int from 0 to 2**64 - 1")
        return value

    def _view(self, arg: Any, name: str, kind: int) -> memoryview:
        accepted = f"a writeable, aligned, C-contiguous array of u{kind}"
        try:
            view = memoryview(arg)
        except TypeError:
            self._refuse(name, type(arg).__name__, accepted)
        width = 8 * view.itemsize if view.format in _UNSIGNED else 0
        if width != kind or not view.c_contiguous or view.readonly:
            self._refuse(name, _describe(arg, view), accepted)
        return view

    def _refuse(self, name: str, found: str, accepted: str) -> NoReturn:
        raise NativeError(f"{self.name}: parameter {name} is {found}; accepted: {accepted}")


def _describe(arg: Any, view: memoryview) -> str:
    """The look of an array, for an error."""
    access = "a read-only" if view.readonly else "a"
    order = "" if view.c_contiguous else " non-contiguous"
    return f"{access}{order} {type(arg).__name__} of {getattr(arg, 'dtype', view.format)}"


def signature_of(source: Source) -> Signature:
    """The signature that the function's annotations give; anything else is refused."""
    tree, spec = source.tree, source.tree.args
    if tree.decorator_list:
        source.refuse(tree.decorator_list[0], "a decorator", "plain functions")
    if spec.vararg or spec.kwarg or spec.kwonlyargs or spec.posonlyargs or spec.defaults:
        source.refuse(tree, "a parameter that is not plain", "name: annotation")
    if tree.returns is None or annotation_kind(source, tree.returns) != SCALAR:
        source.refuse(tree, "the function does not return u64", "-> u64")
    return Signature(source.name, tuple((arg.arg, _parameter(source, arg)) for arg in spec.args))


def _parameter(source: Source, arg: ast.arg) -> int:
    if arg.annotation is None:
        source.refuse(arg, f"parameter {arg.arg} has no annotation", _KINDS)
    return annotation_kind(source, arg.annotation)


def annotation_kind(source: Source, node: ast.expr) -> int:
    """The kind that an annotation names."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        node = _unquoted(source, node, node.value)
    match node:
        case ast.Name() if _type(source, node) is u64:
            return SCALAR
        case ast.Subscript(value=ast.Name() as outer, slice=ast.Name() as inner):
            if _type(source, outer) is Ptr and (cell := CELLS.get(_type(source, inner))):
                return cell
    return source.refuse(node, f"annotation {ast.unparse(node)}", _KINDS)


def _unquoted(source: Source, node: ast.expr, text: str) -> ast.expr:
    """The annotation that stands in quotes."""
    try:
        return ast.copy_location(expression_tree(text), node)
    except SyntaxError:
        source.refuse(node, f"annotation {ast.unparse(node)}", _KINDS)


def _type(source: Source, node: ast.Name) -> Any:
    """The type that is bound to a name, or that bears it.

    A type under another name is not looked for: the cache keys by the text and the bindings.
    """
    if node.id in source.bindings.types:
        return source.bindings.types[node.id]
    found = source.meaning(node.id)
    return found if getattr(found, "__name__", "") == node.id and found in _TYPES else None


_TYPES = (*CELLS, Ptr)


def show_signature(signature: Signature) -> str:
    """The signature as it is written in a `def`.

    >>> show_signature(Signature("fill", (("p", 8), ("n", SCALAR))))
    'fill(p: Ptr[u8], n: u64)'
    """
    inside = ", ".join(f"{name}: {show_kind(kind)}" for name, kind in signature.parameters)
    return f"{signature.name}({inside})"
