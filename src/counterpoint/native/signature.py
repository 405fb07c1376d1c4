"""Signatures of functions: read from annotations, and checked at every call."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NoReturn, TypeAlias

from ..data import dataclass
from ..errors import NativeError
from ..trees import expression_tree
from .record import Record
from .source import Source
from .types import CELLS, M64, SCALAR, Kind, Layout, Ptr, show_kind, u64

_KINDS = "u64, Ptr[u8], Ptr[u16], Ptr[u32], Ptr[u64] or Ptr[T] with types={'T': ...}, a record"
_ARRAY = "a writeable, aligned, C-contiguous array of u{}"
_UNSIGNED = frozenset("BHILQ")

Path: TypeAlias = "str | tuple[Path, str]"
"""A parameter, or a field of what a path leads to; the text for an error is made of it then."""


@dataclass(frozen=True, slots=True)
class Lent:
    """A checked record argument: views of its arrays, and its nested records, by field names."""

    record: Record
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Signature:
    """The name of a function, and the name and kind of each parameter."""

    name: str
    parameters: tuple[tuple[str, Kind], ...]

    def check(self, args: Sequence[Any]) -> list[Any]:
        """The arguments as ints, memoryviews and `Lent`; raises `NativeError` if they are wrong."""
        return [self._checked(*given) for given in self.given(args)]

    def given(self, args: Sequence[Any]) -> list[tuple[Any, str, Kind]]:
        """Each argument with the name and the kind of its parameter.

        Raises `NativeError` if there are more or fewer arguments than parameters.
        """
        if len(args) != len(self.parameters):
            names = ", ".join(name for name, _ in self.parameters)
            raise NativeError(
                f"{self.name}: {len(args)} given; accepted: {len(self.parameters)} ({names})"
            )
        return [(arg, *at) for arg, at in zip(args, self.parameters, strict=True)]

    def _checked(self, arg: Any, name: str, kind: Kind) -> Any:
        if isinstance(kind, Layout):
            return self._lent(arg, name, kind)
        return self.view(arg, name, kind) if kind else self.number(arg, name)

    def _lent(self, arg: Any, path: Path, layout: Layout) -> Lent:
        record = self.record(arg, path, layout)
        values: dict[str, Any] = {}
        for _, name, kind in layout.arrays:
            values[name] = self.view(getattr(record, name), (path, name), kind)
        for _, name, inner in layout.records:
            values[name] = self._lent(getattr(record, name), (path, name), inner)
        return Lent(record, values)

    def record(self, arg: Any, path: Path, layout: Layout) -> Record:
        """An argument, or a field of one, that must be a record with this layout."""
        if not isinstance(arg, Record) or arg.record_names != layout.names:
            self._refuse(path, type(arg).__name__, f"a {layout.name}")
        return arg

    def number(self, arg: Any, name: str) -> int:
        """An argument that must be a number, as an int."""
        try:
            value = operator.index(arg)
        except TypeError:
            self._refuse(name, type(arg).__name__, "an int from 0 to 2**64 - 1")
        if not 0 <= value <= M64:
            self._refuse(name, str(value), "an int from 0 to 2**64 - 1")
        return value

    def view(self, arg: Any, path: Path, kind: int) -> memoryview:
        """An argument, or a field of one, that must be an array of cells with `kind` bits."""
        try:
            view = memoryview(arg)
        except TypeError:
            self._refuse(path, type(arg).__name__, _ARRAY.format(kind))
        width = 8 * view.itemsize if view.format in _UNSIGNED else 0
        if width != kind or not view.c_contiguous or view.readonly:
            self._refuse(path, _describe(arg, view), _ARRAY.format(kind))
        return view

    def _refuse(self, path: Path, found: str, accepted: str) -> NoReturn:
        name = path if isinstance(path, str) else _dotted(path)
        raise NativeError(f"{self.name}: parameter {name} is {found}; accepted: {accepted}")


def _dotted(path: Path) -> str:
    return path if isinstance(path, str) else f"{_dotted(path[0])}.{path[1]}"


def _describe(arg: Any, view: memoryview) -> str:
    """The description of an array in an error."""
    access = "a read-only" if view.readonly else "a"
    order = "" if view.c_contiguous else " non-contiguous"
    return f"{access}{order} {type(arg).__name__} of {getattr(arg, 'dtype', view.format)}"


def signature_of(source: Source) -> Signature:
    """The signature from the annotations of a function; raises `NativeError` if it has none."""
    tree, spec = source.tree, source.tree.args
    if tree.decorator_list:
        source.refuse(tree.decorator_list[0], "a decorator", "plain functions")
    if spec.vararg or spec.kwarg or spec.kwonlyargs or spec.posonlyargs or spec.defaults:
        source.refuse(tree, "a parameter that is not plain", "name: annotation")
    if tree.returns is None or kind_of(source, tree.returns) != SCALAR:
        source.refuse(tree, "the function does not return u64", "-> u64")
    return Signature(source.name, tuple((arg.arg, _parameter(source, arg)) for arg in spec.args))


def _parameter(source: Source, arg: ast.arg) -> Kind:
    if arg.annotation is None:
        source.refuse(arg, f"parameter {arg.arg} has no annotation", _KINDS)
    return kind_of(source, arg.annotation)


def kind_of(source: Source, node: ast.expr) -> Kind:
    """The kind that an annotation in a function denotes; raises `NativeError` if it is none."""
    try:
        kind = _kind(node, source.bindings.types, source.meaning)
    except SyntaxError:
        kind = None
    if kind is None:
        source.refuse(node, f"annotation {ast.unparse(node)}", _KINDS)
    return kind


Types = Mapping[str, type[int]]


def _kind(node: ast.expr, types: Types, meaning: Callable[[str], Any]) -> Kind | None:
    """The kind that an annotation denotes, with the given meanings of names; None if none."""

    def type_of(name: ast.Name) -> Any:
        # An aliased type is not accepted: the key of the cache has only the text and the bindings.
        found = types.get(name.id) or meaning(name.id)
        fits = name.id in types or getattr(found, "__name__", "") == name.id
        return found if fits and isinstance(found, type) else None

    match node:
        case ast.Constant(value=str() as text):
            return _kind(expression_tree(text), types, meaning)
        case ast.Name() if type_of(node) is u64:
            return SCALAR
        case ast.Name() if (found := type_of(node)) and issubclass(found, Record):
            return layout_of(found, types)
        case ast.Subscript(value=ast.Name() as outer, slice=ast.Name() as inner):
            return CELLS.get(type_of(inner)) if type_of(outer) is Ptr else None
    return None


_OWN: Mapping[str, Any] = {type_.__name__: type_ for type_ in (*CELLS, Ptr)}


def layout_of(record: type[Record], types: Types) -> Layout:
    """The memory layout of a kind of record; raises `NativeError` if a field has no kind."""
    record.record_require_finite()
    fields = []
    for name, annotation in record.record_fields.items():
        kind = _kind(expression_tree(annotation), types, _OWN.get)
        if (inner := record.record_kind(name)) is not None:
            kind = layout_of(inner, types)
        if kind is None:
            found = f"{record.__name__}: field {name} is annotated {annotation}"
            raise NativeError(f"{found}; accepted: {_KINDS}")
        fields.append((name, kind))
    return interned(Layout(record.__name__, tuple(fields)))


@cache
def interned(layout: Layout) -> Layout:
    """The one object for equal layouts, so that these are compared at once."""
    return layout


def show_signature(signature: Signature) -> str:
    """The signature in the syntax of a `def`.

    >>> show_signature(Signature("fill", (("p", 8), ("n", SCALAR))))
    'fill(p: Ptr[u8], n: u64)'
    """
    inside = ", ".join(f"{name}: {show_kind(kind)}" for name, kind in signature.parameters)
    return f"{signature.name}({inside})"
