"""Builds the nodes and factors of a system; equal ones are built once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeAlias

from ...data import dataclass
from ...errors import NoValue
from ...identity import Identity, identity
from ...model.factored import NOWHERE, Arrive, Ask, Fork, Go, Linear
from ..compiler import Compiler
from ..evaluate.context import UNKNOWN, Context, Layout, Run, Test
from ..evaluate.deep import Level
from ..evaluate.operators import normalised
from ..scope import Scope
from ..tree import Expression, Node
from ..values import Interval, LazyFunction, LazySet, members, size
from .factors import UNUSED, Answers, Const, Env, Factor, Known, Part
from .frames import Watching, unknown
from .shapes import Cell, Shape, reading
from .tables import Table

Make: TypeAlias = Callable[[Compiler, Expression, Context], Any]
"""Compiles an expression in one of several ways."""

Wrap: TypeAlias = Callable[[Any], Answers]
"""Turns a closure into the answers of a factor."""


class NotFactored(Exception):
    """A part of the specification is volatile, or its view is not a tuple of variables."""


@dataclass(frozen=True, slots=True)
class Here:
    """The context that an expression is evaluated in, and what is known about the slots there."""

    cx: Context
    env: Env

    def at(self, cx: Context) -> Here:
        """The same knowledge in another context."""
        return Here(cx, self.env)

    def scoped(self, scope: Scope) -> Here:
        """The same knowledge with another scope."""
        return Here(self.cx.at(scope), self.env)

    def plus(self, cx: Context, known: dict[int, Known]) -> Here:
        """The same knowledge and more, in another context."""
        return Here(cx, {**self.env, **known})


class Making:
    """The nodes, factors and cells of a system that is being built."""

    def __init__(self, compiler: Compiler, shapes: Sequence[Shape]) -> None:
        self.c = _watching(compiler)
        self.names = self.c.names
        self.layout: Layout = self.c.layout
        self.shapes = tuple(shapes)
        self.cells = sum(1 for shape in shapes for _ in shape.cells)
        self._unread = [reading(shape, now) for now in (0, self.cells) for shape in self.shapes]
        self.besides = 0
        self.nodes: list[Go] = []
        self.factors: list[Factor] = []
        self.linear: dict[int, Linear] = {}
        self.summed: dict[int, Table] = {}
        """For each cell that is part of a sum, or is assigned one, the table of its values."""
        self.stored: dict[int, Cell] = {}
        """For each factor that stores a value, the temporary cell that it alone writes."""
        self.labels = Table()
        self.kept: dict[Hashable, Any] = {}
        self._numbers: dict[Hashable, int] = {}
        self._factors: dict[Hashable, int] = {}
        self._ids: dict[Identity, int] = {}
        self._equal: dict[Node, int] = {}
        self.label = self.cell(self.labels)
        self.arrive = self.node(Arrive(0))

    # Cells and nodes ------------------------------------------------------------------------------

    def cell(self, table: Table) -> Cell:
        """A new temporary cell, which holds a value for the rest of a path only."""
        self.besides += 1
        return Cell(2 * self.cells + self.besides - 1, table)

    def node(self, node: Go) -> int:
        """The index of a node; equal nodes share one."""
        number = self._numbers.setdefault(node, len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(node)
        return number

    def ask(self, factor: int, then: int) -> int:
        """The index of a node that asks a factor and continues with each of its alternatives."""
        return self.node(Ask(factor, then))

    def test(self, factor: int, then: int, otherwise: int) -> int:
        """The index of a node that branches on a condition."""
        return self.node(Ask(factor, then, otherwise, tests=True))

    def fork(self, ways: Sequence[int]) -> int:
        """The index of a node that continues with each of several paths."""
        open_ = tuple(way for way in ways if way != NOWHERE)
        if len(open_) < 2:
            return open_[0] if open_ else NOWHERE
        return self.node(Fork(open_))

    # Expressions ----------------------------------------------------------------------------------

    def reads(self, node: Expression, cx: Context) -> frozenset[int]:
        """The positions of the frame that an expression reads.

        Raises `NotFactored` if the expression is volatile.
        """
        reads: frozenset[int] = self.once(
            ("reads", node, cx.scope, cx.primed),
            lambda: self.c.footprints.of(node, cx.scope, cx.primed),
        )
        if self.layout.found in reads:
            raise NotFactored
        return reads

    def is_constant(self, node: Expression, here: Here) -> bool:
        """Whether the value of an expression depends on no cell."""
        count = 2 * self.layout.count
        return all(
            place >= count and type(here.env.get(place)) is Const
            for place in self.reads(node, here.cx)
        )

    def cells_read(self, node: Expression, here: Here) -> int:
        """The number of cells of all variables, and of all parts in slots, that are read."""
        count = self.layout.count
        found = [
            Part(self.shapes[place % count]) if place < 2 * count else here.env.get(place)
            for place in self.reads(node, here.cx)
        ]
        return sum(1 for each in found if isinstance(each, Part) for _ in each.shape.cells)

    def once(self, key: tuple[Any, ...], make: Callable[[], Any]) -> Any:
        """The cached result for a key; `make` computes it at the first call.

        Equal expressions in the same scope have the same key.
        """
        short = tuple(map(self._short, key))
        if short not in self.kept:
            self.kept[short] = make()
        return self.kept[short]

    def _short(self, part: Any) -> Hashable:
        if isinstance(part, Node):
            key = identity(part)
            number = self._ids.get(key)
            if number is None:
                number = self._ids[key] = self._equal.setdefault(part, len(self._equal))
            return number
        if isinstance(part, Scope):
            return identity(part)
        return part  # type: ignore[no-any-return]

    def bound(
        self, owner: Node, names: tuple[str, ...], cx: Context
    ) -> tuple[Context, tuple[int, ...]]:
        """The context in which slots hold the names that `owner` binds, and these slots."""
        key = ("bound", owner, names, cx.scope, cx.depth, cx.primed, cx.moment)
        return self.once(key, lambda: self.c.binding(cx, *names))  # type: ignore[no-any-return]

    def compiled(self, make: Make, node: Expression, cx: Context) -> Any:
        """A closure for an expression in a context."""
        key = (make, node, cx.scope, cx.depth, cx.primed, cx.moment)
        return self.once(key, lambda: make(self.c, node, cx))

    def listed(self, node: Expression, here: Here, most: int) -> tuple[Any, ...] | None:
        """The elements of a constant set; None if it is not constant, or larger than `most`."""
        if not self.is_constant(node, here):
            return None
        try:
            found = self.compiled(run, node, here.cx)(self.frame(here.env))
            count = size(found)
            return None if count is None or count > most else tuple(members(found))
        except (NoValue, OverflowError):
            return None

    def value(self, node: Expression, here: Here) -> Any:
        """The value of a constant expression; `UNKNOWN` if it is not constant or has no value.

        Lazy sets and functions are `UNKNOWN` too, except for short intervals.
        """
        found = self._found(node, here)
        if isinstance(found, Interval) and len(found) <= self.c.tuning.elements_listed:
            return found.force()
        return UNKNOWN if isinstance(found, LazySet | LazyFunction) else found

    def has_value(self, node: Expression, here: Here) -> bool:
        """Whether an expression is constant and has a value, lazy or not."""
        return self._found(node, here) is not UNKNOWN

    def is_listed(self, node: Expression, here: Here) -> bool:
        """Whether an expression is constant and has a value, of which all elements are known."""
        return self.value(node, here) is not UNKNOWN

    def _found(self, node: Expression, here: Here) -> Any:
        if not self.is_constant(node, here):
            return UNKNOWN
        try:
            return self.compiled(run, node, here.cx)(self.frame(here.env))
        except NoValue:
            return UNKNOWN

    # Factors --------------------------------------------------------------------------------------

    def factor(
        self, kind: Hashable, make: Make, node: Expression, here: Here, answers: Wrap
    ) -> int:
        """The index of the factor for an expression; equal factors share one.

        `make` compiles the expression, and `answers` turns the closure into the answers of the
        factor. `kind` distinguishes factors with the same `make` but different `answers`.
        """
        cx = here.cx
        used = self.reads(node, cx)
        env = {slot: here.env[slot] for slot in sorted(here.env) if slot in used}
        key = ("factor", kind, make, node, cx.scope, cx.depth, cx.primed, cx.moment)
        return self.once(  # type: ignore[no-any-return]
            (*key, *env.items()),
            lambda: self.new(
                answers(self.compiled(make, node, cx)),
                {**dict.fromkeys(here.env, UNUSED), **env},
            ),
        )

    def new(self, answer: Answers, env: Env) -> int:
        """The index of a new factor."""
        self.factors.append(Factor(answer, env))
        return len(self.factors) - 1

    def frame(self, env: Env) -> Watching:
        """A frame in which nothing has been read yet."""
        size = max(self.c.size, max(env, default=0) + 1)
        frame: list[Any] = [*self._unread, *[None] * (size - len(self._unread))]
        frame[self.layout.level] = Level()
        for slot, known in env.items():
            known.put(frame, slot)
        made = Watching(frame)
        made.read = unknown
        return made


def run(c: Compiler, node: Expression, cx: Context) -> Run:
    """A closure that computes the value of an expression."""
    return c.run(node, cx)


def run_normal(c: Compiler, node: Expression, cx: Context) -> Run:
    """A closure that computes the normal value of an expression."""
    return normalised(c, node, cx)


def holds(c: Compiler, node: Expression, cx: Context) -> Test:
    """A closure that returns whether an expression holds."""
    return c.holds(node, cx)


def _watching(compiler: Compiler) -> Compiler:
    """A compiler of closures that cache nothing across frames."""
    made = Compiler(compiler.variables, like=compiler)
    made.locates = False
    made.watches = True
    made.size = compiler.size
    return made
