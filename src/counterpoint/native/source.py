"""Functions as source text: their place, the meanings of their names, and their callees."""

from __future__ import annotations

import ast
import inspect
import linecache
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from hashlib import sha256
from types import FunctionType
from typing import Any, NoReturn

from ..data import dataclass
from ..errors import NativeError, Place
from ..trees import module_tree
from . import ops
from .record import Record
from .types import CELLS, M64

OPERATIONS = (ops.at, ops.cas, ops.ctz, ops.load, ops.popcount, ops.prefetch)
UNKNOWN = object()


@dataclass(frozen=True)
class Bindings:
    """The bindings of names given to `build`: type parameters, constants and callees."""

    types: Mapping[str, type[int]] = field(default_factory=dict)
    constants: Mapping[str, int] = field(default_factory=dict)
    calls: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, cell in self.types.items():
            if cell not in CELLS:
                raise NativeError(f"type {name} is {cell!r}; accepted: u8, u16, u32, u64")
        for name, value in self.constants.items():
            if not isinstance(value, int) or not 0 <= value <= M64:
                raise NativeError(f"constant {name} is {value!r}; accepted: 0 to 2**64 - 1")
        for name, callee in self.calls.items():
            if not isinstance(callee, FunctionType):
                raise NativeError(f"callee {name} is {callee!r}; accepted: a Python function")


@dataclass(frozen=True, eq=False)
class Source:
    """One function with its text, its syntax tree and the meanings of its names."""

    function: FunctionType
    bindings: Bindings

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def file(self) -> str:
        return self.function.__code__.co_filename

    @property
    def is_defined(self) -> bool:
        """Whether the text was given to `define`, as for the code of one model."""
        return self.file.startswith("<")

    @property
    def first(self) -> int:
        return self.function.__code__.co_firstlineno

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the file from the first line of the function on."""
        linecache.checkcache(self.file)
        lines = linecache.getlines(self.file, self.function.__globals__)[self.first - 1 :]
        if not lines:
            raise NativeError(f"{self.name}: {self.file} gives no source text; accepted: {_DEF}")
        return lines

    @cached_property
    def text(self) -> str:
        """The lines that the function's bytecode was compiled from."""
        ends = [end for _, end, _, _ in self.function.__code__.co_positions() if end]
        return "".join(self.lines[: max(ends, default=len(self.lines)) - self.first + 1])

    @cached_property
    def tree(self) -> ast.FunctionDef:
        """The function's syntax tree, with the line numbers of its file; must not be changed."""
        return self.fresh_tree()

    def fresh_tree(self) -> ast.FunctionDef:
        """A fresh copy of the syntax tree, for a caller that changes it."""
        block = "".join(inspect.getblock(self.lines))
        nested = block[0].isspace()
        try:
            module = module_tree("if 1:\n" + block if nested else block)
        except SyntaxError:  # a lambda inside a longer expression
            self.refuse(None, "this is not a function of its own", _DEF)
        ast.increment_lineno(module, self.first - 1 - nested)
        tree: Any = module.body[0]
        tree = tree.body[0] if nested else tree
        if not isinstance(tree, ast.FunctionDef) or tree.name != self.name:
            self.refuse(tree, "this is not the function's own text", _DEF)
        return tree

    @cached_property
    def _closure(self) -> Mapping[str, Any]:
        """The names from enclosing functions that are bound by now, with their values."""
        return dict(inspect.getclosurevars(self.function).nonlocals)

    def meaning(self, name: str) -> Any:
        """The meaning of a name that is not a variable; `UNKNOWN` if it has none."""
        spaces = (self.bindings.calls, self.bindings.constants, self._closure)
        for space in (*spaces, self.function.__globals__):
            if name in space:
                return space[name]
        return UNKNOWN

    def meanings(self) -> Iterator[tuple[str, Any]]:
        """The names that the code takes from outside, each with its meaning."""
        code = self.function.__code__
        for name in code.co_names + code.co_freevars:
            yield name, self.meaning(name)

    def records(self) -> Iterator[type[Record]]:
        """The kinds of records in the annotations of the function, and in their fields."""
        for annotation in self.function.__annotations__.values():
            found = self.meaning(str(annotation).strip("'\""))
            if isinstance(found, type) and issubclass(found, Record):
                yield from found.record_kinds()

    def place(self, node: ast.AST | None) -> Place:
        """The place of `node` in the file."""
        return self.line(getattr(node, "lineno", self.first))

    def line(self, line: int) -> Place:
        """A line of the file as a place."""
        text = self.lines[line - self.first].strip() if line - self.first < len(self.lines) else ""
        return Place(self.file, line, text)

    def refuse(self, node: ast.AST | None, found: str, accepted: str) -> NoReturn:
        """Raise a `NativeError` that says what was found at `node`, and what is accepted."""
        raise NativeError(f"{self.name}: {found}; accepted: {accepted}", self.place(node))


_DEF = "a function written with def, in a file or by define()"


def gather(functions: Sequence[Any], bindings: Bindings) -> tuple[Source, ...]:
    """The functions and all that they call, each callee before its callers.

    Raises `NativeError` if one is no function, has no source text, or calls itself.
    """
    if not functions:
        raise NativeError("no function is given; accepted: at least one")
    for function in functions:
        if not isinstance(function, FunctionType):
            raise NativeError(f"{function!r} is not a function; accepted: {_DEF}")
    names = [function.__name__ for function in functions]
    for name in names:
        if names.count(name) > 1:
            raise NativeError(f"{name} is given {names.count(name)} times; accepted: once")
    done: dict[FunctionType, Source] = {}
    for function in functions:
        _visit(function, bindings, done, ())
    return tuple(done.values())


def _visit(
    function: FunctionType,
    bindings: Bindings,
    done: dict[FunctionType, Source],
    callers: tuple[FunctionType, ...],
) -> None:
    """Add `function` to `done` after its callees."""
    source = Source(function, bindings)
    if function in callers:
        source.refuse(None, "this function calls itself", "loops; a deep recursion would crash")
    if function in done:
        return
    for _, meaning in source.meanings():
        if isinstance(meaning, FunctionType) and is_restricted(meaning):
            _visit(meaning, bindings, done, (*callers, function))
    done[function] = source


def is_restricted(function: FunctionType) -> bool:
    """Whether a function is declared to be restricted Python, by `-> u64`.

    Other functions may be named in a kernel, but are not translated.
    """
    returns = function.__annotations__.get("return")
    name = returns if isinstance(returns, str) else getattr(returns, "__name__", "")
    return function not in OPERATIONS and name.strip("'\"") == "u64"


def define(text: str, name: str, **names: Any) -> FunctionType:
    """The function `name` of a Python module given as text; errors can show its lines.

    The other arguments are the global names of the module.

    >>> from counterpoint.native import u64
    >>> define("def twice(x: u64) -> u64:\\n    return 2 * x", "twice", u64=u64)(4)
    8
    """
    file = f"<{name} {sha256(text.encode()).hexdigest()[:16]}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space = dict(names)
    exec(compile(text, file, "exec"), space)
    function = space[name]
    assert isinstance(function, FunctionType)
    return function
