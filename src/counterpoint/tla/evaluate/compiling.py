"""The compiler as those see it that make closures: what they may ask, whatever the expression.

What does not depend on the state is computed once, when it is first needed. Closures do not track
places. When an error occurs, the expression is compiled again so that each part knows its place,
and is evaluated again.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Self, TypeAlias

from ...errors import CounterpointError, NoValue
from ...tuning import USUAL, Tuning
from ..scope import Defined, Local, Value, Variable
from ..tree import (
    Apply,
    Expression,
    Number,
    Prime,
    Qualified,
    Span,
    String,
    Truth,
)
from ..values import FALSE, TRUE, LazySet, is_listable, shortly, truth
from .chosen import Chosen
from .context import NEED, UNKNOWN, Context, Frame, Layout, Run, Test
from .deep import Level
from .errors import located, refusing
from .footprint import Footprints
from .names import Names
from .weight import weight


class Compiling:
    """Turns the expressions of one module with these variables into functions on frames."""

    def __init__(
        self,
        variables: Sequence[str],
        *,
        like: Self | None = None,
        now: int | None = None,
        tuning: Tuning = USUAL,
    ) -> None:
        self.tuning: Tuning = like.tuning if like else tuning
        self.variables = tuple(variables)
        if now is None:
            now = like.layout.now if like else 0
        self.layout: Layout = Layout(len(self.variables), now)
        self.names: Names = like.names if like else Names()
        self.footprints: Footprints = (
            like.footprints if like else Footprints(self.layout, self.names)
        )
        self.size = self.layout.first
        self.locates = like is not None
        """Whether errors get the place of the part in which they occur."""
        self.watches: bool = like.watches if like else False
        """Whether frames record what is read; then no result is cached across frames."""
        self._locating: Self | None = None
        self.kept: dict[Any, Any] = {}
        """Caches of the parts of this compiler: closures and tables of results."""
        self.chosen: Chosen = like.chosen if like else Chosen()
        """What CHOOSE without a set has chosen; shared by all compilers of a check."""

    def frame(self, state: Sequence[Any] = (), following: Sequence[Any] = ()) -> Frame:
        """A frame that holds a state and the next one."""
        now, then = self.layout.now, self.layout.next
        frame: Frame = [None] * self.size
        frame[now : now + len(state)] = state
        frame[then : then + len(following)] = following
        frame[self.layout.level] = Level()
        return frame

    def locating(self) -> Self:
        """A compiler for the same module: its closures are slower, and their errors have places."""
        if self._locating is None:
            self._locating = self if self.locates else type(self)(self.variables, like=self)
        return self._locating

    def inside(self, variables: Sequence[str], depth: int) -> Self:
        """A compiler for frames with another state from position `depth` on.

        The positions below `depth` keep the state and the slots of this compiler.
        """
        made = type(self)(variables, now=depth)
        made.names, made.footprints.names = self.names, self.names
        made.locates, made.watches = self.locates, self.watches
        made.chosen = self.chosen
        return made

    def run(self, node: Expression, cx: Context) -> Run:
        """A closure that computes the value of an expression in a context."""
        match node:
            case Number(value) | String(value):
                return lambda m: value
            case Truth(flag):
                known = truth(flag)
                return lambda m: known
        try:
            return self._constant(node, cx) if self.is_constant(node, cx) else self.made(node, cx)
        except NoValue as error:
            return self.located_at(node, refusing(error.message))

    def holds(self, node: Expression, cx: Context) -> Test:
        """A closure that returns whether an expression holds in a context."""
        if isinstance(node, Truth):
            flag = node.value
            return lambda m: flag
        try:
            test = None if self.is_constant(node, cx) else self.tested(node, cx)
        except NoValue as error:
            test = refusing(error.message)
        return self.located_at(node, test or _testing(self.run(node, cx)))

    def is_constant(self, node: Expression, cx: Context) -> bool:
        """Whether the value of an expression is the same in every frame."""
        return self.footprints.is_constant(node, cx.scope, cx.primed)

    def is_kept(self, defined: Defined) -> bool:
        """Whether a slot caches the value of a definition."""
        return NEED in defined.notes

    def known(self, node: Expression, cx: Context) -> Any:
        """The value of an expression if it is constant and cheap to compute, else `UNKNOWN`."""
        simple = self.names.simply(node, cx.scope)
        match simple.expression:
            case Number(value) | String(value):
                return value
            case Truth(flag):
                return truth(flag)
            case Apply() | Qualified() as name:
                meaning, args = self.names.applied(name, simple.scope)
                if isinstance(meaning, Value) and not args:
                    return UNKNOWN if meaning.value is None else meaning.value
        if not self.is_constant(node, cx) or weight(node, cx.scope) > self.tuning.cheap:
            return UNKNOWN
        try:
            return self._constant(node, cx)(self.frame())
        except CounterpointError:
            return UNKNOWN

    def place(self, node: Expression, cx: Context) -> int | None:
        """The position in the frame that holds the value of an expression; None if none does."""
        primed = cx.primed
        simple = self.names.simply(node, cx.scope)
        while isinstance(simple.expression, Prime):
            primed = True
            simple = self.names.simply(simple.expression.body, simple.scope)
        if not isinstance(simple.expression, Apply | Qualified):
            return None
        meaning, args = self.names.applied(simple.expression, simple.scope)
        if args:
            return None
        if isinstance(meaning, Variable):
            return meaning.number + (self.layout.next if primed else self.layout.now)
        return meaning.slot if isinstance(meaning, Local) and meaning.slot >= 0 else None

    def binding(self, cx: Context, *names: str) -> tuple[Context, tuple[int, ...]]:
        """The context in which these names are held by free slots, and those slots."""
        inner, slots = cx.binding(*names)
        self.size = max(self.size, inner.depth)
        return inner, slots

    def slot(self, cx: Context) -> tuple[Context, int]:
        """A context that reserves one more slot, without a name, and that slot."""
        inner, slots = self.binding(cx, "")
        return inner.at(cx.scope), slots[0]

    def failing(self, reason: str, at: Span) -> Run:
        """A closure that raises `NoValue`, with the place if this compiler locates errors."""
        run = refusing(reason)
        return located(run, at) if self.locates else run

    # The forms of expressions -----------------------------------------------------------------

    @abstractmethod
    def made(self, node: Expression, cx: Context) -> Run:
        """A closure that computes the value of an expression of any form, constant or not."""

    @abstractmethod
    def tested(self, node: Expression, cx: Context) -> Test | None:
        """A closure for whether an expression holds; None if its form may not be Boolean."""

    # Constants --------------------------------------------------------------------------------

    def located_at(self, node: Expression, run: Run) -> Run:
        return located(run, node.at) if self.locates else run

    def _constant(self, node: Expression, cx: Context) -> Run:
        """A closure that computes the value when it is first needed, and keeps it."""
        owner = self._owner(node, cx)
        key = ("constant", owner)
        if owner is not None and key in self.kept:
            found: Run = self.kept[key]
            return found
        made = self.made(node, cx)
        kept: list[Any] = []

        def constant(m: Frame) -> Any:
            if kept:
                return kept[0]
            # A copy, because the caller may be using the slots that this closure writes to.
            value = made(m.copy())
            most = self.tuning.elements_listed
            kept.append(_listed(value, most) if isinstance(value, LazySet) else value)
            return kept[0]

        if owner is not None:
            self.kept[key] = constant
        return constant

    def _owner(self, node: Expression, cx: Context) -> Defined | None:
        """The definition without arguments that an expression names; None if it names none."""
        if not isinstance(node, Apply | Qualified):
            return None
        meaning, args = self.names.applied(node, cx.scope)
        return meaning if isinstance(meaning, Defined) and not args else None


ValueMaker: TypeAlias = Callable[[Compiling, Any, Context], Run]
"""Makes a closure that computes the value of an expression."""

TestMaker: TypeAlias = Callable[[Compiling, Any, Context], Test]
"""Makes a closure that returns whether an expression holds."""


def _listed(values: LazySet, most: int) -> Any:
    """The set itself, or its listing if it has at most `most` elements."""
    try:
        count = values.size() if is_listable(values) else None
    except NoValue:  # the error is raised when its elements are needed
        return values
    return values if count is None or count > most else values.force()


def _testing(run: Run) -> Test:
    def test(m: Frame) -> bool:
        value = run(m)
        if value is TRUE:
            return True
        return _flag(value)

    return test


def _flag(value: Any) -> bool:
    if value is TRUE:
        return True
    if value is FALSE:
        return False
    raise NoValue(f"TRUE or FALSE is needed here, not {shortly(value)}")
